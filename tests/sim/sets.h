/* SPDX-License-Identifier: MIT */
#ifndef SIM_SETS_H
#define SIM_SETS_H

/*
 * Users that acquire several resources together, all or none. Each member
 * occupies a slot of its own in addition to the user's other locks, so that its
 * belief is checked like any lock's. The set is checked against its members.
 */

#include "tests/sim/world.h"

/* The number of sets: three resources in any order, and two. */
#define SIM_SETS 12

/* No set is acquired or held. */
void sim_sets_init(struct sim_client *client);

/* Actions; the client is running. false: the action was skipped. */
bool sim_sets_take(struct sim_client *client, const struct sim_action *action);
bool sim_sets_cancel(struct sim_client *client);
void sim_sets_held_enough(struct sim_client *client, uint32_t use);
void sim_sets_let_go(struct sim_client *client);

/* The process was stopped for a span. */
void sim_sets_resumed(struct sim_client *client, int64_t span);

/* The core reports the loss. */
void sim_sets_notified(struct sim_client *client);

/* Copies the members into their slots. Called before the slots are checked. */
void sim_sets_mirror(struct sim_client *client);

/* Checks the set against its members. Called after the slots were checked. */
void sim_sets_judge(struct sim_client *client);

#endif
