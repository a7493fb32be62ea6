/* SPDX-License-Identifier: MIT */
/* A party's commands; its scripts are in party/. */

#include "redlock/kinds/party.h"

#include "redlock/scripts_text.h"

/* What all checked scripts are told, and the badge. */
#define CHECKED(name, badge)                                                   \
    {                                                                          \
        RLK_SCRIPT(party_checked_##name),                                      \
            .keys = 3,                                                         \
            RLK_WORDS(RLK_WORD_RESOURCE, RLK_WORD_COUNTER, RLK_WORD_MARKER,    \
                      RLK_WORD_TOKEN, RLK_WORD_TTL, RLK_WORD_RUN_ID,           \
                      RLK_WORD_GUARD, RLK_WORD_SERIAL, RLK_WORD_FENCED,        \
                      RLK_WORD_FENCE, RLK_WORD_FLOOR, badge),                  \
    }
/* One that looks into the queue, too. */
#define QUEUED(name, badge)                                                    \
    {                                                                          \
        RLK_SCRIPT(party_checked_##name),                                      \
            .keys = 5,                                                         \
            RLK_WORDS(RLK_WORD_RESOURCE, RLK_WORD_COUNTER, RLK_WORD_MARKER,    \
                      RLK_WORD_QUEUE, RLK_WORD_PLACE, RLK_WORD_TOKEN,          \
                      RLK_WORD_TTL, RLK_WORD_RUN_ID, RLK_WORD_GUARD,           \
                      RLK_WORD_SERIAL, RLK_WORD_FENCED, RLK_WORD_FENCE,        \
                      RLK_WORD_FLOOR, badge),                                  \
    }
#define LEAVE(badge)                                                           \
    {                                                                          \
        RLK_SCRIPT(party_release),                                             \
            .keys = 2,                                                         \
            RLK_WORDS(RLK_WORD_RESOURCE, RLK_WORD_QUEUE, RLK_WORD_TOKEN,       \
                      badge),                                                  \
    }
#define COMMANDS(badge)                                                        \
    {                                                                          \
        [RLK_VERB_GRANT] = {.checked = QUEUED(grant, badge)},                  \
        [RLK_VERB_CONFIRM] = {.checked = CHECKED(confirm, badge)},             \
        [RLK_VERB_EXTEND] = {.checked = CHECKED(extend, badge)},               \
        [RLK_VERB_REPAIR] = {.checked = CHECKED(repair, badge)},               \
        [RLK_VERB_RELEASE] = {.plain = LEAVE(badge),                           \
                              .checked = QUEUED(release, badge)},              \
    }

const struct rlk_kind rlk_shared = {
    .name = "shared",
    .bit = 2,
    .party = true,
    .command = COMMANDS(RLK_WORD_READERS),
};

const struct rlk_kind rlk_owned = {
    .name = "owned",
    .bit = 4,
    .party = true,
    .owned = true,
    .command = COMMANDS(RLK_WORD_OWNER),
};
