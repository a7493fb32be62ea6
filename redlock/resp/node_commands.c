/* SPDX-License-Identifier: MIT */
/* What is asked of nodes themselves; the scripts are in scripts/. */

#include "redlock/resp/node_commands.h"

#include <assert.h>

#include "redlock/scripts_text.h"

#define ROW(verb) [(verb)-RLK_VERBS_OF_KIND]

static const struct rlk_command rows[RLK_VERBS - RLK_VERBS_OF_KIND] = {
    ROW(RLK_VERB_INIT_NODE) =
        {
            RLK_SCRIPT(init_node),
            .keys = 1,
            RLK_WORDS(RLK_WORD_RESOURCE, RLK_WORD_TTL),
        },
    ROW(RLK_VERB_MARK) =
        {
            RLK_SCRIPT(mark),
            .keys = 1,
            RLK_WORDS(RLK_WORD_RESOURCE, RLK_WORD_TOKEN, RLK_WORD_MARK,
                      RLK_WORD_UNTIL),
        },
    ROW(RLK_VERB_KILL_CLIENT) =
        {
            RLK_PLAIN(3, "$6\r\nCLIENT\r\n$4\r\nKILL\r\n$2\r\nID\r\n"),
            RLK_WORDS(RLK_WORD_CLIENT_ID),
        },
};

const struct rlk_command *rlk_node_command(enum rlk_verb verb)
{
    assert(verb >= RLK_VERBS_OF_KIND && verb < RLK_VERBS);
    return &rows[verb - RLK_VERBS_OF_KIND];
}
