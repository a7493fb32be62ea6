/* SPDX-License-Identifier: MIT */
/* A node's answers for its guard, and the guard's marks for the node. */

#include <criterion/criterion.h>
#include <string.h>

#include "clock/clock.h"
#include "redlock/runtime/marking.h"

#define MS RLK_NS_PER_MS
#define SECOND RLK_NS_PER_S

static const char run_id[] = "1111111111111111111111111111111111111111";
static const char replid[] = "2222222222222222222222222222222222222222";

static struct rlk_guard guard;
static struct rlk_identity identity;
static struct rlk_quarantine_observations observations;
static char sound[RLK_MARKER_MAX];
static char quarantined[RLK_MARKER_MAX];

static void init(void)
{
    rlk_guard_init(&guard, &(struct rlk_guard_settings){
                               .ttl_max_ns = 10 * SECOND,
                               .mark_ns = 100 * MS,
                               .guarded = true,
                           });
    rlk_marker_ok(sound, replid, 10000);
    rlk_marker_quarantine(quarantined, replid, 10000, 100000000, "nonce");
}

TestSuite(marking, .init = init);

/* The node's clock is ahead by 100 s. */
static int64_t node_time(int64_t now)
{
    return (100 * SECOND + now) / RLK_NS_PER_US;
}

static void connected_with(const char *marker, int64_t now)
{
    struct rlk_identity said = {.time_us = node_time(now)};

    strcpy(said.run_id, run_id);
    strcpy(said.replid, replid);
    strcpy(said.marker, marker);
    rlk_marking_connected(&guard, &identity, &said, &observations, now, now);
}

static void hear(enum rlk_verb verb, bool checked, const char *mark,
                 const struct rlk_answer *answer, int64_t now)
{
    rlk_marking_note(&guard, &identity, mark,
                     &(struct rlk_inflight_entry){
                         .verb = verb, .checked = checked, .sent = now},
                     answer, now);
}

/* --- connecting ------------------------------------------------------------
 */

Test(marking, takes_the_identity_of_the_new_connection)
{
    connected_with(sound, 0);
    cr_assert_str_eq(identity.run_id, run_id);
    cr_assert_str_eq(identity.replid, replid);
    cr_assert_str_eq(identity.marker, sound);
    cr_assert_eq(guard.marker.state, RLK_MARKER_OK);
    cr_assert(guard.offset.known);
}

Test(marking, counts_from_the_first_connection_with_the_marker)
{
    connected_with(quarantined, 1 * SECOND);
    connected_with(quarantined, 3 * SECOND);
    cr_assert_eq(guard.marker.state, RLK_MARKER_QUARANTINE);
    cr_assert_eq(guard.marked, 1 * SECOND);
}

Test(marking, counts_from_another_processes_observation)
{
    struct redlock_quarantine_observation seen = {
        .since_ms = 1000,
        .answered_ms = 2000,
        .ahead_least_us = 100000000,
        .ahead_most_us = 100000000,
    };

    strcpy(seen.marker, quarantined);
    rlk_quarantine_observations_take(&observations, &seen, 1);
    connected_with(quarantined, 3 * SECOND);
    cr_assert_eq(guard.marked, 1 * SECOND);
}

Test(marking, ignores_a_marker_of_another_memory)
{
    rlk_marker_ok(sound, "3333333333333333333333333333333333333333", 10000);
    connected_with(sound, 0);
    cr_assert_eq(guard.marker.state, RLK_MARKER_NONE);
}

/* --- answers ---------------------------------------------------------------
 */

static void hear_a_yes(bool checked)
{
    connected_with(quarantined, 0);
    hear(RLK_VERB_GRANT, checked, NULL,
         &(struct rlk_answer){
             .kind = RLK_ANSWER_YES, .text = "", .time_us = node_time(5 * MS)},
         5 * MS);
}

Test(marking, learns_a_sound_marker_from_a_checked_answer)
{
    hear_a_yes(true);
    cr_assert_eq(guard.marker.state, RLK_MARKER_OK);
    cr_assert_str_eq(identity.marker, sound);
}

Test(marking, learns_no_marker_from_an_unchecked_answer)
{
    hear_a_yes(false);
    cr_assert_eq(guard.marker.state, RLK_MARKER_QUARANTINE);
}

static void mark_answered(enum rlk_answer_kind kind, const char *text)
{
    connected_with(quarantined, 0);
    guard.marking = true;
    hear(RLK_VERB_MARK, false, sound,
         &(struct rlk_answer){.kind = kind, .text = text}, 5 * MS);
    cr_assert_not(guard.marking);
}

Test(marking, takes_its_mark_as_the_marker_when_it_is_written)
{
    mark_answered(RLK_ANSWER_YES, "");
    cr_assert_str_eq(identity.marker, sound);
    cr_assert_eq(guard.marker.state, RLK_MARKER_OK);
}

Test(marking, takes_nothing_from_a_mark_that_failed)
{
    mark_answered(RLK_ANSWER_ERROR, "no");
    cr_assert_str_eq(identity.marker, quarantined);
}

Test(marking, takes_the_mark_of_the_operator)
{
    connected_with("", 0);
    hear(RLK_VERB_INIT_NODE, false, NULL,
         &(struct rlk_answer){.kind = RLK_ANSWER_YES, .text = sound}, 5 * MS);
    cr_assert_str_eq(identity.marker, sound);
    cr_assert_eq(guard.marker.state, RLK_MARKER_OK);
}

/* --- a mark ----------------------------------------------------------------
 */

static struct rlk_request request_for(enum rlk_guard_mark mark)
{
    static char text[RLK_MARKER_MAX];
    static const uint64_t random[2] = {0x123456789abcdef, 0xf};
    struct rlk_guard_news news = {
        .mark = mark,
        .longest_ms = 10000,
        .since_us = 100000000,
        .until_us = 7000,
    };
    struct rlk_request request;

    rlk_marking_request(&identity, &news, random, 42, text, &request);
    return request;
}

Test(marking, requests_to_replace_the_marker_that_was_seen)
{
    struct rlk_request request;

    connected_with(sound, 0);
    request = request_for(RLK_GUARD_QUARANTINE);
    cr_assert_eq(request.verb, RLK_VERB_MARK);
    cr_assert_str_eq(request.resource, "redlock:inst");
    cr_assert_str_eq(request.token, sound);
    cr_assert_eq(request.until_us, 7000);
    rlk_marker_quarantine(quarantined, replid, 10000, 100000000,
                          "0123456789abcdef000000000000000f.42");
    cr_assert_str_eq(request.mark, quarantined);
}

Test(marking, requests_a_sound_marker)
{
    struct rlk_request request;

    connected_with(quarantined, 0);
    request = request_for(RLK_GUARD_KEPT);
    cr_assert_str_eq(request.token, quarantined);
    cr_assert_str_eq(request.mark, sound);
}

/* --- for the next process ---------------------------------------------------
 */

Test(marking, passes_on_a_quarantine)
{
    struct redlock_quarantine_observation observation = {0};

    connected_with(quarantined, 1 * SECOND);
    cr_assert(
        rlk_marking_observation(&guard, &identity, 2 * SECOND, &observation));
    cr_assert_str_eq(observation.marker, quarantined);
    cr_assert_eq(observation.since_ms, 1000);
    cr_assert_leq(observation.ahead_least_us, 100000000);
    cr_assert_geq(observation.ahead_most_us, 100000000);
}
