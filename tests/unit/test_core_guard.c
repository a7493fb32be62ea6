/* SPDX-License-Identifier: MIT */
/*
 * Markers, quarantines and stepped clocks: what a client does about them, the
 * whole core on a transport in the test's hand.
 */

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "redlock/runtime/marker.h"
#include "tests/support/three_nodes.h"

/* The deployment's longest TTL, and how long a quarantine is watched. */
#define LONGEST_MS 20000
#define QUARANTINE (LONGEST_MS * MS + SECOND)

/* How far the nodes' clocks are ahead of ours, each. */
static int64_t ahead[3];

static int64_t time_at(int node)
{
    return (rig.now + ahead[node]) / RLK_NS_PER_US;
}

static struct rlk_identity identity_of(int node)
{
    struct rlk_identity identity = rig_identity(node);

    memset(identity.replid, '1' + node, sizeof(identity.replid) - 1);
    identity.time_us = time_at(node);
    rlk_marker_ok(identity.marker, identity.replid, LONGEST_MS);
    return identity;
}

static void connect_as(int node, const char *marker)
{
    struct rlk_identity identity = identity_of(node);

    if (marker != NULL)
        snprintf(identity.marker, sizeof(identity.marker), "%s", marker);
    rig_connect_as(&rig, node, &identity);
}

static void open_with(enum redlock_guard guard)
{
    struct rlk_runtime_settings settings = rig_settings();

    settings.guard = guard;
    settings.ttl_max_ns = LONGEST_MS * MS;
    settings.slack_ns = 500 * MS;
    rig_open(&rig, &settings);
}

static void open_guarded(void)
{
    open_with(REDLOCK_GUARD_ON);
    for (int node = 0; node < 3; node++)
        connect_as(node, NULL);
    (void)rig_said(&rig);
}

TestSuite(core_guard, .init = open_guarded);

static struct rlk_answer yes_of(int node)
{
    return (struct rlk_answer){
        .kind = RLK_ANSWER_YES,
        .remaining_ms = -1,
        .text = "",
        .time_us = time_at(node),
    };
}

static void yes(int node)
{
    struct rlk_answer answer = yes_of(node);

    rig_answer(&rig, node, &answer);
}

static void all_yes(void)
{
    for (bool any = true; any;) {
        any = false;
        for (int node = 0; node < 3; node++) {
            while (rig_asked(&rig, node) != NULL) {
                yes(node);
                any = true;
            }
        }
    }
}

static void quarantined(int node, const char *marker)
{
    rig_answer(&rig, node,
               &(struct rlk_answer){.kind = RLK_ANSWER_QUARANTINED,
                                    .quarantined = true,
                                    .remaining_ms = -1,
                                    .text = marker,
                                    .text_length = strlen(marker),
                                    .time_us = time_at(node)});
}

static void quarantine_text(int node, char *text, const char *nonce)
{
    struct rlk_identity identity = identity_of(node);

    rlk_marker_quarantine(text, identity.replid, LONGEST_MS, time_at(node),
                          nonce);
}

static enum rlk_marker_state state_of_mark(int node)
{
    struct rlk_identity identity = identity_of(node);

    return rlk_marker_read(rig_asked(&rig, node)->mark, identity.replid).state;
}

/* --- markers -----------------------------------------------------------------
 */

Test(core_guard, a_guarded_grant_judges_the_marker)
{
    struct rig_acquire acquire;

    rig_acquire(&rig, &acquire, &job);
    cr_assert(rig_asked(&rig, 0)->checked);
    cr_assert_eq(rig_asked(&rig, 0)->rules.guard_ms, LONGEST_MS);
}

Test(core_guard, without_a_marker_anywhere_nobody_is_guarded)
{
    struct rig_acquire acquire;

    open_with(REDLOCK_GUARD_AUTO);
    for (int node = 0; node < 3; node++)
        connect_as(node, "");
    cr_assert_str_eq(rig_said(&rig), "");
    rig_acquire(&rig, &acquire, &job);
    cr_assert_not(rig_asked(&rig, 0)->checked);
}

