/* SPDX-License-Identifier: MIT */
/* Observers of a resource: who holds it, on real servers, in both APIs. */

#include <criterion/criterion.h>
#include <ev.h>
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/support/fixture.h"
#include "tests/support/loop.h"

#define EVERY_MS 20
#define PATIENCE_MS 15000
#define VIEWS_MAX 64

static struct redlock_lock *lock;
static struct redlock_observer *observer;

/* The reported views, and a gate that stops callbacks while it is shut. */
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t moved = PTHREAD_COND_INITIALIZER;
static struct redlock_view views[VIEWS_MAX];
static int count;
static int read_so_far;
static bool shut;
static bool inside;

static void start_others(void)
{
    start_three();
    other =
        open_client(&(struct redlock_settings){.nodes = fleet.nodes,
                                               .node_timeout_ms = UNHURRIED_MS,
                                               .label = "them"});
}

static void open_gate(void)
{
    pthread_mutex_lock(&mutex);
    shut = false;
    pthread_cond_broadcast(&moved);
    pthread_mutex_unlock(&mutex);
}

static void stop_all(void)
{
    open_gate();
    close_all();
}

TestSuite(observe, .init = start_others, .fini = stop_all, .timeout = 120);

static void on_change(void *user, const struct redlock_view *view)
{
    cr_assert_eq(user, &fleet);
    cr_assert_eq(view->size, sizeof(*view));
    pthread_mutex_lock(&mutex);
    if (count < VIEWS_MAX)
        views[count++] = *view;
    inside = true;
    pthread_cond_broadcast(&moved);
    while (shut)
        pthread_cond_wait(&moved, &mutex);
    inside = false;
    pthread_mutex_unlock(&mutex);
}

static void watch(int64_t node_timeout_ms)
{
    client = fleet_open(&fleet, node_timeout_ms);
    cr_assert_eq(
        redlock_observe(client, "cup", EVERY_MS, on_change, &fleet, &observer),
        REDLOCK_OK);
}

static bool wait_for(const bool *fact, int goal)
{
    struct timespec by;
    int failed = 0;

    clock_gettime(CLOCK_REALTIME, &by);
    by.tv_sec += PATIENCE_MS / 1000;
    pthread_mutex_lock(&mutex);
    while (failed == 0 && (fact != NULL ? !*fact : count < goal))
        failed = pthread_cond_timedwait(&moved, &mutex, &by);
    pthread_mutex_unlock(&mutex);
    return failed == 0;
}

/* Waits for such a view; earlier ones may show a change in progress. */
static const struct redlock_view *await(enum redlock_holding holding,
                                        enum redlock_status status)
{
    for (;;) {
        const struct redlock_view *view = &views[read_so_far];
        cr_assert(wait_for(NULL, read_so_far + 1), "after %d views",
                  read_so_far);
        read_so_far++;
        if (view->holding == holding && view->status == status)
            return view;
    }
}

static const struct redlock_view *await_fence(int64_t fence)
{
    const struct redlock_view *view;

    do
        view = await(REDLOCK_HOLDING_SOMEBODY, REDLOCK_OK);
    while (view->fence != fence);
    return view;
}

static void acquire(void)
{
    cr_assert_eq(redlock_acquire(other,
                                 &(struct redlock_request){.resource = "cup",
                                                           .fencing = true},
                                 &lock),
                 REDLOCK_OK);
    fleet_await(&fleet, other, "cup", 3);
}

static void release(void)
{
    cr_assert_eq(redlock_release(&lock, NULL), REDLOCK_OK);
}

