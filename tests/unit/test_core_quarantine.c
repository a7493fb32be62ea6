/* SPDX-License-Identifier: MIT */
/*
 * What a node's clock and marker make of its vote, with the whole core and a
 * transport in the test's hand.
 */

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "redlock/runtime/resource.h"
#include "tests/support/three_nodes.h"

/* As long as anything lives there, and a second. */
#define LONGEST (301 * SECOND)

static const struct redlock_request fenced = {
    .resource = "cup",
    .ttl_ms = 10000,
    .fencing = true,
};

static char marker[RLK_MARKER_MAX];

static const char *sound(int node)
{
    rlk_marker_ok(marker, rig_identity(node).replid, 300000);
    return marker;
}

static const char *quarantined(int node, const char *nonce)
{
    rlk_marker_quarantine(marker, rig_identity(node).replid, 300000, 1, nonce);
    return marker;
}

/* The node's clock, in microseconds, where it is ahead by so much. */
static int64_t clock_ahead(int64_t ahead_ns)
{
    return (rig.now + ahead_ns) / RLK_NS_PER_US;
}

static void connect_marked(int node, const char *text)
{
    struct rlk_identity identity = rig_identity(node);

    identity.time_us = clock_ahead(0);
    snprintf(identity.marker, sizeof(identity.marker), "%s", text);
    rig_connect_as(&rig, node, &identity);
}

static void open_with(enum redlock_guard guard)
{
    struct rlk_runtime_settings settings = rig_settings();

    settings.guard = guard;
    settings.slack_ns = 250 * MS;
    rig_open(&rig, &settings);
    for (int node = 0; node < 3; node++)
        connect_marked(node, guard == REDLOCK_GUARD_ON ? sound(node) : "");
    (void)rig_said(&rig);
}

static void open_guarded(void)
{
    open_with(REDLOCK_GUARD_ON);
}

TestSuite(core_quarantine, .init = open_guarded);
TestSuite(core_quarantine_hostile, .init = open_guarded);

/* --- what a node says -------------------------------------------------------
 */

static struct rlk_answer yes_at(int64_t time_us)
{
    return (struct rlk_answer){
        .kind = RLK_ANSWER_YES,
        .remaining_ms = -1,
        .text = "",
        .time_us = time_us,
        .counter = 7,
    };
}

static void yes_ahead(int node, int64_t ahead_ns)
{
    struct rlk_answer answer = yes_at(clock_ahead(ahead_ns));

    rig_answer(&rig, node, &answer);
}

/* The marker is another one than the mark took it for. */
static void marked_otherwise(int node, const char *text)
{
    rig_answer(&rig, node,
               &(struct rlk_answer){
                   .kind = RLK_ANSWER_HELD,
                   .remaining_ms = -1,
                   .text = text,
                   .text_length = strlen(text),
               });
}

/* The marks since the last call, as what they make of the marker: "q q ok". */
static const char *marks(void)
{
    static char text[512];
    size_t length = 0;

    text[0] = '\0';
    for (; rig.read < rig.count; rig.read++) {
        const struct rig_request *sent = &rig.sent[rig.read];
        const char *state;

        if (sent->verb != RLK_VERB_MARK)
            continue;
        state = strstr(sent->mark, "|ok|") != NULL ? "ok" : "q";
        length += (size_t)snprintf(text + length, sizeof(text) - length, "%s%s",
                                   length == 0 ? "" : " ", state);
    }
    return text;
}

/*
 * The node's answer to a full request comes, and was so late on its way back;
 * its marker is what the node takes it for.
 */
static void hear(int node, int64_t ahead_ns, int64_t late_ns)
{
    struct rlk_node *at = &rig.core.nodes[node];
    char text[RLK_MARKER_MAX];
    struct rlk_answer answer = yes_at(clock_ahead(ahead_ns - late_ns));

    snprintf(text, sizeof(text), "%s", at->identity.marker);
    answer.text = text;
    answer.quarantined =
        rlk_marker_read(text, at->identity.replid).state != RLK_MARKER_OK;
    rlk_node_hear(at,
                  &(struct rlk_inflight_entry){.verb = RLK_VERB_CONFIRM,
                                               .checked = true,
                                               .sent = rig.now - late_ns},
                  &answer, rig.now);
    rig_settle(&rig);
}

