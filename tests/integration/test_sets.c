/* SPDX-License-Identifier: MIT */
/* Several resources at once, all or none, on real masters. */

#include <criterion/criterion.h>
#include <ev.h>
#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/support/fixture.h"
#include "tests/support/loop.h"

#define NODES 5

/* Further resources, not in the order of their bytes. */
static const char *const more[] = {"cup", "bowl"};
static const char *const all[] = {"jug", "cup", "bowl"};

static struct redlock_lock *lock;
static struct redlock_lock *theirs;
static _Atomic int losses;

static void open_all(void)
{
    open_five();
    other = fleet_open(&fleet, UNHURRIED_MS);
}

TestSuite(sets, .init = open_all, .fini = close_all, .timeout = 180);

static struct redlock_request of_three(int64_t wait_ms)
{
    return (struct redlock_request){
        .size = sizeof(struct redlock_request),
        .resource = all[0],
        .wait_ms = wait_ms,
        .fencing = true,
        .report = &report,
        .more = more,
        .more_count = 2,
    };
}

static enum redlock_status acquire(int64_t wait_ms)
{
    struct redlock_request request = of_three(wait_ms);

    return redlock_acquire(client, &request, &lock);
}

static void take(const char *name)
{
    cr_assert_eq(redlock_acquire(other,
                                 &(struct redlock_request){.resource = name},
                                 &theirs),
                 REDLOCK_OK);
}

static void await_all(int holding)
{
    for (int i = 0; i < 3; i++)
        fleet_await(&fleet, client, all[i], holding);
}

Test(sets, all_members_are_held)
{
    char token[REDLOCK_TOKEN_MAX];

    cr_assert_eq(acquire(0), REDLOCK_OK);
    cr_assert(redlock_held(lock));
    cr_assert_eq(redlock_count(lock), 3);
    cr_assert_str_eq(redlock_resource(lock), "jug");
    cr_assert_eq(redlock_fence(lock), 0);
    for (int i = 0; i < 3; i++) {
        cr_assert_str_eq(redlock_resource_of(lock, i), all[i]);
        cr_assert_gt(redlock_fence_of(lock, i), 0);
        cr_assert_not_null(redlock_token_of(lock, i, token));
    }
    cr_assert_null(redlock_resource_of(lock, 3));
    cr_assert_null(redlock_resource_of(lock, -1));
    cr_assert_eq(redlock_fence_of(lock, 3), 0);
    await_all(NODES);
    cr_assert_eq(report.granted, 3);
    cr_assert_eq(redlock_release(&lock, &report), REDLOCK_OK);
    cr_assert_null(lock);
    await_all(0);
}

Test(sets, can_share_one_resource_and_hold_another_exclusively)
{
    static const enum redlock_mode modes[] = {REDLOCK_SHARED, REDLOCK_EXCLUSIVE,
                                              REDLOCK_EXCLUSIVE};
    static const char *const other_more[] = {"pot"};
    struct redlock_request request = of_three(0);
    struct redlock_lock *none = NULL;

    request.modes = modes;
    cr_assert_eq(redlock_acquire(client, &request, &lock), REDLOCK_OK);
    request.more = other_more;
    request.more_count = 1;
    cr_assert_eq(redlock_acquire(other, &request, &theirs), REDLOCK_OK);
    cr_assert(redlock_held(lock) && redlock_held(theirs));
    request.modes = NULL;
    request.resource = "pan";
    request.more = all;
    cr_assert_eq(redlock_acquire(other, &request, &none), REDLOCK_BUSY,
                 "what is read is not written");
    request.more = more;
    cr_assert_eq(redlock_acquire(other, &request, &none), REDLOCK_BUSY,
                 "nor is what is written");
}

