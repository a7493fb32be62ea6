/* SPDX-License-Identifier: MIT */
#ifndef RLK_CLOCK_MUTANT_H
#define RLK_CLOCK_MUTANT_H

/*
 * Rules broken on purpose, one at a time, so that the simulator can show that
 * it would notice. They exist only where RLK_MUTANTS is defined, which is the
 * simulator's own build; everywhere else each of them is plainly false.
 */

#include <stdbool.h>

#ifdef RLK_MUTANTS

enum rlk_mutant {
    RLK_MUTANT_NONE,
    RLK_MUTANT_QUORUM_OFF_BY_ONE,    /* one vote less is enough */
    RLK_MUTANT_DRIFT_LEFT_OUT,       /* clocks are believed to agree */
    RLK_MUTANT_SENT_AT_AFTER_ANSWER, /* a vote counts from its answer */
    RLK_MUTANT_UNDO_ONLY_GRANTED,    /* silent nodes are not released */
    RLK_MUTANT_TIMEOUT_COUNTS_AS_GRANT,
    RLK_MUTANT_LATE_GRANT_COUNTS,    /* a grant after its time-out decides */
    RLK_MUTANT_VALIDITY_IGNORED,     /* too slow is fast enough */
    RLK_MUTANT_DEADLINE_IGNORED,     /* a round goes on past its deadline */
    RLK_MUTANT_REPAIRED_VOTE_COUNTS, /* no probation after a repair */
    RLK_MUTANT_CONTINUITY_LEFT_OUT,  /* a vote that ran out carries on */
    RLK_MUTANT_EXTENSION_COUNTS_AFTER_VALIDITY, /* a loss does not latch */
    RLK_MUTANT_WITHDRAW_LEFT_OUT,   /* a missing key keeps its vote */
    RLK_MUTANT_LOSS_TOLD_AT_EXPIRY, /* the holder's notice is left out */
    RLK_MUTANT_TOKEN_REUSED,        /* one token for every attempt */
    RLK_MUTANT_LOSS_TOLD_TWICE,
    RLK_MUTANT_RELEASE_BY_NAME, /* the release carries the resource's name */
    RLK_MUTANT_UNDO_LEFT_OUT,   /* a lost attempt leaves its keys */
    RLK_MUTANT_CANCEL_WITHOUT_UNDO,
    RLK_MUTANT_DEBT_FORGOTTEN,      /* what a broken connection swallowed */
    RLK_MUTANT_DEBT_FOR_EVER,       /* its key is gone, and it is still owed */
    RLK_MUTANT_SILENCE_BORNE,       /* a deaf connection is not given up */
    RLK_MUTANT_QUARANTINE_FOR_EVER, /* nobody ends it */
    RLK_MUTANT_ORPHAN_NOT_KILLED,   /* unread requests run after the release */
    RLK_MUTANT_ROUNDS_MIXED_UP,     /* an answer counts from the last round */
    RLK_MUTANT_REPAIR_WHEN_LOST,    /* a lost lock's key is put back */
    RLK_MUTANT_GIVEN_UP_WHEN_TOLD,  /* the keys go at the telling */
    RLK_MUTANT_EXTENSION_TOLD_UNMOVED, /* done, without a look at the end */
    RLK_MUTANT_CONFIRM_DENIED_COUNTS,  /* no key there, and still a vote */
    RLK_MUTANT_REPAIR_LEFT_OUT,        /* a missing key stays missing */
    RLK_MUTANT_PROBATION_FOR_EVER,     /* a repaired vote never counts again */
    RLK_MUTANT_FENCE_AT_LEAST,       /* counters beyond the fence count, too */
    RLK_MUTANT_BAR_LEFT_OUT,         /* a stepped node's grant counts */
    RLK_MUTANT_FENCE_UNCONFIRMED,    /* the largest counter, whoever is at it */
    RLK_MUTANT_QUARANTINE_CUT_SHORT, /* a node votes again at once */
    RLK_MUTANT_VOID_LEFT_OUT,  /* attempts begun before the guard was known */
    RLK_MUTANT_SLACK_LEFT_OUT, /* keys end with the lock */
    RLK_MUTANT_STEP_UNSEEN,    /* a node's clock is believed to be steady */
    RLK_MUTANT_ATTEMPT_NOT_CHARGED, /* nor are attempts under way shortened */
    RLK_MUTANT_QUARANTINE_NOT_RENEWED, /* by a step in a quarantine */
    RLK_MUTANT_OWN_BARRED_CLEARED,     /* a barred node's quarantine is ended */
    RLK_MUTANT_CLEARED_UNHEARD, /* it is ended whatever its clock shows */
    RLK_MUTANT_WIDENING_CUT, /* a clock's rate counts since the answer before,
                                and not since it was known */
    RLK_MUTANT_LATE_STEP_FORGOTTEN, /* what a late answer hides is believed */
    RLK_MUTANT_GRANT_OVERWRITES,    /* the simulated node: SET without NX */
    RLK_MUTANT_EXTEND_CREATES,      /* likewise: extend.lua sets the key */
    RLK_MUTANT_EXTEND_SHORTENS,     /* likewise: PTTL is not compared */
    RLK_MUTANT_QUARANTINED_VOTES,   /* likewise: a marker is not judged */
    RLK_MUTANT_MARKER_OF_RUN, /* likewise: a marker of this run_id is good */
    RLK_MUTANT_MARKER_OF_ANY_VERSION,    /* likewise: and one of 0.1.0, too */
    RLK_MUTANT_QUARANTINE_ENDED_BY_NODE, /* likewise: when its clock says so */
    RLK_MUTANT_COUNTER_UNBOUND,      /* likewise: an old counter is trusted */
    RLK_MUTANT_COUNTER_OF_RUN,       /* likewise: one of this run_id is, too */
    RLK_MUTANT_CONFIRM_CREATES,      /* likewise: confirm.lua sets the key */
    RLK_MUTANT_UNMINTED_BY_ANYBODY,  /* likewise: without the key */
    RLK_MUTANT_SUCCESSOR_OVERLOOKED, /* likewise: repair.lua sees no counter */
    RLK_MUTANT_CONFIRM_OF_ANYBODY,   /* likewise: confirm.lua sees no token */
    RLK_MUTANT_RELEASE_OF_ANYBODY,   /* likewise: the token is not compared */
};

/* The one that is on; the simulator's. */
extern enum rlk_mutant rlk_mutant_active;

#define RLK_MUTANT(name) (rlk_mutant_active == RLK_MUTANT_##name)

#else

#define RLK_MUTANT(name) false

#endif

#endif
