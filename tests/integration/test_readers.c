/* SPDX-License-Identifier: MIT */
/*
 * A reader that waits behind a writer that waits behind readers, on real
 * masters: they go in the order in which they came, and none beside the other.
 */

#include <criterion/criterion.h>
#include <ev.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

#include "tests/support/fleet.h"

enum {
    NODES = 5,
    READERS = 2, /* that hold it before anybody waits */
    WAIT_MS = 60000,
    SHORT_MS = 200
};

static struct fleet fleet;
static struct redlock_client *client[READERS];
static struct redlock_lock *reader[READERS];

/* --- those that hold it, and the queue --------------------------------------
 */

static struct redlock_request request_of(enum redlock_mode mode,
                                         int64_t wait_ms)
{
    return (struct redlock_request){
        .resource = "cup",
        .wait_ms = wait_ms,
        .fencing = true,
        .mode = mode,
    };
}

static void share(void)
{
    fleet_start(&fleet, NODES);
    for (int i = 0; i < READERS; i++) {
        struct redlock_request request = request_of(REDLOCK_SHARED, 0);
        client[i] = fleet_open(&fleet, UNHURRIED_MS);
        cr_assert_eq(redlock_acquire(client[i], &request, &reader[i]),
                     REDLOCK_OK);
    }
    fleet_await(&fleet, client[0], "cup", NODES);
}

static void stop_all(void)
{
    fleet_await(&fleet, NULL, "cup", 0);
    fleet_await(&fleet, NULL, "{cup}:members", 0);
    fleet_await(&fleet, NULL, "{cup}:queue", 0);
    fleet_stop(&fleet);
}

static void leave(int i)
{
    cr_assert_eq(redlock_release(&reader[i], NULL), REDLOCK_OK);
    redlock_close(client[i]); /* every node has heard it */
}

/* So many stand in the queue where most do. */
static int places(void)
{
    int most = 0;

    for (int i = 0; i < NODES; i++) {
        int here = (int)server_integer(&fleet.server[i], "ZCARD {cup}:queue");
        most = here > most ? here : most;
    }
    return most;
}

TestSuite(readers, .init = share, .fini = stop_all, .timeout = 180);

/* --- the blocking face ------------------------------------------------------
 */

static atomic_int inside; /* readers; a writer counts as a thousand */
static atomic_int turn;

struct waiter {
    pthread_t thread;
    struct redlock_client *client;
    enum redlock_mode mode;
    int64_t wait_ms;
    int64_t waited_ms;
    enum redlock_status status;
    int came;           /* as which of them */
    int beside;         /* as inside then was, without itself */
    atomic_bool in;     /* it has it */
    atomic_bool may_go; /* and may give it back */
    bool kept;          /* it had it until then */
};

static void stay(struct waiter *waiter, struct redlock_lock *lock)
{
    int weight = waiter->mode == REDLOCK_SHARED ? 1 : 1000;

    waiter->beside = atomic_fetch_add(&inside, weight);
    waiter->came = atomic_fetch_add(&turn, 1) + 1;
    waiter->in = true;
    while (!waiter->may_go)
        sleep_ms(1);
    waiter->kept = redlock_held(lock);
    atomic_fetch_sub(&inside, weight);
}

static void *wait_for_it(void *user)
{
    struct waiter *waiter = user;
    struct redlock_request request = request_of(waiter->mode, waiter->wait_ms);
    struct redlock_lock *lock = NULL;
    long long began = boot_ms();

    waiter->status = redlock_acquire(waiter->client, &request, &lock);
    waiter->waited_ms = boot_ms() - began;
    if (waiter->status == REDLOCK_OK)
        stay(waiter, lock);
    if (lock != NULL)
        (void)redlock_release(&lock, NULL);
    return NULL;
}

static void begin(struct waiter *waiter, enum redlock_mode mode,
                  int64_t wait_ms)
{
    *waiter = (struct waiter){
        .client = fleet_open(&fleet, UNHURRIED_MS),
        .mode = mode,
        .wait_ms = wait_ms,
    };
    cr_assert_eq(pthread_create(&waiter->thread, NULL, wait_for_it, waiter), 0);
}

static void finish(struct waiter *waiter)
{
    cr_assert_eq(pthread_join(waiter->thread, NULL), 0);
    redlock_close(waiter->client);
}

static void await(const atomic_bool *fact)
{
    long long until = boot_ms() + 2 * WAIT_MS;

    while (!*fact) {
        cr_assert_lt(boot_ms(), until);
        sleep_ms(1);
    }
}

static void await_places(int wanted)
{
    long long until = boot_ms() + 15000;

    while (places() != wanted)
        cr_assert_lt(boot_ms(), until, "%d of %d wait", places(), wanted);
}