Test(sets, malformed_modes_are_refused)
{
    static const enum redlock_mode modes[] = {REDLOCK_EXCLUSIVE, REDLOCK_SHARED,
                                              (enum redlock_mode)7};
    struct redlock_request request = of_three(0);

    request.modes = modes;
    cr_assert_eq(redlock_acquire(client, &request, &lock), REDLOCK_BAD_REQUEST);
    request.more_count = 0;
    cr_assert_eq(redlock_acquire(client, &request, &lock), REDLOCK_BAD_REQUEST,
                 "one resource has no modes");
}

Test(sets, a_refused_member_leaves_no_lock)
{
    take("cup");
    cr_assert_eq(acquire(0), REDLOCK_BUSY);
    cr_assert_null(lock);
    fleet_await(&fleet, client, "jug", 0);
    fleet_await(&fleet, client, "bowl", 0);
    cr_assert_eq(report.granted, 0);
    cr_assert_eq(report.node[0].reason, REDLOCK_REASON_HELD, "%s",
                 votes_of(&report));
}

Test(sets, malformed_requests_are_refused)
{
    static const char *const twice[] = {"cup", "jug"};
    static const char *const bad[] = {"cup", "redlock:x"};
    struct redlock_request request = of_three(0);

    request.more = twice;
    cr_assert_eq(redlock_acquire(client, &request, &lock), REDLOCK_BAD_REQUEST);
    request.more = bad;
    cr_assert_eq(redlock_acquire(client, &request, &lock), REDLOCK_BAD_REQUEST);
    request.more = NULL;
    cr_assert_eq(redlock_acquire(client, &request, &lock), REDLOCK_BAD_REQUEST);
    request.more = more;
    request.more_count = -1;
    cr_assert_eq(redlock_acquire(client, &request, &lock), REDLOCK_BAD_REQUEST);
    request.more_count = REDLOCK_SET_MAX;
    cr_assert_eq(redlock_acquire(client, &request, &lock), REDLOCK_BAD_REQUEST);
    request.more_count = 2;
    request.ttl_ms = 1;
    cr_assert_eq(redlock_acquire(client, &request, &lock),
                 REDLOCK_TTL_TOO_SHORT);
    cr_assert_null(lock);
}

static void *release_soon(void *argument)
{
    fleet_await_queue(&fleet, "cup", 1);
    redlock_release(argument, NULL);
    return NULL;
}

/* The held resource is the second in the order of bytes. */
Test(sets, a_waiting_set_acquires_all_members)
{
    pthread_t thread;

    take("cup");
    pthread_create(&thread, NULL, release_soon, &theirs);
    cr_assert_eq(acquire(60000), REDLOCK_OK);
    pthread_join(thread, NULL);
    cr_assert(redlock_held(lock));
    await_all(NODES);
    cr_assert_geq(redlock_remaining_ms(lock), 30000 * 8 / 10);
    cr_assert_eq(redlock_release(&lock, NULL), REDLOCK_OK);
    await_all(0);
}

static void count_loss(struct redlock_lock *lost, void *user)
{
    cr_assert_eq(lost, *(struct redlock_lock **)user);
    cr_assert_not(redlock_held(lost));
    atomic_fetch_add(&losses, 1);
}

/* ... and the others are not renewed any more. */
Test(sets, a_lost_member_is_the_loss_of_all)
{
    struct redlock_request request = of_three(0);
    struct pollfd lost;

    request.ttl_ms = 3000;
    request.keep = true;
    request.lost = count_loss;
    request.user = &lock;
    cr_assert_eq(redlock_acquire(client, &request, &lock), REDLOCK_OK);
    lost = (struct pollfd){.fd = redlock_lost_fd(lock), .events = POLLIN};
    cr_assert_eq(poll(&lost, 1, 0), 0);
    fleet_run(&fleet, 0, NODES - 1, "DEL bowl");
    cr_assert_eq(poll(&lost, 1, 60000), 1);
    for (int i = 0; i < 1200 && atomic_load(&losses) == 0; i++)
        sleep_ms(50);
    cr_assert_eq(atomic_load(&losses), 1);
    cr_assert_not(redlock_held(lock));
    cr_assert_eq(redlock_valid_until_ms(lock), 0);
    cr_assert_eq(redlock_shielded_until_ms(lock), 0);
    cr_assert_eq(redlock_extend(lock, 3000, NULL), REDLOCK_LOST);
    await_all(0);
    cr_assert_eq(redlock_release(&lock, NULL), REDLOCK_GONE);
    cr_assert_eq(atomic_load(&losses), 1);
}

