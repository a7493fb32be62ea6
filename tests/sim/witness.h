/* SPDX-License-Identifier: MIT */
#ifndef SIM_WITNESS_H
#define SIM_WITNESS_H

/*
 * The rules of docs/simulator.md, checked with the true time that only the
 * world knows. A belief, a vote and a key are functions of time between events,
 * so a look at each change is a look at every instant. The first rule that is
 * broken ends the run.
 */

#include "tests/sim/world.h"

enum sim_rule {
    SIM_RULE_NONE,
    SIM_RULE_EXCLUSION, /* no two locks on one resource are believed in */
    SIM_RULE_SHIELD,    /* a quorum keeps the key while it is believed in */
    SIM_RULE_VOTES,     /* no node's vote is counted by two */
    SIM_RULE_FENCE,     /* each fence exceeds those before its attempt */
    SIM_RULE_PROBATION, /* a repaired vote waits for what was forgotten */
    SIM_RULE_DENIED,    /* a node that has no key of ours is not counted */
    SIM_RULE_REGAINED,  /* a validity that has passed does not come back */
    SIM_RULE_REPORTED,  /* a loss is told once, in time, and is final */
    SIM_RULE_IN_TIME,   /* won: by a quorum in time, with validity left */
    SIM_RULE_ENDED,     /* every call ends by its deadline */
    SIM_RULE_EXTENDED,  /* an extension that is done has moved the end */
    SIM_RULE_TOKEN,     /* no token is used again after its release */
    SIM_RULE_REPAIR,    /* nothing is put back for a lock that is lost */
    SIM_RULE_NOTICE,    /* what is told of early stands until its end */
    SIM_RULE_LIFE,      /* a counted vote has its key's life behind it */
    SIM_RULE_MATCHED,   /* ... and ends as the answer to it says */
    SIM_RULE_AGREED,    /* a fence is told when a quorum is exactly at it */
    SIM_RULE_STEPPED,   /* a node seen to step votes for nobody */
    SIM_RULE_STEADY,    /* none is taken to have been stepped by more than it
                           was */
    SIM_RULE_TRESPASS,  /* no script touches what is not its caller's */
    SIM_RULE_COUNTER,   /* a counter falls by un-minting alone */
    SIM_RULE_AMNESIA,   /* no vote before what was forgotten has run out */
    SIM_RULE_RETURNS,   /* a kept lock has all its votes in the end */
    SIM_RULE_PENDING,   /* backlogs are bounded, in number and in age */
    SIM_RULE_ORPHAN,    /* every node that was asked has heard the release */
    SIM_RULE_QUIET,     /* once faults stop, all comes to rest */
    SIM_RULE_PROGRESS,  /* ... and whoever asks acquires */
    SIM_RULE_SEEN,      /* an observer sees what a quorum has said */
    SIM_RULE_ORDER,     /* no node passes over who waits there longer */
    SIM_RULE_SERVED,    /* once faults stop, all are served within a bound */
    SIM_RULE_WHOLE,     /* a set is held in whole, and given up in whole */
    SIM_RULE_SLOTS,     /* no more have a slot at once than there are */
    SIM_RULE_WOKEN,     /* what becomes free is told to who waits first, and to
                           nobody in vain */
    SIM_RULE_CHOICE,    /* no token has two slots, and no node has slots of two
                           numbers */
    SIM_RULE_UPGRADE,   /* who wants alone what it shares is told, at once; and
                           nobody else is */
    SIM_RULE_LET_IN,    /* who alone waits for what a quorum has free holds it
                           soon */
    SIM_RULE_PACE,      /* a call makes a bounded number of attempts a second */
    SIM_RULE_ANSWER,    /* a node answers what its memory has */
    SIM_RULE_DAMAGE, /* no fence comes from counters that are damaged on fewer
                        nodes than a quorum */
    SIM_RULES
};

/* One rule of a set of rules, which is a bit each in a uint64_t. */
#define SIM_RULE_BIT(rule) (UINT64_C(1) << (rule))

/* "exclusion", and the sentence above. */
const char *sim_rule_name(enum sim_rule rule);
const char *sim_rule_sentence(enum sim_rule rule);

/* SIM_RULE_NONE: no rule has that name. */
enum sim_rule sim_rule_named(const char *name);

/* The rule is broken, and this is how; only the first one is kept. */
void sim_witness_break(struct sim_world *world, enum sim_rule rule,
                       const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/*
 * What the rule is about was there, and the rule held or was broken. A rule
 * that nothing is ever there for says nothing.
 */
static inline void sim_witness_judge(struct sim_world *world,
                                     enum sim_rule rule)
{
    world->judged |= SIM_RULE_BIT(rule);
}

void sim_witness_reset(struct sim_belief *belief);

/* After anything a client did: what does it believe now? */
void sim_witness_client(struct sim_client *client);

/* A client's clock was stepped. */
void sim_witness_clock(struct sim_client *client);

/* After anything that may have taken a resource's key from a node. */
void sim_witness_node(struct sim_world *world, int resource);

/* Before a node forgets its memory. */
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
