/* SPDX-License-Identifier: MIT */
#include "cli/text/words.h"

#include <ctype.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "redlock/redlock.h"

/* --- name words -----------------------------------------------------------
 */

/* Bytes that a shell could take for something else, written as numbers. */

/* to: three times the name's length, and one. */
static void encode(const char *name, char *to)
{
    for (; *name != '\0'; name++) {
        unsigned char c = (unsigned char)*name;

        if (c < 0x80 && (isalnum(c) || strchr("-._/", c) != NULL))
            *to++ = (char)c;
        else
            to += sprintf(to, "%%%02X", c);
    }
    *to = '\0';
}

char *name_words_of(const char *name)
{
    char *text = malloc(strlen(name) * 3 + 1);

    if (text != NULL)
        encode(name, text);
    return text;
}

/* --- json words -----------------------------------------------------------
 */

/* Words for programs; those of statuses, votes and reasons are in words.def. */

const char *json_words_status(enum redlock_status status)
{
    switch (status) {
#define WORDS_STATUS(name, number, json, sentence, advice, exit)               \
    case REDLOCK_##name:                                                       \
        return json;
#include "redlock/words.def"
    }
    return NULL;
}

const char *json_words_vote(enum redlock_vote vote)
{
    switch (vote) {
#define WORDS_VOTE(name, number, json, sentence)                               \
    case REDLOCK_VOTE_##name:                                                  \
        return json;
#include "redlock/words.def"
    }
    return NULL;
}

const char *json_words_reason(enum redlock_reason reason)
{
    switch (reason) {
#define WORDS_REASON(name, number, json, sentence, advice)                     \
    case REDLOCK_REASON_##name:                                                \
        return json;
#include "redlock/words.def"
    }
    return NULL;
}

const char *json_words_strategy(enum redlock_strategy strategy)
{
    switch (strategy) {
    case REDLOCK_SEQUENTIAL:
        return "sequential";
    case REDLOCK_PARALLEL:
        return "parallel";
    }
    return NULL;
}

const char *json_words_guard(enum redlock_guard guard)
{
    switch (guard) {
    case REDLOCK_GUARD_AUTO:
        return "auto";
    case REDLOCK_GUARD_ON:
        return "on";
    case REDLOCK_GUARD_OFF:
        return "off";
    }
    return NULL;
}

/* --- advice ---------------------------------------------------------------
 */

/* What to do about a node that fails. */

const char *advice_of(enum redlock_reason reason)
{
    switch (reason) {
#define WORDS_REASON(name, number, json, sentence, advice)                     \
    case REDLOCK_REASON_##name:                                                \
        return advice;
#include "redlock/words.def"
    }
    return NULL;
}
