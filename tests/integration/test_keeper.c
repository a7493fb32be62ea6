/* SPDX-License-Identifier: MIT */
/* Keeping a lock: renewals, and the report of a loss in time. */

#include <criterion/criterion.h>
#include <poll.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <sys/timerfd.h>

#include "tests/support/fixture.h"

static struct redlock_lock *lock;

/* When the loss was reported, on the boot clock; 0: not yet. */
static _Atomic long long notified_at;
static _Atomic int notified;

static void open_hasty(void)
{
    start_five();
    client = fleet_open(&fleet, SILENT_MS);
}

static void on_lost(struct redlock_lock *which, void *user)
{
    (void)which;
    (void)user;
    atomic_store(&notified_at, boot_ms());
    atomic_fetch_add(&notified, 1);
}

static enum redlock_status keep(int64_t ttl_ms, int64_t warning_ms)
{
    return redlock_acquire(client,
                           &(struct redlock_request){.resource = "cup",
                                                     .ttl_ms = ttl_ms,
                                                     .warning_ms = warning_ms,
                                                     .wait_ms = 5000,
                                                     .keep = true,
                                                     .lost = on_lost},
                           &lock);
}

static bool readable(int fd, int timeout_ms)
{
    return poll(&(struct pollfd){.fd = fd, .events = POLLIN}, 1, timeout_ms) ==
           1;
}

static void await_notified(void)
{
    for (int i = 0; i < 6000 && atomic_load(&notified) == 0; i++)
        sleep_ms(5);
    cr_assert_eq(atomic_load(&notified), 1);
}

TestSuite(keeper, .init = open_hasty, .fini = close_all, .timeout = 120);

/* By a local timer: no server answers. */
Test(keeper, a_loss_is_reported_before_the_validity_ends)
{
    long long end;

    cr_assert_eq(keep(6000, 2500), REDLOCK_OK);
    cr_assert_not(readable(redlock_lost_fd(lock), 0));
    fleet_each(&fleet, 0, 4, server_pause);
    /* An extension that was answered just before the pause counts. */
    sleep_ms(100);
    end = redlock_valid_until_ms(lock);
    cr_assert(readable(redlock_lost_fd(lock), 30000));
    cr_assert_lt(boot_ms(), end);
    await_notified();
    cr_assert_lt(atomic_load(&notified_at), end);
    cr_assert_not(redlock_held(lock));
}

/* The reported end; set on any thread. */
static _Atomic long long until;
static _Atomic int renewals;
static _Atomic bool went_back;
static _Atomic bool after_the_loss;

static void on_renewed(struct redlock_lock *which, void *user)
{
    long long now_until = redlock_valid_until_ms(which);

    (void)user;
    if (atomic_load(&notified) > 0)
        atomic_store(&after_the_loss, true);
    /* 0: it is lost. */
    if (now_until != 0 && atomic_exchange(&until, now_until) > now_until)
        atomic_store(&went_back, true);
    atomic_fetch_add(&renewals, 1);
}

static void await_renewals(int count)
{
    for (int i = 0; i < 6000 && atomic_load(&renewals) < count; i++)
        sleep_ms(5);
    cr_assert_geq(atomic_load(&renewals), count);
}

static enum redlock_status watch(bool kept, redlock_renewed_fn *renewed,
                                 void *user)
{
    return redlock_acquire(client,
                           &(struct redlock_request){.resource = "cup",
                                                     .ttl_ms = 3000,
                                                     .wait_ms = 5000,
                                                     .keep = kept,
                                                     .lost = on_lost,
                                                     .renewed = renewed,
                                                     .user = user},
                           &lock);
}

Test(keeper, renewals_are_reported_until_the_loss_is)
{
    cr_assert_eq(watch(true, on_renewed, NULL), REDLOCK_OK);
    await_renewals(3);
    cr_assert_not(atomic_load(&went_back));
    fleet_each(&fleet, 0, 4, server_pause);
    await_notified();
    sleep_ms(100);
    cr_assert_not(atomic_load(&after_the_loss));
    fleet_each(&fleet, 0, 4, server_resume);
}

static void release_it(struct redlock_lock *which, void *user)
{
    (void)user;
    if (which != NULL)
        redlock_release(&which, NULL);
    atomic_fetch_add(&renewals, 1);
}

