/* SPDX-License-Identifier: MIT */
/* How a node's marker and clock affect its vote, in virtual time. */

#include <criterion/criterion.h>

#include "clock/clock.h"
#include "quorum/guard.h"
#include "tests/support/dice.h"

#define MS RLK_NS_PER_MS
#define SECOND RLK_NS_PER_S

/* The longest TTL, and a second. */
#define LONGEST (11 * SECOND)

/* The instant at which a test begins. */
#define START (1000 * SECOND)

static const struct rlk_guard_settings settings = {
    .ttl_max_ns = 10 * SECOND,
    .drift_ppm = 0,
    .slack_ns = 250 * MS,
    .mark_ns = 100 * MS,
    .guarded = true,
};

static const struct rlk_marker sound = {RLK_MARKER_OK, 10000, 0};
static const struct rlk_marker quarantined = {RLK_MARKER_QUARANTINE, 10000, 1};
static const struct rlk_marker later = {RLK_MARKER_LATER, 0, 0};
static const struct rlk_marker lost = {RLK_MARKER_NONE, 0, 0};

static struct rlk_guard guard;
static struct rlk_guard_news news;

/* Takes the news; none: all zero. */
static void take(void)
{
    if (!rlk_guard_take(&guard, &news))
        news = (struct rlk_guard_news){0};
}

/* A prompt answer of a node whose clock is ahead. */
static void sample(int64_t now, int64_t ahead_ns)
{
    rlk_guard_sample(&guard, (now + ahead_ns) / RLK_NS_PER_US, now, now);
    take();
}

/* A late answer; the node read its clock when the request was sent. */
static void late_sample(int64_t now, int64_t ahead_ns, int64_t late_ns)
{
    rlk_guard_sample(&guard, (now - late_ns + ahead_ns) / RLK_NS_PER_US,
                     now - late_ns, now);
    take();
}

static void tick(int64_t now)
{
    rlk_guard_tick(&guard, true, now);
    take();
}

static void see(const struct rlk_marker *marker, int64_t now)
{
    rlk_guard_seen(&guard, marker, now, now);
    take();
}

/* A node that identifies itself, with a marker and a clock. */
static void meet(const struct rlk_guard_settings *with,
                 const struct rlk_marker *marker)
{
    rlk_guard_init(&guard, with);
    rlk_guard_named(&guard, true);
    see(marker, START);
    sample(START, 0);
}

Test(guard, client_that_reads_only_asks_for_no_mark)
{
    struct rlk_guard_settings reading = settings;

    reading.read_only = true;
    meet(&reading, &lost);
    rlk_guard_judge(&guard, START);
    take();
    cr_assert_eq(news.mark, RLK_GUARD_NO_MARK);
    cr_assert_gt(rlk_guard_quarantine(&guard, START), 0);
    meet(&reading, &quarantined);
    tick(START + LONGEST + SECOND);
    cr_assert_eq(news.mark, RLK_GUARD_NO_MARK);
}

static void meet_sound(void)
{
    meet(&settings, &sound);
}

/* The node has written the mark, which begins a quarantine. */
static void mark_is_written(int64_t now)
{
    rlk_guard_mark_ended(&guard, true);
    see(&quarantined, now);
}

TestSuite(guard, .init = meet_sound);

/* --- a sound node ----------------------------------------------------------
 */

Test(guard, a_sound_node_has_no_news)
{
    sample(START + 1 * SECOND, 0);
    cr_assert_not(guard.has_news);
    cr_assert_not(rlk_guard_take(&guard, &news));
    cr_assert_eq(guard.wakeup, RLK_NEVER);
    cr_assert_not(rlk_guard_excludes(&guard, START + 1 * SECOND));
    cr_assert_eq(rlk_guard_quarantine(&guard, START), 0);
}

Test(guard, news_are_taken_once)
{
    rlk_guard_found(&guard);
    take();
    cr_assert(news.guarded);
    take();
    cr_assert_not(news.guarded);
}

/* --- steps of its clock -----------------------------------------------------
 */

Test(guard, a_step_beyond_the_slack_excludes_the_node)
{
    sample(START + 10 * MS, 400 * MS);
    cr_assert_eq(news.shorten_ns, 150 * MS);
    cr_assert(news.excluded);
    cr_assert_eq(news.mark, RLK_GUARD_QUARANTINE);
    cr_assert_eq(news.longest_ms, 10000);
    cr_assert_eq(news.until_us, INT64_MAX);
    cr_assert_eq(news.since_us, (START + 10 * MS + 400 * MS) / 1000);
}

