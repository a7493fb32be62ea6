/* SPDX-License-Identifier: MIT */
#ifndef SIM_DEAL_H
#define SIM_DEAL_H

/* Plans out of a seed and a profile. */

#include "tests/sim/plan.h"
#include "tests/sim/profile.h"
#include "tests/support/dice.h"

/* Fills an empty plan; the same arguments give the same plan. */
void sim_deal(struct sim_plan *plan, const struct sim_profile *profile,
              uint64_t seed);

/* --- parts of one, each in a file of its name --------------------------- */

/* All want the same lock, again and again, and wait. */
void sim_deal_contention(struct sim_plan *plan, struct dice *dice);

/* Some contenders do not queue, cannot reach the gate, or want a fence. */
void sim_deal_mixed(struct sim_plan *plan, struct dice *dice);

/* Nodes fail over, each a moment after its replica heard it last. */
void sim_deal_failovers(struct sim_plan *plan,
                        const struct sim_profile *profile, struct dice *dice);

/*
 * Many wait at one node, and that one alone fails, whatever the plan was
 * before: how long the others are kept from what is free.
 */
void sim_deal_gate(struct sim_plan *plan, struct dice *dice);

/*
 * One waits, and no more nodes refuse it than leave a quorum, whatever the plan
 * was before: how soon it is let in, and how often it asks where too few are
 * left.
 */
void sim_deal_minority(struct sim_plan *plan, struct dice *dice);

/*
 * It matters that a repaired vote does not count. Nodes vote for one client,
 * whose other requests are slow; one of them forgets it, and another client,
 * who keeps the lock by the rest, puts its key there. Then a vote of that one
 * runs out, on a node that the slow requests reach next. Chance alone hardly
 * ever brings all that together.
 */
void sim_deal_repair(struct sim_plan *plan, struct dice *dice);

/* All want several resources at once, in any order ... */
void sim_deal_sets(struct sim_plan *plan, struct dice *dice);

/* ... and share some of them. */
void sim_deal_set_modes(struct sim_plan *plan, struct dice *dice);

#endif
