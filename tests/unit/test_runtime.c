/* SPDX-License-Identifier: MIT */
/* A runtime: its beginning, and how long keys live. */

#include <criterion/criterion.h>
#include <string.h>

#include "tests/support/ground.h"

static struct ground ground;

static void open_with(int64_t slack_ns, enum redlock_guard guard)
{
    struct rlk_runtime_settings settings = ground_settings();

    settings.slack_ns = slack_ns;
    settings.guard = guard;
    ground_open(&ground, &settings);
}

static void close_ground(void)
{
    ground_close(&ground);
}

TestSuite(runtime, .fini = close_ground);

Test(runtime, begins_empty)
{
    open_with(0, REDLOCK_GUARD_OFF);
    cr_assert(rlk_list_empty(&ground.runtime.ops));
    cr_assert(rlk_list_empty(&ground.runtime.locks));
    cr_assert(rlk_list_empty(&ground.runtime.acquires));
    cr_assert_eq(ground.runtime.timers.next, RLK_NEVER);
    cr_assert(rlk_completions_empty(&ground.runtime.completions));
}

/*
 * Clients must have different bases, so they are random, followed by the label.
 */
Test(runtime, draws_the_base_of_its_tokens)
{
    struct rlk_token token;

    open_with(0, REDLOCK_GUARD_OFF);
    rlk_token_make(&ground.runtime.token_base, 1, &token);
    cr_assert_str_eq(token.text, "00000000000000800000000000000080-1:ground");
}

Test(runtime, is_guarded_from_the_start_only_by_its_settings)
{
    open_with(0, REDLOCK_GUARD_OFF);
    cr_assert_not(ground.runtime.guarded);
    ground_close(&ground);
    open_with(0, REDLOCK_GUARD_AUTO);
    cr_assert_not(ground.runtime.guarded);
    ground_close(&ground);
    open_with(0, REDLOCK_GUARD_ON);
    cr_assert(ground.runtime.guarded);
}

Test(runtime, adds_the_given_slack)
{
    open_with(300 * MS, REDLOCK_GUARD_OFF);
    cr_assert_eq(rlk_runtime_key_lives(&ground.runtime, 1000 * MS), 1300 * MS);
}

Test(runtime, adds_a_tenth_of_the_ttl_as_default_slack)
{
    open_with(-1, REDLOCK_GUARD_OFF);
    cr_assert_eq(rlk_runtime_slack(&ground.runtime, 10 * SECOND), 1 * SECOND);
    cr_assert_eq(rlk_runtime_key_lives(&ground.runtime, 10 * SECOND),
                 11 * SECOND);
}

Test(runtime, adds_at_least_250_ms_as_default_slack)
{
    open_with(-1, REDLOCK_GUARD_OFF);
    cr_assert_eq(rlk_runtime_slack(&ground.runtime, 100 * MS), 250 * MS);
    cr_assert_eq(rlk_runtime_slack(&ground.runtime, 0), 250 * MS);
}

Test(runtime, saturates_a_keys_ttl)
{
    open_with(300 * MS, REDLOCK_GUARD_OFF);
    cr_assert_eq(rlk_runtime_key_lives(&ground.runtime, RLK_NEVER - 1),
                 RLK_NEVER);
}

Test(runtime, draws_random_bits_from_its_transport)
{
    open_with(0, REDLOCK_GUARD_OFF);
    ground.random = 42;
    cr_assert_eq(rlk_runtime_random(&ground.runtime), 42);
}