Test(core_guard, one_marker_guards_the_deployment)
{
    struct rig_acquire acquire;

    open_with(REDLOCK_GUARD_AUTO);
    connect_as(0, "");
    connect_as(1, "");
    connect_as(2, NULL);
    cr_assert_str_eq(rig_said(&rig), "mark n1, mark n2");
    rig_acquire(&rig, &acquire, &job);
    all_yes();
    for (int i = 0; i < rig.count; i++)
        cr_assert(rig.sent[i].verb != RLK_VERB_GRANT || rig.sent[i].checked);
}

Test(core_guard, told_not_to_guard_nothing_is_marked)
{
    open_with(REDLOCK_GUARD_OFF);
    connect_as(0, "");
    connect_as(1, NULL);
    cr_assert_str_eq(rig_said(&rig), "");
    cr_assert_not(rig.core.runtime.guarded);
}

Test(core_guard, a_node_without_a_marker_is_put_into_quarantine)
{
    connect_as(0, NULL);
    rig_break(&rig, 0, REDLOCK_REASON_BROKEN);
    connect_as(0, "");
    cr_assert_str_eq(rig_said(&rig), "mark n1");
    cr_assert_eq(state_of_mark(0), RLK_MARKER_QUARANTINE);
    cr_assert_str_eq(rig_asked(&rig, 0)->token, "");
}

Test(core_guard, a_node_with_anothers_marker_is_put_into_quarantine)
{
    struct rlk_identity other = identity_of(1);

    rig_break(&rig, 0, REDLOCK_REASON_BROKEN);
    connect_as(0, other.marker);
    cr_assert_str_eq(rig_said(&rig), "mark n1");
    cr_assert_eq(state_of_mark(0), RLK_MARKER_QUARANTINE);
    cr_assert_str_eq(rig_asked(&rig, 0)->token, other.marker);
}

Test(core_guard, a_quarantine_is_cleared_by_who_has_seen_it_long_enough)
{
    char text[RLK_MARKER_MAX];

    quarantine_text(0, text, "nonce.1");
    rig_break(&rig, 0, REDLOCK_REASON_BROKEN);
    connect_as(0, text);
    cr_assert_str_eq(rig_said(&rig), "");
    rig_pass(&rig, QUARANTINE - 1);
    cr_assert_str_eq(rig_said(&rig), "");
    rig_pass(&rig, 1);
    cr_assert_str_eq(rig_said(&rig), "mark n1");
    cr_assert_eq(state_of_mark(0), RLK_MARKER_OK);
    cr_assert_str_eq(rig_asked(&rig, 0)->token, text);
    yes(0);
    rig_pass(&rig, 2 * QUARANTINE);
    cr_assert_str_eq(rig_said(&rig), "");
}

Test(core_guard, another_quarantine_is_waited_for_from_its_start)
{
    char text[RLK_MARKER_MAX];
    struct rig_acquire acquire;

    quarantine_text(0, text, "nonce.1");
    rig_break(&rig, 0, REDLOCK_REASON_BROKEN);
    connect_as(0, text);
    rig_pass(&rig, QUARANTINE - SECOND);
    rig_acquire(&rig, &acquire, &job);
    (void)rig_said(&rig);
    quarantine_text(0, text, "nonce.2");
    quarantined(0, text);
    cr_assert_eq(report.node[0].vote, REDLOCK_VOTE_NONE);
    all_yes();
    (void)rig_said(&rig);
    cr_assert_eq(report.node[0].vote, REDLOCK_VOTE_BARRED);
    cr_assert_eq(report.node[0].reason, REDLOCK_REASON_QUARANTINE);
    cr_assert_eq(report.node[0].quarantine_ms, LONGEST_MS + 1000);
    rlk_release_start(NULL, acquire.acquire.lock, NULL, rig.now);
    rig_settle(&rig);
    all_yes();
    (void)rig_said(&rig);
    rig_pass(&rig, QUARANTINE - 1);
    cr_assert_str_eq(rig_said(&rig), "");
    rig_pass(&rig, 1);
    cr_assert_str_eq(rig_said(&rig), "mark n1");
}

