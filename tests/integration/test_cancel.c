/* SPDX-License-Identifier: MIT */
/* Handles that end calls from elsewhere: redlock_request.cancel. */

#include <criterion/criterion.h>
#include <ev.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/support/fixture.h"
#include "tests/support/loop.h"

static struct redlock_cancel *cancel;

/* Another library's lock holds "cup", so that a call waits. */
static void open_all(void)
{
    open_both();
    cancel = make_cancel();
    fleet_run(&fleet, 0, 2, "SET cup theirs PX 600000");
}

static void close_and_free(void)
{
    close_all();
    redlock_cancel_free(cancel);
}

static enum redlock_status acquire(const char *resource, int64_t wait_ms,
                                   struct redlock_cancel *by,
                                   struct redlock_lock **lock)
{
    return redlock_acquire(client,
                           &(struct redlock_request){.resource = resource,
                                                     .wait_ms = wait_ms,
                                                     .cancel = by},
                           lock);
}

static long long entries(const char *resource)
{
    long long most = 0;

    for (int i = 0; i < fleet.count; i++) {
        long long here =
            server_integer(&fleet.server[i], "ZCARD {%s}:queue", resource);
        most = here > most ? here : most;
    }
    return most;
}

/*
 * Waits until so many clients have an entry in its queue, at one node at least.
 */
static void await_entries(const char *resource, long long count)
{
    long long until = boot_ms() + 60000;

    while (entries(resource) != count)
        cr_assert_lt(boot_ms(), until);
}

/* A thread that waits in a call. */
struct waiter {
    pthread_t thread;
    struct redlock_client *client;
    struct redlock_request request;
    struct redlock_lock *lock;
    enum redlock_status status;
    atomic_bool ended;
};

static void *wait_in_call(void *of)
{
    struct waiter *waiter = of;

    waiter->status =
        redlock_acquire(waiter->client, &waiter->request, &waiter->lock);
    atomic_store(&waiter->ended, true);
    return NULL;
}

static void start(struct waiter *waiter, struct redlock_client *by,
                  const char *resource, struct redlock_cancel *with)
{
    waiter->client = by;
    waiter->request = (struct redlock_request){.size = sizeof(waiter->request),
                                               .resource = resource,
                                               .wait_ms = REDLOCK_FOREVER,
                                               .cancel = with};
    cr_assert_eq(pthread_create(&waiter->thread, NULL, wait_in_call, waiter),
                 0);
}

static enum redlock_status status_of(struct waiter *waiter)
{
    pthread_join(waiter->thread, NULL);
    return waiter->status;
}

TestSuite(cancel, .init = open_all, .fini = close_and_free, .timeout = 180);

Test(cancel, before_the_call_ends_it_immediately)
{
    struct redlock_lock *lock = NULL;
    long long asked;

    cr_assert_eq(acquire("bowl", 0, NULL, &lock), REDLOCK_OK);
    cr_assert_eq(redlock_release(&lock, NULL), REDLOCK_OK);
    fleet_await(&fleet, client, "bowl", 0);
    asked = server_calls(&fleet.server[0], "set");
    redlock_cancel_trigger(cancel);
    for (int i = 0; i < 2; i++) {
        cr_assert_eq(acquire("cup", REDLOCK_FOREVER, cancel, &lock),
                     REDLOCK_CANCELLED);
        cr_assert_eq(acquire("bowl", 0, cancel, &lock), REDLOCK_CANCELLED);
        cr_assert_null(lock);
    }
    cr_assert_eq(server_calls(&fleet.server[0], "set"), asked);
}

Test(cancel, is_over_after_a_reset)
{
    struct redlock_lock *lock = NULL;

    redlock_cancel_trigger(cancel);
    redlock_cancel_trigger(cancel);
    redlock_cancel_reset(cancel);
    redlock_cancel_reset(cancel);
    cr_assert_eq(acquire("bowl", 0, cancel, &lock), REDLOCK_OK);
    cr_assert_eq(redlock_release(&lock, NULL), REDLOCK_OK);
    cr_assert_eq(acquire("cup", 0, cancel, &lock), REDLOCK_BUSY);
    redlock_cancel_trigger(cancel);
    cr_assert_eq(acquire("cup", REDLOCK_FOREVER, cancel, &lock),
                 REDLOCK_CANCELLED);
}