Test(sets, an_extension_extends_all_members)
{
    cr_assert_eq(acquire(0), REDLOCK_OK);
    cr_assert_eq(redlock_extend(lock, 200000, &report), REDLOCK_OK);
    cr_assert_gt(redlock_remaining_ms(lock), 100000);
    await_all(NODES);
    for (int i = 0; i < 3; i++) {
        int extended = 0;
        for (int node = 0; node < NODES; node++)
            extended +=
                server_integer(&fleet.server[node], "PTTL %s", all[i]) > 100000;
        cr_assert_geq(extended, 3);
    }
}

Test(sets, detached_keeps_the_keys_of_all_members)
{
    cr_assert_eq(acquire(0), REDLOCK_OK);
    redlock_detach(&lock);
    cr_assert_null(lock);
    redlock_close(client);
    client = NULL;
    await_all(NODES);
}

Test(sets, closing_the_client_releases_all_members)
{
    cr_assert_eq(acquire(0), REDLOCK_OK);
    redlock_close(client);
    client = NULL;
    await_all(0);
}

/* --- the event API --------------------------------------------------------
 */

static int notified;

static void count_notification(const struct redlock_waiting *waiting,
                               void *user)
{
    (void)user;
    cr_assert_str_eq(waiting->resource, "cup");
    notified++;
}

Test(sets, the_event_API_can_acquire)
{
    struct ev_loop *loop = ev_loop_new(EVFLAG_AUTO);
    struct redlock_client *events = fleet_open_on_loop(&fleet, loop);
    struct redlock_request request = of_three(60000);
    struct redlock_pending *pending;
    struct ending ending = {.count = 0};

    take("cup");
    request.waiting = count_notification;
    cr_assert_eq(redlock_async_acquire(events, &request, note_acquired, &ending,
                                       &pending),
                 REDLOCK_OK);
    loop_run_until(loop, &notified, 1);
    cr_assert_gt(notified, 0);
    cr_assert_eq(redlock_release(&theirs, NULL), REDLOCK_OK);
    cr_assert_eq(await_ending(loop, &ending), REDLOCK_OK);
    lock = ending.lock;
    cr_assert_eq(redlock_count(lock), 3);

    cr_assert_eq(redlock_async_extend(lock, 60000, NULL, note_done, &ending),
                 REDLOCK_OK);
    cr_assert_eq(await_ending(loop, &ending), REDLOCK_OK);
    cr_assert_eq(redlock_async_release(&lock, NULL, note_done, &ending),
                 REDLOCK_OK);
    cr_assert_eq(await_ending(loop, &ending), REDLOCK_OK);
    await_all(0);

    /* Cancelled, and closed under way. */
    take("cup");
    notified = 0;
    cr_assert_eq(redlock_async_acquire(events, &request, note_acquired, &ending,
                                       &pending),
                 REDLOCK_OK);
    loop_run_until(loop, &notified, 1);
    redlock_async_cancel(pending);
    cr_assert_eq(await_ending(loop, &ending), REDLOCK_CANCELLED);
    notified = 0;
    cr_assert_eq(redlock_async_acquire(events, &request, note_acquired, &ending,
                                       &pending),
                 REDLOCK_OK);
    loop_run_until(loop, &notified, 1);
    redlock_close(events);
    cr_assert_eq(ending.count, 0);
    ev_loop_destroy(loop);
}

static struct redlock_lock *pair[2];
static struct ending released;

/* Releases the other lock, whose loss is not reported yet. */
static void release_other(struct redlock_lock *lost, void *user)
{
    (void)user;
    atomic_fetch_add(&losses, 1);
    cr_assert_eq(redlock_async_release(&pair[lost == pair[0] ? 1 : 0], NULL,
                                       note_done, &released),
                 REDLOCK_OK);
}

