/* SPDX-License-Identifier: MIT */
/* A mutex's commands; its scripts are in mutex/. */

#include "redlock/kinds/mutex.h"

#include "redlock/scripts_text.h"

#define SCRIPT(name, ...)                                                      \
    {                                                                          \
        RLK_SCRIPT(mutex_##name), .keys = 1, RLK_WORDS(__VA_ARGS__),           \
    }
#define OBSERVE                                                                \
    {                                                                          \
        RLK_SCRIPT(mutex_observe),                                             \
            .keys = 2, RLK_WORDS(RLK_WORD_RESOURCE, RLK_WORD_COUNTER),         \
    }
#define CHECKED(name)                                                          \
    {                                                                          \
        RLK_SCRIPT(mutex_checked_##name), RLK_CHECKED_WORDS,                   \
    }
#define SET_NX_PX                                                              \
    {                                                                          \
        RLK_PLAIN(1, "$3\r\nSET\r\n"),                                         \
            RLK_WORDS(RLK_WORD_RESOURCE, RLK_WORD_TOKEN, RLK_WORD_NX,          \
                      RLK_WORD_PX, RLK_WORD_TTL),                              \
    }

const struct rlk_kind rlk_mutex = {
    .name = "mutex",
    .command =
        {
            [RLK_VERB_GRANT] = {.plain = SET_NX_PX, .checked = CHECKED(grant)},
            [RLK_VERB_CONFIRM] = {.checked = CHECKED(confirm)},
            [RLK_VERB_EXTEND] = {.plain = SCRIPT(extend, RLK_WORD_RESOURCE,
                                                 RLK_WORD_TOKEN, RLK_WORD_TTL),
                                 .checked = CHECKED(extend)},
            [RLK_VERB_REPAIR] = {.plain = SCRIPT(repair, RLK_WORD_RESOURCE,
                                                 RLK_WORD_TOKEN, RLK_WORD_TTL),
                                 .checked = CHECKED(repair)},
            [RLK_VERB_RELEASE] = {.plain = SCRIPT(release, RLK_WORD_RESOURCE,
                                                  RLK_WORD_TOKEN),
                                  .checked = CHECKED(release)},
            [RLK_VERB_INSPECT] = {.plain = SCRIPT(inspect, RLK_WORD_RESOURCE)},
            [RLK_VERB_OBSERVE] = {.plain = OBSERVE},
        },
};
