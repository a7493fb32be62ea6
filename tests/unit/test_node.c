/* SPDX-License-Identifier: MIT */
/* One node: its connection's life, who waits for it, and its backlog. */

#include <criterion/criterion.h>
#include <string.h>

#include "redlock/core/node.h"
#include "redlock/kinds/kinds.h"
#include "tests/support/ground.h"

/* How long it may be silent, or take to connect: ten node time-outs. */
#define PATIENCE SECOND

static struct ground ground;
static struct rlk_node *const node = &ground.node[0];

/* A request of the test's, and what came of it. */
struct request {
    struct rlk_pending pending; /* first */
    bool unwanted;
    bool checked;
    int answers;
    struct rlk_answer last;
    bool sent;
};

static struct request request;

static void fill(const struct rlk_pending *pending, int index,
                 enum rlk_verb verb, struct rlk_request *out, int64_t now)
{
    (void)index, (void)now;
    *out = (struct rlk_request){
        .kind = &rlk_mutex,
        .verb = verb,
        .checked = ((const struct request *)pending)->checked,
        .ttl_ms = 1000,
    };
}

static bool wanted(const struct rlk_pending *pending, int index,
                   enum rlk_verb verb, int64_t now)
{
    (void)index, (void)verb, (void)now;
    return !((const struct request *)pending)->unwanted;
}

static void answered(struct rlk_pending *pending, int index, enum rlk_verb verb,
                     const struct rlk_answer *answer, bool sent, int64_t now)
{
    struct request *of = (struct request *)pending;

    (void)index, (void)verb, (void)now;
    of->answers++;
    of->last = *answer;
    of->sent = sent;
}

static const struct rlk_pending_ops request_ops = {
    .request = fill,
    .wanted = wanted,
    .answered = answered,
};

static bool send(enum rlk_verb verb)
{
    request.pending.ops = &request_ops;
    return rlk_node_send(node, &request.pending, verb, ground.now);
}

/* Two of them; the second is there for what two nodes may not be. */
static void open_two(void)
{
    struct rlk_runtime_settings settings = ground_settings();

    settings.nodes = 2;
    ground_open(&ground, &settings);
    ground_nodes(&ground);
}

static void close_ground(void)
{
    ground_close(&ground);
}

TestSuite(node, .init = open_two, .fini = close_ground);

static void be_up(void)
{
    ground_connect(&ground, 1);
    ground_connect(&ground, 0);
    (void)ground_said(&ground);
}

static void break_down(enum redlock_reason reason)
{
    rlk_node_disconnected(node, reason, NULL, ground.now);
}

static void answer(enum rlk_answer_kind kind)
{
    ground_answer(&ground, 0, kind);
}

static void refuse(enum redlock_reason reason)
{
    ground_answer_with(&ground, 0,
                       &(struct rlk_answer){.kind = RLK_ANSWER_ERROR,
                                            .reason = reason,
                                            .text = ""});
}

/* --- connecting ----------------------------------------------------------- */

Test(node, connects_when_it_is_made)
{
    cr_assert_str_eq(ground_said(&ground), "connect n1, connect n2");
    cr_assert_eq(node->state, RLK_NODE_CONNECTING);
}

Test(node, is_waited_for_at_first_as_long_as_for_an_answer)
{
    cr_assert(rlk_node_usable(node, 100 * MS - 1));
    cr_assert_not(rlk_node_usable(node, 100 * MS));
}

Test(node, that_refuses_is_tried_again_after_pauses_that_grow)
{
    be_up();
    break_down(REDLOCK_REASON_REFUSED);
    ground_pass(&ground, 100 * MS - 1);
    cr_assert_str_eq(ground_said(&ground), "");
    ground_pass(&ground, 100 * MS);
    cr_assert_str_eq(ground_said(&ground), "connect n1");
    break_down(REDLOCK_REASON_REFUSED);
    ground_pass(&ground, 250 * MS - 1);
    cr_assert_str_eq(ground_said(&ground), "");
    ground_pass(&ground, 250 * MS);
    cr_assert_str_eq(ground_said(&ground), "connect n1");
}

Test(node, whose_connection_stood_for_long_is_connected_to_at_once)
{
    be_up();
    ground_pass(&ground, SECOND);
    break_down(REDLOCK_REASON_BROKEN);
    cr_assert_str_eq(ground_said(&ground), "connect n1");
    cr_assert(rlk_node_usable(node, ground.now));
}

Test(node, that_does_not_greet_is_given_up)
{
    (void)ground_said(&ground);
    ground_connect(&ground, 1);
    ground_pass(&ground, PATIENCE - 1);
    cr_assert_str_eq(ground_said(&ground), "");
    ground_pass(&ground, PATIENCE);
    cr_assert_str_eq(ground_said(&ground), "disconnect n1");
    cr_assert_eq(node->reason, REDLOCK_REASON_SILENT);
}

