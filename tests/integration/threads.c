/* SPDX-License-Identifier: MIT */
/*
 * Many threads on one client: no two are in at once, a kept lock is kept, each
 * call gets its own answer, and a cancellation meets only who waits. A plain
 * program that speaks TAP, since the thread sanitizer does not run under
 * Criterion. With an argument the masters have TLS.
 */

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <time.h>

#include "tests/support/certificates.h"
#include "tests/support/fleet.h"
#include "tests/support/tap.h"

enum {
    THREADS = 8,
    ENTRIES = 40,
    NAMES = 3,
    MEETING = 4,
    SPINS = 2000,
    COLLISIONS = 1000,
    RELEASES = 20
};

static struct fleet fleet;
static struct redlock_client *client;

static _Atomic int inside[NAMES], collisions, refusals, losses;
/* Not atomic: the locks alone protect them. */
static long counters[NAMES];

static void *contend(void *argument)
{
    unsigned number = (unsigned)(uintptr_t)argument;

    for (int i = 0; i < ENTRIES; i++) {
        unsigned which = (number + (unsigned)i) % NAMES;
        struct redlock_lock *lock = NULL;
        char name[16];

        snprintf(name, sizeof(name), "name-%u", which);
        if (redlock_acquire(client,
                            &(struct redlock_request){.resource = name,
                                                      .wait_ms = 120000,
                                                      .keep = i % 2 == 0},
                            &lock) != REDLOCK_OK) {
            atomic_fetch_add(&refusals, 1);
            continue;
        }
        if (atomic_fetch_add(&inside[which], 1) != 0)
            atomic_fetch_add(&collisions, 1);
        counters[which]++;
        if (i % 8 == 0 && redlock_extend(lock, 30000, NULL) != REDLOCK_OK)
            atomic_fetch_add(&losses, 1);
        atomic_fetch_sub(&inside[which], 1);
        redlock_release(&lock, NULL);
    }
    return NULL;
}

/* Queries everything while the others work. */
static void *look(void *argument)
{
    struct redlock_lock *lock = argument;
    static struct redlock_report report;
    char token[REDLOCK_TOKEN_MAX];

    for (int i = 0; i < 50; i++) {
        if (!redlock_held(lock) || redlock_remaining_ms(lock) == 0 ||
            redlock_inspect(client, "kept", &report) != REDLOCK_OK)
            atomic_fetch_add(&losses, 1);
        redlock_token(lock, token);
        sleep_ms(5);
    }
    return NULL;
}

static _Atomic int notified;

static void on_lost(struct redlock_lock *lock, void *user)
{
    (void)user;
    redlock_held(lock);
    atomic_fetch_add(&notified, 1);
}

static void contenders(void)
{
    pthread_t threads[THREADS], looker;
    struct redlock_lock *kept = NULL;
    long sum = 0;

    tap_check(redlock_acquire(client,
                              &(struct redlock_request){.resource = "kept",
                                                        .ttl_ms = 3000,
                                                        .keep = true,
                                                        .lost = on_lost},
                              &kept) == REDLOCK_OK,
              "a_lock_is_kept_beside_the_others");
    pthread_create(&looker, NULL, look, kept);
    for (uintptr_t i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, contend, (void *)i);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    pthread_join(looker, NULL);
    for (int i = 0; i < NAMES; i++)
        sum += counters[i];
    tap_check(atomic_load(&refusals) == 0, "every_waiter_gets_in");
    tap_check(atomic_load(&collisions) == 0, "no_two_are_in_at_once");
    tap_check(sum == THREADS * ENTRIES, "no_increment_is_missing");
    tap_check(atomic_load(&losses) == 0 && atomic_load(&notified) == 0,
              "nothing_is_lost");
    tap_check(redlock_release(&kept, NULL) == REDLOCK_OK,
              "the_kept_lock_is_released");
}

static struct redlock_client *met;
static _Atomic int arrived, surprises, overdue;

/* Waits until the others have arrived, too: then their next calls collide. */
static void meet(void)
{
    int all = (atomic_fetch_add(&arrived, 1) / MEETING + 1) * MEETING;
    time_t by = time(NULL) + 20;

    for (int i = 1; atomic_load(&arrived) < all; i++) {
        if (i % SPINS != 0)
            continue;
        if (time(NULL) >= by || atomic_load(&overdue) != 0) {
            atomic_store(&overdue, 1);
            return;
        }
        sched_yield();
    }
}

static void expect(enum redlock_status status, enum redlock_status expected)
{
    if (status != expected)
        atomic_fetch_add(&surprises, 1);
}

static void fail_at_once(void)
{
    struct redlock_lock *lock = NULL;

    expect(redlock_acquire(met, &(struct redlock_request){0}, &lock),
           REDLOCK_BAD_REQUEST);
}

