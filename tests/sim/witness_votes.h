/* SPDX-License-Identifier: MIT */
#ifndef SIM_WITNESS_VOTES_H
#define SIM_WITNESS_VOTES_H

/*
 * Which nodes' votes a slot's lock, or its attempt, counts, and with what
 * right: the rules votes, life, matched, probation, denied, agreed, stepped.
 */

#include "tests/sim/witness.h"

struct redlock_lock;

/* Do both want one resource, and each of them something of it now? */
bool sim_witness_rivals(const struct sim_slot *one,
                        const struct sim_slot *other);

/* After anything its client did: which votes does the slot count now? */
void sim_witness_votes(struct sim_slot *slot, const struct redlock_lock *lock);

/* The votes that it counts have their keys' lives behind them. */
void sim_witness_life(struct sim_slot *slot);

/* It has just won: its fence is what a quorum stands at. */
void sim_witness_agreed(struct sim_slot *slot, const struct redlock_lock *lock);

/*
 * An answer is about to reach the core of its client, and has: the same
 * message, which is no longer the network's.
 */
void sim_witness_hears(struct sim_client *client, int node,
                       const struct sim_message *message);
void sim_witness_received(struct sim_client *client, int node,
                          const struct sim_message *message);

/* A push is about to reach the core of its client. */
void sim_witness_handoff_received(struct sim_client *client, int node,
                                  const struct rlk_handoff *handoff);

#endif
