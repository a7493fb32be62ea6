/* SPDX-License-Identifier: MIT */
/* A shared lock's commands; its scripts are in shared/. */

#include "redlock/kinds/shared.h"

#include "redlock/scripts_text.h"

#define CHECKED(name)                                                          \
    {                                                                          \
        RLK_SCRIPT(shared_checked_##name), RLK_CHECKED_WORDS,                  \
    }
#define JOIN                                                                   \
    {                                                                          \
        RLK_SCRIPT(shared_checked_grant),                                      \
            .keys = 5,                                                         \
            RLK_WORDS(RLK_WORD_RESOURCE, RLK_WORD_COUNTER, RLK_WORD_MARKER,    \
                      RLK_WORD_QUEUE, RLK_WORD_PLACE, RLK_WORD_TOKEN,          \
                      RLK_WORD_TTL, RLK_WORD_RUN_ID, RLK_WORD_GUARD,           \
                      RLK_WORD_SERIAL, RLK_WORD_FENCED, RLK_WORD_FENCE,        \
                      RLK_WORD_FLOOR),                                         \
    }
#define LEAVE                                                                  \
    {                                                                          \
        RLK_SCRIPT(shared_release),                                            \
            .keys = 2,                                                         \
            RLK_WORDS(RLK_WORD_RESOURCE, RLK_WORD_QUEUE, RLK_WORD_TOKEN),      \
    }

const struct rlk_kind rlk_shared = {
    .name = "shared",
    .bit = 2,
    .shared = true,
    .command =
        {
            [RLK_VERB_GRANT] = {.checked = JOIN},
            [RLK_VERB_CONFIRM] = {.checked = CHECKED(confirm)},
            [RLK_VERB_EXTEND] = {.checked = CHECKED(extend)},
            [RLK_VERB_REPAIR] = {.checked = CHECKED(repair)},
            [RLK_VERB_RELEASE] = {.plain = LEAVE},
        },
};
