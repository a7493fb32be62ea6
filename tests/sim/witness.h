/* SPDX-License-Identifier: MIT */
#ifndef SIM_WITNESS_H
#define SIM_WITNESS_H

/*
 * The rules of docs/simulator.md, checked with the true time, which only the
 * world knows. Beliefs, votes and keys are functions of time between events, so
 * a check at each change covers every instant. The first broken rule ends the
 * run.
 */

#include "tests/sim/world.h"

enum sim_rule {
    SIM_RULE_NONE,
    SIM_RULE_EXCLUSION, /* no two locks on one resource are believed valid */
    SIM_RULE_SHIELD, /* a quorum keeps the key of a lock that is believed valid
                      */
    SIM_RULE_VOTES,  /* no two locks count one node's vote */
    SIM_RULE_FENCE,  /* each fence exceeds those before its attempt */
    SIM_RULE_PROBATION, /* a repaired vote waits until lost keys have expired */
    SIM_RULE_DENIED,    /* a node without a key of the client is not counted */
    SIM_RULE_REGAINED,  /* a validity that has ended does not come back */
    SIM_RULE_REPORTED,  /* a loss is reported once, in time, and is final */
    SIM_RULE_IN_TIME,   /* acquired: by a quorum in time, with validity left */
    SIM_RULE_ENDED,     /* every call ends by its deadline */
    SIM_RULE_EXTENDED,  /* a successful extension has moved the end */
    SIM_RULE_TOKEN,     /* no token is used again after its release */
    SIM_RULE_REPAIR,    /* no key is restored for a lock that is lost */
    SIM_RULE_NOTICE,   /* a lock whose loss is reported early is valid until its
                          end */
    SIM_RULE_LIFE,     /* a counted vote ends before its key does */
    SIM_RULE_MATCHED,  /* ... and as its answer allows */
    SIM_RULE_AGREED,   /* a fence is reported when a quorum is exactly at it */
    SIM_RULE_STEPPED,  /* a node whose step was seen is not counted */
    SIM_RULE_STEADY,   /* no assumed step is larger than the real one */
    SIM_RULE_TRESPASS, /* no script changes what is not its caller's */
    SIM_RULE_COUNTER,  /* a counter falls only when a fence is taken back */
    SIM_RULE_AMNESIA,  /* no vote before lost keys have expired */
    SIM_RULE_RETURNS,  /* a kept lock has all its votes in the end */
    SIM_RULE_PENDING,  /* pending releases are bounded, in number and in age */
    SIM_RULE_ORPHAN,   /* every node that was asked has received the release */
    SIM_RULE_QUIET,    /* after the last fault the world comes to rest */
    SIM_RULE_PROGRESS, /* ... and every client that asks acquires */
    SIM_RULE_SEEN,     /* an observer sees what a quorum has answered */
    SIM_RULE_ORDER,    /* no node passes over an earlier waiter */
    SIM_RULE_SERVED,   /* after the last fault every waiter acquires within a
                          bound */
    SIM_RULE_WHOLE,    /* a set is held as a whole, and released as a whole */
    SIM_RULE_SLOTS,    /* a semaphore has at most as many holders as slots */
    SIM_RULE_WOKEN, /* the first waiter is notified of what becomes free, and no
                       waiter without need */
    SIM_RULE_CHOICE,  /* no token has two slots, and no node has slots of two
                         numbers */
    SIM_RULE_UPGRADE, /* an owner that wants exclusively what it shares is told
                         so immediately, and no other client is */
    SIM_RULE_LET_IN,  /* a single waiter of what a quorum has free acquires it
                         soon */
    SIM_RULE_PACE,   /* a call makes a bounded number of attempts in a second */
    SIM_RULE_ANSWER, /* a node's answer corresponds to its memory */
    SIM_RULE_DAMAGE, /* no fence comes from counters damaged on fewer nodes than
                        a quorum */
    SIM_RULES
};

/* The bit of a rule in a set of rules, a uint64_t. */
#define SIM_RULE_BIT(rule) (UINT64_C(1) << (rule))

/* "exclusion", and a sentence for the report. */
const char *sim_rule_name(enum sim_rule rule);
const char *sim_rule_sentence(enum sim_rule rule);

/* SIM_RULE_NONE: there is no rule of that name. */
enum sim_rule sim_rule_named(const char *name);

/* Records the first broken rule, and how it was broken. */
void sim_witness_break(struct sim_world *world, enum sim_rule rule,
                       const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/*
 * Records that there was something for the rule to judge. A rule that never had
 * anything to judge proves nothing.
 */
static inline void sim_witness_judge(struct sim_world *world,
                                     enum sim_rule rule)
{
    world->judged |= SIM_RULE_BIT(rule);
}

void sim_witness_reset(struct sim_belief *belief);

/* After every step of a client: checks what it believes now. */
void sim_witness_client(struct sim_client *client);

/* A client's clock was stepped. */
void sim_witness_clock(struct sim_client *client);

/* After everything that may have removed a resource's key from a node. */
void sim_witness_node(struct sim_world *world, int resource);

/* Before a node loses its memory. */
void sim_witness_forgets(struct sim_world *world, int node);

/* The core sends a request. */
void sim_witness_sends(struct sim_client *client, int node,
                       struct sim_request *request);

/* A call has ended, which it must by due on the client's clock. */
void sim_witness_ended(struct sim_client *client, int64_t due,
                       const char *call);

void sim_witness_acquired(struct sim_slot *slot);
void sim_witness_extended(struct sim_slot *slot,
                          const struct rlk_extend *extend);
void sim_witness_loss_reported(struct sim_slot *slot);

#endif