static void connect_anew(int node, const char *text)
{
    rig_break(&rig, node, REDLOCK_REASON_BROKEN);
    connect_marked(node, text);
}

static bool barred(int node)
{
    return rlk_guard_bars(&rig.core.nodes[node].guard, rig.now);
}

/* --- how long a quarantine lasts --------------------------------------------
 */

/* Nobody has heard the mark before so long, and somebody has then. */
static void lasts(int64_t longest_ms, int64_t span_ns)
{
    struct rlk_identity of = rig_identity(0);
    const struct rig_request *sent;
    char expected[RLK_MARKER_MAX];

    rlk_marker_quarantine(marker, of.replid, longest_ms, 1, "x");
    connect_anew(0, marker);
    cr_assert_str_empty(marks());
    rig_pass(&rig, span_ns - MS);
    cr_assert_str_empty(marks());
    rig_pass(&rig, MS);
    sent = rig_asked(&rig, 0);
    cr_assert_not_null(sent);
    cr_assert_eq(sent->verb, RLK_VERB_MARK);
    rlk_marker_ok(expected, of.replid, longest_ms);
    cr_assert_str_eq(sent->mark, expected);
}

Test(core_quarantine, a_quarantine_lasts_for_the_longest_ttl_and_a_second)
{
    lasts(300000, LONGEST);
}

/* Its locks may live for longer than any of ours. */
Test(core_quarantine, a_quarantine_lasts_for_another_longest_ttl_and_a_second)
{
    lasts(600000, 601 * SECOND);
}

/* Ours may live for longer than what it knows of. */
Test(core_quarantine, a_quarantine_of_a_shorter_longest_ttl_lasts_for_ours)
{
    lasts(60000, LONGEST);
}

/* --- who hands on meanwhile --------------------------------------------------
 */

/* Who is refused at the first node for its quarantine waits at the second. */
Test(core_quarantine, a_release_hands_on_at_the_next_node_too)
{
    struct rig_release release;
    struct redlock_lock *lock;

    lock = rig_lock(
        &rig, &(struct redlock_request){.resource = "cup", .ttl_ms = 10000});
    connect_anew(0, quarantined(0, "x"));
    (void)rig_said(&rig);
    rig_release(&rig, &release, lock, NULL);
    cr_assert_str_eq(rig_said(&rig), "pass n1, pass n2, release n3");
}

Test(core_quarantine, a_release_hands_on_at_the_first_node_else)
{
    struct rig_release release;
    struct redlock_lock *lock;

    lock = rig_lock(
        &rig, &(struct redlock_request){.resource = "cup", .ttl_ms = 10000});
    (void)rig_said(&rig);
    rig_release(&rig, &release, lock, NULL);
    cr_assert_str_eq(rig_said(&rig), "pass n1, release n2, release n3");
}

/* --- a quarantine that is new -----------------------------------------------
 */

Test(core_quarantine, a_step_beyond_the_slack_is_a_quarantine)
{
    hear(0, 600 * MS, 0);
    cr_assert_str_eq(marks(), "q");
    cr_assert(barred(0));
    cr_assert_not(barred(1));
    rig_pass(&rig, LONGEST - 1);
    cr_assert(barred(0));
    rig_pass(&rig, 1);
    cr_assert_not(barred(0));
}

Test(core_quarantine, a_step_within_the_slack_is_none)
{
    hear(0, 240 * MS, 0);
    cr_assert_str_eq(marks(), "");
    cr_assert_not(barred(0));
}

/* From every state of the marker, also from one of another run. */
Test(core_quarantine, it_is_written_whatever_the_marker_is)
{
    char *const texts[] = {
        strdup(sound(0)), strdup(quarantined(0, "an-old-one")),
        strdup(""),       strdup(sound(1)),
        strdup("stuff"),
    };

    for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
        rig_close(&rig);
        open_guarded();
        snprintf(rig.core.nodes[0].identity.marker, RLK_MARKER_MAX, "%s",
                 texts[i]);
        hear(0, 600 * MS, 0);
        cr_assert_str_eq(marks(), "q", "%s", texts[i]);
        cr_assert_str_eq(rig_asked(&rig, 0)->token, texts[i]);
        free(texts[i]);
    }
}

