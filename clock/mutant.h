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
    RLK_MUTANT_DEADLINE_IGNORED,    /* a round goes on past its deadline */
    RLK_MUTANT_LOSS_TOLD_AT_EXPIRY, /* the holder's notice is left out */
    RLK_MUTANT_TOKEN_REUSED,        /* one token for every attempt */
    RLK_MUTANT_LOSS_TOLD_TWICE,
    RLK_MUTANT_RELEASE_BY_NAME, /* the release carries the resource's name */
    RLK_MUTANT_UNDO_LEFT_OUT,   /* a lost attempt leaves its keys */
    RLK_MUTANT_CANCEL_WITHOUT_UNDO,
    RLK_MUTANT_DEBT_FORGOTTEN,     /* what a broken connection swallowed */
    RLK_MUTANT_DEBT_FOR_EVER,      /* its key is gone, and it is still owed */
    RLK_MUTANT_SILENCE_BORNE,      /* a deaf connection is not given up */
    RLK_MUTANT_ORPHAN_NOT_KILLED,  /* unread requests run after the release */
    RLK_MUTANT_ROUNDS_MIXED_UP,    /* an answer counts from the last round */
    RLK_MUTANT_REPAIR_WHEN_LOST,   /* a lost lock's key is put back */
    RLK_MUTANT_GIVEN_UP_WHEN_TOLD, /* the keys go at the telling */
    RLK_MUTANT_EXTENSION_TOLD_UNMOVED, /* done, without a look at the end */
    RLK_MUTANT_CONFIRM_DENIED_COUNTS,  /* no key there, and still a vote */
    RLK_MUTANT_REPAIR_LEFT_OUT,        /* a missing key stays missing */
    RLK_MUTANT_VOID_LEFT_OUT,  /* attempts begun before the guard was known */
    RLK_MUTANT_SLACK_LEFT_OUT, /* keys end with the lock */
};

/* The one that is on; the simulator's. */
extern enum rlk_mutant rlk_mutant_active;

#define RLK_MUTANT(name) (rlk_mutant_active == RLK_MUTANT_##name)

#else

#define RLK_MUTANT(name) false

#endif

#endif
