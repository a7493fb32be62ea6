/* SPDX-License-Identifier: MIT */
/*
 * What the nodes' clocks do to grants, locks and fences: the whole core on a
 * transport in the test's hand.
 */

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "tests/support/three_nodes.h"

/* As long as anything lives there, and a second. */
#define LONGEST (301 * SECOND)

static const struct redlock_request fenced = {
    .resource = "cup",
    .ttl_ms = 10000,
    .fencing = true,
};

/* What a vote of the job is worth from when it was asked for. */
#define SPAN (10000 * MS - 102 * MS)

TestSuite(core_clocks, .init = open_three);

static int64_t clock_ahead(int64_t ahead_ns)
{
    return (rig.now + ahead_ns) / RLK_NS_PER_US;
}

/* --- the floor of a counter that begins anew --------------------------------
 */

/* Nodes whose greetings told how far their clocks are ahead; NULL: nothing. */
static void open_ahead(int nodes, const int64_t *ahead_ns[])
{
    struct rlk_runtime_settings settings = rig_settings();

    settings.nodes = nodes;
    settings.quorum = nodes / 2 + 1;
    rig_open(&rig, &settings);
    for (int node = 0; node < nodes; node++) {
        struct rlk_identity identity = rig_identity(node);
        if (ahead_ns[node] != NULL)
            identity.time_us = clock_ahead(*ahead_ns[node]);
        rig_connect_as(&rig, node, &identity);
    }
}

static int64_t floor_told(void)
{
    static struct rig_acquire acquire;

    rig_acquire(&rig, &acquire, &fenced);
    return rig_asked(&rig, 0)->rules.floor_us;
}

Test(core_clocks, the_floor_is_the_largest_clock)
{
    static const int64_t at[] = {3 * MS, 1 * MS, 0, 2 * MS, 900 * MS};

    open_ahead(5, (const int64_t *[]){&at[0], &at[1], &at[2], &at[3], &at[4]});
    cr_assert_eq(floor_told(), clock_ahead(900 * MS));
}

Test(core_clocks, a_clock_far_off_the_others_is_no_floor)
{
    static const int64_t at[] = {3 * MS, 3600 * SECOND, 0, 2 * MS, 1 * MS};

    open_ahead(5, (const int64_t *[]){&at[0], &at[1], &at[2], &at[3], &at[4]});
    cr_assert_eq(floor_told(), clock_ahead(3 * MS));
}

/* More than a second off the median is far. */
Test(core_clocks, a_clock_a_second_ahead_of_the_median_is_a_floor)
{
    static const int64_t at[] = {1 * SECOND, 0, 0};

    open_ahead(3, (const int64_t *[]){&at[0], &at[1], &at[2]});
    cr_assert_eq(floor_told(), clock_ahead(SECOND));
}

Test(core_clocks, clocks_that_are_not_known_are_no_floor)
{
    static const int64_t at = -500 * SECOND;

    open_ahead(3, (const int64_t *[]){NULL, &at, NULL});
    cr_assert_eq(floor_told(), clock_ahead(-500 * SECOND));
    open_ahead(3, (const int64_t *[]){NULL, NULL, NULL});
    cr_assert_eq(floor_told(), 0);
}

/* --- what a step costs
 * ---------------------------------------------------------
 */

/* The node's guard has news for the core. */
static void tell(int node, const struct rlk_guard_news *news)
{
    rig.core.nodes[node].on_news(&rig.core.nodes[node], news, rig.now);
}

Test(core_clocks, a_step_is_charged_to_every_lock)
{
    struct redlock_lock *locks[3];
    int64_t now = rig.now;

    for (int i = 0; i < 3; i++)
        locks[i] = rig_lock(&rig, &job);
    tell(1, &(struct rlk_guard_news){.shorten_ns = 3 * SECOND});
    for (int i = 0; i < 3; i++) {
        cr_assert_eq(locks[i]->votes[0].end, now + SPAN);
        cr_assert_eq(locks[i]->votes[1].end, now + SPAN - 3 * SECOND);
    }
}

Test(core_clocks, a_step_is_charged_to_every_attempt_that_has_the_vote)
{
    struct rig_acquire first, second, third;
    int64_t sent = rig.now;

    rig_acquire(&rig, &first, &job);
    rig_acquire(&rig, &second, &job);
    rig_yes(&rig, 0);
    rig_yes(&rig, 0);
    rig_acquire(&rig, &third, &job);
    tell(0, &(struct rlk_guard_news){.shorten_ns = 3 * SECOND});
    rig_yes(&rig, 0);
    for (int node = 1; node < 3; node++) {
        for (int i = 0; i < 3; i++)
            rig_yes(&rig, node);
    }
    cr_assert_eq(first.acquire.lock->votes[0].end, sent + SPAN - 3 * SECOND);
    cr_assert_eq(second.acquire.lock->votes[0].end, sent + SPAN - 3 * SECOND);
    /* Answered after the step that was heard of. */
    cr_assert_eq(third.acquire.lock->votes[0].end, sent + SPAN);
}