Test(core_quarantine, it_is_written_over_what_others_wrote_meanwhile)
{
    hear(0, 600 * MS, 0);
    marked_otherwise(0, quarantined(0, "of-another"));
    cr_assert_str_eq(marks(), "q q");
    cr_assert_str_eq(rig_asked(&rig, 0)->token, quarantined(0, "of-another"));
    marked_otherwise(0, sound(0));
    cr_assert_str_eq(marks(), "q");
    rig_yes(&rig, 0);
    cr_assert_str_eq(marks(), "");
    rig_pass(&rig, 10 * SECOND);
    cr_assert_str_eq(marks(), "");
}

/* A node that has another marker each time is not asked without end. */
Test(core_quarantine, it_pauses_where_the_marker_is_another_each_time)
{
    char nonce[16];

    hear(0, 600 * MS, 0);
    for (int i = 0; i < 100 && rig_asked(&rig, 0) != NULL; i++) {
        snprintf(nonce, sizeof(nonce), "%d", i);
        marked_otherwise(0, quarantined(0, nonce));
    }
    cr_assert_str_eq(marks(), "q q q q q q q q q");
    rig_pass(&rig, SECOND);
    cr_assert_str_eq(marks(), "q");
}

Test(core_quarantine, it_is_tried_again_where_the_node_took_no_mark)
{
    hear(0, 600 * MS, 0);
    rig_error(&rig, 0, REDLOCK_REASON_IN_SCRIPT);
    cr_assert_str_eq(marks(), "q");
    rig_pass(&rig, SECOND);
    cr_assert_str_eq(marks(), "q");
    connect_anew(0, sound(0));
    cr_assert_str_eq(marks(), "q");
    rig_all_yes(&rig);
    connect_anew(0, sound(0));
    cr_assert_str_eq(marks(), "");
}

/* A mark under way may be executed before the step: it does not count. */
Test(core_quarantine, it_does_not_take_an_earlier_mark_for_its_own)
{
    connect_anew(0, quarantined(0, "since-long"));
    rig_pass(&rig, LONGEST);
    cr_assert_str_eq(marks(), "ok");
    hear(0, 10 * SECOND, 0);
    cr_assert_str_eq(marks(), "");
    rig_yes(&rig, 0);
    cr_assert_str_eq(marks(), "q");
}

/* The step was before the connection was lost, or while it was. */
Test(core_quarantine, it_is_written_at_the_next_connection)
{
    struct rlk_identity identity = rig_identity(0);

    rig_break(&rig, 0, REDLOCK_REASON_BROKEN);
    rig_pass(&rig, SECOND);
    identity.time_us = clock_ahead(SECOND);
    snprintf(identity.marker, sizeof(identity.marker), "%s",
             quarantined(0, "restarted"));
    rig_connect_as(&rig, 0, &identity);
    cr_assert_str_eq(marks(), "q");
    cr_assert(barred(0));
}

Test(core_quarantine, nobody_ends_the_quarantine_of_a_node_that_he_doubts)
{
    connect_anew(0, quarantined(0, "restarted"));
    rig_pass(&rig, LONGEST - SECOND);
    hear(0, 0, 0);
    /* Late by 900 ms: of a step of 1100 ms 200 are certain. */
    hear(0, 1100 * MS, 900 * MS);
    cr_assert(barred(0));
    rig_pass(&rig, 10 * SECOND);
    cr_assert_str_eq(marks(), "");
    /* It was one of 200 ms. */
    hear(0, 200 * MS, 0);
    cr_assert_not(barred(0));
    rig_pass(&rig, SECOND);
    cr_assert_str_eq(marks(), "ok");
}

/* What its clock shows by then at most, and what it may not be beyond. */
Test(core_quarantine, who_ends_a_quarantine_compares_the_clock)
{
    int64_t heard;

    connect_anew(0, quarantined(0, "restarted"));
    hear(0, 0, 0);
    heard = rig.now;
    rig_pass(&rig, LONGEST);
    cr_assert_str_eq(marks(), "ok");
    cr_assert_eq(rig.sent[rig.count - 1].until_us,
                 (heard + LONGEST + LONGEST / 100 + 250 * MS + 100 * MS) /
                     RLK_NS_PER_US);
    /* Nothing was changed, and the clock is why. */
    rig_answer(&rig, 0,
               &(struct rlk_answer){
                   .kind = RLK_ANSWER_HELD,
                   .remaining_ms = -1,
                   .text = rig.core.nodes[0].identity.marker,
                   .time_us = clock_ahead(20 * SECOND),
               });
    cr_assert(barred(0));
    cr_assert_str_eq(marks(), "q");
    cr_assert_eq(rig.sent[rig.count - 1].until_us, INT64_MAX);
}