Test(cancel, does_not_end_calls_without_the_handle)
{
    struct redlock_cancel *another = make_cancel();
    struct redlock_lock *lock = NULL;
    struct waiter with = {0};
    struct waiter without = {0};
    struct waiter with_another = {0};

    fleet_run(&fleet, 0, 2, "SET jug theirs PX 600000");
    fleet_run(&fleet, 0, 2, "SET pot theirs PX 600000");
    start(&with, client, "cup", cancel);
    start(&without, client, "jug", NULL);
    start(&with_another, client, "pot", another);
    await_entries("cup", 1);
    await_entries("jug", 1);
    await_entries("pot", 1);
    redlock_cancel_trigger(cancel);
    cr_assert_eq(status_of(&with), REDLOCK_CANCELLED);
    await_entries("cup", 0);
    cr_assert_eq(acquire("bowl", 0, another, &lock), REDLOCK_OK);
    cr_assert_eq(redlock_release(&lock, NULL), REDLOCK_OK);
    cr_assert_not(atomic_load(&without.ended));
    cr_assert_not(atomic_load(&with_another.ended));
    fleet_run(&fleet, 0, 2, "DEL jug");
    cr_assert_eq(status_of(&without), REDLOCK_OK);
    cr_assert_eq(redlock_release(&without.lock, NULL), REDLOCK_OK);
    redlock_cancel_trigger(another);
    cr_assert_eq(status_of(&with_another), REDLOCK_CANCELLED);
    redlock_cancel_free(another);
}

Test(cancel, ends_all_calls_that_have_the_handle)
{
    struct waiter waiters[6] = {0};

    for (int i = 0; i < 6; i++)
        start(&waiters[i], i % 2 == 0 ? client : other, "cup", cancel);
    await_entries("cup", 2);
    redlock_cancel_trigger(cancel);
    for (int i = 0; i < 6; i++) {
        cr_assert_eq(status_of(&waiters[i]), REDLOCK_CANCELLED);
        cr_assert_null(waiters[i].lock);
    }
    await_entries("cup", 0);
    fleet_await(&fleet, client, "cup", 3);
}

/* The number of a handle's descriptor is the next one's. */
Test(cancel, of_a_freed_handle_ends_nothing)
{
    struct redlock_lock *lock = NULL;

    for (int i = 0; i < 20; i++) {
        struct waiter waiter = {0};
        struct redlock_cancel *first = make_cancel();
        struct redlock_cancel *second;

        cr_assert_eq(acquire("bowl", 0, first, &lock), REDLOCK_OK);
        redlock_cancel_trigger(first);
        redlock_cancel_free(first);
        cr_assert_eq(redlock_release(&lock, NULL), REDLOCK_OK);
        second = make_cancel();
        start(&waiter, client, "cup", second);
        await_entries("cup", 1);
        cr_assert_not(atomic_load(&waiter.ended));
        redlock_cancel_trigger(second);
        cr_assert_eq(status_of(&waiter), REDLOCK_CANCELLED);
        redlock_cancel_free(second);
        await_entries("cup", 0);
    }
}

Test(cancel, does_not_touch_a_lock_that_is_held)
{
    struct redlock_lock *lock = NULL;

    cr_assert_eq(acquire("bowl", 0, cancel, &lock), REDLOCK_OK);
    redlock_cancel_trigger(cancel);
    cr_assert_eq(redlock_extend(lock, 60000, NULL), REDLOCK_OK);
    cr_assert(redlock_held(lock));
    cr_assert_eq(redlock_release(&lock, NULL), REDLOCK_OK);
    redlock_cancel_free(NULL);
}

/* The locks of a set that were acquired are released. */
Test(cancel, ends_all_acquisitions_of_a_set)
{
    const char *more[] = {"cup", "jug"};
    struct waiter waiter = {0};

    waiter.client = client;
    waiter.request = (struct redlock_request){.size = sizeof(waiter.request),
                                              .resource = "bowl",
                                              .more = more,
                                              .more_count = 2,
                                              .wait_ms = REDLOCK_FOREVER,
                                              .cancel = cancel};
    cr_assert_eq(pthread_create(&waiter.thread, NULL, wait_in_call, &waiter),
                 0);
    await_entries("cup", 1);
    redlock_cancel_trigger(cancel);
    cr_assert_eq(status_of(&waiter), REDLOCK_CANCELLED);
    cr_assert_null(waiter.lock);
    await_entries("cup", 0);
    fleet_await(&fleet, client, "bowl", 0);
    fleet_await(&fleet, client, "jug", 0);
}

static void trigger(int number)
{
    (void)number;
    redlock_cancel_trigger(cancel);
}

Test(cancel, may_come_from_a_signal_handler)
{
    struct sigaction action = {.sa_handler = trigger};
    struct redlock_lock *kept = NULL;
    struct redlock_lock *lock = NULL;

    sigaction(SIGALRM, &action, NULL);
    for (int round = 0; round < 2; round++) {
        (void)ualarm(300 * 1000, 0);
        cr_assert_eq(acquire("cup", REDLOCK_FOREVER, cancel, &lock),
                     REDLOCK_CANCELLED);
        redlock_cancel_reset(cancel);
        if (kept == NULL)
            cr_assert_eq(redlock_acquire(client,
                                         &(struct redlock_request){
                                             .resource = "kept", .keep = true},
                                         &kept),
                         REDLOCK_OK);
    }
    cr_assert_eq(redlock_release(&kept, NULL), REDLOCK_OK);
}

