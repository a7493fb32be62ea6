/* SPDX-License-Identifier: MIT */
#ifndef RLK_REDLOCK_SETS_PLAN_H
#define RLK_REDLOCK_SETS_PLAN_H

/*
 * In which order the locks of a set are asked for: all at once; where one is
 * refused and the caller waits, all are given back, and then they are acquired
 * one after the other, in one order for everybody, so that no two wait for each
 * other. All or none. Pure: members are numbers, in that order.
 */

#include <stdbool.h>

#include "redlock/redlock.h"

struct rlk_set_plan_settings {
    int count;     /* members, from 1 */
    bool waits;    /* a refusal is not the end */
    bool in_order; /* it is known that others want one of them: they are not
                      asked for all at once */
};

struct rlk_set_plan {
    int count;
    bool waits;
    bool in_order; /* one after the other */
    bool failed;   /* what there is has to be given back */
    bool over;     /* ... and that is the end */
    bool topping;  /* all are held, and those that have too little left are
                      extended */
    bool done;     /* the outcome was told */
    int asked;     /* since the last time that all was given back; and won: */
    int held;
    enum redlock_status status; /* of the last refusal */
};

enum rlk_set_step_kind {
    RLK_SET_TRY,       /* the member: one attempt */
    RLK_SET_WAIT_FOR,  /* the member: attempts until it is won */
    RLK_SET_GIVE_BACK, /* all that is held or asked for: no answer to it counts
                          any more */
    RLK_SET_TOP_UP,    /* those that have too little left are to be extended */
    RLK_SET_DONE,      /* status: OK, or why not */
};

struct rlk_set_step {
    enum rlk_set_step_kind kind;
    int member;                 /* try, wait for */
    enum redlock_status status; /* done */
};

void rlk_set_plan_init(struct rlk_set_plan *plan,
                       const struct rlk_set_plan_settings *settings);

/* A member that was asked for is held. */
void rlk_set_plan_won(struct rlk_set_plan *plan);

/* A member that was asked for is not had. */
void rlk_set_plan_refused(struct rlk_set_plan *plan,
                          enum redlock_status status);

/* One that was held is lost, before all were. */
void rlk_set_plan_lost(struct rlk_set_plan *plan);

/* None has too little left. */
void rlk_set_plan_topped_up(struct rlk_set_plan *plan);

/* The caller does not want it any more. */
void rlk_set_plan_cancel(struct rlk_set_plan *plan);

/* What is to be done next. false: nothing, until something happens. */
bool rlk_set_plan_next(struct rlk_set_plan *plan, struct rlk_set_step *step);

#endif
