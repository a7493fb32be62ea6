/* SPDX-License-Identifier: MIT */
#ifndef RLK_REDLOCK_ADMIN_EXAMINE_TALK_H
#define RLK_REDLOCK_ADMIN_EXAMINE_TALK_H

#include "redlock/admin/talk_loop.h"

/* An examination as one side of a talk: of a struct rlk_examine_node. */
extern const struct rlk_talk_ops rlk_examine_talk;

#endif
