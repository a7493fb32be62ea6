/* SPDX-License-Identifier: MIT */
#include "cli/text/words.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

/* --- names as words ------------------------------------------------------- */

const char *name_word(const char *name, char word[static NAME_WORD_MAX])
{
    char *to = word;

    /* Needs room for one more encoded byte and the NUL. */
    for (; *name != '\0' && to - word < NAME_WORD_MAX - 3; name++) {
        unsigned char c = (unsigned char)*name;
        if (c < 0x80 && (isalnum(c) || strchr("-._/", c) != NULL))
            *to++ = (char)c;
        else
            to += sprintf(to, "%%%02X", c);
    }
    *to = '\0';
    return word;
}

const char *name_word_next(const char **list, const char *name)
{
    char word[NAME_WORD_MAX];
    size_t length = strlen(name_word(name, word));

    while (*list != NULL) {
        const char *at = *list;
        *list = strchr(at, ' ');
        if (*list != NULL)
            (*list)++;
        if (strncmp(at, word, length) == 0 && at[length] == '=')
            return at + length + 1;
    }
    return NULL;
}

/* --- tables --------------------------------------------------------------- */

static const struct {
    const char *json;
    const char *advice;
} statuses[] = {
#define WORDS_STATUS(name, number, json, sentence, advice, exit)               \
    [number] = {json, advice},
#include "redlock/words.def"
};

static const char *const votes[] = {
#define WORDS_VOTE(name, number, json, sentence) [number] = (json),
#include "redlock/words.def"
};

static const struct {
    const char *json;
    const char *advice;
} reasons[] = {
#define WORDS_REASON(name, number, json, sentence, advice)                     \
    [number] = {json, advice},
#include "redlock/words.def"
};

static const char *const strategies[] = {
    [REDLOCK_SEQUENTIAL] = "sequential",
    [REDLOCK_PARALLEL] = "parallel",
};

static const char *const guards[] = {
    [REDLOCK_GUARD_AUTO] = "auto",
    [REDLOCK_GUARD_ON] = "on",
    [REDLOCK_GUARD_OFF] = "off",
};

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

const char *json_words_status(enum redlock_status status)
{
    return (size_t)status < COUNT(statuses) ? statuses[status].json : NULL;
}

const char *json_words_vote(enum redlock_vote vote)
{
    return (size_t)vote < COUNT(votes) ? votes[vote] : NULL;
}

const char *json_words_reason(enum redlock_reason reason)
{
    return (size_t)reason < COUNT(reasons) ? reasons[reason].json : NULL;
}

const char *json_words_strategy(enum redlock_strategy strategy)
{
    return (size_t)strategy < COUNT(strategies) ? strategies[strategy] : NULL;
}

const char *json_words_guard(enum redlock_guard guard)
{
    return (size_t)guard < COUNT(guards) ? guards[guard] : NULL;
}

const char *advice_of_status(enum redlock_status status)
{
    return (size_t)status < COUNT(statuses) ? statuses[status].advice : NULL;
}

const char *advice_of(enum redlock_reason reason)
{
    return (size_t)reason < COUNT(reasons) ? reasons[reason].advice : NULL;
}
