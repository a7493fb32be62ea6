/* SPDX-License-Identifier: MIT */
/*
 * Sentences for statuses, votes and reasons, from redlock/words.def. The
 * switches have no default, so that the compiler reports a value without a row.
 */

#include <assert.h>

#include "redlock/redlock.h"

#define WORDS_STATUS(name, number, json, sentence, advice, exit)               \
    static_assert(REDLOCK_##name == (number), "words.def: " #name);
#define WORDS_VOTE(name, number, json, sentence)                               \
    static_assert(REDLOCK_VOTE_##name == (number), "words.def: " #name);
#define WORDS_REASON(name, number, json, sentence, advice)                     \
    static_assert(REDLOCK_REASON_##name == (number), "words.def: " #name);
#include "redlock/words.def"

const char *redlock_version(void)
{
    return REDLOCK_VERSION;
}

const char *redlock_strerror(enum redlock_status status)
{
    switch (status) {
#define WORDS_STATUS(name, number, json, sentence, advice, exit)               \
    case REDLOCK_##name:                                                       \
        return sentence;
#include "redlock/words.def"
    }
    return "unknown status";
}

const char *redlock_vote_text(enum redlock_vote vote)
{
    switch (vote) {
#define WORDS_VOTE(name, number, json, sentence)                               \
    case REDLOCK_VOTE_##name:                                                  \
        return sentence;
#include "redlock/words.def"
    }
    return "unknown vote";
}

const char *redlock_reason_text(enum redlock_reason reason)
{
    switch (reason) {
#define WORDS_REASON(name, number, json, sentence, advice)                     \
    case REDLOCK_REASON_##name:                                                \
        return sentence;
#include "redlock/words.def"
    }
    return "unknown reason";
}