Test(keeper, a_lock_may_be_released_by_its_renewal_callback)
{
    cr_assert_eq(watch(true, release_it, NULL), REDLOCK_OK);
    await_renewals(1);
    fleet_await(&fleet, client, "cup", 0);
    cr_assert_eq(atomic_load(&notified), 0);
}

static sem_t begun;
static sem_t go_on;

static void dawdle(struct redlock_lock *which, void *user)
{
    (void)which, (void)user;
    sem_post(&begun);
    sem_wait(&go_on);
}

static void *acquire_busy(void *user)
{
    struct redlock_lock *busy = NULL;

    (void)user;
    return redlock_acquire(
               client,
               &(struct redlock_request){.resource = "busy", .wait_ms = 60000},
               &busy) == REDLOCK_OK
               ? &begun
               : NULL;
}

/* The keeper's thread is in a callback: a caller begins to run the loop. */
static void let_a_caller_lead(struct redlock_lock *slow, pthread_t *caller)
{
    cr_assert_eq(redlock_extend(slow, 60000, NULL), REDLOCK_OK);
    sem_wait(&begun);
    cr_assert_eq(pthread_create(caller, NULL, acquire_busy, NULL), 0);
    sleep_ms(200);
    sem_post(&go_on);
    sleep_ms(100);
}

/*
 * A caller is in the callback of another lock when the loss comes up, and its
 * own answer is there when it returns: the thread that runs the loop by then
 * tells the loss, and does not wait for something to happen first.
 */
Test(keeper, a_loss_is_reported_when_a_caller_returns_after_a_callback)
{
    struct redlock_lock *slow = NULL;
    pthread_t caller;
    void *got;
    long long end;

    redlock_close(client);
    client = open_client(&(struct redlock_settings){
        .nodes = fleet.server[0].uri,
        .node_timeout_ms = UNHURRIED_MS,
        .pause_max_ms = 50,
    });
    sem_init(&begun, 0, 0);
    sem_init(&go_on, 0, 0);
    server_run(&fleet.server[0], "SET busy theirs PX 60000");
    cr_assert_eq(redlock_acquire(client,
                                 &(struct redlock_request){.resource = "slow",
                                                           .renewed = dawdle},
                                 &slow),
                 REDLOCK_OK);
    cr_assert_eq(redlock_acquire(client,
                                 &(struct redlock_request){.resource = "cup",
                                                           .ttl_ms = 12000,
                                                           .warning_ms = 10000,
                                                           .lost = on_lost},
                                 &lock),
                 REDLOCK_OK);
    end = redlock_valid_until_ms(lock);
    let_a_caller_lead(slow, &caller);
    cr_assert_eq(redlock_extend(slow, 90000, NULL), REDLOCK_OK);
    sem_wait(&begun);
    server_run(&fleet.server[0], "DEL busy");
    while (redlock_held(lock))
        sleep_ms(5);
    sleep_ms(500);
    sem_post(&go_on);
    pthread_join(caller, &got);
    cr_assert_not_null(got);
    await_notified();
    cr_assert_lt(atomic_load(&notified_at), end - 2000);
}

static long long left_ms(int fd)
{
    struct itimerspec left;

    cr_assert_eq(timerfd_gettime(fd, &left), 0);
    return left.it_value.tv_sec * 1000LL + left.it_value.tv_nsec / 1000000;
}

Test(keeper, the_descriptor_moves_with_an_extension)
{
    cr_assert_eq(redlock_acquire(client,
                                 &(struct redlock_request){.resource = "cup",
                                                           .ttl_ms = 30000,
                                                           .wait_ms = 5000},
                                 &lock),
                 REDLOCK_OK);
    cr_assert_leq(left_ms(redlock_lost_fd(lock)), 30000);
    cr_assert_eq(redlock_extend(lock, 200000, NULL), REDLOCK_OK);
    cr_assert_gt(left_ms(redlock_lost_fd(lock)), 30000);
    cr_assert_leq(left_ms(redlock_lost_fd(lock)), 200000);
}

Test(keeper, closing_the_client_ends_the_renewals)
{
    cr_assert_eq(keep(900, 0), REDLOCK_OK);
    redlock_close(client);
    client = NULL;
    fleet_await(&fleet, client, "cup", 0);
    sleep_ms(600);
    cr_assert_eq(fleet_holding(&fleet, "cup"), 0);
}