static void end_at_once(struct redlock_lock *lock)
{
    expect(redlock_extend(lock, -1, NULL), REDLOCK_BAD_REQUEST);
    expect(redlock_retain(lock), REDLOCK_OK);
    expect(redlock_release(&lock, NULL), REDLOCK_OK);
}

/*
 * Calls that collide, so that one thread starts the calls of others. Between
 * two meetings a thread makes one call or several: while all others wait for
 * it, no later call helps one that was forgotten.
 */
static void *collide(void *argument)
{
    unsigned number = (unsigned)(uintptr_t)argument;
    char name[16];
    struct redlock_request request = {.resource = name};

    snprintf(name, sizeof(name), "met-%u", number);
    for (unsigned i = 0; i < COLLISIONS; i++) {
        struct redlock_lock *lock = NULL;
        bool soon = (number + i) % 2 == 0;

        meet();
        fail_at_once();
        meet();
        expect(redlock_acquire(met, &request, &lock), REDLOCK_OK);
        if (soon)
            expect(redlock_release(&lock, NULL), REDLOCK_OK);
        meet();
        if (soon)
            continue;
        end_at_once(lock);
        expect(redlock_release(&lock, NULL), REDLOCK_OK);
    }
    return NULL;
}

static void *hammer(void *argument)
{
    while (atomic_load(&overdue) == 0)
        fail_at_once();
    return argument;
}

static _Atomic int let_go;

static void release(struct redlock_lock *lock, void *user)
{
    (void)user;
    redlock_release(&lock, NULL);
    atomic_fetch_add(&let_go, 1);
}

/* The release belongs to the callback's thread, and must not wait for it. */
static void release_in_callback(void)
{
    struct redlock_lock *lock = NULL;
    int before = atomic_load(&let_go);

    expect(redlock_acquire(met,
                           &(struct redlock_request){.resource = "in-callback",
                                                     .ttl_ms = 200,
                                                     .wait_ms = 10000,
                                                     .keep = true,
                                                     .lost = release,
                                                     .renewed = release},
                           &lock),
           REDLOCK_OK);
    for (int i = 0; i < 4000 && atomic_load(&let_go) == before; i++)
        sleep_ms(5);
    if (atomic_load(&let_go) == before)
        atomic_store(&overdue, 1);
}

static void collisions_of_calls(void)
{
    struct redlock_lock *kept = NULL;
    pthread_t threads[MEETING];

    met = fleet_open(&fleet, UNHURRIED_MS);
    /* Its keeper's thread runs the loop, and sleeps while all others wait. */
    expect(redlock_acquire(met,
                           &(struct redlock_request){.resource = "kept-too",
                                                     .ttl_ms = 300000,
                                                     .keep = true},
                           &kept),
           REDLOCK_OK);
    for (uintptr_t i = 0; i < MEETING; i++)
        pthread_create(&threads[i], NULL, collide, (void *)i);
    for (int i = 0; i < MEETING; i++)
        pthread_join(threads[i], NULL);
    tap_check(surprises == 0, "each_call_gets_its_own_answer");
    tap_check(overdue == 0, "no_call_is_forgotten");
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, hammer, NULL);
    for (int i = 0; i < RELEASES && atomic_load(&overdue) == 0; i++)
        release_in_callback();
    tap_check(overdue == 0, "a_callback_releases_its_lock_while_others_call");
    atomic_store(&overdue, 1);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    redlock_release(&kept, NULL);
    redlock_close(met);
}

static struct redlock_cancel *cancel;

static void *wait_for_ever(void *argument)
{
    struct redlock_lock *lock = NULL;

    (void)argument;
    if (redlock_acquire(client,
                        &(struct redlock_request){.resource = "theirs",
                                                  .wait_ms = REDLOCK_FOREVER,
                                                  .cancel = cancel},
                        &lock) != REDLOCK_CANCELLED)
        atomic_fetch_add(&refusals, 1);
    return NULL;
}

static void cancellation(void)
{
    pthread_t threads[THREADS];

    cancel = make_cancel();
    fleet_run(&fleet, 0, 2, "SET theirs x PX 120000");
    for (int i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, wait_for_ever, NULL);
    /* Only the first thread of a client has a queue entry. */
    fleet_await_queue(&fleet, "theirs", 1);
    redlock_cancel_trigger(cancel);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    redlock_cancel_reset(cancel);
    tap_check(atomic_load(&refusals) == 0, "a_cancellation_ends_every_wait");
}

/* The keeper's thread calls back while another thread continues. */
static void loss(void)
{
    struct redlock_lock *lock = NULL;

    if (redlock_acquire(client,
                        &(struct redlock_request){.resource = "lost",
                                                  .ttl_ms = 1500,
                                                  .keep = true,
                                                  .lost = on_lost},
                        &lock) == REDLOCK_OK) {
        fleet_await(&fleet, client, "lost", 3);
        fleet_run(&fleet, 0, 2, "DEL lost");
        for (int i = 0; i < 6000 && atomic_load(&notified) == 0; i++)
            sleep_ms(5);
    }
    tap_check(atomic_load(&notified) == 1,
              "a_loss_is_reported_from_the_keepers_thread");
    tap_check(!redlock_held(lock), "a_lost_lock_is_not_held");
    redlock_release(&lock, NULL);
}

