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
    [RLK_VERB_EXTEND] = SCRIPT(mutex_extend, 2),
    [RLK_VERB_REPAIR] = SCRIPT(mutex_repair, 2),
    [RLK_VERB_RELEASE] = SCRIPT(mutex_release, 1),
    [RLK_VERB_INSPECT] = SCRIPT(mutex_inspect, 0),
    [RLK_VERB_INIT_NODE] = SCRIPT(init_node, 2),
    [RLK_VERB_MARK] = SCRIPT(mark, 3),
};

static const struct rlk_script checked[RLK_VERBS] = {
    [RLK_VERB_GRANT] = SCRIPT(mutex_checked_grant, 0),
    [RLK_VERB_CONFIRM] = SCRIPT(mutex_checked_confirm, 0),
    [RLK_VERB_EXTEND] = SCRIPT(mutex_checked_extend, 0),
    [RLK_VERB_REPAIR] = SCRIPT(mutex_checked_repair, 0),
    [RLK_VERB_RELEASE] = SCRIPT(mutex_checked_release, 0),
};

const struct rlk_script *rlk_script_of(enum rlk_verb verb, bool with_rules)
{
    const struct rlk_script *script =
        with_rules ? &checked[verb] : &plain[verb];

    return script->text != NULL ? script : NULL;
}