/*
 * The client stood while the handshake was under way, which counts against no
 * node: it was asked before that all the same.
 */
Test(core_quarantine, a_greeting_that_was_read_late_is_of_when_it_was_sent)
{
    struct rlk_identity identity = rig_identity(0);

    rig_pass(&rig, 2 * SECOND);
    rig_break(&rig, 0, REDLOCK_REASON_BROKEN);
    cr_assert_eq(rig.core.nodes[0].state, RLK_NODE_CONNECTING);
    identity.time_us = clock_ahead(MS);
    snprintf(identity.marker, sizeof(identity.marker), "%s", sound(0));
    rig.now += 10 * SECOND;
    rlk_core_overlook(&rig.core, 10 * SECOND);
    rig_connect_as(&rig, 0, &identity);
    hear(0, 0, 0);
    cr_assert_not(barred(0));
    cr_assert_str_eq(marks(), "");
}

/* --- between processes ------------------------------------------------------
 */

/* As another process of this machine: nothing is known but this. */
static void open_having(const char *text, int64_t since_ms, int64_t heard_ms)
{
    struct rlk_runtime_settings settings = rig_settings();
    struct redlock_sighting seen = {.since_ms = since_ms, .heard_ms = heard_ms};

    snprintf(seen.marker, sizeof(seen.marker), "%s", text);
    settings.guard = REDLOCK_GUARD_ON;
    settings.sightings = &seen;
    settings.sightings_count = 1;
    rig_open(&rig, &settings);
    (void)rig_said(&rig);
}

/* The clock was heard when the marker was seen. */
static void open_knowing(const char *text, int64_t since_ms)
{
    open_having(text, since_ms, since_ms);
}

static int64_t now_ms(void)
{
    return rlk_clock_to_ms(rig.now);
}

static bool hands_on(int node, struct redlock_sighting *seen)
{
    return rlk_node_sighting(&rig.core.nodes[node], rig.now, seen);
}

Test(core_quarantine, what_another_process_has_watched_long_enough_is_over)
{
    open_knowing(quarantined(0, "a"), now_ms());
    rig_pass(&rig, LONGEST);
    connect_marked(0, quarantined(0, "a"));
    cr_assert_str_eq(marks(), "ok");
}

Test(core_quarantine, what_it_has_not_goes_on)
{
    struct redlock_sighting seen;

    open_knowing(quarantined(0, "a"), now_ms());
    rig_pass(&rig, LONGEST - SECOND);
    connect_marked(0, quarantined(0, "a"));
    cr_assert_str_eq(marks(), "");
    cr_assert_leq(rlk_node_quarantine(&rig.core.nodes[0], rig.now), SECOND);
    cr_assert(rlk_node_sighting(&rig.core.nodes[0], rig.now, &seen));
    cr_assert_str_eq(seen.marker, quarantined(0, "a"));
    cr_assert_leq(seen.since_ms,
                  now_ms() - rlk_clock_to_ms(LONGEST - SECOND) + 1);
}

Test(core_quarantine, another_quarantine_is_not_what_was_seen)
{
    open_knowing(quarantined(0, "a"), now_ms());
    rig_pass(&rig, LONGEST);
    connect_marked(0, quarantined(0, "b"));
    connect_marked(1, quarantined(1, "a"));
    cr_assert_str_eq(marks(), "");
}

Test(core_quarantine, what_will_be_seen_was_not)
{
    open_knowing(quarantined(0, "a"), now_ms() + 3600000);
    connect_marked(0, quarantined(0, "a"));
    rig_pass(&rig, LONGEST - SECOND);
    cr_assert_str_eq(marks(), "");
    rig_pass(&rig, SECOND);
    cr_assert_str_eq(marks(), "ok");
}