static _Atomic int views;

static void on_change(void *user, const struct redlock_view *view)
{
    (void)user;
    (void)view;
    atomic_fetch_add(&views, 1);
}

/* Ends observers while their callbacks run on any thread. */
static void *observe(void *argument)
{
    (void)argument;
    for (int i = 0; i < ENTRIES; i++) {
        struct redlock_observer *observer = NULL;
        if (redlock_observe(client, "name-0", 10, on_change, NULL, &observer) !=
            REDLOCK_OK)
            atomic_fetch_add(&refusals, 1);
        sleep_ms(i % 4);
        redlock_unobserve(&observer);
    }
    return NULL;
}

static void observers(void)
{
    struct redlock_observer *lasting = NULL;
    pthread_t threads[THREADS];
    int before;

    tap_check(redlock_observe(client, "name-0", 10, on_change, NULL,
                              &lasting) == REDLOCK_OK,
              "a_resource_is_observed");
    for (uintptr_t i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, i % 2 == 0 ? observe : contend,
                       (void *)i);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    redlock_unobserve(&lasting);
    before = atomic_load(&views);
    tap_check(atomic_load(&refusals) == 0, "observers_and_waiters_get_in");
    tap_check(before > 0, "observers_are_notified");
    sleep_ms(100);
    tap_check(atomic_load(&views) == before,
              "ended_observers_are_not_notified");
}

static struct redlock_client *quiet;
static _Atomic int ended;
static enum redlock_status waiters_status;

static void *wait_for_busy(void *argument)
{
    struct redlock_lock *lock = NULL;

    (void)argument;
    sleep_ms(100);
    waiters_status = redlock_acquire(
        quiet,
        &(struct redlock_request){
            .resource = "busy", .wait_ms = 2000, .cancel = cancel},
        &lock);
    atomic_store(&ended, 1);
    return NULL;
}

/*
 * The thread that ran the loop leaves it, and another one sleeps: with no
 * keeper's thread there is nobody else to wake up for its deadline.
 */
static void handing_over(void)
{
    static struct redlock_report report;
    struct redlock_lock *lock = NULL;
    pthread_t acquire;

    quiet = fleet_open(&fleet, 1000);
    fleet_run(&fleet, 0, 2, "SET busy theirs PX 60000");
    tap_check(redlock_inspect(quiet, "busy", &report) == REDLOCK_OK,
              "every_node_is_connected");
    server_pause(&fleet.server[2]);
    tap_check(fleet_acquire(quiet, "given-up", &lock) == REDLOCK_OK,
              "a_lock_is_won_with_a_node_silent");
    pthread_create(&acquire, NULL, wait_for_busy, NULL);
    redlock_detach(&lock); /* runs the loop while it waits for that node */
    for (int i = 0; i < 6000 && atomic_load(&ended) == 0; i++)
        sleep_ms(5);
    tap_check(atomic_load(&ended) == 1,
              "a_thread_that_waits_is_handed_the_loop");
    server_resume(&fleet.server[2]);
    if (atomic_load(&ended) == 0)
        redlock_cancel_trigger(cancel);
    pthread_join(acquire, NULL);
    tap_check(waiters_status == REDLOCK_BUSY ||
                  waiters_status == REDLOCK_DEADLINE,
              "and_its_wait_ends_by_its_deadline");
    redlock_close(quiet);
}

static void start_with_tls(void)
{
    size_t length = 0;

    tls_fleet_start(&fleet, 3, "server", NULL);
    for (int i = 0; i < fleet.count; i++)
        length += (size_t)snprintf(
            fleet.nodes + length, sizeof(fleet.nodes) - length,
            "%srediss://127.0.0.1:%d?cacert=%s", i == 0 ? "" : ",", tls_port(i),
            certificate("ca.crt"));
}

int main(int argc, char **argv)
{
    (void)argv;
    if (argc > 1)
        start_with_tls();
    else
        fleet_start(&fleet, 3);
    client = fleet_open(&fleet, UNHURRIED_MS);
    contenders();
    collisions_of_calls();
    observers();
    cancellation();
    loss();
    handing_over();
    redlock_close(client);
    redlock_cancel_free(cancel);
    for (int i = 0; i < NAMES; i++) {
        char name[16];

        snprintf(name, sizeof(name), "name-%d", i);
        fleet_await(&fleet, NULL, name, 0);
    }
    fleet_stop(&fleet);
    return tap_end();
}