Test(sets, a_set_can_be_released_while_its_loss_is_not_reported_yet)
{
    struct ev_loop *loop = ev_loop_new(EVFLAG_AUTO);
    struct redlock_client *events = fleet_open_on_loop(&fleet, loop);

    for (int i = 0; i < 2; i++) {
        static const char *const names[][2] = {{"jug", "cup"}, {"pot", "pan"}};
        struct redlock_request request = of_three(0);
        struct ending ending = {.count = 0};

        request.resource = names[i][0];
        request.more = &names[i][1];
        request.more_count = 1;
        request.ttl_ms = 3000;
        request.lost = release_other;
        cr_assert_eq(redlock_async_acquire(events, &request, note_acquired,
                                           &ending, NULL),
                     REDLOCK_OK);
        cr_assert_eq(await_ending(loop, &ending), REDLOCK_OK);
        pair[i] = ending.lock;
    }
    while (redlock_held(pair[0]) || redlock_held(pair[1]))
        sleep_ms(10);
    (void)await_ending(loop, &released);
    cr_assert_eq(atomic_load(&losses), 1);
    redlock_close(events);
    ev_loop_destroy(loop);
}

/* --- the end of a client whose set waits in a line, behind and before others.
 * What is used though it is gone is seen by a sanitizer.
 */

struct notified {
    struct redlock_client *closes; /* the next time; NULL: none */
    int count;
};

static void count_notifications(const struct redlock_waiting *waiting,
                                void *user)
{
    struct notified *waiter = user;

    (void)waiting;
    waiter->count++;
    if (waiter->closes != NULL)
        redlock_close(waiter->closes);
}

static void not_acquired(void *user, enum redlock_status status,
                         struct redlock_lock *won)
{
    (void)user;
    (void)won;
    cr_assert_fail("%s", redlock_strerror(status));
}

/* Waits until a position or a holder is reported. */
static void wait_for(struct ev_loop *loop, struct redlock_client *events,
                     int more_count, struct notified *user)
{
    struct redlock_request request = of_three(REDLOCK_FOREVER);

    request.resource = more_count > 0 ? all[0] : "cup";
    request.more_count = more_count;
    request.report = NULL;
    request.waiting = count_notifications;
    request.user = user;
    cr_assert_eq(
        redlock_async_acquire(events, &request, not_acquired, user, NULL),
        REDLOCK_OK);
    loop_run_until(loop, &user->count, 1);
}

static struct redlock_client *wait_in_events(struct ev_loop *loop,
                                             struct notified *last)
{
    static struct notified first, set;
    struct redlock_client *events = fleet_open_on_loop(&fleet, loop);

    *last = (struct notified){.count = 0};
    take("cup");
    wait_for(loop, events, 0, &first);
    wait_for(loop, events, 2, &set);
    wait_for(loop, events, 0, last);
    return events;
}

/* All waiters have news; the last one's callback ends the set. */
Test(sets, a_waiting_callback_may_close_the_client)
{
    struct ev_loop *loop = ev_loop_new(EVFLAG_AUTO);
    struct notified last;

    last.closes = wait_in_events(loop, &last);
    last.count = 0;
    fleet_run(&fleet, 0, NODES - 1, "SET cup another PX 60000");
    loop_run_until(loop, &last.count, 1);
    ev_loop_destroy(loop);
}

Test(sets, a_child_may_close_the_client_of_a_waiting_set)
{
    struct ev_loop *loop = ev_loop_new(EVFLAG_AUTO);
    struct notified last;
    struct redlock_client *events = wait_in_events(loop, &last);
    int status = -1;
    pid_t child = fork();

    if (child == 0) {
        redlock_close(events);
        _exit(0);
    }
    cr_assert_eq(waitpid(child, &status, 0), child);
    cr_assert_eq(status, 0);
    redlock_close(events);
    ev_loop_destroy(loop);
}