Test(core_clocks, a_barred_node_has_no_vote_in_any_attempt)
{
    struct rig_acquire first, second;

    rig_acquire(&rig, &first, &job);
    rig_acquire(&rig, &second, &job);
    rig_yes(&rig, 0);
    rig_yes(&rig, 0);
    tell(0, &(struct rlk_guard_news){.barred = true});
    rig_yes(&rig, 1);
    rig_yes(&rig, 1);
    cr_assert_not(first.done);
    cr_assert_not(second.done);
    rig_yes(&rig, 2);
    rig_yes(&rig, 2);
    rig_settle(&rig);
    cr_assert_eq(first.acquire.call.status, REDLOCK_OK);
    cr_assert_eq(second.acquire.call.status, REDLOCK_OK);
    cr_assert_eq(report.node[0].vote, REDLOCK_VOTE_BARRED);
    cr_assert_eq(report.node[0].reason, REDLOCK_REASON_CLOCK);
    cr_assert_eq(first.acquire.lock->votes[0].end, RLK_NO_VOTE);
}

Test(core_clocks, a_barred_node_that_refused_did_so_for_its_own_reason)
{
    struct rig_acquire acquire;

    rig_acquire(&rig, &acquire, &job);
    rig_held(&rig, 0, 60000);
    tell(0, &(struct rlk_guard_news){.barred = true});
    rig_yes(&rig, 1);
    rig_yes(&rig, 2);
    cr_assert(acquire.done);
    cr_assert_eq(report.node[0].vote, REDLOCK_VOTE_DENIED);
    cr_assert_eq(report.node[0].reason, REDLOCK_REASON_HELD);
}

/* --- how long a node is barred
 * ----------------------------------------------------
 */

static void connect_guarded(int node, int64_t ahead_ns)
{
    struct rlk_identity identity = rig_identity(node);

    identity.time_us = clock_ahead(ahead_ns);
    rlk_marker_ok(identity.marker, identity.replid, 300000);
    rig_connect_as(&rig, node, &identity);
}

static void open_guarded(const struct redlock_sighting *seen)
{
    struct rlk_runtime_settings settings = rig_settings();

    settings.guard = REDLOCK_GUARD_ON;
    settings.slack_ns = 250 * MS;
    settings.sightings = seen;
    settings.sightings_count = seen != NULL;
    rig_open(&rig, &settings);
}

static void hear(int node, int64_t time_us)
{
    struct rlk_answer answer = {
        .kind = RLK_ANSWER_YES, .text = "", .time_us = time_us};

    rlk_node_hear(&rig.core.nodes[node],
                  &(struct rlk_inflight_entry){.verb = RLK_VERB_CONFIRM,
                                               .checked = true,
                                               .sent = rig.now},
                  &answer, rig.now);
    rig_settle(&rig);
}

static bool bars(int node)
{
    return rlk_guard_bars(&rig.core.nodes[node].guard, rig.now);
}

Test(core_clocks, a_node_is_barred_for_the_longest_ttl_and_a_second)
{
    open_guarded(NULL);
    connect_guarded(0, 0);
    cr_assert_not(bars(0));
    hear(0, clock_ahead(600 * MS));
    rig.now += LONGEST - 1;
    cr_assert(bars(0));
    rig.now += 1;
    cr_assert_not(bars(0));
}

/* Two that are small add up only to what lives through both. */
static bool bars_after_two_steps(int64_t apart_ns)
{
    open_guarded(NULL);
    rig.core.nodes[0].guard.settings.drift_ppm = 0;
    connect_guarded(0, 0);
    hear(0, clock_ahead(200 * MS));
    rig.now += apart_ns;
    hear(0, clock_ahead(400 * MS));
    return bars(0);
}

Test(core_clocks, steps_add_up_for_the_longest_ttl_and_a_second)
{
    cr_assert(bars_after_two_steps(LONGEST - 1));
    cr_assert_not(bars_after_two_steps(LONGEST));
}

