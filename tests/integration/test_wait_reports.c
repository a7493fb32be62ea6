/* SPDX-License-Identifier: MIT */
/* Reports to waiters: their position and the holder. */

#include <criterion/criterion.h>
#include <ev.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

#include "tests/support/fixture.h"
#include "tests/support/loop.h"

#define TOLD_MAX 256

/* A waiter and its reports, which its own thread writes. */
struct waiter {
    struct redlock_client *client;
    struct redlock_cancel *cancel; /* or NULL */
    pthread_t thread;
    pthread_t notified_on;
    enum redlock_status status;
    struct redlock_lock *lock;
    _Atomic int notified;
    struct {
        int position;
        long long waited_ms;
        char label[REDLOCK_TOKEN_MAX];
    } what[TOLD_MAX];
    int cancel_at; /* cancels after that many reports; 0: never */
    int hang_ms;   /* the duration of its callback */
};

static struct redlock_client *holder;
static struct redlock_lock *lock;

static struct redlock_client *open_as(const char *label)
{
    return open_client(&(struct redlock_settings){
        .nodes = fleet.nodes, .node_timeout_ms = UNHURRIED_MS, .label = label});
}

static void take(void)
{
    cr_assert_eq(redlock_acquire(holder,
                                 &(struct redlock_request){.resource = "cup",
                                                           .ttl_ms = 60000},
                                 &lock),
                 REDLOCK_OK);
    fleet_await(&fleet, holder, "cup", 3);
}

static void begin(void)
{
    fleet_start(&fleet, 3);
    holder = open_as("her");
    take();
}

static void end(void)
{
    redlock_close(holder);
    fleet_stop(&fleet);
}

TestSuite(wait_reports, .init = begin, .fini = end, .timeout = 120);

static void on_waiting(const struct redlock_waiting *waiting, void *user)
{
    struct waiter *waiter = user;
    int at = atomic_load(&waiter->notified);

    cr_assert_str_eq(waiting->resource, "cup");
    cr_assert_lt(at, TOLD_MAX);
    waiter->notified_on = pthread_self();
    waiter->what[at].position = waiting->position;
    waiter->what[at].waited_ms = waiting->waited_ms;
    snprintf(waiter->what[at].label, sizeof(waiter->what[at].label), "%s",
             waiting->holder == NULL ? ""
                                     : redlock_token_label(waiting->holder));
    /* The client's mutex is free, so its other calls do not wait. */
    cr_assert_eq(redlock_inspect(waiter->client, "saucer", NULL), REDLOCK_OK);
    atomic_store(&waiter->notified, at + 1);
    if (at + 1 == waiter->cancel_at)
        redlock_cancel_trigger(waiter->cancel);
    sleep_ms(waiter->hang_ms);
}

static void wait_here(struct waiter *waiter, int64_t wait_ms)
{
    waiter->status = redlock_acquire(
        waiter->client,
        &(struct redlock_request){.size = sizeof(struct redlock_request),
                                  .resource = "cup",
                                  .wait_ms = wait_ms,
                                  .waiting = on_waiting,
                                  .user = waiter,
                                  .cancel = waiter->cancel},
        &waiter->lock);
}

static void *wait_in_thread(void *argument)
{
    wait_here(argument, REDLOCK_FOREVER);
    return NULL;
}

static void await_notified(struct waiter *waiter, int position)
{
    for (int tries = 0; tries < 3000; tries++) {
        int notified = atomic_load(&waiter->notified);
        if (notified > 0 && waiter->what[notified - 1].position == position)
            return;
        sleep_ms(10);
    }
    cr_assert_fail("never told the place %d", position);
}

static void start(struct waiter *waiter, struct redlock_client *waits,
                  int position)
{
    waiter->client = waits;
    pthread_create(&waiter->thread, NULL, wait_in_thread, waiter);
    await_notified(waiter, position);
}

static void serve(struct waiter *waiter)
{
    pthread_join(waiter->thread, NULL);
    cr_assert_eq(waiter->status, REDLOCK_OK);
    redlock_release(&waiter->lock, NULL);
}

