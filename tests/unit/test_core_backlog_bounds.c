/* SPDX-License-Identifier: MIT */
/* Releases in the backlog: how many, how fast, and how long. */

#include <criterion/criterion.h>
#include <stdlib.h>

#include "clock/clock.h"
#include "redlock/core/extend.h"
#include "redlock/core/lock.h"
#include "redlock/core/release.h"
#include "redlock/runtime/backlog.h"
#include "tests/support/rig.h"

#define TTL_MS 2000
#define TTL_NS (TTL_MS * RLK_NS_PER_MS)
#define LOCKS_A_SECOND 900

static struct rig rig;
static const struct rlk_backlog *backlog = &rig.core.nodes[0].backlog;

static struct rlk_answer yes(void)
{
    return (struct rlk_answer){.kind = RLK_ANSWER_YES, .remaining_ms = -1};
}

static bool all_answer(struct rig *of, int node,
                       const struct rig_request *request,
                       struct rlk_answer *answer)
{
    (void)of, (void)node, (void)request;
    *answer = yes();
    return true;
}

/* As a server under CLIENT PAUSE WRITE. */
static bool first_takes_no_write(struct rig *of, int node,
                                 const struct rig_request *request,
                                 struct rlk_answer *answer)
{
    (void)of;
    *answer = yes();
    return node != 0 || request->verb == RLK_VERB_KILL_CLIENT;
}

static bool first_is_silent(struct rig *of, int node,
                            const struct rig_request *request,
                            struct rlk_answer *answer)
{
    (void)of, (void)request;
    *answer = yes();
    return node != 0;
}

/* What the first node says to kills and releases; the others say yes. */
static enum rlk_answer_kind to_kill;
static enum rlk_answer_kind to_release;
static enum redlock_reason refusal;

static bool first_says(struct rig *of, int node,
                       const struct rig_request *request,
                       struct rlk_answer *answer)
{
    (void)of;
    *answer = yes();
    if (node == 0)
        answer->kind = request->verb == RLK_VERB_KILL_CLIENT ? to_kill
                       : request->verb == RLK_VERB_RELEASE   ? to_release
                                                             : answer->kind;
    if (answer->kind == RLK_ANSWER_ERROR)
        answer->reason = refusal;
    return true;
}

static bool last_is_silent(struct rig *of, int node,
                           const struct rig_request *request,
                           struct rlk_answer *answer)
{
    (void)of, (void)request;
    *answer = yes();
    return node != 2;
}

static uint64_t asked_of_first(void)
{
    uint64_t asked = 0;

    for (int verb = 0; verb < RLK_VERBS; verb++)
        asked += rig.node[0].asked[verb];
    return asked;
}

static struct redlock_lock *acquire(struct rlk_acquire *wish)
{
    *wish = (struct rlk_acquire){.call.completion.run = rig_ignore};
    cr_assert_eq(rlk_acquire_start(wish, &rig.core.runtime,
                                   &(struct redlock_request){.resource = "cup",
                                                             .ttl_ms = TTL_MS},
                                   rig.now),
                 REDLOCK_OK);
    rig_settle(&rig);
    rig_pass(&rig, 200 * RLK_NS_PER_MS);
    cr_assert_eq(wish->call.status, REDLOCK_OK);
    return wish->lock;
}

static void release(struct redlock_lock *lock)
{
    rlk_release_start(NULL, lock, NULL, rig.now);
    rig_settle(&rig);
}

/* Many at a time, each of them held for as long as it takes to be won. */
static void acquire_and_release(int count, int64_t span_ns)
{
    struct rlk_acquire *acquires = calloc((size_t)count, sizeof(*acquires));

    cr_assert_not_null(acquires);
    for (int i = 0; i < count; i++) {
        acquires[i].call.completion.run = rig_ignore;
        cr_assert_eq(rlk_acquire_start(&acquires[i], &rig.core.runtime,
                                       &(struct redlock_request){
                                           .resource = "cup", .ttl_ms = TTL_MS},
                                       rig.now),
                     REDLOCK_OK);
    }
    rig_settle(&rig);
    rig_pass(&rig, span_ns);
    for (int i = 0; i < count; i++) {
        cr_assert_eq(acquires[i].call.status, REDLOCK_OK);
        release(acquires[i].lock);
    }
    free(acquires);
}

/* One, whose grant the server may yet read: the connection has broken. */
static void owe_one(void)
{
    struct redlock_lock *lock;

    rig.answers = first_is_silent;
    lock = acquire(&(struct rlk_acquire){0});
    rig_break(&rig, 0, REDLOCK_REASON_BROKEN);
    release(lock);
    cr_assert_eq(backlog->count, 1);
}

static void an_hour_passes(void)
{
    rig_pass(&rig, 3600 * RLK_NS_PER_S);
}