Test(core_clocks, a_time_that_was_not_told_says_nothing)
{
    open_guarded(NULL);
    connect_guarded(0, 0);
    hear(0, 0);
    hear(0, clock_ahead(0));
    cr_assert_not(bars(0));
}

Test(core_clocks, a_clock_heard_when_the_machine_began_was_heard)
{
    struct rlk_identity identity = rig_identity(0);
    struct redlock_sighting seen = {.ahead_least_us = 0, .ahead_most_us = 0};

    rlk_marker_quarantine(seen.marker, identity.replid, 300000, 1, "x");
    open_guarded(&seen);
    snprintf(identity.marker, sizeof(identity.marker), "%s", seen.marker);
    identity.time_us = clock_ahead(3600 * SECOND);
    rig_connect_as(&rig, 0, &identity);
    cr_assert(bars(0));
}

/* It is the same, whoever names it again. */
Test(core_clocks, a_quarantine_that_is_seen_again_does_not_begin_anew)
{
    struct rlk_identity identity = rig_identity(0);
    struct rlk_answer refusal = {.kind = RLK_ANSWER_QUARANTINED,
                                 .quarantined = true};

    open_guarded(NULL);
    rlk_marker_quarantine(identity.marker, identity.replid, 300000, 1, "x");
    identity.time_us = clock_ahead(0);
    rig_connect_as(&rig, 0, &identity);
    rig_pass(&rig, LONGEST - SECOND);
    refusal.text = identity.marker;
    refusal.text_length = strlen(identity.marker);
    refusal.time_us = clock_ahead(0);
    rlk_node_hear(&rig.core.nodes[0],
                  &(struct rlk_inflight_entry){
                      .verb = RLK_VERB_GRANT, .checked = true, .sent = rig.now},
                  &refusal, rig.now);
    (void)rig_said(&rig);
    rig_pass(&rig, SECOND);
    cr_assert_str_eq(rig_said(&rig), "mark n1");
}

/* --- what is handed on
 * ---------------------------------------------------------- */

Test(core_clocks, where_a_clock_was_not_heard_nothing_is_handed_on)
{
    struct rlk_identity identity = rig_identity(0);
    struct redlock_sighting seen;

    open_guarded(NULL);
    rlk_marker_quarantine(identity.marker, identity.replid, 300000, 1, "x");
    rig_connect_as(&rig, 0, &identity);
    cr_assert_not(rlk_node_sighting(&rig.core.nodes[0], rig.now, &seen));
    identity.time_us = clock_ahead(0);
    rig_break(&rig, 0, REDLOCK_REASON_BROKEN);
    rig_connect_as(&rig, 0, &identity);
    cr_assert(rlk_node_sighting(&rig.core.nodes[0], rig.now, &seen));
}

/* In whole milliseconds, and not before it was there. */
Test(core_clocks, a_quarantine_is_handed_on_from_when_it_had_been_seen)
{
    struct rlk_identity identity = rig_identity(0);
    struct redlock_sighting seen;
    int64_t now_ms;

    open_guarded(NULL);
    now_ms = rlk_clock_to_ms(rig.now);
    rig.now += 1;
    rlk_marker_quarantine(identity.marker, identity.replid, 300000, 1, "x");
    identity.time_us = clock_ahead(0);
    rig_connect_as(&rig, 0, &identity);
    cr_assert(rlk_node_sighting(&rig.core.nodes[0], rig.now, &seen));
    cr_assert_eq(seen.since_ms, now_ms + 1);
}

/* --- a mark that finds another marker each time
 * ------------------------------------
 */

static int marks_until_it_pauses(int *nonce)
{
    struct rlk_identity of = rig_identity(0);
    int count = 0;

    for (; count < 100 && rig_asked(&rig, 0) != NULL; count++) {
        char text[RLK_MARKER_MAX];
        char number[16];
        snprintf(number, sizeof(number), "%d", (*nonce)++);
        rlk_marker_quarantine(text, of.replid, 300000, 1, number);
        cr_assert_eq(rig_asked(&rig, 0)->verb, RLK_VERB_MARK);
        rig_answer(&rig, 0,
                   &(struct rlk_answer){.kind = RLK_ANSWER_HELD,
                                        .remaining_ms = -1,
                                        .text = text,
                                        .text_length = strlen(text)});
    }
    return count;
}

Test(core_clocks, it_is_written_as_often_after_the_pause_as_before)
{
    int nonce = 0;
    int count;

    open_guarded(NULL);
    connect_guarded(0, 0);
    hear(0, clock_ahead(600 * MS));
    count = marks_until_it_pauses(&nonce);
    cr_assert_gt(count, 1);
    cr_assert_lt(count, 100);
    rig_pass(&rig, SECOND);
    cr_assert_eq(marks_until_it_pauses(&nonce), count);
}

