/* SPDX-License-Identifier: MIT */
/* Releases that are owed: how many, how fast, and how long. */

#include <criterion/criterion.h>
#include <stdlib.h>

#include "clock/clock.h"
#include "redlock/core/backlog.h"
#include "redlock/core/extend.h"
#include "redlock/core/lock.h"
#include "redlock/core/release.h"
#include "tests/support/puppet.h"

#define TTL_MS 2000
#define TTL_NS (TTL_MS * RLK_NS_PER_MS)
#define LOCKS_A_SECOND 900

static struct puppet puppet;
static const struct rlk_backlog *owed = &puppet.core.nodes[0].backlog;

static struct rlk_answer yes(void)
{
    return (struct rlk_answer){.kind = RLK_ANSWER_YES, .remaining_ms = -1};
}

static bool all_answer(struct puppet *of, int node,
                       const struct puppet_question *question,
                       struct rlk_answer *answer)
{
    (void)of, (void)node, (void)question;
    *answer = yes();
    return true;
}

/* As a server under CLIENT PAUSE WRITE. */
static bool first_takes_no_write(struct puppet *of, int node,
                                 const struct puppet_question *question,
                                 struct rlk_answer *answer)
{
    (void)of;
    *answer = yes();
    return node != 0 || question->verb == RLK_VERB_KILL_CLIENT;
}

static bool first_is_silent(struct puppet *of, int node,
                            const struct puppet_question *question,
                            struct rlk_answer *answer)
{
    (void)of, (void)question;
    *answer = yes();
    return node != 0;
}

/* What the first node says to kills and releases; the others say yes. */
static enum rlk_answer_kind to_kill;
static enum rlk_answer_kind to_release;

static bool first_says(struct puppet *of, int node,
                       const struct puppet_question *question,
                       struct rlk_answer *answer)
{
    (void)of;
    *answer = yes();
    if (node == 0)
        answer->kind = question->verb == RLK_VERB_KILL_CLIENT ? to_kill
                       : question->verb == RLK_VERB_RELEASE   ? to_release
                                                              : answer->kind;
    if (answer->kind == RLK_ANSWER_ERROR)
        answer->reason = REDLOCK_REASON_IN_SCRIPT;
    return true;
}

static bool last_is_silent(struct puppet *of, int node,
                           const struct puppet_question *question,
                           struct rlk_answer *answer)
{
    (void)of, (void)question;
    *answer = yes();
    return node != 2;
}

static void ignore(struct rlk_completion *completion)
{
    (void)completion;
}

static struct redlock_lock *acquire(struct rlk_acquire *wish)
{
    *wish = (struct rlk_acquire){.completion.run = ignore};
    cr_assert_eq(rlk_acquire_start(wish, &puppet.core,
                                   &(struct redlock_request){.resource = "job",
                                                             .ttl_ms = TTL_MS},
                                   puppet.now),
                 REDLOCK_OK);
    rlk_core_arm(&puppet.core);
    puppet_pass(&puppet, 200 * RLK_NS_PER_MS);
    cr_assert_eq(wish->status, REDLOCK_OK);
    return wish->lock;
}

static void release(struct redlock_lock *lock)
{
    rlk_release_start(NULL, lock, NULL, puppet.now);
    rlk_core_arm(&puppet.core);
}

/* Many at a time, each of them held for as long as it takes to be won. */
static void acquire_and_release(int count, int64_t span_ns)
{
    struct rlk_acquire *acquires = calloc((size_t)count, sizeof(*acquires));

    cr_assert_not_null(acquires);
    for (int i = 0; i < count; i++) {
        acquires[i].completion.run = ignore;
        cr_assert_eq(rlk_acquire_start(&acquires[i], &puppet.core,
                                       &(struct redlock_request){
                                           .resource = "job", .ttl_ms = TTL_MS},
                                       puppet.now),
                     REDLOCK_OK);
    }
    rlk_core_arm(&puppet.core);
    puppet_pass(&puppet, span_ns);
    for (int i = 0; i < count; i++) {
        cr_assert_eq(acquires[i].status, REDLOCK_OK);
        release(acquires[i].lock);
    }
    free(acquires);
}

/* One, whose grant the server may yet read: the connection has broken. */
static void owe_one(void)
{
    struct redlock_lock *lock;

    puppet.answers = first_is_silent;
    lock = acquire(&(struct rlk_acquire){0});
    puppet_break(&puppet, 0);
    release(lock);
    cr_assert_eq(owed->count, 1);
}

