/* SPDX-License-Identifier: MIT */
/* The Lua scripts, embedded when building. */

#include "redlock/script.h"

#include "redlock/scripts_text.h"

static const struct rlk_script extend = {
    .text = text_of_extend,
    .length = sizeof(text_of_extend) - 1,
    .sha = sha_of_extend,
    .arguments = 2,
};

static const struct rlk_script repair = {
    .text = text_of_repair,
    .length = sizeof(text_of_repair) - 1,
    .sha = sha_of_repair,
    .arguments = 2,
};

static const struct rlk_script release = {
    .text = text_of_release,
    .length = sizeof(text_of_release) - 1,
    .sha = sha_of_release,
    .arguments = 1,
};

static const struct rlk_script inspect = {
    .text = text_of_inspect,
    .length = sizeof(text_of_inspect) - 1,
    .sha = sha_of_inspect,
    .arguments = 0,
};

const struct rlk_script *rlk_script_of(enum rlk_verb verb)
{
    switch (verb) {
    case RLK_VERB_EXTEND:
        return &extend;
    case RLK_VERB_REPAIR:
        return &repair;
    case RLK_VERB_RELEASE:
        return &release;
    case RLK_VERB_INSPECT:
        return &inspect;
    case RLK_VERB_GRANT:
    case RLK_VERB_KILL_CLIENT:
        break;
    }
    return NULL;
}