static void start(void)
{
    struct rlk_runtime_settings settings = rig_settings();

    refusal = REDLOCK_REASON_IN_SCRIPT;
    settings.guard = REDLOCK_GUARD_AUTO;
    rig_open(&rig, &settings);
    rig.accepts = true;
    rig_pass(&rig, RLK_NS_PER_MS);
}

static void stop(void)
{
    rig_close(&rig);
}

TestSuite(core_backlog_bounds, .init = start, .fini = stop, .timeout = 60);

/* A minute of it: the backlog, and what is sent, stay what they are. */
Test(core_backlog_bounds, ends_at_a_node_that_takes_no_write)
{
    uint64_t before = 0;

    rig.answers = first_takes_no_write;
    for (int second = 0; second < 60; second++) {
        for (int i = 0; i < 10; i++) {
            acquire_and_release(LOCKS_A_SECOND / 10, 100 * RLK_NS_PER_MS);
            cr_assert_leq(backlog->count, RLK_BACKLOG_MOST);
        }
        /* No more than the locks of five seconds, four of which are over. */
        cr_assert_leq(backlog->count, 5 * LOCKS_A_SECOND);
        cr_assert_leq(asked_of_first() - before, 3 * LOCKS_A_SECOND);
        before = asked_of_first();
    }
    cr_assert_gt(backlog->count, 0);
    rig_pass(&rig, 2 * TTL_NS + 5 * RLK_NS_PER_S);
    cr_assert_eq(backlog->count, 0, "%d", backlog->count);
}

Test(core_backlog_bounds, is_sent_in_portions)
{
    rig.answers = first_is_silent;
    acquire_and_release(1000, 100 * RLK_NS_PER_MS);
    rig_break(&rig, 0, REDLOCK_REASON_BROKEN);
    cr_assert_gt(backlog->count, 10 * RLK_BACKLOG_AT_ONCE);
    rig_pass(&rig, RLK_NS_PER_S); /* connects again */
    cr_assert_eq(rig.node[0].asked[RLK_VERB_KILL_CLIENT], 1);
    cr_assert_eq(rig.node[0].open_count, 1 + RLK_BACKLOG_AT_ONCE);
    rig.answers = all_answer;
    rig_pass(&rig, 0);
    cr_assert_eq(backlog->count, 0);
}

/* Nobody knows when the server reads what a broken connection carried. */
Test(core_backlog_bounds, stays_while_a_request_may_be_unread)
{
    struct rlk_acquire wish;
    struct redlock_lock *lock;

    rig.answers = first_is_silent;
    lock = acquire(&wish);
    rig.accepts = false;
    rig_break(&rig, 0, REDLOCK_REASON_BROKEN);
    release(lock);
    rig_pass(&rig, 3600 * RLK_NS_PER_S);
    cr_assert_eq(backlog->count, 1);
    rig.accepts = true;
    rig_pass(&rig, 10 * RLK_NS_PER_S);
    cr_assert_geq(rig.node[0].asked[RLK_VERB_KILL_CLIENT], 1);
    cr_assert_eq(backlog->count, 1);
    rig.answers = all_answer;
    rig_pass(&rig, 10 * RLK_NS_PER_S);
    cr_assert_eq(backlog->count, 0);
}

/* The server will not kill what broke: only an answer empties the backlog. */
Test(core_backlog_bounds, stays_where_nothing_is_killed)
{
    rig.core.nodes[0].identity.client_id = 0;
    rig.answers = first_takes_no_write;
    release(acquire(&(struct rlk_acquire){0}));
    rig_break(&rig, 0, REDLOCK_REASON_BROKEN);
    rig_pass(&rig, 60 * RLK_NS_PER_S);
    cr_assert_eq(backlog->count, 1);
    rig.answers = all_answer;
    rig_pass(&rig, 10 * RLK_NS_PER_S);
    cr_assert_eq(backlog->count, 0);
}

Test(core_backlog_bounds, that_expires_makes_room_for_one_that_does_not)
{
    struct rlk_acquire wish;
    struct redlock_lock *lock;

    rig.answers = first_is_silent;
    lock = acquire(&wish);
    rig.accepts = false;
    rig_break(&rig, 0, REDLOCK_REASON_BROKEN); /* with its grant unread */
    release(lock);
    for (int i = 0; i < RLK_BACKLOG_MOST + 100; i++) {
        struct rlk_resource *resource = rlk_resource_new("den", 3);
        struct rlk_token token;
        cr_assert(rlk_token_copy(&token, "den"));
        rlk_backlog_add(&rig.core.nodes[0].backlog, resource, &token,
                        &(struct rlk_backlog_terms){.lives_ns = TTL_NS},
                        rig.now);
        rlk_resource_drop(resource);
    }
    cr_assert_eq(backlog->count, RLK_BACKLOG_MOST);
    rig_pass(&rig, TTL_NS + 10 * RLK_NS_PER_S);
    cr_assert_eq(backlog->count, 1);
}