Test(guard, each_step_is_reported_by_what_it_adds)
{
    sample(START + 10 * MS, 400 * MS);
    sample(START + 20 * MS, 500 * MS);
    cr_assert_eq(news.shorten_ns, 100 * MS);
}

Test(guard, a_node_is_excluded_until_its_keys_have_expired)
{
    int64_t stepped = START + 10 * MS;

    sample(stepped, 400 * MS);
    cr_assert(rlk_guard_excludes(&guard, stepped + LONGEST - 1));
    cr_assert_not(rlk_guard_excludes(&guard, stepped + LONGEST));
}

Test(guard, a_step_is_forgotten_when_the_keys_have_expired)
{
    sample(START, 200 * MS);
    sample(START + LONGEST, 400 * MS);
    cr_assert_not(news.excluded);
    cr_assert_eq(guard.gained_ns, 200 * MS);
    cr_assert_eq(guard.most_gained_ns, 200 * MS);
}

/*
 * The largest possible step moves expiries; the smallest one decides the
 * exclusion.
 */
Test(guard, a_step_behind_a_late_answer_shortens_by_its_largest_size)
{
    late_sample(START + 1 * SECOND, 500 * MS, 300 * MS);
    cr_assert_eq(news.shorten_ns, 250 * MS);
    cr_assert_not(news.excluded);
}

Test(guard, a_prompt_answer_ends_the_doubt)
{
    int64_t now = START + 1 * SECOND;

    late_sample(now, 300 * MS, 100 * MS);
    cr_assert(rlk_guard_excludes(&guard, now));
    sample(now + 1 * MS, 240 * MS);
    cr_assert_not(rlk_guard_excludes(&guard, now + 1 * MS));
}

/*
 * A sample at START; later, clocks may differ by one per cent of the time
 * since.
 */
static void meet_and_be_silent(void)
{
    struct rlk_guard_settings drifting = settings;

    drifting.drift_ppm = 10000;
    meet(&drifting, &sound);
}

/* Of this step 200 ms are certain, and 200 ms more are possible. */
Test(guard, a_step_after_a_silence_excludes_if_it_may_be_too_large)
{
    int64_t now = START + 10 * SECOND;

    meet_and_be_silent();
    sample(now, 300 * MS);
    cr_assert_not(news.excluded);
    cr_assert_eq(guard.gained_ns, 200 * MS);
    cr_assert(rlk_guard_excludes(&guard, now));
    sample(now + 1 * MS, 300 * MS);
    cr_assert(rlk_guard_excludes(&guard, now + 1 * MS), "nobody can tell");
    cr_assert_not(rlk_guard_excludes(&guard, now + LONGEST));
}

Test(guard, a_step_right_after_an_answer_is_not_in_doubt)
{
    int64_t now = START + 10 * SECOND;

    meet_and_be_silent();
    sample(now, 0);
    sample(now + 1 * MS, 240 * MS);
    cr_assert_gt(guard.gained_ns, 200 * MS);
    cr_assert_not(rlk_guard_excludes(&guard, now + 1 * MS));
}

Test(guard, the_uncertainty_of_small_steps_adds_up)
{
    meet_and_be_silent();
    sample(START + 5 * SECOND, 80 * MS);
    cr_assert_not(rlk_guard_excludes(&guard, START + 5 * SECOND));
    sample(START + 10 * SECOND, 160 * MS);
    cr_assert_eq(guard.gained_ns, 60 * MS);
    cr_assert_eq(guard.unclear_ns, 200 * MS);
    cr_assert(rlk_guard_excludes(&guard, START + 10 * SECOND));
}

Test(guard, the_uncertainty_of_a_step_is_forgotten_with_the_step)
{
    meet_and_be_silent();
    sample(START + 5 * SECOND, 80 * MS);
    sample(START + 5 * SECOND + LONGEST, 80 * MS);
    sample(START + 5 * SECOND + LONGEST, 200 * MS);
    cr_assert_eq(guard.gained_ns, 120 * MS);
    cr_assert_eq(guard.unclear_ns, 0);
}