Test(node, that_is_a_replica_is_none)
{
    struct rlk_identity identity = ground_identity(0);

    (void)ground_said(&ground);
    identity.replica = true;
    rlk_node_connected(node, &identity, 0);
    cr_assert_str_eq(ground_said(&ground), "disconnect n1");
    cr_assert_eq(node->reason, REDLOCK_REASON_REPLICA);
}

Test(node, that_is_another_node_too_is_none)
{
    struct rlk_identity identity = ground_identity(1);

    (void)ground_said(&ground);
    ground_connect(&ground, 1);
    rlk_node_connected(node, &identity, 0);
    cr_assert_str_eq(ground_said(&ground), "disconnect n1");
    cr_assert_eq(node->reason, REDLOCK_REASON_SAME_SERVER);
    cr_assert_str_eq(node->message, "the same server as node 02");
}

/* --- requests ------------------------------------------------------------- */

Test(node, that_is_up_is_sent_to_and_answers)
{
    be_up();
    cr_assert(send(RLK_VERB_GRANT));
    cr_assert_str_eq(ground_said(&ground), "grant n1 1000");
    answer(RLK_ANSWER_HELD);
    cr_assert_eq(request.answers, 1);
    cr_assert_eq(request.last.kind, RLK_ANSWER_HELD);
    cr_assert(request.sent);
}

Test(node, holds_a_request_until_its_first_connection_stands)
{
    (void)ground_said(&ground);
    cr_assert(send(RLK_VERB_GRANT));
    cr_assert_str_eq(ground_said(&ground), "");
    ground_connect(&ground, 0);
    cr_assert_str_eq(ground_said(&ground), "grant n1 1000");
}

Test(node, does_not_send_what_is_not_wanted_any_more)
{
    (void)ground_said(&ground);
    cr_assert(send(RLK_VERB_GRANT));
    request.unwanted = true;
    ground_connect(&ground, 0);
    cr_assert_str_eq(ground_said(&ground), "");
    cr_assert_eq(request.answers, 1);
    cr_assert_eq(request.last.kind, RLK_ANSWER_ERROR);
    cr_assert_not(request.sent);
}

Test(node, that_is_not_reached_has_not_been_sent_what_it_held)
{
    cr_assert(send(RLK_VERB_GRANT));
    break_down(REDLOCK_REASON_REFUSED);
    cr_assert_eq(request.answers, 1);
    cr_assert_eq(request.last.reason, REDLOCK_REASON_REFUSED);
    cr_assert_not(request.sent);
}

Test(node, that_is_down_takes_no_request)
{
    break_down(REDLOCK_REASON_REFUSED);
    cr_assert_not(rlk_node_usable(node, 0));
    cr_assert_not(send(RLK_VERB_GRANT));
}

Test(node, answers_for_what_was_on_a_connection_that_broke)
{
    be_up();
    cr_assert(send(RLK_VERB_GRANT));
    break_down(REDLOCK_REASON_BROKEN);
    cr_assert_eq(request.answers, 1);
    cr_assert_eq(request.last.reason, REDLOCK_REASON_BROKEN);
    cr_assert(request.sent);
}

Test(node, has_nothing_in_flight_that_found_no_memory)
{
    be_up();
    ground.out_of_memory = true;
    cr_assert_not(send(RLK_VERB_GRANT));
    cr_assert_eq(node->inflight.count, 0);
    cr_assert_eq(request.answers, 0);
}

/* --- silence -------------------------------------------------------------- */

static void be_silent(void)
{
    be_up();
    cr_assert(send(RLK_VERB_GRANT));
    ground_pass(&ground, 100 * MS);
    rlk_node_timed_out(node, ground.now);
    (void)ground_said(&ground);
}

Test(node, that_is_silent_is_not_usable_until_it_answers)
{
    be_silent();
    cr_assert_not(rlk_node_usable(node, ground.now));
    answer(RLK_ANSWER_YES);
    cr_assert(rlk_node_usable(node, ground.now));
}

Test(node, that_stays_silent_is_connected_to_anew)
{
    be_silent();
    ground_pass(&ground, 100 * MS + PATIENCE - 1);
    cr_assert_str_eq(ground_said(&ground), "");
    ground_pass(&ground, 100 * MS + PATIENCE);
    cr_assert_str_eq(ground_said(&ground), "disconnect n1");
    cr_assert_eq(request.last.reason, REDLOCK_REASON_SILENT);
}

Test(node, that_was_asked_nothing_is_not_silent)
{
    be_up();
    rlk_node_timed_out(node, 100 * MS);
    cr_assert(rlk_node_usable(node, 100 * MS));
}

