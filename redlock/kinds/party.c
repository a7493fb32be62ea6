/* SPDX-License-Identifier: MIT */
/* A party's commands; its scripts are in party/. */

#include "redlock/kinds/kinds.h"

#include "redlock/scripts_text.h"

/* What all checked scripts are told, and the badge, and what else follows. */
#define CHECKED(name, ...)                                                     \
    {                                                                          \
        RLK_SCRIPT(party_checked_##name),                                      \
            .keys = 3,                                                         \
            RLK_WORDS(RLK_WORD_RESOURCE, RLK_WORD_COUNTER, RLK_WORD_MARKER,    \
                      RLK_WORD_TOKEN, RLK_WORD_TTL, RLK_WORD_RUN_ID,           \
                      RLK_WORD_GUARD, RLK_WORD_SERIAL, RLK_WORD_FENCED,        \
                      RLK_WORD_FENCE, RLK_WORD_FLOOR, __VA_ARGS__),            \
    }
/* One that looks into the queue, too. */
#define QUEUED(name, ...)                                                      \
    {                                                                          \
        RLK_SCRIPT(party_checked_##name),                                      \
            .keys = 5,                                                         \
            RLK_WORDS(RLK_WORD_RESOURCE, RLK_WORD_COUNTER, RLK_WORD_MARKER,    \
                      RLK_WORD_QUEUE, RLK_WORD_PLACE, RLK_WORD_TOKEN,          \
                      RLK_WORD_TTL, RLK_WORD_RUN_ID, RLK_WORD_GUARD,           \
                      RLK_WORD_SERIAL, RLK_WORD_FENCED, RLK_WORD_FENCE,        \
                      RLK_WORD_FLOOR, __VA_ARGS__),                            \
    }
/* As a mutex's, with the badge for the token before this one, which is none. */
#define ASK(BADGE)                                                             \
    {                                                                          \
        RLK_SCRIPT(party_checked_ask),                                         \
            .keys = 5,                                                         \
            RLK_WORDS(RLK_WORD_RESOURCE, RLK_WORD_COUNTER, RLK_WORD_MARKER,    \
                      RLK_WORD_QUEUE, RLK_WORD_PLACE, RLK_WORD_TOKEN,          \
                      RLK_WORD_TTL, RLK_WORD_RUN_ID, RLK_WORD_GUARD,           \
                      RLK_WORD_SERIAL, RLK_WORD_FENCED, RLK_WORD_FENCE,        \
                      RLK_WORD_FLOOR, RLK_WORD_TICKET, RLK_WORD_GENERATION,    \
                      RLK_WORD_FLAGS, RLK_WORD_CLAIMING, BADGE),               \
    }
#define LEAVE(...)                                                             \
    {                                                                          \
        RLK_SCRIPT(party_release),                                             \
            .keys = 1,                                                         \
            RLK_WORDS(RLK_WORD_RESOURCE, RLK_WORD_TOKEN, __VA_ARGS__),         \
    }
#define COMMANDS(...)                                                          \
    [RLK_VERB_GRANT] = {.checked = QUEUED(grant, __VA_ARGS__)},                \
    [RLK_VERB_CONFIRM] = {.checked = CHECKED(confirm, __VA_ARGS__)},           \
    [RLK_VERB_EXTEND] = {.checked = CHECKED(extend, __VA_ARGS__)},             \
    [RLK_VERB_REPAIR] = {.checked = CHECKED(repair, __VA_ARGS__)},             \
    [RLK_VERB_RELEASE] = {.plain = LEAVE(__VA_ARGS__),                         \
                          .checked = QUEUED(release, __VA_ARGS__)}

const struct rlk_kind rlk_shared = {
    .name = "shared",
    .bit = 2,
    .party = true,
    .scripted = true,
    .command =
        {
            COMMANDS(RLK_WORD_READERS),
            [RLK_VERB_ASK] = {.checked = ASK(RLK_WORD_READERS)},
        },
};

const struct rlk_kind rlk_owned = {
    .name = "owned",
    .bit = 4,
    .party = true,
    .scripted = true,
    .owned = true,
    .command =
        {
            COMMANDS(RLK_WORD_OWNER),
            [RLK_VERB_ASK] = {.checked = ASK(RLK_WORD_OWNER)},
        },
};

const struct rlk_kind rlk_downgraded = {
    .name = "downgraded",
    .bit = 8,
    .party = true,
    .scripted = true,
    .former = true,
    .command = {COMMANDS(RLK_WORD_READERS, RLK_WORD_FORMER)},
};
