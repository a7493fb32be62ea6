/* SPDX-License-Identifier: MIT */
#ifndef SIM_SETS_H
#define SIM_SETS_H

/*
 * Users who want several resources at once, all or none. Each member stands in
 * a slot of its own beside those of the user's other locks, so that what is
 * believed of it is held against what is, as of any lock; and the set against
 * its members.
 */

#include "tests/sim/world.h"

/* The sets that there are: three resources in any order, and two. */
#define SIM_SETS 12

/* It wants nothing. */
void sim_sets_init(struct sim_client *client);

/* Wishes; the client runs. false: it was let go. */
bool sim_sets_take(struct sim_client *client, const struct sim_action *action);
bool sim_sets_cancel(struct sim_client *client);
void sim_sets_held_enough(struct sim_client *client, uint32_t use);
void sim_sets_let_go(struct sim_client *client);

/* The process stood still for a span. */
void sim_sets_resumed(struct sim_client *client, int64_t span);

/* The core tells of the loss. */
void sim_sets_notified(struct sim_client *client);

/* Shows the members in their slots; before anything is looked at there. */
void sim_sets_mirror(struct sim_client *client);

/* Whether the set is what its members are; after them. */
void sim_sets_judge(struct sim_client *client);

#endif