/* A child has its parent's descriptor. */
Test(cancel, of_the_parents_handle_is_refused_in_the_child)
{
    struct redlock_lock *lock = NULL;
    int ended = -1;
    pid_t child = fork();

    if (child == 0) {
        struct redlock_client *own = fleet_open(&fleet, UNHURRIED_MS);
        bool refused =
            redlock_acquire(
                own,
                &(struct redlock_request){.resource = "bowl", .cancel = cancel},
                &lock) == REDLOCK_FORKED;

        redlock_cancel_trigger(cancel);
        redlock_cancel_free(cancel);
        redlock_close(own);
        _exit(refused ? 0 : 1);
    }
    cr_assert_eq(waitpid(child, &ended, 0), child);
    cr_assert_eq(ended, 0);
    cr_assert_eq(acquire("bowl", 0, cancel, &lock), REDLOCK_OK);
    cr_assert_eq(redlock_release(&lock, NULL), REDLOCK_OK);
}

Test(cancel, needs_a_descriptor)
{
    struct redlock_cancel *made = NULL;
    struct rlimit limit;
    struct rlimit none;

    cr_assert_eq(getrlimit(RLIMIT_NOFILE, &limit), 0);
    none = limit;
    none.rlim_cur = 0;
    cr_assert_eq(setrlimit(RLIMIT_NOFILE, &none), 0);
    cr_expect_eq(redlock_cancel_new(&made), REDLOCK_SYSTEM);
    cr_expect_null(made);
    cr_assert_eq(setrlimit(RLIMIT_NOFILE, &limit), 0);
}

/* --- in the event API -----------------------------------------------------
 */

static struct ev_loop *loop;
static struct redlock_client *events;
static int calls;
static int cancelled;

static void on_end(void *user, enum redlock_status status,
                   struct redlock_lock *lock)
{
    (void)user;
    calls++;
    cancelled += status == REDLOCK_CANCELLED;
    cr_assert_null(lock);
}

static enum redlock_status ask(redlock_acquired_fn *acquired)
{
    return redlock_async_acquire(events,
                                 &(struct redlock_request){
                                     .resource = "cup",
                                     .wait_ms = REDLOCK_FOREVER,
                                     .cancel = cancel,
                                 },
                                 acquired, NULL, NULL);
}

static void open_events(void)
{
    loop = ev_loop_new(EVFLAG_AUTO);
    events = fleet_open_on_loop(&fleet, loop);
}

static void *trigger_soon(void *unused)
{
    (void)unused;
    await_entries("cup", 1);
    redlock_cancel_trigger(cancel);
    return NULL;
}

Test(cancel, from_another_thread_ends_calls_on_a_loop)
{
    pthread_t thread;

    open_events();
    for (int i = 0; i < 3; i++)
        cr_assert_eq(ask(on_end), REDLOCK_OK);
    cr_assert_eq(pthread_create(&thread, NULL, trigger_soon, NULL), 0);
    loop_run_until(loop, &calls, 3);
    pthread_join(thread, NULL);
    cr_assert_eq(cancelled, 3);
    cr_assert_eq(ask(on_end), REDLOCK_CANCELLED);
    loop_run_for(loop, 0.2);
    cr_assert_eq(calls, 3);
    redlock_cancel_reset(cancel);
    cr_assert_eq(ask(on_end), REDLOCK_OK);
    redlock_cancel_trigger(cancel);
    loop_run_until(loop, &calls, 4);
    cr_assert_eq(cancelled, 4);
    redlock_close(events);
    ev_loop_destroy(loop);
}

static void on_end_close(void *user, enum redlock_status status,
                         struct redlock_lock *lock)
{
    on_end(user, status, lock);
    redlock_close(events);
    redlock_cancel_free(cancel);
    cancel = NULL;
}

/* Other calls with the same handle are in progress. */
Test(cancel, may_be_freed_once_the_client_is_closed)
{
    open_events();
    for (int i = 0; i < 2; i++)
        cr_assert_eq(ask(on_end_close), REDLOCK_OK);
    loop_run_for(loop, 0.2);
    redlock_cancel_trigger(cancel);
    loop_run_until(loop, &calls, 1);
    loop_run_for(loop, 0.2);
    cr_assert_eq(calls, 1);
    ev_loop_destroy(loop);
}

/* The sanitizers see it if the child's close reads the handle. */
Test(cancel, may_be_freed_by_a_child_before_it_closes_the_client)
{
    int ended = -1;
    pid_t child;

    open_events();
    cr_assert_eq(ask(on_end), REDLOCK_OK);
    child = fork();
    if (child == 0) {
        redlock_cancel_free(cancel);
        redlock_close(events);
        _exit(0);
    }
    cr_assert_eq(waitpid(child, &ended, 0), child);
    cr_assert_eq(ended, 0);
    redlock_cancel_trigger(cancel);
    loop_run_until(loop, &calls, 1);
    cr_assert_eq(cancelled, 1);
    redlock_close(events);
    ev_loop_destroy(loop);
}