static void an_hour_passes(void)
{
    puppet_pass(&puppet, 3600 * RLK_NS_PER_S);
}

static void start(void)
{
    puppet_start(&puppet, &(struct rlk_core_settings){.nodes = 3});
    puppet_pass(&puppet, RLK_NS_PER_MS);
}

static void stop(void)
{
    puppet_stop(&puppet);
}

TestSuite(backlog, .init = start, .fini = stop, .timeout = 60);

/* A minute of it: what is owed, and what is sent, stay what they are. */
Test(backlog, ends_at_a_node_that_greets_and_takes_no_write)
{
    uint64_t before = 0;

    puppet.answers = first_takes_no_write;
    for (int second = 0; second < 60; second++) {
        for (int i = 0; i < 10; i++) {
            acquire_and_release(LOCKS_A_SECOND / 10, 100 * RLK_NS_PER_MS);
            cr_assert_leq(owed->count, RLK_BACKLOG_MOST);
        }
        /* No more than the locks of five seconds, four of which are over. */
        cr_assert_leq(owed->count, 5 * LOCKS_A_SECOND);
        cr_assert_leq(puppet.node[0].bytes - before,
                      3 * LOCKS_A_SECOND * UINT64_C(500));
        before = puppet.node[0].bytes;
    }
    cr_assert_gt(owed->count, 0);
    puppet_pass(&puppet, 2 * TTL_NS + 5 * RLK_NS_PER_S);
    cr_assert_eq(owed->count, 0, "%d", owed->count);
}

Test(backlog, is_paid_in_portions)
{
    puppet.answers = first_is_silent;
    acquire_and_release(1000, 100 * RLK_NS_PER_MS);
    puppet_break(&puppet, 0);
    cr_assert_gt(owed->count, 10 * RLK_BACKLOG_AT_ONCE);
    puppet_pass(&puppet, RLK_NS_PER_S); /* connects again */
    cr_assert_eq(puppet.node[0].asked[RLK_VERB_KILL_CLIENT], 1);
    cr_assert_eq(puppet.node[0].count, 1 + RLK_BACKLOG_AT_ONCE);
    puppet.answers = all_answer;
    puppet_pass(&puppet, 0);
    cr_assert_eq(owed->count, 0);
}

/* Nobody knows when the server reads what a broken connection carried. */
Test(backlog, stays_while_a_request_may_be_unread)
{
    struct rlk_acquire wish;
    struct redlock_lock *lock;

    puppet.answers = first_is_silent;
    lock = acquire(&wish);
    puppet.refuses = true;
    puppet_break(&puppet, 0);
    release(lock);
    puppet_pass(&puppet, 3600 * RLK_NS_PER_S);
    cr_assert_eq(owed->count, 1);
    puppet.refuses = false;
    puppet_pass(&puppet, 10 * RLK_NS_PER_S);
    cr_assert_geq(puppet.node[0].asked[RLK_VERB_KILL_CLIENT], 1);
    cr_assert_eq(owed->count, 1);
    puppet.answers = all_answer;
    puppet_pass(&puppet, 10 * RLK_NS_PER_S);
    cr_assert_eq(owed->count, 0);
}

/* The server will not kill what broke: only an answer ends what is owed. */
Test(backlog, stays_where_nothing_is_killed)
{
    puppet.core.nodes[0].identity.client_id = 0;
    puppet.answers = first_takes_no_write;
    release(acquire(&(struct rlk_acquire){0}));
    puppet_break(&puppet, 0);
    puppet_pass(&puppet, 60 * RLK_NS_PER_S);
    cr_assert_eq(owed->count, 1);
    puppet.answers = all_answer;
    puppet_pass(&puppet, 10 * RLK_NS_PER_S);
    cr_assert_eq(owed->count, 0);
}

Test(backlog, that_expires_makes_room_for_one_that_does_not)
{
    struct rlk_acquire wish;
    struct redlock_lock *lock;

    puppet.answers = first_is_silent;
    lock = acquire(&wish);
    puppet.refuses = true;
    puppet_break(&puppet, 0); /* with its grant unread */
    release(lock);
    for (int i = 0; i < RLK_BACKLOG_MOST + 100; i++) {
        struct rlk_resource *resource = rlk_resource_new("other", 5);
        struct rlk_token token;
        cr_assert(rlk_token_copy(&token, "other"));
        rlk_backlog_add(&puppet.core.nodes[0], resource, &token,
                        &(struct rlk_backlog_terms){.lives_ns = TTL_NS},
                        puppet.now);
        rlk_resource_drop(resource);
    }
    cr_assert_eq(owed->count, RLK_BACKLOG_MOST);
    puppet_pass(&puppet, TTL_NS + 10 * RLK_NS_PER_S);
    cr_assert_eq(owed->count, 1);
}

