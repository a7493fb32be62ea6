/* SPDX-License-Identifier: MIT */
/* Which views are reported, and when the next one is requested. */

#include <criterion/criterion.h>
#include <string.h>

#include "clock/clock.h"
#include "quorum/observation.h"

#define MS RLK_NS_PER_MS

static struct rlk_observation observation;
static struct rlk_observation_change change;

static void reset(void)
{
    memset(&observation, 0, sizeof(observation));
}

TestSuite(observation, .init = reset);

static void see(struct rlk_view view, int64_t now)
{
    rlk_observation_see(&observation, &view, now - 2, now);
}

static struct rlk_view held(const char *token, int64_t fence)
{
    struct rlk_view view = {
        .state = RLK_VIEW_HELD, .fence = fence, .ends = RLK_NEVER};

    rlk_view_token_set(&view.token, token, strlen(token));
    return view;
}

static struct rlk_view in_state(enum rlk_view_state state)
{
    return (struct rlk_view){.state = state, .ends = RLK_NEVER};
}

static void tell(void)
{
    cr_assert(rlk_observation_changed(&observation));
    rlk_observation_tell(&observation, &change);
}

static void report(struct rlk_view view, int64_t now)
{
    see(view, now);
    tell();
}

Test(observation, reports_the_first_view)
{
    cr_assert_not(rlk_observation_changed(&observation));
    report(in_state(RLK_VIEW_UNSURE), 10);
    cr_assert_eq(change.view->state, RLK_VIEW_UNSURE);
    cr_assert_eq(change.since, 10);
    cr_assert_eq(change.asked, 8);
}

Test(observation, reports_no_view_twice)
{
    report(held("one", 5), 10);
    see(held("one", 5), 20);
    cr_assert_not(rlk_observation_changed(&observation));
    report(in_state(RLK_VIEW_NOBODY), 30);
    see(in_state(RLK_VIEW_NOBODY), 40);
    cr_assert_not(rlk_observation_changed(&observation));
}

Test(observation, reports_another_holder)
{
    report(held("one", 0), 10);
    report(held("two", 0), 20);
    cr_assert_eq(change.since, 20);
    cr_assert(change.view->token.bytes[0] == 't');
}

Test(observation, reports_a_fence_that_is_known_later)
{
    report(held("one", 0), 10);
    report(held("one", 7), 20);
    cr_assert_eq(change.view->fence, 7);
    cr_assert_eq(change.since, 10);
    cr_assert_eq(change.passed_over, 0);
}

/* The counters of the remaining nodes differ. */
Test(observation, keeps_a_holders_fence)
{
    report(held("one", 7), 10);
    see(held("one", 0), 20);
    cr_assert_not(rlk_observation_changed(&observation));
    see(in_state(RLK_VIEW_UNSURE), 30);
    see(held("one", 6), 40);
    cr_assert_not(rlk_observation_changed(&observation));
    report(held("two", 0), 50);
    cr_assert_eq(change.view->fence, 0);
}

/* No fence is issued twice, so this holder has none. */
Test(observation, does_not_take_an_earlier_holders_number_for_a_fence)
{
    report(held("one", 7), 10);
    see(in_state(RLK_VIEW_NOBODY), 20);
    report(held("plain", 7), 30);
    cr_assert_eq(change.view->fence, 0);
    report(held("plain too", 7), 40);
    cr_assert_eq(change.view->fence, 0);
    report(held("two", 8), 50);
    cr_assert_eq(change.view->fence, 8);
    cr_assert_eq(change.passed_over, 0);
}

Test(observation, does_not_report_a_change_that_was_undone)
{
    report(held("one", 5), 10);
    see(in_state(RLK_VIEW_UNSURE), 20);
    cr_assert(rlk_observation_changed(&observation));
    see(held("one", 5), 30);
    cr_assert_not(rlk_observation_changed(&observation));
}