/* It was down when the lock was asked for, and has none of its keys. */
Test(core_backlog_bounds, is_none_to_a_node_that_was_not_asked)
{
    struct redlock_lock *lock;

    rig.answers = all_answer;
    rig.accepts = false;
    rig_break(&rig, 0, REDLOCK_REASON_BROKEN);
    rig_pass(&rig, RLK_NS_PER_S);
    lock = acquire(&(struct rlk_acquire){0});
    release(lock);
    rig_pass(&rig, RLK_NS_PER_MS);
    cr_assert_eq(backlog->count, 0);
}

/* They would be as many as its locks, until the connection is given up. */
Test(core_backlog_bounds, is_what_a_silent_node_is_not_sent_any_more)
{
    rig.core.runtime.settings.node_timeout_ns = 5 * RLK_NS_PER_S;
    rig.answers = first_is_silent;
    acquire_and_release(1, 6 * RLK_NS_PER_S);
    for (int i = 0; i < 30; i++)
        acquire_and_release(100, RLK_NS_PER_MS);
    cr_assert_leq(rig.node[0].open_count, 2 + RLK_BACKLOG_AT_ONCE);
}

/* The connection that carried the grant is gone: the key expires by itself. */
Test(core_backlog_bounds, ends_though_its_release_is_never_answered)
{
    owe_one();
    rig.answers = first_takes_no_write;
    rig_pass(&rig, 2 * TTL_NS + 10 * RLK_NS_PER_S);
    cr_assert_eq(backlog->count, 0);
}

Test(core_backlog_bounds, ends_where_another_run_has_never_read_the_request)
{
    owe_one();
    rig.node[0].run++;
    rig_pass(&rig, 2 * TTL_NS + 10 * RLK_NS_PER_S);
    cr_assert_eq(backlog->count, 0);
}

Test(core_backlog_bounds, stays_where_nobody_says_whether_it_is_the_same_run)
{
    owe_one();
    rig.node[0].nameless = true;
    an_hour_passes();
    cr_assert_eq(backlog->count, 1);
}

Test(core_backlog_bounds, stays_where_the_server_will_not_kill)
{
    owe_one();
    to_kill = RLK_ANSWER_ERROR;
    refusal = REDLOCK_REASON_NOPERM;
    to_release = RLK_ANSWER_YES;
    rig.answers = first_says;
    rig_pass(&rig, 2 * RLK_NS_PER_S);
    cr_assert_eq(backlog->count, 0); /* its release was executed */
    rig.answers = first_is_silent;
    release(acquire(&(struct rlk_acquire){0}));
    rig_break(&rig, 0, REDLOCK_REASON_BROKEN);
    rig.answers = first_takes_no_write;
    an_hour_passes();
    cr_assert_eq(backlog->count, 1);
}

/* More broke than are remembered: one that was forgotten may be read yet. */
Test(core_backlog_bounds, stays_where_too_many_connections_broke)
{
    owe_one();
    for (int i = 0; i <= RLK_NODE_ORPHANS; i++) {
        rig_pass(&rig, RLK_NS_PER_S);
        rig_break(&rig, 0, REDLOCK_REASON_BROKEN);
    }
    rig.answers = first_takes_no_write;
    an_hour_passes();
    cr_assert_eq(backlog->count, 1);
}

/* A refusal does not bring it back at once, nor for ever. */
Test(core_backlog_bounds, that_is_refused_is_tried_again_after_a_while)
{
    uint64_t before;

    owe_one();
    to_kill = RLK_ANSWER_ERROR;
    to_release = RLK_ANSWER_ERROR;
    rig.answers = first_says;
    rig_pass(&rig, RLK_NS_PER_S);
    before = rig.node[0].asked[RLK_VERB_RELEASE];
    rig_pass(&rig, 10 * RLK_NS_PER_S);
    cr_assert_geq(rig.node[0].asked[RLK_VERB_RELEASE] - before, 5);
    cr_assert_leq(rig.node[0].asked[RLK_VERB_RELEASE] - before, 15);
    cr_assert_eq(backlog->count, 1); /* as long as nothing is killed */
    to_kill = RLK_ANSWER_YES;
    rig_pass(&rig, 2 * TTL_NS + 10 * RLK_NS_PER_S);
    cr_assert_eq(backlog->count, 0);
}