Test(readers, wait_for_the_writer_that_waits_for_readers)
{
    struct waiter writer, two[2], hasty;

    begin(&writer, REDLOCK_EXCLUSIVE, WAIT_MS);
    await_places(1);
    for (int i = 0; i < 2; i++) {
        begin(&two[i], REDLOCK_SHARED, WAIT_MS);
        await_places(2 + i);
    }
    begin(&hasty, REDLOCK_SHARED, SHORT_MS);
    finish(&hasty);
    cr_expect(hasty.status == REDLOCK_BUSY || hasty.status == REDLOCK_DEADLINE);
    cr_expect_geq(hasty.waited_ms, SHORT_MS);
    await_places(3);

    leave(0);
    cr_expect(!writer.in && !two[0].in && !two[1].in);
    leave(1);
    await(&writer.in);
    cr_expect(!two[0].in && !two[1].in);
    writer.may_go = true;
    finish(&writer);
    /* Beside each other: neither goes before both are there. */
    await(&two[0].in);
    await(&two[1].in);
    for (int i = 0; i < 2; i++) {
        two[i].may_go = true;
        finish(&two[i]);
        cr_expect(two[i].status == REDLOCK_OK && two[i].kept);
        cr_expect_lt(two[i].waited_ms, WAIT_MS);
        cr_expect_geq(two[i].came, 2);
        cr_expect_lt(two[i].beside, 2);
    }
    cr_expect(writer.status == REDLOCK_OK && writer.kept);
    cr_expect_lt(writer.waited_ms, WAIT_MS);
    cr_expect_eq(writer.came, 1);
    cr_expect_eq(writer.beside, 0);
}

/* --- the event face ---------------------------------------------------------
 */

struct call {
    struct redlock_client *client;
    struct redlock_lock *lock;
    enum redlock_status status;
    int came;
    bool ended;
};

static struct ev_loop *loop;
static int ended;

static void on_acquired(void *user, enum redlock_status status,
                        struct redlock_lock *lock)
{
    struct call *call = user;

    call->status = status;
    call->lock = lock;
    call->came = ++ended;
    call->ended = true;
}

static void on_tick(struct ev_loop *which, ev_timer *timer, int events)
{
    (void)which, (void)timer, (void)events;
}

static void turn_once(void)
{
    ev_timer timer;

    ev_timer_init(&timer, on_tick, .01, 0.);
    ev_timer_start(loop, &timer);
    ev_run(loop, EVRUN_ONCE);
    ev_timer_stop(loop, &timer);
}

static void await_end(const struct call *call)
{
    long long until = boot_ms() + 2 * WAIT_MS;

    while (!call->ended) {
        cr_assert_lt(boot_ms(), until);
        turn_once();
    }
}

static void ask(struct call *call, enum redlock_mode mode, int64_t wait_ms)
{
    struct redlock_request request = request_of(mode, wait_ms);

    *call = (struct call){
        .client = open_client_on_loop(
            loop, &(struct redlock_settings){.nodes = fleet.nodes,
                                             .node_timeout_ms = UNHURRIED_MS}),
    };
    cr_assert_eq(
        redlock_async_acquire(call->client, &request, on_acquired, call, NULL),
        REDLOCK_OK);
}

static void turn_until_places(int wanted)
{
    long long until = boot_ms() + 15000;

    while (places() != wanted) {
        cr_assert_lt(boot_ms(), until, "%d of %d wait", places(), wanted);
        turn_once();
    }
}

static void give_back(struct call *call)
{
    cr_expect_eq(call->status, REDLOCK_OK);
    cr_expect(redlock_held(call->lock));
    cr_assert_eq(redlock_async_release(&call->lock, NULL, NULL, NULL),
                 REDLOCK_OK);
}

/* A client that is closed on a loop waits for no node. */
static void turn_until_gone(void)
{
    long long until = boot_ms() + 15000;

    while (fleet_holding(&fleet, "cup") > 0) {
        cr_assert_lt(boot_ms(), until);
        turn_once();
    }
}

Test(readers, wait_likewise_in_the_event_face)
{
    struct call writer, two[2], hasty;

    loop = ev_loop_new(EVFLAG_AUTO);
    ask(&writer, REDLOCK_EXCLUSIVE, WAIT_MS);
    turn_until_places(1);
    for (int i = 0; i < 2; i++) {
        ask(&two[i], REDLOCK_SHARED, WAIT_MS);
        turn_until_places(2 + i);
    }
    ask(&hasty, REDLOCK_SHARED, SHORT_MS);
    await_end(&hasty);
    cr_expect(hasty.status == REDLOCK_BUSY || hasty.status == REDLOCK_DEADLINE);
    redlock_close(hasty.client);
    turn_until_places(3);

    leave(0);
    turn_once();
    cr_expect(!writer.ended && !two[0].ended && !two[1].ended);
    leave(1);
    await_end(&writer);
    for (int i = 0; i < 20; i++)
        turn_once();
    cr_expect(!two[0].ended && !two[1].ended);
    give_back(&writer);
    await_end(&two[0]);
    await_end(&two[1]);
    cr_expect_eq(writer.came, 2);
    cr_expect(redlock_held(two[0].lock) && redlock_held(two[1].lock));
    for (int i = 0; i < 2; i++)
        give_back(&two[i]);
    turn_until_gone();
    redlock_close(writer.client);
    for (int i = 0; i < 2; i++)
        redlock_close(two[i].client);
    ev_loop_destroy(loop);
}