/* Without a guard a step moves expiries earlier, and excludes no node. */
Test(guard, without_a_guard_a_step_only_shortens)
{
    struct rlk_guard_settings unguarded = settings;

    unguarded.guarded = false;
    meet(&unguarded, &lost);
    sample(START + 10 * MS, 400 * MS);
    cr_assert_eq(news.shorten_ns, 150 * MS);
    cr_assert_not(news.excluded);
    cr_assert_eq(news.mark, RLK_GUARD_NO_MARK);
    cr_assert_not(rlk_guard_excludes(&guard, START + 10 * MS));
}

/* --- when the guard becomes known -------------------------------------------
 */

static void meet_before_the_guard(void)
{
    struct rlk_guard_settings unguarded = settings;

    unguarded.guarded = false;
    meet(&unguarded, &sound);
}

Test(guard, an_old_step_before_the_guard_is_on_does_not_count)
{
    meet_before_the_guard();
    sample(START + 10 * MS, 400 * MS);
    rlk_guard_on(&guard);
    rlk_guard_judge(&guard, START + 10 * MS + LONGEST);
    take();
    cr_assert_not(news.excluded);
    cr_assert_not(rlk_guard_excludes(&guard, START + 10 * MS + LONGEST));
}

Test(guard, a_node_that_lost_its_memory_is_marked_once)
{
    see(&lost, START);
    rlk_guard_judge(&guard, START);
    take();
    cr_assert_eq(news.mark, RLK_GUARD_QUARANTINE);
    cr_assert_not(news.excluded);
    rlk_guard_judge(&guard, START);
    take();
    cr_assert_eq(news.mark, RLK_GUARD_NO_MARK, "it is under way");
}

/* --- how long a quarantine lasts --------------------------------------------
 */

Test(guard, a_quarantine_ends_after_the_longest_ttl_and_a_second)
{
    see(&quarantined, START);
    cr_assert_eq(guard.wakeup, START + LONGEST);
    tick(START + LONGEST - 1);
    cr_assert_eq(news.mark, RLK_GUARD_NO_MARK);
    cr_assert_eq(rlk_guard_quarantine(&guard, START + LONGEST - 1), 1);
    tick(START + LONGEST);
    cr_assert_eq(news.mark, RLK_GUARD_KEPT);
    cr_assert_eq(news.longest_ms, 10000);
    rlk_guard_mark_ended(&guard, true);
    see(&sound, START + LONGEST);
    cr_assert_eq(guard.wakeup, RLK_NEVER);
    cr_assert_eq(rlk_guard_quarantine(&guard, START + LONGEST), 0);
}

/* A quarantine lasts until a client has written the mark that ends it. */
Test(guard, a_quarantine_does_not_end_without_a_mark)
{
    see(&quarantined, START);
    cr_assert_eq(rlk_guard_quarantine(&guard, START + 3 * SECOND), 8 * SECOND);
    cr_assert_eq(rlk_guard_quarantine(&guard, START + LONGEST), 1);
    cr_assert_eq(rlk_guard_quarantine(&guard, START + 5 * LONGEST), 1);
    see(&lost, START);
    cr_assert_eq(rlk_guard_quarantine(&guard, START), LONGEST);
}

Test(guard, a_node_that_cannot_be_judged_is_in_no_quarantine)
{
    see(&later, START);
    cr_assert_eq(rlk_guard_quarantine(&guard, START), 0);
    see(&lost, START);
    rlk_guard_named(&guard, false);
    cr_assert_eq(rlk_guard_quarantine(&guard, START), 0);
}

/* The limit is the latest time of the node's clock then, plus the slack. */
Test(guard, the_mark_that_ends_a_quarantine_has_a_limit_by_the_nodes_clock)
{
    see(&quarantined, START);
    tick(START + LONGEST);
    cr_assert_eq(news.until_us, (START + LONGEST + 350 * MS) / 1000);
}

Test(guard, the_mark_that_ends_a_quarantine_has_no_limit_without_a_clock)
{
    rlk_guard_init(&guard, &settings);
    rlk_guard_named(&guard, true);
    see(&quarantined, START);
    tick(START + LONGEST);
    cr_assert_eq(news.mark, RLK_GUARD_KEPT);
    cr_assert_eq(news.until_us, INT64_MAX);
}

