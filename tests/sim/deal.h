/* SPDX-License-Identifier: MIT */
#ifndef SIM_DEAL_H
#define SIM_DEAL_H

/* Draws plans from a seed and a profile. */

#include "tests/sim/plan.h"
#include "tests/sim/profile.h"
#include "tests/support/dice.h"

/* Fills an empty plan; the same arguments give the same plan. */
void sim_deal(struct sim_plan *plan, const struct sim_profile *profile,
              uint64_t seed);

/* --- parts of a plan, each in a file of its name -------------------------- */

/* All clients want the same lock, again and again, and wait for it. */
void sim_deal_contention(struct sim_plan *plan, struct dice *dice);

/* Some contenders do not queue, cannot reach the gate, or want a fence. */
void sim_deal_mixed(struct sim_plan *plan, struct dice *dice);

/*
 * Nodes fail over, each a moment after its replica has last received anything.
 */
void sim_deal_failovers(struct sim_plan *plan,
                        const struct sim_profile *profile, struct dice *dice);

/*
 * Many clients wait at one node, and only that node fails. Replaces the plan.
 * Tests how long the waiters are kept from a free lock.
 */
void sim_deal_gate(struct sim_plan *plan, struct dice *dice);

/*
 * One client waits, and the nodes that do not refuse it are a quorum. Replaces
 * the plan. Tests how soon it acquires, and how often it asks if too few nodes
 * are left.
 */
void sim_deal_minority(struct sim_plan *plan, struct dice *dice);

/*
 * A situation in which a repaired vote must not count. Nodes vote for a client
 * whose other requests are slow. One of these nodes loses its memory, and
 * another client, which keeps the lock by the other nodes, restores its key
 * there. Then a vote of that client expires on a node that the slow requests
 * reach next. Random plans almost never combine all of this.
 */
void sim_deal_repair(struct sim_plan *plan, struct dice *dice);

/* All clients want several resources together, in any order. */
void sim_deal_sets(struct sim_plan *plan, struct dice *dice);

/* They share some of these resources. */
void sim_deal_set_modes(struct sim_plan *plan, struct dice *dice);

#endif
