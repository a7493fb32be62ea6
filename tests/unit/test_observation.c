/* SPDX-License-Identifier: MIT */
/* What is worth telling of one view after the other, and when to ask next. */

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

/* Seen, and told at once. */
static void told(struct rlk_view view, int64_t now)
{
    see(view, now);
    tell();
}

Test(observation, tells_the_first_view_whatever_it_is)
{
    cr_assert_not(rlk_observation_changed(&observation));
    told(in_state(RLK_VIEW_UNSURE), 10);
    cr_assert_eq(change.view->state, RLK_VIEW_UNSURE);
    cr_assert_eq(change.since, 10);
    cr_assert_eq(change.asked, 8);
}

Test(observation, tells_nothing_twice)
{
    told(held("one", 5), 10);
    see(held("one", 5), 20);
    cr_assert_not(rlk_observation_changed(&observation));
    told(in_state(RLK_VIEW_NOBODY), 30);
    see(in_state(RLK_VIEW_NOBODY), 40);
    cr_assert_not(rlk_observation_changed(&observation));
}

Test(observation, tells_another_holder)
{
    told(held("one", 0), 10);
    told(held("two", 0), 20);
    cr_assert_eq(change.since, 20);
    cr_assert(change.view->token.bytes[0] == 't');
}

Test(observation, tells_a_fence_that_is_known_later)
{
    told(held("one", 0), 10);
    told(held("one", 7), 20);
    cr_assert_eq(change.view->fence, 7);
    cr_assert_eq(change.since, 10);
    cr_assert_eq(change.passed_over, 0);
}

/* The counters of the nodes that are left differ. */
Test(observation, a_holders_fence_stays_known)
{
    told(held("one", 7), 10);
    see(held("one", 0), 20);
    cr_assert_not(rlk_observation_changed(&observation));
    see(in_state(RLK_VIEW_UNSURE), 30);
    see(held("one", 6), 40);
    cr_assert_not(rlk_observation_changed(&observation));
    told(held("two", 0), 50);
    cr_assert_eq(change.view->fence, 0);
}

/* No number is issued twice: this holder is not fenced. */
Test(observation, a_number_that_another_left_behind_is_no_fence)
{
    told(held("one", 7), 10);
    see(in_state(RLK_VIEW_NOBODY), 20);
    told(held("plain", 7), 30);
    cr_assert_eq(change.view->fence, 0);
    told(held("plain too", 7), 40);
    cr_assert_eq(change.view->fence, 0);
    told(held("two", 8), 50);
    cr_assert_eq(change.view->fence, 8);
    cr_assert_eq(change.passed_over, 0);
}

Test(observation, what_was_taken_back_before_it_was_told_is_not)
{
    told(held("one", 5), 10);
    see(in_state(RLK_VIEW_UNSURE), 20);
    cr_assert(rlk_observation_changed(&observation));
    see(held("one", 5), 30);
    cr_assert_not(rlk_observation_changed(&observation));
}

Test(observation, a_holder_is_seen_since_the_first_time)
{
    see(held("one", 5), 10);
    told(in_state(RLK_VIEW_UNSURE), 20);
    cr_assert_eq(change.since, 20);
    told(held("one", 5), 30);
    cr_assert_eq(change.since, 10);
}

Test(observation, whoever_holds_it_again_is_seen_anew)
{
    see(held("one", 5), 10);
    see(in_state(RLK_VIEW_NOBODY), 20);
    told(in_state(RLK_VIEW_NOBODY), 25);
    cr_assert_eq(change.since, 20);
    told(held("one", 5), 30);
    cr_assert_eq(change.since, 30);
}

Test(observation, the_next_number_passes_over_none)
{
    told(held("one", 5), 10);
    told(in_state(RLK_VIEW_NOBODY), 20);
    told(held("two", 6), 30);
    cr_assert_eq(change.passed_over, 0);
}

Test(observation, a_fence_that_jumps_says_by_how_much)
{
    told(held("one", 5), 10);
    told(held("two", 9), 20);
    cr_assert_eq(change.passed_over, 3);
}

/* It was told too small while it was agreed on. */
Test(observation, a_fence_that_is_mended_passes_over_its_own_numbers_never)
{
    told(held("one", 5), 10);
    told(held("two", 8), 20);
    cr_assert_eq(change.passed_over, 2);
    told(held("two", 9), 30);
    cr_assert_eq(change.passed_over, 3);
    told(held("one", 0), 40);
    told(held("three", 10), 50);
    cr_assert_eq(change.passed_over, 0);
}

/* More nodes forgot than a quorum bears, or a node lies. */
Test(observation, a_fence_that_falls_passes_over_none)
{
    told(held("one", 9), 10);
    told(held("two", 5), 20);
    cr_assert_eq(change.passed_over, 0);
    told(held("three", 11), 30);
    cr_assert_eq(change.passed_over, 1);
}

Test(observation, holders_that_nobody_was_told_of_are_passed_over)
{
    told(held("one", 5), 10);
    see(held("two", 6), 20);
    told(held("three", 7), 30);
    cr_assert_eq(change.passed_over, 1);
}

Test(observation, the_largest_numbers_do_no_harm)
{
    told(held("one", 1), 10);
    told(held("two", INT64_MAX), 20);
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

Test(observation, asks_again_after_as_long_as_it_was_told)
{
    cr_assert_eq(next_with(RLK_NEVER, 500 * MS), 1500 * MS);
    cr_assert_eq(next_with(9000 * MS, 500 * MS), 1500 * MS);
}

Test(observation, asks_once_the_keys_have_run_out)
{
    cr_assert_eq(next_with(1200 * MS, 500 * MS), 1201 * MS);
}

/* Whatever the nodes say: they may lie. */
Test(observation, asks_no_more_than_ten_times_as_often)
{
    cr_assert_eq(next_with(1000 * MS, 500 * MS), 1050 * MS);
    cr_assert_eq(next_with(INT64_MIN, 500 * MS), 1050 * MS);
    cr_assert_eq(next_with(0, 500 * MS), 1050 * MS);
}

Test(observation, asks_no_sooner_than_after_a_millisecond)
{
    cr_assert_eq(next_with(0, 5 * MS), 1001 * MS);
    cr_assert_eq(next_with(RLK_NEVER, 1), 1001 * MS);
}

Test(observation, never_asks_again_where_that_is_the_wish)
{
    cr_assert_eq(next_with(RLK_NEVER, RLK_NEVER), RLK_NEVER);
}