/* No call is made meanwhile: the keeper's thread observes. */
Test(observe, an_idle_client_reports_each_holder)
{
    const struct redlock_view *view;
    char token[REDLOCK_TOKEN_MAX];
    int64_t first;

    watch(UNHURRIED_MS);
    view = await(REDLOCK_HOLDING_NOBODY, REDLOCK_OK);
    cr_assert_eq(view->nodes, 3);
    cr_assert_eq(view->quorum, 2);
    cr_assert_eq(view->answered, 3);
    acquire();
    first = redlock_fence(lock);
    view = await_fence(first);
    cr_assert_str_eq(view->token, redlock_token(lock, token));
    cr_assert_str_eq(redlock_token_label(view->token), "them");
    cr_assert_geq(view->named, 2);
    cr_assert_geq(view->until_ms, view->asked_ms);
    cr_assert_leq(view->since_ms, boot_ms());
    cr_assert_eq(view->passed_over, 0);
    release();
    (void)await(REDLOCK_HOLDING_NOBODY, REDLOCK_OK);
    acquire();
    view = await_fence(redlock_fence(lock));
    cr_assert_gt(view->fence, first);
    cr_assert_eq(view->passed_over, view->fence - first - 1);
    release();
}

static void open_as_bob(const char *right)
{
    for (int i = 0; i < 3; i++) {
        server_run(&fleet.server[i], "ACL SETUSER bob reset on >pw +@all");
        server_run(&fleet.server[i], "ACL SETUSER bob %s", right);
    }
    client =
        open_client(&(struct redlock_settings){.nodes = fleet.nodes,
                                               .node_timeout_ms = UNHURRIED_MS,
                                               .username = "bob",
                                               .password = "pw"});
    cr_assert_eq(
        redlock_observe(client, "cup", EVERY_MS, on_change, &fleet, &observer),
        REDLOCK_OK);
}

Test(observe, without_the_right_to_counters_the_holder_is_reported)
{
    acquire();
    open_as_bob("~cup");
    cr_assert_eq(await(REDLOCK_HOLDING_SOMEBODY, REDLOCK_OK)->fence, 0);
    release();
    (void)await(REDLOCK_HOLDING_NOBODY, REDLOCK_OK);
}

Test(observe, without_the_right_to_the_key_NO_RIGHTS_is_reported)
{
    open_as_bob("~another");
    (void)await(REDLOCK_HOLDING_UNSURE, REDLOCK_NO_RIGHTS);
}

/* --- the handle ------------------------------------------------------------
 */

Test(observe, malformed_requests_are_refused)
{
    client = fleet_open(&fleet, UNHURRIED_MS);
    cr_assert_eq(redlock_observe(client, "", 0, on_change, &fleet, &observer),
                 REDLOCK_BAD_REQUEST);
    cr_assert_eq(
        redlock_observe(client, "cup", -1, on_change, &fleet, &observer),
        REDLOCK_BAD_REQUEST);
    cr_assert_eq(redlock_observe(client, "cup", 0, NULL, NULL, &observer),
                 REDLOCK_BAD_REQUEST);
    cr_assert_null(observer);
    cr_assert_eq(
        redlock_observe(client, "cup", 0, on_change, &fleet, &observer),
        REDLOCK_OK);
    cr_assert_eq(
        redlock_observe(client, "cup", 0, on_change, &fleet, &observer),
        REDLOCK_ALREADY);
    redlock_unobserve(&observer);
    redlock_unobserve(&observer);
    redlock_unobserve(NULL);
}

static void *unobserve(void *argument)
{
    redlock_unobserve(argument);
    return NULL;
}

Test(observe, ending_waits_for_the_callback_and_no_other_follows)
{
    pthread_t thread;
    int before;

    shut = true;
    watch(UNHURRIED_MS);
    cr_assert(wait_for(&inside, 0));
    pthread_create(&thread, NULL, unobserve, &observer);
    acquire();
    open_gate();
    pthread_join(thread, NULL);
    cr_assert_null(observer);
    pthread_mutex_lock(&mutex);
    cr_assert_not(inside);
    before = count;
    pthread_mutex_unlock(&mutex);
    release();
    sleep_ms(5 * EVERY_MS);
    cr_assert_eq(count, before);
}

static void end_within(void *user, const struct redlock_view *view)
{
    (void)view;
    redlock_unobserve(user);
    pthread_mutex_lock(&mutex);
    count++;
    pthread_cond_broadcast(&moved);
    pthread_mutex_unlock(&mutex);
}

