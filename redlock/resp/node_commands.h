/* SPDX-License-Identifier: MIT */
#ifndef RLK_REDLOCK_RESP_NODE_COMMANDS_H
#define RLK_REDLOCK_RESP_NODE_COMMANDS_H

/* The commands that concern a node itself, and no lock. */

#include "redlock/runtime/kind.h"

/* That of a verb of no kind: RLK_VERBS_OF_KIND .. RLK_VERBS - 1. Static. */
const struct rlk_command *rlk_node_command(enum rlk_verb verb);

#endif
