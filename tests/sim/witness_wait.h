/* SPDX-License-Identifier: MIT */
#ifndef SIM_WITNESS_WAIT_H
#define SIM_WITNESS_WAIT_H

/* What those who wait may count on. */

#include "tests/sim/world.h"

/*
 * A node has executed a request: if it chose who has the key now, it chose the
 * first who waits there, of those that it can reach.
 */
void sim_witness_chosen(struct sim_world *world, int node,
                        const struct sim_memory *before,
                        const struct sim_message *message);

/*
 * Who holds, or waits, is told who is next. Where that is nobody, the token is
 * of no length.
 */
void sim_witness_head(struct sim_slot *slot, const struct rlk_successor *head);

/*
 * Does a request that was let in, and does not claim, pass somebody who waited
 * there before it, and can be told?
 */
bool sim_witness_passes(struct sim_world *world, int node,
                        const struct sim_memory *before,
                        const struct sim_request *request);

/* May somebody come in who waits there to share it, and was not told so? */
bool sim_witness_unnotified(struct sim_world *world, int node, int resource);

/* So long everybody holds what he is served with then. */
#define SIM_TURN_HOLD_NS (2 * RLK_NS_PER_MS)

/*
 * Once faults have stopped: everybody asks, at an instant; and each acquires,
 * within so long as those before it, and what dead holders left, may take.
 */
void sim_witness_all_ask(struct sim_world *world, int64_t guard_span);
void sim_witness_served(struct sim_client *client, bool polls);

/*
 * In a plan that is prompt: a slot that has a lock or wants one. If it alone
 * wants it, and a quorum is free as long as it waits, it holds soon.
 */
void sim_witness_let_in(struct sim_slot *slot);

/* It has ended: likewise, one that does not wait is not refused. */
void sim_witness_turned_away(struct sim_slot *slot);

/*
 * A call for so many resources has ended: it made a bounded number of attempts,
 * or rounds, for the time that it took.
 */
void sim_witness_pace(struct sim_client *client, const struct rlk_call *call,
                      int resources);

/*
 * In a plan that is prompt: the lock on r1 is given back, to whoever is named;
 * somebody has it; the plan is over, and nobody waits still.
 */
void sim_witness_given_back(struct sim_world *world,
                            const struct rlk_successor *named);
void sim_witness_prompt(const struct sim_slot *slot);
void sim_witness_waits_still(struct sim_world *world);

/* At rest, where nothing was lost: nobody has a place any more. */
void sim_witness_entries(struct sim_world *world);

#endif