/* Two clients with an entry each; the second moves up behind another. */
Test(wait_reports, position_and_holder_are_reported_at_each_change)
{
    static struct waiter one, two;
    int last;

    start(&one, open_as("one"), 0);
    cr_assert_str_eq(one.what[0].label, "her");
    cr_assert(pthread_equal(one.notified_on, one.thread));
    start(&two, open_as("two"), 1);
    redlock_release(&lock, NULL);
    pthread_join(one.thread, NULL);
    cr_assert_eq(one.status, REDLOCK_OK);
    await_notified(&two, 0);
    for (int tries = 0; tries < 3000; tries++) {
        last = atomic_load(&two.notified) - 1;
        if (strcmp(two.what[last].label, "one") == 0)
            break;
        sleep_ms(10);
    }
    cr_assert_str_eq(two.what[last].label, "one");
    cr_assert_geq(two.what[last].waited_ms, two.what[0].waited_ms);
    redlock_release(&one.lock, NULL);
    serve(&two);
    redlock_close(one.client);
    redlock_close(two.client);
}

/* A slow callback delays no other waiter, on any thread. */
Test(wait_reports, a_slow_callback_does_not_delay_other_threads)
{
    static struct waiter slow = {.hang_ms = 3000};
    struct redlock_lock *pot = NULL;

    client = open_as("all");
    start(&slow, client, 0);
    cr_assert_eq(fleet_acquire(client, "pot", &pot), REDLOCK_OK);
    redlock_release(&pot, NULL);
    redlock_release(&lock, NULL);
    serve(&slow);
    redlock_close(client);
}

Test(wait_reports, the_callback_may_cancel_its_wait)
{
    static struct waiter waiter = {.cancel_at = 1};

    waiter.client = open_as("one");
    waiter.cancel = make_cancel();
    wait_here(&waiter, REDLOCK_FOREVER);
    cr_assert_eq(waiter.status, REDLOCK_CANCELLED);
    cr_assert_eq(waiter.notified, 1);
    cr_assert_null(waiter.lock);
    redlock_close(waiter.client);
    redlock_cancel_free(waiter.cancel);
}

/* --- the event API --------------------------------------------------------
 */

static struct ev_loop *loop;
static struct redlock_lock *won;
static int notified, acquired, last_entry;
static char last_label[REDLOCK_TOKEN_MAX];
static bool closes;

static void on_waiting_on_loop(const struct redlock_waiting *waiting,
                               void *user)
{
    cr_assert_eq(user, &won);
    cr_assert_str_eq(waiting->resource, "cup");
    notified++;
    last_entry = waiting->position;
    snprintf(last_label, sizeof(last_label), "%s",
             waiting->holder == NULL ? ""
                                     : redlock_token_label(waiting->holder));
    if (closes) {
        redlock_close(client);
        client = NULL;
    }
}

static void acquired_on_loop(void *user, enum redlock_status status,
                             struct redlock_lock *got)
{
    cr_assert_eq(user, &won);
    cr_assert_eq(status, REDLOCK_OK);
    acquired++;
    won = got;
}

static void wait_on_loop(void)
{
    loop = ev_loop_new(EVFLAG_AUTO);
    cr_assert_eq(redlock_open_on_loop(
                     loop,
                     &(struct redlock_settings){.nodes = fleet.nodes,
                                                .node_timeout_ms = UNHURRIED_MS,
                                                .label = "loop"},
                     &client, NULL),
                 REDLOCK_OK);
    cr_assert_eq(
        redlock_async_acquire(
            client,
            &(struct redlock_request){.size = sizeof(struct redlock_request),
                                      .resource = "cup",
                                      .wait_ms = REDLOCK_FOREVER,
                                      .waiting = on_waiting_on_loop,
                                      .user = &won},
            acquired_on_loop, &won, NULL),
        REDLOCK_OK);
    loop_run_until(loop, &notified, 1);
}

Test(wait_reports, on_a_loop_each_change_is_reported)
{
    wait_on_loop();
    cr_assert_eq(last_entry, 0);
    cr_assert_str_eq(last_label, "her");
    cr_assert_eq(acquired, 0);
    redlock_release(&lock, NULL);
    loop_run_until(loop, &acquired, 1);
    redlock_close(client);
    ev_loop_destroy(loop);
}

Test(wait_reports, on_a_loop_the_callback_may_close_the_client)
{
    closes = true;
    wait_on_loop();
    cr_assert_eq(notified, 1);
    cr_assert_eq(acquired, 0);
    ev_loop_destroy(loop);
}