/* A negative time would be read as a duration. */
Test(guard, a_negative_time_of_the_node_is_0)
{
    see(&quarantined, START);
    rlk_guard_sample(&guard, 1, START + 1, START + 1);
    take();
    tick(START + LONGEST);
    cr_assert_eq(news.until_us, (LONGEST + 350 * MS) / 1000);
    rlk_guard_init(&guard, &settings);
    rlk_guard_named(&guard, true);
    rlk_guard_sample(&guard, 1, RLK_NS_PER_S, RLK_NS_PER_S);
    rlk_guard_seen(&guard, &lost, -2 * SECOND, -2 * SECOND);
    rlk_guard_judge(&guard, -2 * SECOND);
    take();
    cr_assert_eq(news.since_us, 0);
}

Test(guard, a_mark_that_could_not_be_sent_is_sent_a_second_later)
{
    see(&quarantined, START);
    rlk_guard_tick(&guard, false, START + LONGEST);
    take();
    cr_assert_eq(news.mark, RLK_GUARD_NO_MARK);
    cr_assert_eq(guard.wakeup, START + LONGEST + SECOND);
    tick(START + LONGEST + SECOND);
    cr_assert_eq(news.mark, RLK_GUARD_KEPT);
    tick(START + LONGEST + 2 * SECOND);
    cr_assert_eq(news.mark, RLK_GUARD_NO_MARK, "it is under way");
    rlk_guard_mark_ended(&guard, false);
    tick(START + LONGEST + 3 * SECOND);
    cr_assert_eq(news.mark, RLK_GUARD_KEPT);
}

/* --- a quarantine to be renewed ---------------------------------------------
 */

/* The node may have executed the mark before the step, so it does not count. */
Test(guard, a_mark_sent_before_a_step_does_not_count)
{
    see(&quarantined, START);
    tick(START + LONGEST);
    sample(START + LONGEST, 10 * SECOND);
    cr_assert(news.excluded);
    cr_assert_eq(news.mark, RLK_GUARD_NO_MARK);
    rlk_guard_mark_ended(&guard, true);
    see(&sound, START + LONGEST);
    cr_assert(guard.stale);
    rlk_guard_mark_again(&guard, START + LONGEST);
    take();
    cr_assert_eq(news.mark, RLK_GUARD_QUARANTINE);
    rlk_guard_mark_ended(&guard, true);
    cr_assert_not(guard.stale);
}

/* The former quarantine ends first, when a new one is already requested. */
Test(guard, a_quarantine_that_must_be_renewed_is_not_ended)
{
    rlk_guard_seen(&guard, &quarantined, START - LONGEST + 500 * MS, START);
    sample(START, 400 * MS);
    cr_assert_eq(guard.wakeup, START + 500 * MS);
    rlk_guard_mark_ended(&guard, false);
    tick(START + 500 * MS);
    cr_assert_eq(news.mark, RLK_GUARD_QUARANTINE);
}

/* A node with another marker each time is not asked forever. */
Test(guard, a_mark_that_always_finds_another_marker_is_retried_after_a_pause)
{
    int tries = 0;

    sample(START, 400 * MS);
    while (news.mark == RLK_GUARD_QUARANTINE) {
        tries++;
        rlk_guard_mark_ended(&guard, false);
        see(&quarantined, START);
        rlk_guard_mark_again(&guard, START);
        take();
    }
    cr_assert_eq(tries, 9);
    sample(START, 800 * MS);
    rlk_guard_mark_ended(&guard, false);
    rlk_guard_mark_again(&guard, START);
    take();
    cr_assert_eq(news.mark, RLK_GUARD_QUARANTINE, "another step");
    rlk_guard_mark_ended(&guard, false);
    tick(START + SECOND);
    cr_assert_eq(news.mark, RLK_GUARD_QUARANTINE);
    rlk_guard_mark_ended(&guard, false);
    rlk_guard_mark_again(&guard, START + SECOND);
    take();
    cr_assert_eq(news.mark, RLK_GUARD_QUARANTINE, "it counts from there");
}

Test(guard, a_failed_mark_without_a_step_is_not_repeated)
{
    see(&quarantined, START);
    tick(START + LONGEST);
    rlk_guard_mark_ended(&guard, false);
    rlk_guard_mark_again(&guard, START + LONGEST);
    cr_assert_not(guard.marking);
}