/* It was down when the lock was asked for, and has none of its keys. */
Test(backlog, is_none_to_a_node_that_was_not_asked)
{
    struct redlock_lock *lock;

    puppet.answers = all_answer;
    puppet.refuses = true;
    puppet_break(&puppet, 0);
    puppet_pass(&puppet, RLK_NS_PER_S);
    lock = acquire(&(struct rlk_acquire){0});
    release(lock);
    puppet_pass(&puppet, RLK_NS_PER_MS);
    cr_assert_eq(owed->count, 0);
}

/* They would be as many as its locks, until the connection is given up. */
Test(backlog, is_what_a_silent_node_is_not_sent_any_more)
{
    puppet.core.settings.node_timeout_ns = 5 * RLK_NS_PER_S;
    puppet.answers = first_is_silent;
    acquire_and_release(1, 6 * RLK_NS_PER_S);
    for (int i = 0; i < 30; i++)
        acquire_and_release(100, RLK_NS_PER_MS);
    cr_assert_leq(puppet.node[0].count, 2 + RLK_BACKLOG_AT_ONCE);
}

/* The connection that carried the grant is gone: the key expires by itself. */
Test(backlog, ends_though_its_release_is_never_answered)
{
    owe_one();
    puppet.answers = first_takes_no_write;
    puppet_pass(&puppet, 2 * TTL_NS + 10 * RLK_NS_PER_S);
    cr_assert_eq(owed->count, 0);
}

Test(backlog, ends_where_another_run_has_never_read_the_request)
{
    owe_one();
    puppet.node[0].run++;
    puppet_pass(&puppet, 2 * TTL_NS + 10 * RLK_NS_PER_S);
    cr_assert_eq(owed->count, 0);
}

Test(backlog, stays_where_nobody_says_whether_it_is_the_same_run)
{
    owe_one();
    puppet.node[0].nameless = true;
    an_hour_passes();
    cr_assert_eq(owed->count, 1);
}

Test(backlog, stays_where_the_server_will_not_kill)
{
    owe_one();
    to_kill = RLK_ANSWER_MISSING;
    to_release = RLK_ANSWER_YES;
    puppet.answers = first_says;
    puppet_pass(&puppet, 2 * RLK_NS_PER_S);
    cr_assert_eq(owed->count, 0); /* its release was executed */
    puppet.answers = first_is_silent;
    release(acquire(&(struct rlk_acquire){0}));
    puppet_break(&puppet, 0);
    puppet.answers = first_takes_no_write;
    an_hour_passes();
    cr_assert_eq(owed->count, 1);
}

/* More broke than are remembered: one that was forgotten may be read yet. */
Test(backlog, stays_where_too_many_connections_broke)
{
    owe_one();
    for (int i = 0; i <= RLK_NODE_ORPHANS; i++) {
        puppet_pass(&puppet, RLK_NS_PER_S);
        puppet_break(&puppet, 0);
    }
    puppet.answers = first_takes_no_write;
    an_hour_passes();
    cr_assert_eq(owed->count, 1);
}

/* A refusal does not bring it back at once, nor for ever. */
Test(backlog, that_is_refused_is_tried_again_after_a_while)
{
    uint64_t before;

    owe_one();
    to_kill = RLK_ANSWER_ERROR;
    to_release = RLK_ANSWER_ERROR;
    puppet.answers = first_says;
    puppet_pass(&puppet, RLK_NS_PER_S);
    before = puppet.node[0].asked[RLK_VERB_RELEASE];
    puppet_pass(&puppet, 10 * RLK_NS_PER_S);
    cr_assert_geq(puppet.node[0].asked[RLK_VERB_RELEASE] - before, 5);
    cr_assert_leq(puppet.node[0].asked[RLK_VERB_RELEASE] - before, 15);
    cr_assert_eq(owed->count, 1); /* as long as nothing is killed */
    to_kill = RLK_ANSWER_YES;
    puppet_pass(&puppet, 2 * TTL_NS + 10 * RLK_NS_PER_S);
    cr_assert_eq(owed->count, 0);
}