Test(node, is_not_silent_while_nobody_looks)
{
    be_silent();
    rlk_node_overlook(node, 500 * MS);
    ground_pass(&ground, 100 * MS + PATIENCE);
    cr_assert_str_eq(ground_said(&ground), "");
    ground_pass(&ground, 600 * MS + PATIENCE);
    cr_assert_str_eq(ground_said(&ground), "disconnect n1");
}

Test(node, that_is_silent_is_sent_no_more_than_it_may_hold)
{
    struct request others[RLK_BACKLOG_AT_ONCE];

    be_silent();
    for (int i = 1; i < RLK_BACKLOG_AT_ONCE; i++) {
        others[i] = (struct request){.pending.ops = &request_ops};
        cr_assert(rlk_node_send(node, &others[i].pending, RLK_VERB_RELEASE,
                                ground.now));
    }
    cr_assert_not(send(RLK_VERB_RELEASE));
}

Test(node, that_was_given_up_long_ago_is_tried_as_at_first)
{
    break_down(REDLOCK_REASON_REFUSED);
    (void)ground_said(&ground);
    rlk_node_try_again(node, 10 * MS);
    cr_assert_str_eq(ground_said(&ground), "connect n1");
    cr_assert(rlk_node_usable(node, 10 * MS));
}

Test(node, is_quiet_when_all_is_answered_or_will_not_be)
{
    be_up();
    cr_assert(rlk_node_quiet(node, 0));
    cr_assert(send(RLK_VERB_GRANT));
    cr_assert_not(rlk_node_quiet(node, 0));
    rlk_node_timed_out(node, 100 * MS);
    cr_assert(rlk_node_quiet(node, 100 * MS));
}

/* --- scripts -------------------------------------------------------------- */

Test(node, gets_a_script_that_it_lacks_by_text)
{
    be_up();
    cr_assert(send(RLK_VERB_EXTEND));
    refuse(REDLOCK_REASON_NOSCRIPT);
    cr_assert_str_eq(ground_said(&ground),
                     "extend n1 1000, extend n1 1000 by text");
    cr_assert_eq(request.answers, 0);
    refuse(REDLOCK_REASON_NOSCRIPT);
    cr_assert_str_eq(ground_said(&ground), "extend n1 1000 by text");
}

Test(node, gets_no_script_that_is_not_wanted_any_more)
{
    be_up();
    cr_assert(send(RLK_VERB_EXTEND));
    request.unwanted = true;
    refuse(REDLOCK_REASON_NOSCRIPT);
    cr_assert_str_eq(ground_said(&ground), "extend n1 1000");
    cr_assert_eq(request.answers, 1);
}

/* Nobody might be there any more to read that it has to be sent again. */
Test(node, gets_releases_by_text_until_it_has_run_one)
{
    be_up();
    cr_assert(send(RLK_VERB_RELEASE));
    answer(RLK_ANSWER_YES);
    cr_assert(send(RLK_VERB_RELEASE));
    cr_assert_str_eq(ground_said(&ground), "release n1 by text, release n1");
}

/* It is another script. */
Test(node, that_has_run_a_checked_release_gets_a_plain_one_by_text)
{
    be_up();
    request.checked = true;
    cr_assert(send(RLK_VERB_RELEASE));
    answer(RLK_ANSWER_YES);
    (void)ground_said(&ground);
    request.checked = false;
    cr_assert(send(RLK_VERB_RELEASE));
    cr_assert_str_eq(ground_said(&ground), "release n1 by text");
}

/* --- what broken connections carried ---------------------------------------
 */

static void break_with_a_request(void)
{
    be_up();
    cr_assert(send(RLK_VERB_GRANT));
    break_down(REDLOCK_REASON_BROKEN);
    (void)ground_said(&ground);
}

Test(node, has_a_connection_killed_that_broke_with_a_request)
{
    break_with_a_request();
    cr_assert(rlk_node_maybe_unread(node, true, false));
    ground_connect(&ground, 0);
    cr_assert_str_eq(ground_said(&ground), "kill n1 101");
    answer(RLK_ANSWER_YES);
    cr_assert_not(rlk_node_maybe_unread(node, true, false));
}

Test(node, has_no_connection_killed_that_carried_nothing)
{
    be_up();
    break_down(REDLOCK_REASON_BROKEN);
    (void)ground_said(&ground);
    ground_connect(&ground, 0);
    cr_assert_str_eq(ground_said(&ground), "");
}

Test(node, has_nothing_killed_in_another_run_of_the_server)
{
    struct rlk_identity identity = ground_identity(0);

    break_with_a_request();
    identity.run_id[1] = '1';
    rlk_node_connected(node, &identity, ground.now);
    cr_assert_str_eq(ground_said(&ground), "");
    cr_assert_not(rlk_node_maybe_unread(node, true, false));
}