Test(observe, the_callback_may_end_the_observer)
{
    client = fleet_open(&fleet, UNHURRIED_MS);
    pthread_mutex_lock(&mutex);
    cr_assert_eq(redlock_observe(client, "cup", EVERY_MS, end_within, &observer,
                                 &observer),
                 REDLOCK_OK);
    pthread_mutex_unlock(&mutex);
    cr_assert(wait_for(NULL, 1));
    acquire();
    sleep_ms(5 * EVERY_MS);
    cr_assert_eq(count, 1);
    cr_assert_null(observer);
    release();
}

/* A loss is reported first, and locks of the same client continue. */
Test(observe, one_client_can_have_many_observers)
{
    struct redlock_observer *more[20] = {NULL};

    watch(UNHURRIED_MS);
    for (int i = 0; i < 20; i++)
        cr_assert_eq(redlock_observe(client, "cup", EVERY_MS, on_change, &fleet,
                                     &more[i]),
                     REDLOCK_OK);
    cr_assert(wait_for(NULL, 21));
    for (int i = 0; i < 10; i++)
        redlock_unobserve(&more[i]);
    cr_assert_eq(redlock_acquire(
                     client,
                     &(struct redlock_request){.resource = "cup", .keep = true},
                     &lock),
                 REDLOCK_OK);
    cr_assert(wait_for(NULL, 32));
    cr_assert_eq(redlock_release(&lock, NULL), REDLOCK_OK);
}

Test(observe, a_child_observes_nothing)
{
    pid_t child;
    int status;

    watch(UNHURRIED_MS);
    (void)await(REDLOCK_HOLDING_NOBODY, REDLOCK_OK);
    child = fork();
    if (child == 0) {
        struct redlock_observer *mine = NULL;
        bool refused = redlock_observe(client, "cup", 0, on_change, &fleet,
                                       &mine) == REDLOCK_FORKED;
        redlock_unobserve(&observer);
        redlock_close(client);
        _exit(refused && mine == NULL && observer == NULL ? 0 : 1);
    }
    cr_assert_eq(waitpid(child, &status, 0), child);
    cr_assert_eq(status, 0);
    acquire();
    (void)await_fence(redlock_fence(lock));
    release();
}

/* --- the event API --------------------------------------------------------
 */

static struct ev_loop *loop;

static void open_on_loop(void)
{
    loop = ev_loop_new(EVFLAG_AUTO);
    client = fleet_open_on_loop(&fleet, loop);
    cr_assert_eq(
        redlock_observe(client, "cup", EVERY_MS, on_change, &fleet, &observer),
        REDLOCK_OK);
    cr_assert_eq(count, 0);
}

static void turn_until(int goal)
{
    loop_run_until(loop, &count, goal);
}

static void turn_until_held(void)
{
    do
        turn_until(count + 1);
    while (views[count - 1].fence != redlock_fence(lock));
}

Test(observe, an_observer_on_a_loop_reports_each_holder)
{
    open_on_loop();
    turn_until(1);
    cr_assert_eq(views[0].holding, REDLOCK_HOLDING_NOBODY);
    acquire();
    turn_until_held();
    cr_assert_eq(views[count - 1].holding, REDLOCK_HOLDING_SOMEBODY);
    release();
    do
        turn_until(count + 1);
    while (views[count - 1].holding != REDLOCK_HOLDING_NOBODY);
    redlock_unobserve(&observer);
    redlock_close(client);
    client = NULL;
    ev_loop_destroy(loop);
}

static void close_within(void *user, const struct redlock_view *view)
{
    (void)user;
    (void)view;
    count++;
    redlock_close(client);
    client = NULL;
}

Test(observe, the_callback_on_a_loop_may_close_the_client)
{
    struct redlock_observer *another = NULL;

    open_on_loop();
    cr_assert_eq(
        redlock_observe(client, "cup", EVERY_MS, close_within, NULL, &another),
        REDLOCK_OK);
    redlock_unobserve(&observer);
    turn_until(1);
    cr_assert_null(client);
    ev_loop_destroy(loop);
}
