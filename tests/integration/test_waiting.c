/* SPDX-License-Identifier: MIT */
/* Waiting: until it is free, until the deadline, until told to stop. */

#include <criterion/criterion.h>
#include <pthread.h>

#include "tests/support/fleet.h"

static struct fleet fleet;
static struct redlock_client *client;
static struct redlock_cancel *cancel;
static struct redlock_lock *lock;
static struct redlock_report report;

static void open_five(void)
{
    fleet_start(&fleet, 5);
    client = fleet_open(&fleet, UNHURRIED_MS);
}

static void close_all(void)
{
    redlock_close(client);
    redlock_cancel_free(cancel);
    fleet_stop(&fleet);
}

static enum redlock_status acquire(int64_t wait_ms)
{
    return redlock_acquire(client,
                           &(struct redlock_request){.resource = "cup",
                                                     .wait_ms = wait_ms,
                                                     .report = &report,
                                                     .cancel = cancel},
                           &lock);
}

TestSuite(waiting, .init = open_five, .fini = close_all, .timeout = 180);

/* By how much an acquisition has outlasted its wait. */
static long long overshoot_of(int64_t wait_ms)
{
    long long since = boot_ms();
    enum redlock_status status = acquire(wait_ms);

    /* On a busy machine the votes may not be in when a short wait is over. */
    cr_assert(status == REDLOCK_BUSY || status == REDLOCK_DEADLINE);
    return boot_ms() - since - wait_ms;
}

/*
 * Honoured, and never overshot by a retry's sleep. A machine may be late
 * at times; who sleeps for too long is so each time. The overshoot of others
 * begins at a whole retry and 1.2 s.
 */
Test(waiting, a_wait_ends_at_its_deadline)
{
    static const int64_t waits[] = {50, 400, 1500};

    fleet_run(&fleet, 0, 4, "SET cup theirs PX 120000");
    for (size_t i = 0; i < sizeof(waits) / sizeof(waits[0]); i++) {
        long long least = INT64_MAX;

        for (int round = 0; round < 5 && least >= 900; round++) {
            long long overshoot = overshoot_of(waits[i]);

            cr_assert_geq(overshoot, -5);
            least = overshoot < least ? overshoot : least;
        }
        cr_assert_lt(least, 900);
    }
    cr_assert_geq(report.attempts, 1);
}

static void *release_soon(void *argument)
{
    sleep_ms(300);
    redlock_release(argument, NULL);
    return NULL;
}

Test(waiting, a_release_gives_the_waiter_the_lock_long_before_the_ttl)
{
    struct redlock_client *other = fleet_open(&fleet, UNHURRIED_MS);
    struct redlock_lock *first = NULL;
    pthread_t thread;
    long long since = boot_ms();

    cr_assert_eq(redlock_acquire(other,
                                 &(struct redlock_request){.resource = "cup",
                                                           .ttl_ms = 60000},
                                 &first),
                 REDLOCK_OK);
    pthread_create(&thread, NULL, release_soon, &first);
    cr_assert_eq(acquire(REDLOCK_FOREVER), REDLOCK_OK);
    cr_assert_lt(boot_ms() - since, 30000);
    pthread_join(thread, NULL);
    redlock_close(other);
}

static void *cancel_soon(void *argument)
{
    sleep_ms(200);
    redlock_cancel_trigger(argument);
    return NULL;
}

Test(waiting, a_cancelled_wait_leaves_no_key)
{
    pthread_t thread;

    cancel = make_cancel();
    fleet_run(&fleet, 0, 2, "SET cup theirs PX 120000");
    pthread_create(&thread, NULL, cancel_soon, cancel);
    cr_assert_eq(acquire(REDLOCK_FOREVER), REDLOCK_CANCELLED);
    cr_assert_null(lock);
    pthread_join(thread, NULL);
    fleet_await(&fleet, client, "cup", 3);
}