Test(guard, no_mark_is_sent_to_a_node_that_cannot_be_judged)
{
    see(&later, START);
    sample(START, 400 * MS);
    cr_assert(news.excluded);
    cr_assert_eq(news.mark, RLK_GUARD_NO_MARK, "of a version not known");
    meet_sound();
    rlk_guard_named(&guard, false);
    sample(START, 400 * MS);
    cr_assert(news.excluded);
    cr_assert_eq(news.mark, RLK_GUARD_NO_MARK, "of no name");
    cr_assert_not(guard.stale);
    see(&lost, START);
    rlk_guard_judge(&guard, START);
    take();
    cr_assert_eq(news.mark, RLK_GUARD_NO_MARK, "nor of one that is lost");
    rlk_guard_init(&guard, &settings);
    rlk_guard_named(&guard, true);
    rlk_guard_judge(&guard, START);
    take();
    cr_assert_eq(news.mark, RLK_GUARD_NO_MARK, "of no time");
}

Test(guard, a_mark_by_the_operator_is_not_replaced)
{
    sample(START, 400 * MS);
    rlk_guard_mark_ended(&guard, false);
    rlk_guard_note_marked(&guard);
    tick(START + SECOND);
    cr_assert_eq(news.mark, RLK_GUARD_NO_MARK);
    cr_assert_eq(guard.wakeup, RLK_NEVER);
}

/* --- from one process to the next -------------------------------------------
 */

static struct rlk_guard_watch watch;

static bool hands_on(int64_t now)
{
    return rlk_guard_hand_on(&guard, now, &watch);
}

Test(guard, a_process_with_a_sample_does_not_take_over_a_watch)
{
    see(&quarantined, START);
    cr_assert(hands_on(START + 5 * SECOND));
    cr_assert_eq(rlk_guard_take_over(&guard, &watch, START + 6 * SECOND),
                 START + 6 * SECOND);
}

/* The next process would not notice the step. */
Test(guard, a_watch_with_a_step_is_not_passed_on)
{
    see(&quarantined, START);
    sample(START, 200 * MS);
    cr_assert_not(hands_on(START + LONGEST - 1));
    cr_assert(hands_on(START + LONGEST));
}

Test(guard, a_quarantine_that_must_be_renewed_is_not_passed_on)
{
    see(&quarantined, START);
    sample(START, 400 * MS);
    rlk_guard_mark_ended(&guard, false);
    cr_assert_not(hands_on(START + LONGEST));
}

/* --- any order of events ----------------------------------------------------
 */

/* Checks the certain part of all steps so far. */
static void check_step(int64_t gained_ns, int64_t now, int seed)
{
    cr_assert_leq(guard.gained_ns, gained_ns, "seed %d", seed);
    if (guard.gained_ns > settings.slack_ns && now < guard.gained_at + LONGEST)
        cr_assert(rlk_guard_excludes(&guard, now), "seed %d", seed);
}

static void check_news(int64_t now, int seed)
{
    cr_assert_geq(news.shorten_ns, 0, "seed %d", seed);
    if (news.mark == RLK_GUARD_KEPT)
        cr_assert_not(rlk_guard_excludes(&guard, now), "seed %d", seed);
    if (news.mark != RLK_GUARD_NO_MARK)
        cr_assert(guard.marking, "seed %d", seed);
}

/* The mark was written or lost. */
static void end_mark(struct dice *dice, int64_t now)
{
    if (dice_below(dice, 2) == 0)
        rlk_guard_mark_ended(&guard, false);
    else
        mark_is_written(now);
}

Test(guard, a_watch_states_only_what_is_certain_of_the_clock)
{
    for (int seed = 0; seed < 500; seed++) {
        struct dice dice = {(uint64_t)seed};
        int64_t now = START;
        int64_t ahead = 0;
        meet_sound();
        for (int i = 0; i < 200; i++) {
            int64_t late = dice_below(&dice, 400) * MS;
            now += late + dice_below(&dice, 30) * MS;
            if (dice_below(&dice, 10) == 0)
                ahead += dice_below(&dice, 300) * MS;
            late_sample(now, ahead, late);
            check_step(ahead, now, seed);
            check_news(now, seed);
            if (guard.marking && dice_below(&dice, 2) == 0)
                end_mark(&dice, now);
            tick(now);
            check_news(now, seed);
        }
    }
}