/* --- a counter that is far ahead of the clocks ------------------------------
 */

#define FAR ((INT64_C(1) << 53) - 100)

static void counted(int node, int64_t counter)
{
    rig_answer(&rig, node,
               &(struct rlk_answer){.kind = RLK_ANSWER_YES,
                                    .remaining_ms = -1,
                                    .text = "",
                                    .time_us = clock_ahead(0),
                                    .counter = counter});
}

static void acquire_fenced(struct rig_acquire *acquire)
{
    struct redlock_request request = fenced;

    request.report = &report;
    rig_acquire(&rig, acquire, &request);
}

Test(core_clocks, a_counter_far_ahead_is_no_vote_and_raises_nobody)
{
    struct rig_acquire acquire;
    struct redlock_lock *lock;

    acquire_fenced(&acquire);
    counted(0, FAR);
    counted(1, 5);
    cr_assert_not(acquire.done);
    counted(2, 5);
    cr_assert(acquire.done);
    lock = acquire.acquire.lock;
    cr_assert_eq(acquire.acquire.call.status, REDLOCK_OK);
    cr_assert_eq(lock->fence, 5);
    cr_assert_eq(lock->votes[0].end, RLK_NO_VOTE);
    cr_assert_eq(report.granted, 2);
    cr_assert_eq(report.node[0].vote, REDLOCK_VOTE_BARRED);
    cr_assert_eq(report.node[0].reason, REDLOCK_REASON_COUNTER_AHEAD);
    cr_assert_str_eq(rig_said(&rig), "grant n1 10000, grant n2 10000, "
                                     "grant n3 10000");
}

/* What is sent where the node loses all of it is this lock's number. */
Test(core_clocks, such_a_counter_is_no_vote_of_an_extension_either)
{
    struct rig_acquire acquire;
    struct rig_extend extend;
    struct rig_release release;

    acquire_fenced(&acquire);
    counted(0, FAR);
    counted(1, 5);
    counted(2, 5);
    rig_extend(&rig, &extend, acquire.acquire.lock, 10000, &report);
    counted(0, FAR);
    counted(1, 5);
    counted(2, 5);
    cr_assert(extend.done);
    cr_assert_eq(report.node[0].reason, REDLOCK_REASON_COUNTER_AHEAD);
    cr_assert_eq(acquire.acquire.lock->votes[0].end, RLK_NO_VOTE);
    cr_assert_eq(rlk_lock_counted(acquire.acquire.lock, 0), 5);
    (void)rig_said(&rig);
    rig_release(&rig, &release, acquire.acquire.lock, &report);
    cr_assert_not_null(rig_asked(&rig, 0), "its key goes, too");
    rig_all_yes(&rig);
}

Test(core_clocks, such_a_counter_that_comes_late_is_no_vote)
{
    struct rig_acquire acquire;

    acquire_fenced(&acquire);
    rig_pass(&rig, 100 * MS);
    counted(1, 5);
    counted(2, 5);
    cr_assert(acquire.done);
    counted(0, FAR);
    cr_assert_eq(acquire.acquire.lock->votes[0].end, RLK_NO_VOTE);
}

Test(core_clocks, what_a_quorum_has_counted_is_not_too_far)
{
    struct rig_acquire acquire;

    acquire_fenced(&acquire);
    counted(0, FAR);
    counted(1, FAR);
    cr_assert(acquire.done);
    cr_assert_eq(acquire.acquire.lock->fence, FAR);
    counted(2, FAR);
    cr_assert_neq(acquire.acquire.lock->votes[2].end, RLK_NO_VOTE);
}

/* It may be true that it is so far: nobody can tell. */
Test(core_clocks, without_a_quorum_of_either_kind_it_is_not_held)
{
    struct rig_acquire acquire;

    acquire_fenced(&acquire);
    counted(0, FAR);
    counted(1, 5);
    rig_error(&rig, 2, REDLOCK_REASON_OOM);
    rig_all_yes(&rig);
    cr_assert(acquire.done);
    cr_assert_eq(acquire.acquire.call.status, REDLOCK_NO_QUORUM);
    cr_assert_eq(report.node[0].vote, REDLOCK_VOTE_BARRED);
    cr_assert_eq(report.node[0].reason, REDLOCK_REASON_COUNTER_AHEAD);
    cr_assert_eq(report.node[1].vote, REDLOCK_VOTE_GRANTED);
}