Test(observation, counts_from_the_first_view_of_the_holder)
{
    see(held("one", 5), 10);
    report(in_state(RLK_VIEW_UNSURE), 20);
    cr_assert_eq(change.since, 20);
    report(held("one", 5), 30);
    cr_assert_eq(change.since, 10);
}

Test(observation, counts_anew_for_a_holder_that_returns)
{
    see(held("one", 5), 10);
    see(in_state(RLK_VIEW_NOBODY), 20);
    report(in_state(RLK_VIEW_NOBODY), 25);
    cr_assert_eq(change.since, 20);
    report(held("one", 5), 30);
    cr_assert_eq(change.since, 30);
}

Test(observation, the_next_fence_skips_no_number)
{
    report(held("one", 5), 10);
    report(in_state(RLK_VIEW_NOBODY), 20);
    report(held("two", 6), 30);
    cr_assert_eq(change.passed_over, 0);
}

Test(observation, a_fence_that_jumps_is_reported_with_the_skipped_numbers)
{
    report(held("one", 5), 10);
    report(held("two", 9), 20);
    cr_assert_eq(change.passed_over, 3);
}

/* The reported fence was too small until a quorum had it. */
Test(observation, a_corrected_fence_is_compared_with_earlier_holders)
{
    report(held("one", 5), 10);
    report(held("two", 8), 20);
    cr_assert_eq(change.passed_over, 2);
    report(held("two", 9), 30);
    cr_assert_eq(change.passed_over, 3);
    report(held("one", 0), 40);
    report(held("three", 10), 50);
    cr_assert_eq(change.passed_over, 0);
}

/* More nodes lost their memory than a quorum tolerates, or a node lies. */
Test(observation, a_fence_that_falls_skips_no_number)
{
    report(held("one", 9), 10);
    report(held("two", 5), 20);
    cr_assert_eq(change.passed_over, 0);
    report(held("three", 11), 30);
    cr_assert_eq(change.passed_over, 1);
}

Test(observation, unreported_holders_count_as_skipped)
{
    report(held("one", 5), 10);
    see(held("two", 6), 20);
    report(held("three", 7), 30);
    cr_assert_eq(change.passed_over, 1);
}

Test(observation, the_largest_fences_do_not_overflow)
{
    report(held("one", 1), 10);
    report(held("two", INT64_MAX), 20);
    cr_assert_eq(change.passed_over, INT64_MAX - 2);
}

/* --- when to ask next ------------------------------------------------------
 */

static int64_t next_with(int64_t ends, int64_t every)
{
    struct rlk_view view = held("one", 5);

    view.ends = ends;
    see(view, 1000 * MS);
    return rlk_observation_next(&observation, every, 1000 * MS);
}

Test(observation, asks_again_after_the_given_interval)
{
    cr_assert_eq(next_with(RLK_NEVER, 500 * MS), 1500 * MS);
    cr_assert_eq(next_with(9000 * MS, 500 * MS), 1500 * MS);
}

Test(observation, asks_when_the_keys_have_expired)
{
    cr_assert_eq(next_with(1200 * MS, 500 * MS), 1201 * MS);
}

/* The nodes may send any answers. */
Test(observation, asks_at_most_ten_times_as_often)
{
    cr_assert_eq(next_with(1000 * MS, 500 * MS), 1050 * MS);
    cr_assert_eq(next_with(INT64_MIN, 500 * MS), 1050 * MS);
    cr_assert_eq(next_with(0, 500 * MS), 1050 * MS);
}

Test(observation, asks_after_a_millisecond_at_the_earliest)
{
    cr_assert_eq(next_with(0, 5 * MS), 1001 * MS);
    cr_assert_eq(next_with(RLK_NEVER, 1), 1001 * MS);
}

Test(observation, never_asks_again_with_an_interval_of_never)
{
    cr_assert_eq(next_with(RLK_NEVER, RLK_NEVER), RLK_NEVER);
}