/* What was extended there in its quarantine may have ended early. */
Test(core_quarantine, a_step_between_two_processes_is_heard)
{
    struct rlk_runtime_settings settings = rig_settings();
    struct rlk_identity identity = rig_identity(0);
    struct redlock_sighting seen;

    connect_anew(0, quarantined(0, "a"));
    cr_assert(rlk_node_sighting(&rig.core.nodes[0], rig.now, &seen));
    cr_assert_eq(seen.heard_ms, now_ms());
    cr_assert_leq(seen.ahead_least_us, 0);
    cr_assert_geq(seen.ahead_most_us, 0);
    rig_close(&rig);
    settings.guard = REDLOCK_GUARD_ON;
    settings.slack_ns = 250 * MS;
    settings.sightings = &seen;
    settings.sightings_count = 1;
    rig_open(&rig, &settings);
    (void)rig_said(&rig);
    rig_pass(&rig, LONGEST);
    memcpy(identity.marker, seen.marker, sizeof(identity.marker));
    identity.time_us = clock_ahead(20 * SECOND);
    rig_connect_as(&rig, 0, &identity);
    cr_assert(barred(0));
    cr_assert_str_eq(marks(), "q");
}

/* The next would take the clock behind it for what it was all the time. */
Test(core_quarantine, a_step_is_left_to_the_next_to_hear)
{
    struct redlock_sighting seen;

    connect_anew(0, quarantined(0, "a"));
    hear(0, 20 * SECOND, 0);
    rig_error(&rig, 0, REDLOCK_REASON_IN_SCRIPT);
    cr_assert(barred(0));
    cr_assert_not(hands_on(0, &seen));
    rig_pass(&rig, LONGEST);
    cr_assert_not(hands_on(0, &seen), "the quarantine is to be renewed still");
}

/* With what the next one hears it may be too much. */
Test(core_quarantine, so_is_one_within_the_slack)
{
    struct redlock_sighting seen;

    connect_anew(0, quarantined(0, "a"));
    hear(0, 200 * MS, 0);
    cr_assert_not(barred(0));
    cr_assert_not(hands_on(0, &seen));
    rig_pass(&rig, LONGEST);
    cr_assert(hands_on(0, &seen));
}

/* Less than a step is told as none, and adds up from one to the next. */
Test(core_quarantine, what_is_no_step_yet_is_left_to_the_next)
{
    struct redlock_sighting seen;

    connect_anew(0, quarantined(0, "a"));
    hear(0, 15 * MS, 0);
    cr_assert(hands_on(0, &seen));
    cr_assert_leq(seen.ahead_most_us, 10);
}

/* A step since then could not be told. */
Test(core_quarantine, what_was_seen_without_its_clock_is_none)
{
    open_having(quarantined(0, "a"), now_ms(), -1);
    rig_pass(&rig, LONGEST);
    connect_marked(0, quarantined(0, "a"));
    cr_assert_str_eq(marks(), "");
}

Test(core_quarantine, nor_is_what_was_heard_in_time_to_come)
{
    open_having(quarantined(0, "a"), now_ms(), now_ms() + 3600000);
    rig_pass(&rig, LONGEST);
    connect_marked(0, quarantined(0, "a"));
    cr_assert_str_eq(marks(), "");
}

Test(core_quarantine, a_sound_node_is_nothing_to_hand_on)
{
    struct redlock_sighting seen;

    cr_assert_not(rlk_node_sighting(&rig.core.nodes[0], rig.now, &seen));
}

Test(core_quarantine, the_operators_marking_is_the_last_word)
{
    hear(0, 600 * MS, 0);
    rig_error(&rig, 0, REDLOCK_REASON_IN_SCRIPT);
    (void)marks();
    rlk_node_hear(&rig.core.nodes[0],
                  &(struct rlk_inflight_entry){.verb = RLK_VERB_INIT_NODE,
                                               .sent = rig.now},
                  &(struct rlk_answer){.kind = RLK_ANSWER_YES, .text = ""},
                  rig.now);
    rig_pass(&rig, 10 * SECOND);
    cr_assert_str_eq(marks(), "");
}

/* Somebody else has ended it, or the operator has. */
Test(core_quarantine, a_node_that_says_it_is_sound_is_in_none)
{
    static const enum rlk_verb verbs[] = {RLK_VERB_CONFIRM, RLK_VERB_INIT_NODE};

    for (int i = 0; i < 2; i++) {
        struct rlk_answer answer = yes_at(clock_ahead(0));

        connect_anew(0, quarantined(0, i == 0 ? "a" : "b"));
        cr_assert_gt(rlk_node_quarantine(&rig.core.nodes[0], rig.now), 0);
        answer.text = sound(0);
        rlk_node_hear(&rig.core.nodes[0],
                      &(struct rlk_inflight_entry){
                          .verb = verbs[i], .checked = i == 0, .sent = rig.now},
                      &answer, rig.now);
        cr_assert_eq(rlk_node_quarantine(&rig.core.nodes[0], rig.now), 0);
    }
}

