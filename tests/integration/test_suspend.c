/* SPDX-License-Identifier: MIT */
/*
 * A machine that is suspended and resumed. The keys have expired meanwhile, by
 * the boot clock and not by the monotonic clock. A query, a poll and a waiting
 * call report the loss immediately.
 */

#include <criterion/criterion.h>
#include <poll.h>
#include <stdatomic.h>

#include "tests/support/boot_clock.h"
#include "tests/support/fixture.h"

#define TTL_MS 60000

/* Far less than a TTL, and more than any machine needs. */
#define AT_ONCE_MS 20000

static struct redlock_lock *lock;
static _Atomic int notified;

static void note_loss(struct redlock_lock *which, void *user)
{
    (void)which, (void)user;
    atomic_fetch_add(&notified, 1);
}

static void open_slow(void)
{
    start_three();
    client = fleet_open(&fleet, TTL_MS); /* no other timer comes before */
}

/* With a callback a thread notices the loss by itself. */
static void hold(redlock_lost_fn *callback)
{
    cr_assert_eq(redlock_acquire(client,
                                 &(struct redlock_request){.resource = "cup",
                                                           .ttl_ms = TTL_MS,
                                                           .lost = callback},
                                 &lock),
                 REDLOCK_OK);
    /* All answers have arrived, so no answer wakes the loop before a timer. */
    cr_assert_eq(redlock_inspect(client, "cup", &report), REDLOCK_OK);
    cr_assert_eq(report.granted, 3, "%s", votes_of(&report));
}

TestSuite(suspend, .init = open_slow, .fini = close_all, .timeout = 120);

Test(suspend, a_lock_is_not_held_after_a_suspend)
{
    hold(NULL);
    boot_clock_suspend(TTL_MS / 2);
    cr_assert(redlock_held(lock));
    cr_assert_leq(redlock_remaining_ms(lock), TTL_MS / 2);
    boot_clock_suspend(TTL_MS / 2);
    cr_assert_not(redlock_held(lock));
    cr_assert_eq(redlock_remaining_ms(lock), 0);
}

Test(suspend, the_lost_descriptor_is_readable_after_a_suspend)
{
    struct pollfd fd = {.events = POLLIN};

    hold(NULL);
    fd.fd = redlock_lost_fd(lock);
    cr_assert_eq(poll(&fd, 1, 0), 0);
    boot_clock_suspend(TTL_MS);
    cr_assert_eq(poll(&fd, 1, AT_ONCE_MS), 1);
}

Test(suspend, the_loss_is_reported_after_a_suspend)
{
    hold(note_loss);
    boot_clock_suspend(TTL_MS);
    for (int i = 0; i < AT_ONCE_MS / 5 && atomic_load(&notified) == 0; i++)
        sleep_ms(5);
    cr_assert_eq(atomic_load(&notified), 1);
}
