/* SPDX-License-Identifier: MIT */
/* Edit distances between a mistyped word and the names that exist. */

#include "cli/base/suggestion.h"

#include <string.h>

#define DISTANCE_MAX 2

/* Longer names are never suggested. */
#define NAME_MAX_LENGTH 32

void suggestion_init(struct suggestion *suggestion, const char *word,
                     size_t length)
{
    *suggestion = (struct suggestion){
        .word = word, .length = length, .distance = DISTANCE_MAX + 1};
}

static int least(int a, int b, int c)
{
    int less = a < b ? a : b;

    return less < c ? less : c;
}

/* The Levenshtein distance, computed row by row. */
static int distance_to(const struct suggestion *suggestion, const char *name)
{
    int row[NAME_MAX_LENGTH + 1];
    int columns = (int)strlen(name);

    for (int i = 0; i <= columns; i++)
        row[i] = i;
    for (size_t k = 0; k < suggestion->length; k++) {
        int diagonal = row[0];
        row[0] = (int)k + 1;
        for (int i = 1; i <= columns; i++) {
            int replaced = diagonal + (suggestion->word[k] != name[i - 1]);
            diagonal = row[i];
            row[i] = least(row[i] + 1, row[i - 1] + 1, replaced);
        }
    }
    return row[columns];
}

void suggestion_consider(struct suggestion *suggestion, const char *name)
{
    int distance;

    if (suggestion->length == 0 || suggestion->length > NAME_MAX_LENGTH ||
        strlen(name) > NAME_MAX_LENGTH)
        return;
    if (strncmp(name, suggestion->word, suggestion->length) == 0) {
        suggestion->prefixed = name;
        suggestion->prefixes++;
    }
    distance = distance_to(suggestion, name);
    /* A word is no misspelling of a name with which it shares no letter. */
    if (distance < suggestion->distance && distance < (int)suggestion->length) {
        suggestion->distance = distance;
        suggestion->nearest = name;
    }
}

const char *suggestion_best(const struct suggestion *suggestion)
{
    return suggestion->prefixes == 1 ? suggestion->prefixed
                                     : suggestion->nearest;
}
