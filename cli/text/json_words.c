/* SPDX-License-Identifier: MIT */
/* Words for programs; those of statuses, votes and reasons are in words.def. */

#include "cli/text/json_words.h"

#include <stddef.h>

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
