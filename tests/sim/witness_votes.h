/* SPDX-License-Identifier: MIT */
#ifndef SIM_WITNESS_VOTES_H
#define SIM_WITNESS_VOTES_H

/*
 * Which votes a slot's lock, or its attempt, counts, and whether it may: the
 * rules votes, life, matched, probation, denied, agreed, stepped.
 */

#include "tests/sim/witness.h"

struct redlock_lock;

/* Do both claim the same resource now, in ways that exclude each other? */
bool sim_witness_rivals(const struct sim_slot *one,
                        const struct sim_slot *other);

/* The client's slot whose attempt has the token; NULL: there is none. */
struct sim_slot *sim_witness_slot(struct sim_client *client, const char *token);

/* After every step of its client: checks the votes that the slot counts now. */
void sim_witness_votes(struct sim_slot *slot, const struct redlock_lock *lock);

/* Each counted vote must end before its key. */
void sim_witness_life(struct sim_slot *slot);

/* It has just acquired: a quorum must be at its fence. */
void sim_witness_agreed(struct sim_slot *slot, const struct redlock_lock *lock);

/*
 * An answer is about to reach the core of its client; and has reached it: the
 * same message, which no longer belongs to the network.
 */
void sim_witness_hears(struct sim_client *client, int node,
                       const struct sim_message *message);
void sim_witness_received(struct sim_client *client, int node,
                          const struct sim_message *message);

/* A hand-off message is about to reach the core of its client. */
void sim_witness_handoff_received(struct sim_client *client, int node,
                                  const struct rlk_handoff *handoff);

#endif