Test(core_guard, the_longer_promise_of_a_marker_is_kept)
{
    struct rlk_identity identity = identity_of(0);
    char text[RLK_MARKER_MAX];

    rlk_marker_quarantine(text, identity.replid, 60000, time_at(0), "nonce.1");
    rig_break(&rig, 0, REDLOCK_REASON_BROKEN);
    connect_as(0, text);
    rig_pass(&rig, 61 * SECOND - 1);
    cr_assert_str_eq(rig_said(&rig), "");
    rig_pass(&rig, 1);
    cr_assert_str_eq(rig_said(&rig), "mark n1");
    cr_assert_eq(
        rlk_marker_read(rig_asked(&rig, 0)->mark, identity.replid).longest_ms,
        60000);
}

Test(core_guard, a_marker_that_changed_meanwhile_is_taken_as_it_is)
{
    char text[RLK_MARKER_MAX];
    char later[RLK_MARKER_MAX];

    quarantine_text(0, text, "nonce.1");
    rig_break(&rig, 0, REDLOCK_REASON_BROKEN);
    connect_as(0, text);
    rig_pass(&rig, QUARANTINE);
    (void)rig_said(&rig);
    quarantine_text(0, later, "nonce.2");
    rig_answer(&rig, 0,
               &(struct rlk_answer){.kind = RLK_ANSWER_HELD,
                                    .remaining_ms = -1,
                                    .text = later,
                                    .text_length = strlen(later)});
    rig_pass(&rig, QUARANTINE - 1);
    cr_assert_str_eq(rig_said(&rig), "");
    rig_pass(&rig, 1);
    cr_assert_str_eq(rig_said(&rig), "mark n1");
    cr_assert_str_eq(rig_asked(&rig, 0)->token, later);
}

Test(core_guard, a_mark_that_failed_is_tried_again)
{
    char text[RLK_MARKER_MAX];

    quarantine_text(0, text, "nonce.1");
    rig_break(&rig, 0, REDLOCK_REASON_BROKEN);
    connect_as(0, text);
    rig_pass(&rig, QUARANTINE);
    (void)rig_said(&rig);
    rig_error(&rig, 0, REDLOCK_REASON_READONLY);
    cr_assert_str_eq(rig_said(&rig), "");
    rig_pass(&rig, SECOND);
    cr_assert_str_eq(rig_said(&rig), "mark n1");
}

Test(core_guard, another_longest_ttl_is_refused_by_name)
{
    struct rig_acquire acquire;

    rig_acquire(&rig, &acquire, &job);
    for (int node = 0; node < 2; node++)
        rig_answer(&rig, node,
                   &(struct rlk_answer){.kind = RLK_ANSWER_DISAGREES,
                                        .remaining_ms = 60000,
                                        .text = "",
                                        .time_us = time_at(node)});
    all_yes();
    cr_assert(acquire.done);
    cr_assert_eq(acquire.acquire.call.status, REDLOCK_TTL_MAX_DIFFERS);
    cr_assert_eq(report.node[0].reason, REDLOCK_REASON_LONGEST_TTL);
    cr_assert_str_eq(report.node[0].message, "its longest ttl is 60000 ms");
    cr_assert_eq(report.node[1].reason, REDLOCK_REASON_LONGEST_TTL);
}

Test(core_guard, an_attempt_from_before_the_guard_is_begun_anew)
{
    struct rig_acquire acquire;
    char token[192];

    open_with(REDLOCK_GUARD_AUTO);
    connect_as(0, "");
    connect_as(1, "");
    rig_acquire(&rig, &acquire, &job);
    snprintf(token, sizeof(token), "%s", rig_asked(&rig, 0)->token);
    yes(0);
    (void)rig_said(&rig);
    connect_as(2, NULL);
    cr_assert_neq(strstr(rig_said(&rig), "pass n1"), NULL);
    all_yes();
    cr_assert(acquire.done);
    cr_assert_eq(acquire.acquire.call.status, REDLOCK_OK);
    for (int i = rig.count - 1; i >= 0; i--) {
        if (rig.sent[i].verb != RLK_VERB_GRANT)
            continue;
        cr_assert_str_neq(rig.sent[i].token, token);
        cr_assert(rig.sent[i].checked);
        break;
    }
}

/* --- stepped clocks ----------------------------------------------------------
 */

/* n1 has granted a lock, and its clock goes ahead by so much. */
static struct redlock_lock *stepped_after_grant(int64_t by_ns)
{
    static struct rig_acquire acquire;

