/* SPDX-License-Identifier: MIT */
/* The order in which the locks of a set are requested. */

#include <criterion/criterion.h>

#include "redlock/sets/set.h"

static struct rlk_set_plan plan;
static struct rlk_set_step step;

static void plan_for(int count, bool waits)
{
    plan = (struct rlk_set_plan){
        .count = count,
        .waits = waits,
    };
}

static void expect(enum rlk_set_step_kind kind)
{
    cr_assert(rlk_set_plan_next(&plan, &step));
    cr_assert_eq(step.kind, kind, "%d", (int)step.kind);
}

static void expect_member(enum rlk_set_step_kind kind, int member)
{
    expect(kind);
    cr_assert_eq(step.member, member);
}

static void expect_end(enum redlock_status status)
{
    expect(RLK_SET_DONE);
    cr_assert_eq(step.status, status);
    cr_assert_not(rlk_set_plan_next(&plan, &step));
}

static void expect_nothing(void)
{
    cr_assert_not(rlk_set_plan_next(&plan, &step));
}

/* Asks for all three at once. */
static void ask_three(bool waits)
{
    plan_for(3, waits);
    for (int i = 0; i < 3; i++)
        expect_member(RLK_SET_TRY, i);
    expect_nothing();
}

Test(set_plan, all_members_are_asked_in_parallel)
{
    ask_three(true);
    for (int i = 0; i < 3; i++) {
        expect_nothing();
        rlk_set_plan_won(&plan);
    }
    expect(RLK_SET_TOP_UP);
    expect_nothing();
    rlk_set_plan_topped_up(&plan);
    expect_end(REDLOCK_OK);
}

Test(set_plan, one_refusal_releases_all)
{
    ask_three(false);
    rlk_set_plan_won(&plan);
    rlk_set_plan_refused(&plan, REDLOCK_BUSY);
    expect(RLK_SET_GIVE_BACK);
    expect_end(REDLOCK_BUSY);
}

Test(set_plan, a_waiter_acquires_one_after_the_other)
{
    ask_three(true);
    rlk_set_plan_refused(&plan, REDLOCK_BUSY);
    expect(RLK_SET_GIVE_BACK);
    for (int i = 0; i < 3; i++) {
        expect_member(RLK_SET_WAIT_FOR, i);
        expect_nothing();
        rlk_set_plan_won(&plan);
    }
    expect(RLK_SET_TOP_UP);
    rlk_set_plan_topped_up(&plan);
    expect_end(REDLOCK_OK);
}

Test(set_plan, with_known_contenders_it_begins_one_after_the_other)
{
    plan = (struct rlk_set_plan){.count = 2, .waits = true, .in_order = true};
    expect_member(RLK_SET_WAIT_FOR, 0);
    expect_nothing();
}

Test(set_plan, a_wait_that_ends_releases_all)
{
    ask_three(true);
    rlk_set_plan_refused(&plan, REDLOCK_NO_QUORUM);
    expect(RLK_SET_GIVE_BACK);
    expect_member(RLK_SET_WAIT_FOR, 0);
    rlk_set_plan_won(&plan);
    expect_member(RLK_SET_WAIT_FOR, 1);
    rlk_set_plan_refused(&plan, REDLOCK_BUSY);
    expect(RLK_SET_GIVE_BACK);
    expect_end(REDLOCK_BUSY);
}

Test(set_plan, the_refusal_before_a_deadline_is_the_status)
{
    ask_three(true);
    rlk_set_plan_refused(&plan, REDLOCK_BUSY);
    expect(RLK_SET_GIVE_BACK);
    expect_member(RLK_SET_WAIT_FOR, 0);
    rlk_set_plan_refused(&plan, REDLOCK_DEADLINE);
    expect(RLK_SET_GIVE_BACK);
    expect_end(REDLOCK_BUSY);
}

/* Waiting does not help if a right is missing. */
Test(set_plan, a_status_that_waiting_cannot_change_ends_the_plan)
{
    static const enum redlock_status ends[] = {
        REDLOCK_NO_RIGHTS, REDLOCK_CANCELLED, REDLOCK_NO_MEMORY,
        REDLOCK_DEADLINE};

    for (size_t i = 0; i < sizeof(ends) / sizeof(ends[0]); i++) {
        ask_three(true);
        rlk_set_plan_refused(&plan, ends[i]);
        expect(RLK_SET_GIVE_BACK);
        expect_end(ends[i]);
    }
}

Test(set_plan, a_member_lost_meanwhile_begins_the_plan_anew)
{
    ask_three(true);
    rlk_set_plan_refused(&plan, REDLOCK_BUSY);
    expect(RLK_SET_GIVE_BACK);
    expect_member(RLK_SET_WAIT_FOR, 0);
    rlk_set_plan_won(&plan);
    expect_member(RLK_SET_WAIT_FOR, 1);
    rlk_set_plan_lost(&plan);
    expect(RLK_SET_GIVE_BACK);
    expect_member(RLK_SET_WAIT_FOR, 0);
    expect_nothing();
}

Test(set_plan, a_member_lost_while_topping_up_begins_the_plan_anew)
{
    plan_for(1, true);
    expect_member(RLK_SET_TRY, 0);
    rlk_set_plan_won(&plan);
    expect(RLK_SET_TOP_UP);
    rlk_set_plan_lost(&plan);
    rlk_set_plan_topped_up(&plan);
    expect(RLK_SET_GIVE_BACK);
    expect_member(RLK_SET_WAIT_FOR, 0);
    rlk_set_plan_won(&plan);
    expect(RLK_SET_TOP_UP);
}

Test(set_plan, a_member_lost_without_a_wait_ends_the_plan)
{
    ask_three(false);
    rlk_set_plan_won(&plan);
    rlk_set_plan_lost(&plan);
    expect(RLK_SET_GIVE_BACK);
    expect_end(REDLOCK_TOO_SLOW);
}

Test(set_plan, cancelling_releases_all)
{
    ask_three(true);
    rlk_set_plan_won(&plan);
    rlk_set_plan_cancel(&plan);
    expect(RLK_SET_GIVE_BACK);
    expect_end(REDLOCK_CANCELLED);
    rlk_set_plan_cancel(&plan);
    rlk_set_plan_refused(&plan, REDLOCK_BUSY);
    rlk_set_plan_lost(&plan);
    expect_nothing();
}
