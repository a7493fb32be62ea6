/* SPDX-License-Identifier: MIT */
/* Round trips, and what counts as a sample of a clock. */

#include <criterion/criterion.h>

#include "redlock/admin/examine.h"

static struct redlock_node_facts facts = {
    .round_trip_us = -1,
    .round_trip_max_us = -1,
};
static struct rlk_examine_notes notes = {.facts = &facts};
static const struct rlk_reply pong = {.kind = RLK_REPLY_STATUS};

static void trip(int64_t us)
{
    notes.sent_us = 1000;
    notes.received_us = 1000 + us;
    rlk_examine_trip(&notes, &pong);
}

Test(examine_times, that_were_not_measured_are_unknown)
{
    rlk_examine_times(&notes);
    cr_assert_eq(facts.round_trip_us, -1);
    cr_assert_eq(facts.round_trip_max_us, -1);
    cr_assert_eq(facts.clock_error_us, -1);
}

Test(examine_times, are_the_median_and_the_longest)
{
    static const int64_t trips[RLK_EXAMINE_SAMPLES] = {900, 50, 70, 60, 40, 80};

    for (int i = 0; i < RLK_EXAMINE_SAMPLES; i++)
        trip(trips[i]);
    rlk_examine_times(&notes);
    cr_assert_eq(facts.round_trip_us, 70);
    cr_assert_eq(facts.round_trip_max_us, 900);
}

Test(examine_times, of_one_round_trip_are_that_one)
{
    trip(50);
    rlk_examine_times(&notes);
    cr_assert_eq(facts.round_trip_us, 50);
    cr_assert_eq(facts.round_trip_max_us, 50);
}

Test(examine_times, of_a_node_are_integers)
{
    const struct rlk_reply text = {.kind = RLK_REPLY_STRING, .integer = 5};
    const struct rlk_reply integer = {.kind = RLK_REPLY_INTEGER, .integer = 5};

    rlk_examine_time(&notes, &text);
    cr_assert_eq(notes.samples_count, 0);
    notes.sent_us = 1;
    notes.received_us = 3;
    rlk_examine_time(&notes, &integer);
    cr_assert_eq(notes.samples_count, 1);
    cr_assert_eq(notes.samples[0].sent_us, 1);
    cr_assert_eq(notes.samples[0].received_us, 3);
    cr_assert_eq(notes.samples[0].node_us, 5);
}

Test(examine_times, beyond_the_samples_are_dropped)
{
    const struct rlk_reply integer = {.kind = RLK_REPLY_INTEGER, .integer = 5};

    for (int i = 0; i <= RLK_EXAMINE_SAMPLES; i++) {
        trip(50);
        rlk_examine_time(&notes, &integer);
    }
    cr_assert_eq(notes.trips_count, RLK_EXAMINE_SAMPLES);
    cr_assert_eq(notes.samples_count, RLK_EXAMINE_SAMPLES);
}