/* A node that does not say who it is has no marker that we could write. */
Test(core_quarantine, a_nameless_node_is_not_marked)
{
    struct rlk_identity identity = rig_identity(0);

    rig_break(&rig, 0, REDLOCK_REASON_BROKEN);
    identity.run_id[0] = '\0';
    identity.time_us = clock_ahead(0);
    snprintf(identity.marker, sizeof(identity.marker), "%s", sound(0));
    rig_connect_as(&rig, 0, &identity);
    hear(0, SECOND, 0);
    cr_assert(barred(0));
    rig_pass(&rig, 10 * SECOND);
    cr_assert_str_eq(marks(), "");
}

/* Heard while nobody guarded, it counts when the guard becomes known. */
Test(core_quarantine, a_step_is_remembered_until_the_guard_is_known)
{
    rig_close(&rig);
    open_with(REDLOCK_GUARD_AUTO);
    hear(0, SECOND, 0);
    cr_assert_not(barred(0));
    connect_anew(1, sound(1));
    cr_assert(rig.core.runtime.guarded);
    cr_assert(barred(0));
    cr_assert(rig.core.nodes[0].guard.stale);
}

/* --- what is charged --------------------------------------------------------
 */

/* n1 granted, then goes ahead by 1.25 s: a second beyond the slack. */
Test(core_quarantine, a_step_heard_by_the_confirm_is_charged_to_the_attempt)
{
    struct rig_acquire acquire;
    int64_t sent = 0;

    rig_close(&rig);
    open_with(REDLOCK_GUARD_OFF);
    sent = rig.now;
    rig_acquire(&rig, &acquire, &fenced);
    yes_ahead(0, 0);
    rig_answer(&rig, 1,
               &(struct rlk_answer){.kind = RLK_ANSWER_YES,
                                    .text = "",
                                    .time_us = clock_ahead(0),
                                    .counter = 9});
    cr_assert_eq(rig_asked(&rig, 0)->verb, RLK_VERB_CONFIRM);
    rig_answer(&rig, 0,
               &(struct rlk_answer){.kind = RLK_ANSWER_YES,
                                    .text = "",
                                    .time_us = clock_ahead(1250 * MS),
                                    .counter = 9});
    cr_assert(acquire.done);
    cr_assert_eq(acquire.acquire.call.status, REDLOCK_OK);
    cr_assert_eq(acquire.acquire.lock->tenure.validity,
                 sent + 10000 * MS - 102 * MS - 1000 * MS);
}

/* The adopted lock's first vote is in, the second is not. */
Test(core_quarantine, a_step_is_charged_to_an_adoption_under_way)
{
    struct redlock_lock *other = rig_lock(&rig, &job);
    struct redlock_lock *adopted = rlk_lock_new(
        &rig.core.runtime, &(struct rlk_lock_settings){
                               .resource = rlk_resource_new("adopted", 7),
                               .ttl_ns = 10 * SECOND,
                               .adopted = "0123456789abcdef0123456789abcdef.1",
                           });
    struct rig_extend founding, extend;
    int64_t sent = rig.now;

    rig_extend(&rig, &founding, adopted, 10000, NULL);
    yes_ahead(0, 0);
    rig_extend(&rig, &extend, other, 10000, NULL);
    yes_ahead(0, 1250 * MS);
    yes_ahead(1, 0);
    cr_assert_eq(adopted->tenure.validity,
                 sent + 10000 * MS - 102 * MS - 1000 * MS);
}

/* What is answered after the step was executed after it. */
Test(core_quarantine, a_step_is_not_charged_to_what_was_granted_after_it)
{
    struct rig_acquire acquire;
    int64_t sent = rig.now;

    rig_close(&rig);
    open_with(REDLOCK_GUARD_OFF);
    rig_acquire(&rig, &acquire, &fenced);
    yes_ahead(0, 1250 * MS);
    yes_ahead(1, 0);
    cr_assert(acquire.done);
    cr_assert_eq(acquire.acquire.lock->tenure.validity,
                 sent + 10000 * MS - 102 * MS);
}

