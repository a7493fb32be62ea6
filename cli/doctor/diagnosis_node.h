/* SPDX-License-Identifier: MIT */
#ifndef RLK_CLI_DOCTOR_DIAGNOSIS_NODE_H
#define RLK_CLI_DOCTOR_DIAGNOSIS_NODE_H

/* What the facts say of one node. Pure. */

#include <stdbool.h>

#include "cli/doctor/findings.h"
#include "redlock/admin.h"

/* Could it grant a lock now, to this user? */
bool diagnosis_votes(const struct redlock_examination *examination, int node,
                     bool guarded);

/* Adds what is wrong with it. node: from 0; marked: some node is, so that all
 * have to be. */
void diagnosis_node(const struct redlock_examination *examination, int node,
                    bool marked, struct findings *findings);

#endif