/* Nothing is killed, but the server has come as far as to refuse. */
Test(backlog, that_is_refused_ends_with_its_key)
{
    uint64_t before;

    puppet.core.nodes[0].identity.client_id = 0;
    owe_one();
    to_release = RLK_ANSWER_ERROR;
    puppet.answers = first_says;
    puppet_pass(&puppet, RLK_NS_PER_S);
    cr_assert_eq(owed->count, 1);
    before = puppet.node[0].asked[RLK_VERB_RELEASE];
    puppet_pass(&puppet, 2 * TTL_NS);
    cr_assert_geq(puppet.node[0].asked[RLK_VERB_RELEASE] - before, 2);
    an_hour_passes();
    cr_assert_eq(owed->count, 0);
}

/* What follows a refusal is not sent before that while is over. */
Test(backlog, others_wait_behind_one_that_is_refused)
{
    uint64_t before;

    puppet.answers = first_is_silent;
    acquire_and_release(1000, 100 * RLK_NS_PER_MS);
    puppet_break(&puppet, 0);
    to_kill = RLK_ANSWER_YES;
    to_release = RLK_ANSWER_ERROR;
    puppet.answers = first_says;
    before = puppet.node[0].asked[RLK_VERB_RELEASE];
    puppet_pass(&puppet, 500 * RLK_NS_PER_MS);
    cr_assert_eq(puppet.node[0].asked[RLK_VERB_RELEASE] - before,
                 RLK_BACKLOG_AT_ONCE);
}

/*
 * The node is silent, and its connection full: the release of a lock whose
 * grant waits on it unread is owed. A kill of an earlier connection says
 * nothing of this one.
 */
Test(backlog, of_this_connection_does_not_end_with_an_earlier_one)
{
    struct redlock_lock *lock;

    owe_one();
    puppet_pass(&puppet, RLK_NS_PER_S); /* connects again, and is not heard */
    lock = acquire(&(struct rlk_acquire){0});
    for (int i = 0; i < 2; i++)
        acquire_and_release(RLK_BACKLOG_AT_ONCE, RLK_NS_PER_MS);
    release(lock);
    cr_assert_eq(owed->count, 2);
    cr_assert_eq(puppet_question(&puppet, 0)->verb, RLK_VERB_KILL_CLIENT);
    puppet_answer(&puppet, 0, &(struct rlk_answer){.kind = RLK_ANSWER_YES});
    puppet.refuses = true;
    puppet_break(&puppet, 0);
    an_hour_passes();
    cr_assert_eq(owed->count, 1);
}

/* The last node is asked when the lock is won already. */
Test(backlog, is_noted_for_a_node_that_was_asked_late)
{
    struct redlock_lock *lock;

    puppet.answers = last_is_silent;
    lock = acquire(&(struct rlk_acquire){0});
    puppet.refuses = true;
    puppet_break(&puppet, 2);
    release(lock);
    cr_assert_eq(puppet.core.nodes[2].backlog.count, 1);
}

/* It got a key by a repair alone. */
Test(backlog, is_noted_for_a_node_that_was_repaired)
{
    struct rlk_extend extend = {.completion.run = ignore};
    struct redlock_lock *lock;

    puppet.refuses = true;
    puppet_break(&puppet, 0);
    puppet_pass(&puppet, RLK_NS_PER_S);
    puppet.answers = all_answer;
    lock = acquire(&(struct rlk_acquire){0});
    puppet.refuses = false;
    puppet.answers = first_is_silent;
    puppet_pass(&puppet, 500 * RLK_NS_PER_MS);
    cr_assert_eq(rlk_extend_start(&extend, lock, TTL_NS, NULL, puppet.now),
                 REDLOCK_OK);
    puppet_answer(&puppet, 0, &(struct rlk_answer){.kind = RLK_ANSWER_MISSING});
    puppet_pass(&puppet, RLK_NS_PER_MS);
    cr_assert_eq(puppet.node[0].asked[RLK_VERB_REPAIR], 1);
    puppet.refuses = true;
    puppet_break(&puppet, 0);
    release(lock);
    cr_assert_eq(owed->count, 1);
}

/* Whoever acquired it may have asked any node. */
Test(backlog, is_noted_for_an_adopted_lock)
{
    struct redlock_lock *lock =
        rlk_lock_new(&puppet.core, &(struct rlk_lock_settings){
                                       .resource = rlk_resource_new("job", 3),
                                       .ttl_ns = TTL_NS,
                                       .adopted = "somebody's",
                                   });

    cr_assert_not_null(lock);
    puppet.answers = all_answer;
    puppet.refuses = true;
    puppet_break(&puppet, 0);
    release(lock);
    cr_assert_eq(owed->count, 1);
}
