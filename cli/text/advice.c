/* SPDX-License-Identifier: MIT */
/* What to do about a node that fails. */

#include "cli/text/advice.h"

#include <stddef.h>

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