    rig_acquire(&rig, &acquire, &job);
    all_yes();
    cr_assert_eq(acquire.acquire.call.status, REDLOCK_OK);
    (void)rig_said(&rig);
    ahead[0] += by_ns;
    return acquire.acquire.lock;
}

/* Time passes, and what is asked meanwhile is answered. */
static void answered(int64_t ns)
{
    for (int64_t step = 50 * MS; ns > 0; ns -= step) {
        rig_pass(&rig, ns < step ? ns : step);
        all_yes();
    }
}

static struct redlock_lock *hear_extension(struct redlock_lock *lock)
{
    static struct rig_extend extend;

    rig_extend(&rig, &extend, lock, 10000, NULL);
    all_yes();
    return lock;
}

Test(core_guard, a_step_within_the_slack_does_nothing)
{
    struct redlock_lock *lock = stepped_after_grant(499 * MS);
    int64_t end = lock->votes[0].end;

    hear_extension(lock);
    cr_assert_not(strstr(rig_said(&rig), "mark"));
    cr_assert_geq(lock->votes[0].end, end);
}

Test(core_guard, a_step_beyond_the_slack_bars_the_node)
{
    struct redlock_lock *lock = stepped_after_grant(600 * MS);
    struct rig_acquire acquire;

    hear_extension(lock);
    cr_assert_neq(strstr(rig_said(&rig), "mark n1"), NULL);
    rig_acquire(&rig, &acquire,
                &(struct redlock_request){
                    .resource = "den", .ttl_ms = 10000, .report = &report});
    all_yes();
    cr_assert_eq(acquire.acquire.call.status, REDLOCK_OK);
    cr_assert_eq(report.node[0].vote, REDLOCK_VOTE_BARRED);
    cr_assert_eq(report.node[0].reason, REDLOCK_REASON_CLOCK);
}

Test(core_guard, a_barred_node_counts_again_when_what_it_granted_is_gone)
{
    struct rig_acquire acquire;

    hear_extension(stepped_after_grant(600 * MS));
    answered(QUARANTINE);
    rig_acquire(&rig, &acquire,
                &(struct redlock_request){
                    .resource = "den", .ttl_ms = 10000, .report = &report});
    all_yes();
    cr_assert_eq(acquire.acquire.call.status, REDLOCK_OK);
    cr_assert_eq(report.node[0].vote, REDLOCK_VOTE_GRANTED);
}

Test(core_guard, small_steps_add_up)
{
    struct redlock_lock *lock = stepped_after_grant(300 * MS);

    hear_extension(lock);
    cr_assert_not(strstr(rig_said(&rig), "mark"));
    ahead[0] += 300 * MS;
    hear_extension(lock);
    cr_assert_neq(strstr(rig_said(&rig), "mark n1"), NULL);
}

Test(core_guard, a_step_back_does_nothing)
{
    struct redlock_lock *lock = stepped_after_grant(-3600 * SECOND);

    hear_extension(lock);
    cr_assert_not(strstr(rig_said(&rig), "mark"));
    cr_assert(rlk_lock_held(lock, rig.now));
}

/* A quarantine that began before the step would end too early. */
Test(core_guard, a_step_in_quarantine_begins_it_anew)
{
    char text[RLK_MARKER_MAX];
    struct redlock_lock *lock = stepped_after_grant(0);

    quarantine_text(0, text, "nonce.1");
    rig_break(&rig, 0, REDLOCK_REASON_BROKEN);
    connect_as(0, text);
    (void)rig_said(&rig);
    ahead[0] += 20 * SECOND;
    hear_extension(lock);
    cr_assert_neq(strstr(rig_said(&rig), "mark n1"), NULL);
}

Test(core_guard, nobody_clears_a_node_that_it_bars)
{
    char text[RLK_MARKER_MAX];
    struct redlock_lock *lock = stepped_after_grant(600 * MS);

    hear_extension(lock);
    /* Somebody else's quarantine, long seen, stands there. */
    quarantine_text(0, text, "nonce.1");
    rig_break(&rig, 0, REDLOCK_REASON_BROKEN);
    connect_as(0, text);
    for (int i = rig.read; i < rig.count; i++) {
        if (rig.sent[i].verb == RLK_VERB_MARK)
            cr_assert_neq(
                rlk_marker_read(rig.sent[i].mark, identity_of(0).replid).state,
                RLK_MARKER_OK);
    }
}
