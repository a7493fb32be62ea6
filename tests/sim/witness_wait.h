/* SPDX-License-Identifier: MIT */
#ifndef SIM_WITNESS_WAIT_H
#define SIM_WITNESS_WAIT_H

/* What waiters can rely on. */

#include "tests/sim/world.h"

/*
 * A node has executed a request: if it chose the new holder, it must have
 * chosen the first waiter that it can notify.
 */
void sim_witness_chosen(struct sim_world *world, int node,
                        const struct sim_memory *before,
                        const struct sim_message *message);

/*
 * The next waiter was reported to a holder, or to a waiter. If there is none,
 * the token's length is 0.
 */
void sim_witness_head(struct sim_slot *slot, const struct rlk_successor *head);

/*
 * Does a granted request, which is not a claim, pass over an earlier waiter at
 * that node that can be notified?
 */
bool sim_witness_passes(struct sim_world *world, int node,
                        const struct sim_memory *before,
                        const struct sim_request *request);

/*
 * May a waiter that wants to share the lock acquire it, without having been
 * notified?
 */
bool sim_witness_unnotified(struct sim_world *world, int node, int resource);

/* How long each client then holds the lock. */
#define SIM_TURN_HOLD_NS (2 * RLK_NS_PER_MS)

/*
 * After the last fault every client asks at the same time. Each must acquire
 * within the time that the clients before it, and the keys of holders that are
 * gone, may take.
 */
void sim_witness_all_ask(struct sim_world *world, int64_t guard_span);
void sim_witness_served(struct sim_client *client, bool polls);

/*
 * In a prompt plan: a slot that has a lock or wants one. If it is the only one
 * and a quorum is free while it waits, it must acquire soon.
 */
void sim_witness_let_in(struct sim_slot *slot);

/*
 * In a prompt plan: its call has ended. If it does not wait, it must not be
 * refused.
 */
void sim_witness_turned_away(struct sim_slot *slot);

/*
 * A call for that many resources has ended: the number of its attempts, or
 * rounds, must be bounded by its duration.
 */
void sim_witness_pace(struct sim_client *client, const struct rlk_call *call,
                      int resources);

/*
 * In a prompt plan: the lock on r1 was released, with this successor; a client
 * has it; the plan is over, and no client still waits.
 */
void sim_witness_given_back(struct sim_world *world,
                            const struct rlk_successor *named);
void sim_witness_prompt(const struct sim_slot *slot);
void sim_witness_waits_still(struct sim_world *world);

/* At rest, if no message was lost: there must be no queue entry. */
void sim_witness_entries(struct sim_world *world);

#endif
