/* SPDX-License-Identifier: MIT */
/* A mutex's commands; its scripts are in mutex/. */

#include "redlock/kinds/kinds.h"

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
#define ASK                                                                    \
    {                                                                          \
        RLK_SCRIPT(mutex_checked_ask),                                         \
            .keys = 5,                                                         \
            RLK_WORDS(RLK_WORD_RESOURCE, RLK_WORD_COUNTER, RLK_WORD_MARKER,    \
                      RLK_WORD_QUEUE, RLK_WORD_PLACE, RLK_WORD_TOKEN,          \
                      RLK_WORD_TTL, RLK_WORD_RUN_ID, RLK_WORD_GUARD,           \
                      RLK_WORD_SERIAL, RLK_WORD_FENCED, RLK_WORD_FENCE,        \
                      RLK_WORD_FLOOR, RLK_WORD_TICKET, RLK_WORD_GENERATION,    \
                      RLK_WORD_FLAGS, RLK_WORD_CLAIMING, RLK_WORD_OLD),        \
    }
/* One script, with more words or with fewer. */
#define PASS(...)                                                              \
    {                                                                          \
        RLK_SCRIPT(mutex_checked_pass),                                        \
            .keys = 2,                                                         \
            RLK_WORDS(RLK_WORD_RESOURCE, RLK_WORD_QUEUE, __VA_ARGS__),         \
    }
#define SET_NX_PX                                                              \
    {                                                                          \
        RLK_PLAIN(1, "$3\r\nSET\r\n"),                                         \
            RLK_WORDS(RLK_WORD_RESOURCE, RLK_WORD_TOKEN, RLK_WORD_NX,          \
                      RLK_WORD_PX, RLK_WORD_TTL),                              \
    }

const struct rlk_kind rlk_mutex = {
    .name = "mutex",
    .bit = 1,
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
            [RLK_VERB_ASK] = {.checked = ASK},
            [RLK_VERB_PASS] = {.plain = PASS(RLK_WORD_TOKEN),
                               .checked = PASS(RLK_WORD_TOKEN, RLK_WORD_CARRIED,
                                               RLK_WORD_SUCCESSOR)},
        },
};
