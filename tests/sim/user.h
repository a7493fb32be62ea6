/* SPDX-License-Identifier: MIT */
#ifndef SIM_USER_H
#define SIM_USER_H

/*
 * An application that uses the library, by the same calls of the core as the
 * APIs. An action that does not fit the state of its slot, such as releasing an
 * idle slot, is skipped.
 */

#include "tests/sim/world.h"

/* All slots are idle; the core is not called. */
void sim_user_init(struct sim_client *client);

/*
 * Performs an action of the plan; the client is running. false: it was skipped.
 */
bool sim_user_act(struct sim_client *client, const struct sim_action *action);

/* The time for which a lock was to be held is over. */
void sim_user_held_enough(struct sim_client *client, int slot, uint32_t use);

/* The process was stopped for a span. */
void sim_user_resumed(struct sim_client *client, int64_t span);

/* The core reports a loss: the hook of struct rlk_core. */
void sim_user_notified(struct redlock_lock *lock);

/* Ends everything, as at the end of a program. */
void sim_user_let_go(struct sim_client *client);

/* Ends everything except locks that are kept and held. */
void sim_user_let_go_but_kept(struct sim_client *client);

/*
 * Does the slot hold a kept lock with a TTL that can be watched? A TTL far
 * below the longest is renewed too often, and with one near the delays of a
 * calm network votes expire by themselves.
 */
bool sim_user_keeps(const struct sim_slot *slot);

/* The user has no call in progress. */
bool sim_user_idle(const struct sim_client *client);

/* The acquisition of a slot in state ACQUIRING. */
const struct rlk_acquire *sim_user_acquire(const struct sim_slot *slot);

/* The name of the resource with that number. */
const char *sim_user_resource(int resource);

/* When an acquisition must have ended, on the client's clock. */
int64_t sim_user_acquire_due(const struct sim_client *client,
                             const struct sim_action *action);

/* The name of a status in stories. */
const char *sim_user_status(enum redlock_status status);

/* The lock of a slot, from the start of its acquisition; NULL: none. */
struct redlock_lock *sim_user_lock(const struct sim_slot *slot);

#endif