Test(node, that_cannot_look_for_a_connection_is_asked_to_again)
{
    break_with_a_request();
    ground_connect(&ground, 0);
    refuse(REDLOCK_REASON_IN_SCRIPT);
    cr_assert_str_eq(ground_said(&ground), "kill n1 101");
    ground_pass(&ground, PATIENCE);
    cr_assert_str_eq(ground_said(&ground), "kill n1 101");
}

Test(node, that_will_not_kill_may_execute_it_for_ever)
{
    break_with_a_request();
    ground_connect(&ground, 0);
    refuse(REDLOCK_REASON_NOPERM);
    (void)ground_said(&ground);
    ground_pass(&ground, 10 * PATIENCE);
    cr_assert_str_eq(ground_said(&ground), "");
    cr_assert(rlk_node_maybe_unread(node, true, false));
}

/* --- the backlog ---------------------------------------------------------- */

static void release_later(int count)
{
    struct rlk_resource *job = rlk_resource_new("cup", 3);
    struct rlk_token token;

    cr_assert(rlk_token_copy(&token, "token"));
    for (int i = 0; i < count; i++)
        rlk_node_release_later(node, job, &token,
                               &(struct rlk_backlog_terms){
                                   .kind = &rlk_mutex,
                                   .lives_ns = 5 * SECOND,
                               },
                               ground.now);
    rlk_resource_drop(job);
}

Test(node, takes_from_its_backlog_when_it_is_up)
{
    (void)ground_said(&ground);
    release_later(1);
    cr_assert_str_eq(ground_said(&ground), "");
    ground_connect(&ground, 0);
    cr_assert_str_eq(ground_said(&ground), "release n1 by text");
    cr_assert_eq(ground.last.resource_length, 3);
    cr_assert_eq(ground.last.token_length, 5);
    answer(RLK_ANSWER_MISSING);
    cr_assert_eq(node->backlog.count, 0);
}

Test(node, takes_its_backlog_in_portions)
{
    release_later(RLK_BACKLOG_AT_ONCE + 2);
    ground_connect(&ground, 0);
    cr_assert_eq(node->inflight.count, RLK_BACKLOG_AT_ONCE);
    answer(RLK_ANSWER_YES);
    cr_assert_eq(node->inflight.count, RLK_BACKLOG_AT_ONCE);
    cr_assert_eq(node->backlog.count, RLK_BACKLOG_AT_ONCE + 1);
}

Test(node, takes_a_release_that_it_refused_after_a_while)
{
    be_up();
    release_later(1);
    rlk_node_send_backlog(node, 0);
    refuse(REDLOCK_REASON_IN_SCRIPT);
    (void)ground_said(&ground);
    ground_pass(&ground, PATIENCE - 1);
    cr_assert_str_eq(ground_said(&ground), "");
    ground_pass(&ground, PATIENCE);
    cr_assert_str_eq(ground_said(&ground), "release n1 by text");
}

Test(node, has_a_release_again_whose_connection_broke)
{
    be_up();
    release_later(1);
    rlk_node_send_backlog(node, 0);
    break_down(REDLOCK_REASON_BROKEN);
    (void)ground_said(&ground);
    ground_connect(&ground, 0);
    cr_assert_str_eq(ground_said(&ground), "kill n1 101, release n1 by text");
}

Test(node, drops_a_release_whose_key_has_expired)
{
    release_later(1);
    break_down(REDLOCK_REASON_REFUSED);
    ground_pass(&ground, 30 * SECOND);
    cr_assert_eq(node->backlog.count, 0);
}

/* --- its guard ------------------------------------------------------------ */

static void be_asked_what_time_it_is(int64_t seconds)
{
    cr_assert(send(RLK_VERB_GRANT));
    ground_answer_with(&ground, 0,
                       &(struct rlk_answer){.kind = RLK_ANSWER_YES,
                                            .text = "",
                                            .time_us = seconds * 1000000});
}

Test(node, tells_a_step_of_its_clock)
{
    be_up();
    be_asked_what_time_it_is(100);
    cr_assert_eq(ground.news.shorten_ns, 0);
    be_asked_what_time_it_is(107);
    cr_assert_eq(ground.news.shorten_ns, 7 * SECOND);
}

Test(node, writes_the_quarantine_that_a_step_owes_it)
{
    be_up();
    rlk_guard_on(&node->guard);
    be_asked_what_time_it_is(100);
    (void)ground_said(&ground);
    be_asked_what_time_it_is(107);
    cr_assert(ground.news.barred);
    cr_assert_str_eq(ground_said(&ground), "grant n1 1000, mark n1 by text");
}

Test(node, tells_that_it_has_a_marker)
{
    struct rlk_identity identity = ground_identity(0);

    rlk_marker_ok(identity.marker, identity.replid, 10000);
    rlk_node_connected(node, &identity, 0);
    cr_assert(ground.news.guarded);
}
