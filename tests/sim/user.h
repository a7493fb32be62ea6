/* SPDX-License-Identifier: MIT */
#ifndef SIM_USER_H
#define SIM_USER_H

/*
 * What an application does with the library, by the core's own calls as the
 * APIs make them. A wish that does not fit the state its slot is in - to
 * release what is not held - is let go.
 */

#include "tests/sim/world.h"

/* Every slot idle; nothing of the core is touched. */
void sim_user_init(struct sim_client *client);

/* One of the plan's wishes; the client runs. false: it was let go. */
bool sim_user_act(struct sim_client *client, const struct sim_action *action);

/* A lock was to be held for so long. */
void sim_user_held_enough(struct sim_client *client, int slot, uint32_t use);

/* The process stood still for a span. */
void sim_user_resumed(struct sim_client *client, int64_t span);

/* The core tells of a loss: struct rlk_core's hook. */
void sim_user_notified(struct redlock_lock *lock);

/* Gives everything up, as at the end of a program. */
void sim_user_let_go(struct sim_client *client);

/* Gives up all but the locks that are kept and held. */
void sim_user_let_go_but_kept(struct sim_client *client);

/*
 * The slot has a lock that is kept, and held, with a TTL that is worth
 * watching: far below the longest it is renewed too often for as long as that
 * takes, and near the delays of a calm network a vote runs out by itself.
 */
bool sim_user_keeps(const struct sim_slot *slot);

/* Nothing of the user's is under way. */
bool sim_user_idle(const struct sim_client *client);

/* The acquisition of a slot that is acquiring. */
const struct rlk_acquire *sim_user_acquire(const struct sim_slot *slot);

/* What the resource of that number is called. */
const char *sim_user_resource(int resource);

/* When an acquire must have ended, on the client's clock. */
int64_t sim_user_acquire_due(const struct sim_client *client,
                             const struct sim_action *action);

/* What a status is called in stories. */
const char *sim_user_status(enum redlock_status status);

/* The lock of a slot, from the acquire on; NULL: none. */
struct redlock_lock *sim_user_lock(const struct sim_slot *slot);

#endif