Test(core_quarantine,
     a_grant_behind_a_late_step_that_may_be_too_large_is_barred)
{
    struct rig_acquire acquire;

    rig_acquire(&rig, &acquire,
                &(struct redlock_request){
                    .resource = "cup", .ttl_ms = 10000, .report = &report});
    rig_pass(&rig, 50 * MS);
    yes_ahead(0, 240 * MS);
    yes_ahead(1, 0);
    yes_ahead(2, 0);
    cr_assert(acquire.done);
    cr_assert_eq(acquire.acquire.call.status, REDLOCK_OK);
    cr_assert_eq(report.node[0].vote, REDLOCK_VOTE_BARRED);
    cr_assert_eq(report.node[0].reason, REDLOCK_REASON_CLOCK);
    cr_assert_str_eq(marks(), "");
    /* An answer that is not late tells that it was within the slack. */
    rig_all_yes(&rig);
    hear(0, 240 * MS, 0);
    cr_assert_not(barred(0));
}

/* --- numbers ----------------------------------------------------------------
 */

static const int64_t numbers[] = {
    INT64_MIN,
    INT64_MIN + 1,
    -1,
    0,
    1,
    999,
    INT64_C(1) << 53,
    INT64_MAX / 1000,
    INT64_MAX / 1000 + 1,
    INT64_MAX - 1,
    INT64_MAX,
};

#define NUMBERS ((int)(sizeof(numbers) / sizeof(numbers[0])))

/* One after the other, so that sums of them are made. */
Test(core_quarantine_hostile, no_time_of_a_node_breaks_anything)
{
    for (int i = 0; i < NUMBERS * NUMBERS; i++) {
        struct rig_acquire acquire;
        struct rlk_answer lie = yes_at(numbers[i % NUMBERS]);

        rig_acquire(&rig, &acquire, &job);
        rig_answer(&rig, 0, &lie);
        lie = yes_at(numbers[i / NUMBERS]);
        for (int turns = 0; turns < 20 && rig_asked(&rig, 0) != NULL; turns++)
            rig_answer(&rig, 0, &lie);
        rig_all_yes(&rig);
        cr_assert(acquire.done);
        if (acquire.acquire.lock != NULL) {
            struct rig_release release;
            rig_release(&rig, &release, acquire.acquire.lock, NULL);
            rig_all_yes(&rig);
        }
        rig_pass(&rig, 10 * SECOND);
        rig_all_yes(&rig);
    }
}

Test(core_quarantine_hostile, no_time_of_a_greeting_breaks_anything)
{
    for (int i = 0; i < NUMBERS * NUMBERS; i++) {
        struct rlk_identity identity = rig_identity(0);
        struct rig_acquire acquire;

        rig_break(&rig, 0, REDLOCK_REASON_BROKEN);
        rig_pass(&rig, SECOND);
        identity.time_us = numbers[i % NUMBERS];
        if (i % 2 == 0)
            snprintf(identity.marker, sizeof(identity.marker), "%s", sound(0));
        rig_connect_as(&rig, 0, &identity);
        rig_acquire(&rig, &acquire, &fenced);
        for (const struct rig_request *sent = rig_asked(&rig, 0); sent != NULL;
             sent = rig_asked(&rig, 0)) {
            cr_assert_geq(sent->rules.floor_us, 0);
            rig_error(&rig, 0, REDLOCK_REASON_IN_SCRIPT);
        }
        rig_all_yes(&rig);
        rig_pass(&rig, SECOND);
        rig_all_yes(&rig);
    }
}

Test(core_quarantine_hostile, no_number_in_a_marker_breaks_anything)
{
    for (int i = 0; i < NUMBERS * NUMBERS; i++) {
        char text[RLK_MARKER_MAX];

        rlk_marker_quarantine(text, rig_identity(0).replid,
                              numbers[i % NUMBERS], numbers[i / NUMBERS], "x");
        connect_marked(0, text);
        cr_assert_geq(rlk_node_quarantine(&rig.core.nodes[0], rig.now), 0);
        rig_pass(&rig, LONGEST);
        while (rig_asked(&rig, 0) != NULL)
            rig_error(&rig, 0, REDLOCK_REASON_IN_SCRIPT);
        rig_break(&rig, 0, REDLOCK_REASON_BROKEN);
    }
}
