/* SPDX-License-Identifier: MIT */
/* One beginning and one end for all operations. */

#include <criterion/criterion.h>
#include <limits.h>

#include "redlock/core/op.h"
#include "tests/support/ground.h"

static struct ground ground;
static struct redlock_report report;
static struct rlk_call call;
static struct rlk_op round_of_it;
static int ran;

static void run(struct rlk_completion *completion)
{
    cr_assert_eq(completion, &call.completion);
    ran++;
}

static void begin(void)
{
    struct rlk_runtime_settings settings = ground_settings();

    ground_open(&ground, &settings);
    call.completion.run = run;
    rlk_call_begin(&call, &ground.runtime, &report, 5 * MS);
}

static void close_ground(void)
{
    ground_close(&ground);
}

TestSuite(call, .init = begin, .fini = close_ground);

/* A round is under way that would tell the call of its outcome. */
static void be_in_a_round(void)
{
    round_of_it.call = &call;
    call.op = &round_of_it;
}

Test(call, that_has_begun_has_told_nobody)
{
    ground_run_completions(&ground);
    cr_assert_eq(ran, 0);
}

Test(call, that_ends_has_its_status_and_completes_once)
{
    rlk_call_end(&call, REDLOCK_BUSY, 12 * MS);
    cr_assert_eq(call.status, REDLOCK_BUSY);
    cr_assert_eq(ran, 0); /* never from within */
    ground_run_completions(&ground);
    ground_run_completions(&ground);
    cr_assert_eq(ran, 1);
}

Test(call, reports_how_long_it_took_and_in_how_many_rounds)
{
    rlk_call_count(&call);
    rlk_call_count(&call);
    rlk_call_end(&call, REDLOCK_OK, 12 * MS);
    cr_assert_eq(report.attempts, 2);
    cr_assert_eq(report.elapsed_us, 7000);
}

Test(call, without_a_report_ends_all_the_same)
{
    call.report = NULL;
    rlk_call_end(&call, REDLOCK_OK, 12 * MS);
    ground_run_completions(&ground);
    cr_assert_eq(ran, 1);
}

Test(call, that_ends_leaves_its_round_behind)
{
    be_in_a_round();
    rlk_call_end(&call, REDLOCK_CANCELLED, 12 * MS);
    cr_assert_null(call.op);
    cr_assert_null(round_of_it.call);
    cr_assert_null(rlk_op_report(&round_of_it));
}

Test(call, that_is_dropped_completes_never)
{
    rlk_call_end(&call, REDLOCK_OK, 12 * MS);
    rlk_call_drop(&call);
    ground_run_completions(&ground);
    cr_assert_eq(ran, 0);
}

Test(call, that_is_dropped_leaves_its_round_behind)
{
    be_in_a_round();
    rlk_call_drop(&call);
    cr_assert_null(call.op);
    cr_assert_null(round_of_it.call);
    cr_assert_null(rlk_op_report(&round_of_it));
}

Test(call, counts_no_further_than_it_can)
{
    call.rounds = INT_MAX - 1;
    rlk_call_count(&call);
    rlk_call_count(&call);
    cr_assert_eq(call.rounds, INT_MAX);
}
