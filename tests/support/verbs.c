/* SPDX-License-Identifier: MIT */
/* The names of verbs. */

#include "tests/support/verbs.h"

static const char *const words[RLK_VERBS] = {
    [RLK_VERB_GRANT] = "grant",     [RLK_VERB_CONFIRM] = "confirm",
    [RLK_VERB_EXTEND] = "extend",   [RLK_VERB_REPAIR] = "repair",
    [RLK_VERB_RELEASE] = "release", [RLK_VERB_INSPECT] = "inspect",
    [RLK_VERB_OBSERVE] = "observe", [RLK_VERB_INIT_NODE] = "init",
    [RLK_VERB_MARK] = "mark",       [RLK_VERB_KILL_CLIENT] = "kill",
    [RLK_VERB_ASK] = "ask",         [RLK_VERB_PASS] = "pass",
};

const char *verb_word(enum rlk_verb verb)
{
    return words[verb];
}
