/* SPDX-License-Identifier: MIT */
/* Many waiters for one lock, each with its own client, and real masters. */

#include <criterion/criterion.h>
#include <ev.h>

#include "tests/support/fixture.h"
#include "tests/support/loop.h"

#define NODES 5
#define WAITERS 8

/* A client whose order begins at the first node, the gate. */
#define NAME "cup"

struct waiter {
    struct redlock_client *client;
    struct redlock_lock *lock;
    struct redlock_pending *pending;
    struct redlock_report report;
    enum redlock_status status;
    bool ended;
    int turn; /* its position among those served; 0: not served */
    int left; /* how often it requests the lock again */
    int64_t fence;
    ev_timer hold;
};

static struct ev_loop *loop;
static struct waiter waiters[WAITERS];
static int served;
static int ended;
static struct redlock_client *holder;
static struct redlock_lock *held;

static void ask(struct waiter *waiter, const struct redlock_request *request);

static void open_all(void)
{
    fleet_start(&fleet, NODES);
    loop = ev_loop_new(EVFLAG_AUTO);
    for (int i = 0; i < WAITERS; i++)
        waiters[i].client = open_client_on_loop(
            loop, &(struct redlock_settings){.nodes = fleet.nodes,
                                             .node_timeout_ms = SILENT_MS});
    holder = fleet_open(&fleet, UNHURRIED_MS);
}

static void close_waiters(void)
{
    for (int i = 0; i < WAITERS; i++) {
        ev_timer_stop(loop, &waiters[i].hold);
        redlock_close(waiters[i].client);
    }
    (void)redlock_release(&held, NULL);
    redlock_close(holder);
    ev_loop_destroy(loop);
    fleet_stop(&fleet);
}

TestSuite(queue, .init = open_all, .fini = close_waiters, .timeout = 120);

/* --- the waiters
 * --------------------------------------------------------------
 */

static const struct redlock_request patient = {
    .resource = NAME,
    .ttl_ms = 20000,
    .wait_ms = 60000,
    .fencing = true,
};

static void give_back(struct ev_loop *which, ev_timer *timer, int events)
{
    struct waiter *waiter = timer->data;

    (void)which, (void)events;
    cr_assert_eq(redlock_async_release(&waiter->lock, NULL, NULL, NULL),
                 REDLOCK_OK);
    if (waiter->left > 0) {
        waiter->left--;
        ask(waiter, &patient);
    }
}

static void on_acquired(void *user, enum redlock_status status,
                        struct redlock_lock *lock)
{
    struct waiter *waiter = user;

    waiter->ended = true;
    waiter->status = status;
    waiter->lock = lock;
    waiter->pending = NULL;
    ended++;
    if (status != REDLOCK_OK)
        return;
    waiter->turn = ++served;
    waiter->fence = redlock_fence(lock);
    for (int i = 0; i < WAITERS; i++)
        cr_assert(&waiters[i] == waiter || waiters[i].lock == NULL ||
                  !redlock_held(waiters[i].lock));
    ev_timer_init(&waiter->hold, give_back, .001, 0.);
    waiter->hold.data = waiter;
    ev_timer_start(loop, &waiter->hold);
}

static void ask(struct waiter *waiter, const struct redlock_request *request)
{
    struct redlock_request own = *request;

    own.report = &waiter->report;
    waiter->ended = false;
    cr_assert_eq(redlock_async_acquire(waiter->client, &own, on_acquired,
                                       waiter, &waiter->pending),
                 REDLOCK_OK);
}

static int entries_at(int node)
{
    return (int)server_integer(&fleet.server[node], "ZCARD {" NAME "}:queue");
}

static void await_entries(int node, int goal)
{
    for (int i = 0; i < 3000 && entries_at(node) != goal; i++)
        loop_run_for(loop, .005);
    cr_assert_eq(entries_at(node), goal);
}

/* One after the other, so that their order is known. */
static void queue_up(int count)
{
    for (int i = 0; i < count; i++) {
        ask(&waiters[i], &patient);
        await_entries(0, i + 1);
    }
}

static void hold(void)
{
    cr_assert_eq(redlock_acquire(holder,
                                 &(struct redlock_request){.resource = NAME,
                                                           .ttl_ms = 60000},
                                 &held),
                 REDLOCK_OK);
    fleet_await(&fleet, holder, NAME, NODES);
}

static void let_go(void)
{
    cr_assert_eq(redlock_release(&held, NULL), REDLOCK_OK);
}

/* After the last client only counters are left. */
static void all_is_gone(void)
{
    for (int i = 0; i < 400 && fleet_holding(&fleet, NAME) > 0; i++)
        loop_run_for(loop, .01);
    cr_assert_eq(fleet_holding(&fleet, NAME), 0);
    for (int node = 0; node < NODES; node++) {
        if (fleet.server[node].pid != 0)
            await_entries(node, 0);
    }
}

/* --- what they get
 * ------------------------------------------------------------
 */

/* The number of scripts that the masters have executed. */
static long long scripts(void)
{
    long long count = 0;

    for (int node = 0; node < NODES; node++)
        count += server_calls(&fleet.server[node], "evalsha") +
                 server_calls(&fleet.server[node], "eval");
    return count;
}

/*
 * All nodes hand over to the named successor without a request: six commands if
 * the machine is fast enough, and always fewer than by requests.
 */
Test(queue, a_lock_that_is_handed_over_costs_few_commands)
{
    long long before;
    long long each;

    hold();
    queue_up(WAITERS);
    let_go();
    loop_run_until(loop, &served, WAITERS);
    for (int i = 0; i < WAITERS; i++)
        waiters[i].left = 20;
    served = 0;
    before = scripts();
    for (int i = 0; i < WAITERS; i++)
        ask(&waiters[i], &patient);
    loop_run_until(loop, &served, 21 * WAITERS);
    each = (scripts() - before) / (21 * WAITERS);
    cr_expect_geq(each, 6);
    cr_expect_lt(each, 20);
    all_is_gone();
}

/*
 * At every moment another client would take the lock. The order is that of one
 * gate: a fair request passes no slow gate.
 */
Test(queue, fair_requests_are_served_in_their_order)
{
    struct waiter *late = &waiters[WAITERS - 1];
    struct redlock_request fair = patient;
    struct redlock_request once;

    fair.size = sizeof(fair);
    fair.fair = true;
    once = fair;
    once.wait_ms = 0;
    hold();
    for (int i = 0; i < WAITERS - 1; i++) {
        ask(&waiters[i], &fair);
        await_entries(0, i + 1);
    }
    let_go();
    while (served < WAITERS - 1) {
        ask(late, &once);
        for (int i = 0; i < 6000 && !late->ended; i++)
            loop_run_for(loop, .01);
        cr_assert(late->ended);
    }
    for (int i = 0; i < WAITERS - 1; i++) {
        cr_expect_eq(waiters[i].turn, i + 1, "%d: %d", i, waiters[i].turn);
        cr_expect(i == 0 || waiters[i].fence > waiters[i - 1].fence);
    }
    all_is_gone();
}
