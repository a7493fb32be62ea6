/* SPDX-License-Identifier: MIT */
/* The Lua scripts, embedded when building. */

#include "redlock/resp/script.h"

#include "redlock/scripts_text.h"

#define SCRIPT(name, count)                                                    \
    {                                                                          \
        .text = text_of_##name, .length = sizeof(text_of_##name) - 1,          \
        .sha = sha_of_##name, .arguments = (count),                            \
    }

static const struct rlk_script plain[RLK_VERBS] = {
    [RLK_VERB_EXTEND] = SCRIPT(extend, 2),
    [RLK_VERB_REPAIR] = SCRIPT(repair, 2),
    [RLK_VERB_RELEASE] = SCRIPT(release, 1),
    [RLK_VERB_INSPECT] = SCRIPT(inspect, 0),
    [RLK_VERB_INIT_NODE] = SCRIPT(init_node, 2),
    [RLK_VERB_MARK] = SCRIPT(mark, 3),
};

static const struct rlk_script checked[RLK_VERBS] = {
    [RLK_VERB_GRANT] = SCRIPT(checked_grant, 0),
    [RLK_VERB_CONFIRM] = SCRIPT(checked_confirm, 0),
    [RLK_VERB_EXTEND] = SCRIPT(checked_extend, 0),
    [RLK_VERB_REPAIR] = SCRIPT(checked_repair, 0),
    [RLK_VERB_RELEASE] = SCRIPT(checked_release, 0),
};

const struct rlk_script *rlk_script_of(enum rlk_verb verb, bool with_rules)
{
    const struct rlk_script *script =
        with_rules ? &checked[verb] : &plain[verb];

    return script->text != NULL ? script : NULL;
}
