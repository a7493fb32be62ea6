/* SPDX-License-Identifier: MIT */
/* A semaphore's commands; its scripts are in semaphore/. */

#include "redlock/kinds/kinds.h"

#include "redlock/scripts_text.h"

#define CHECKED(name)                                                          \
    {                                                                          \
        RLK_SCRIPT(semaphore_checked_##name),                                  \
            .keys = 2,                                                         \
            RLK_WORDS(RLK_WORD_SLOTS, RLK_WORD_MARKER, RLK_WORD_TOKEN,         \
                      RLK_WORD_TTL, RLK_WORD_RUN_ID, RLK_WORD_GUARD,           \
                      RLK_WORD_SERIAL, RLK_WORD_FENCED, RLK_WORD_FENCE,        \
                      RLK_WORD_FLOOR, RLK_WORD_SLOT),                          \
    }
#define ASK                                                                    \
    {                                                                          \
        RLK_SCRIPT(semaphore_checked_ask),                                     \
            .keys = 2,                                                         \
            RLK_WORDS(RLK_WORD_SLOTS, RLK_WORD_MARKER, RLK_WORD_TOKEN,         \
                      RLK_WORD_TTL, RLK_WORD_RUN_ID, RLK_WORD_GUARD,           \
                      RLK_WORD_SERIAL, RLK_WORD_FENCED, RLK_WORD_FENCE,        \
                      RLK_WORD_FLOOR, RLK_WORD_TICKET, RLK_WORD_GENERATION,    \
                      RLK_WORD_FLAGS, RLK_WORD_CLAIMING, RLK_WORD_SLOT),       \
    }
#define RELEASE                                                                \
    {                                                                          \
        RLK_SCRIPT(semaphore_release),                                         \
            .keys = 1,                                                         \
            RLK_WORDS(RLK_WORD_SLOTS, RLK_WORD_TOKEN, RLK_WORD_SLOT),          \
    }

const struct rlk_kind rlk_semaphore = {
    .name = "semaphore",
    .bit = 16,
    .scripted = true,
    .command =
        {
            [RLK_VERB_GRANT] = {.checked = CHECKED(grant)},
            [RLK_VERB_CONFIRM] = {.checked = CHECKED(confirm)},
            [RLK_VERB_EXTEND] = {.checked = CHECKED(extend)},
            [RLK_VERB_REPAIR] = {.checked = CHECKED(repair)},
            [RLK_VERB_RELEASE] = {.plain = RELEASE,
                                  .checked = CHECKED(release)},
            [RLK_VERB_ASK] = {.checked = ASK},
        },
};