/* Nothing is killed, but the server has come as far as to refuse. */
Test(core_backlog_bounds, that_is_refused_ends_with_its_key)
{
    uint64_t before;

    rig.core.nodes[0].identity.client_id = 0;
    owe_one();
    to_release = RLK_ANSWER_ERROR;
    rig.answers = first_says;
    rig_pass(&rig, RLK_NS_PER_S);
    cr_assert_eq(backlog->count, 1);
    before = rig.node[0].asked[RLK_VERB_RELEASE];
    rig_pass(&rig, 2 * TTL_NS);
    cr_assert_geq(rig.node[0].asked[RLK_VERB_RELEASE] - before, 2);
    an_hour_passes();
    cr_assert_eq(backlog->count, 0);
}

/* What follows a refusal is not sent before that while is over. */
Test(core_backlog_bounds, others_wait_behind_one_that_is_refused)
{
    uint64_t before;

    rig.answers = first_is_silent;
    acquire_and_release(1000, 100 * RLK_NS_PER_MS);
    rig_break(&rig, 0, REDLOCK_REASON_BROKEN);
    to_kill = RLK_ANSWER_YES;
    to_release = RLK_ANSWER_ERROR;
    rig.answers = first_says;
    before = rig.node[0].asked[RLK_VERB_RELEASE];
    rig_pass(&rig, 500 * RLK_NS_PER_MS);
    cr_assert_eq(rig.node[0].asked[RLK_VERB_RELEASE] - before,
                 RLK_BACKLOG_AT_ONCE);
}

/*
 * The node is silent, and its connection full: the release of a lock whose
 * grant waits on it unread is kept. A kill of an earlier connection says
 * nothing of this one.
 */
Test(core_backlog_bounds, of_this_connection_does_not_end_with_an_earlier_one)
{
    struct redlock_lock *lock;

    owe_one();
    rig_pass(&rig, 500 * RLK_NS_PER_MS); /* connects again, and is not heard */
    lock = acquire(&(struct rlk_acquire){0});
    for (int i = 0; i < 2; i++)
        acquire_and_release(RLK_BACKLOG_AT_ONCE, RLK_NS_PER_MS);
    release(lock);
    cr_assert_eq(backlog->count, 2);
    cr_assert_eq(rig_asked(&rig, 0)->verb, RLK_VERB_KILL_CLIENT);
    rig_answer(&rig, 0, &(struct rlk_answer){.kind = RLK_ANSWER_YES});
    rig.accepts = false;
    rig_break(&rig, 0, REDLOCK_REASON_BROKEN);
    an_hour_passes();
    cr_assert_eq(backlog->count, 1);
}

/* The last node is asked when the lock is won already. */
Test(core_backlog_bounds, is_noted_for_a_node_that_was_asked_late)
{
    struct redlock_lock *lock;

    rig.answers = last_is_silent;
    lock = acquire(&(struct rlk_acquire){0});
    rig.accepts = false;
    rig_break(&rig, 2, REDLOCK_REASON_BROKEN);
    release(lock);
    cr_assert_eq(rig.core.nodes[2].backlog.count, 1);
}

/* It got a key by a repair alone. */
Test(core_backlog_bounds, is_noted_for_a_node_that_was_repaired)
{
    struct rlk_extend extend = {.call.completion.run = rig_ignore};
    struct redlock_lock *lock;

    rig.accepts = false;
    rig_break(&rig, 0, REDLOCK_REASON_BROKEN);
    rig_pass(&rig, RLK_NS_PER_S);
    rig.answers = all_answer;
    lock = acquire(&(struct rlk_acquire){0});
    rig.accepts = true;
    rig.answers = first_is_silent;
    rig_pass(&rig, 500 * RLK_NS_PER_MS);
    cr_assert_eq(rlk_extend_start(&extend, lock, TTL_NS, NULL, rig.now),
                 REDLOCK_OK);
    rig_answer(&rig, 0, &(struct rlk_answer){.kind = RLK_ANSWER_MISSING});
    rig_pass(&rig, RLK_NS_PER_MS);
    cr_assert_eq(rig.node[0].asked[RLK_VERB_REPAIR], 1);
    rig.accepts = false;
    rig_break(&rig, 0, REDLOCK_REASON_BROKEN);
    release(lock);
    cr_assert_eq(backlog->count, 1);
}

/* Whoever acquired it may have asked any node. */
Test(core_backlog_bounds, is_noted_for_an_adopted_lock)
{
    struct redlock_lock *lock = rlk_lock_new(
        &rig.core.runtime, &(struct rlk_lock_settings){
                               .resource = rlk_resource_new("cup", 3),
                               .ttl_ns = TTL_NS,
                               .adopted = "somebody's",
                           });

    cr_assert_not_null(lock);
    rig.answers = all_answer;
    rig.accepts = false;
    rig_break(&rig, 0, REDLOCK_REASON_BROKEN);
    release(lock);
    cr_assert_eq(backlog->count, 1);
}
