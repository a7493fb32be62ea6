/* SPDX-License-Identifier: MIT */
/*
 * What comes late of a hand-off, at real servers. After its waiter has gone:
 * the key is set for a token that was released before, or the push is heard by
 * a client that has given the lock back. Nothing is left of either, and who
 * holds the lock by then goes on holding it. And after the lock was won without
 * it.
 */

#include <criterion/criterion.h>
#include <ev.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "redlock/api/client.h"
#include "tests/proxy/proxy.h"
#include "tests/support/fleet.h"

#define NODES 5
#define PATIENCE_MS 20000
#define HOUR_NS INT64_C(3600000000000)

/* Whose order begins at the first node: it is the gate. */
#define NAME "cup"

/* What comes late, comes late to the last two, or from them. */
#define FIRST_LATE 3

struct user {
    struct redlock_client *client;
    struct redlock_lock *lock;
    struct redlock_pending *pending;
    enum redlock_status status;
    bool ended;
    int64_t fence;
};

static struct fleet fleet;
static struct ev_loop *loop;
static struct proxy proxies[NODES];
static struct user holder;  /* has it first, and does not know who waits */
static struct user between; /* is handed it, and names the last one */
static struct user last;
static struct user next; /* comes when all that is over */

static void start_five(void)
{
    fleet_start(&fleet, NODES);
    loop = ev_loop_new(EVFLAG_AUTO);
}

static void stop_all(void)
{
    redlock_close(holder.client);
    redlock_close(between.client);
    redlock_close(last.client);
    redlock_close(next.client);
    ev_loop_destroy(loop);
    for (int node = 0; node < NODES; node++) {
        if (proxies[node].pid != 0)
            proxy_stop(&proxies[node]);
    }
    fleet_stop(&fleet);
}

TestSuite(handed_late, .init = start_five, .fini = stop_all, .timeout = 120);

/* --- the users --------------------------------------------------------------
 */

static void open_at(struct user *user, const char *nodes)
{
    user->client = open_client_on_loop(
        loop, &(struct redlock_settings){.nodes = nodes,
                                         .node_timeout_ms = UNHURRIED_MS});
}

static void open_user(struct user *user)
{
    open_at(user, fleet.nodes);
}

/* It reaches the nodes from first on by proxies of its own. */
static void open_behind_proxies(struct user *user, int first)
{
    char nodes[sizeof(fleet.nodes)];
    size_t length = 0;

    for (int node = 0; node < NODES; node++) {
        if (node >= first)
            proxy_start(&proxies[node], &fleet.server[node]);
        length += (size_t)snprintf(nodes + length, sizeof(nodes) - length,
                                   "%s%s", node == 0 ? "" : ",",
                                   node >= first ? proxies[node].uri
                                                 : fleet.server[node].uri);
    }
    open_at(user, nodes);
}

static void set_late(const struct proxy_faults *faults)
{
    for (int node = 0; node < NODES; node++) {
        if (proxies[node].pid != 0)
            proxy_set(&proxies[node], faults);
    }
}

static void turn(void)
{
    ev_run(loop, EVRUN_NOWAIT);
    sleep_ms(1);
}

#define AWAIT(fact)                                                            \
    for (long long until_ = boot_ms() + PATIENCE_MS; !(fact); turn())          \
    cr_assert_lt(boot_ms(), until_, "%s", #fact)

static void on_acquired(void *of, enum redlock_status status,
                        struct redlock_lock *lock)
{
    struct user *user = of;

    user->ended = true;
    user->status = status;
    user->lock = lock;
    user->pending = NULL;
    if (status == REDLOCK_OK)
        user->fence = redlock_fence(lock);
}

static void ask(struct user *user)
{
    user->ended = false;
    cr_assert_eq(
        redlock_async_acquire(user->client,
                              &(struct redlock_request){.resource = NAME,
                                                        .ttl_ms = 120000,
                                                        .wait_ms = 120000,
                                                        .fencing = true},
                              on_acquired, user, &user->pending),
        REDLOCK_OK);
}

static void await_won(struct user *user)
{
    AWAIT(user->ended);
    cr_assert_eq(user->status, REDLOCK_OK, "%s",
                 redlock_strerror(user->status));
}

static void give_back(struct user *user)
{
    cr_assert_eq(redlock_async_release(&user->lock, NULL, NULL, NULL),
                 REDLOCK_OK);
}

/* --- what the servers have --------------------------------------------------
 */

static bool listens_everywhere(const struct user *user)
{
    for (int node = 0; node < NODES; node++) {
        if (!rlk_node_listens(&user->client->core.nodes[node]))
            return false;
    }
    return true;
}

static long long places(void)
{
    return server_integer(&fleet.server[0], "ZCARD {" NAME "}:queue");
}

/* On how many of the nodes first .. NODES - 1 that client has the key. */
static int has(const struct user *user, int first)
{
    const struct rlk_token_base *base = &user->client->core.runtime.token_base;
    int count = 0;

    for (int node = first; node < NODES; node++) {
        char token[REDLOCK_TOKEN_MAX];

        count += server_text(&fleet.server[node], token, sizeof(token),
                             "GET " NAME) &&
                 strncmp(token, base->digits, sizeof(base->digits)) == 0;
    }
    return count;
}

static long long scripts_at(int node)
{
    return server_calls(&fleet.server[node], "evalsha") +
           server_calls(&fleet.server[node], "eval");
}

/* --- the stories ------------------------------------------------------------
 */

/* The one between holds it everywhere, and knows that the last one is next. */
static void hand_to_between(void)
{
    ask(&holder);
    await_won(&holder);
    AWAIT(has(&holder, 0) == NODES);
    ask(&between);
    AWAIT(places() == 1);
    ask(&last);
    AWAIT(places() == 2 && listens_everywhere(&last));
    give_back(&holder);
    await_won(&between);
    AWAIT(has(&between, 0) == NODES);
}

static void expect_next_undisturbed(int64_t than)
{
    AWAIT(has(&next, 0) == NODES);
    cr_assert(redlock_held(next.lock));
    cr_assert_gt(next.fence, than);
    give_back(&next);
    AWAIT(fleet_holding(&fleet, NAME) == 0);
    AWAIT(places() == 0);
}

/* Its key is set after it has released, and would live for two minutes. */
Test(handed_late, that_a_release_has_overtaken_is_given_back)
{
    open_user(&holder);
    open_behind_proxies(&between, FIRST_LATE);
    open_user(&last);
    open_user(&next);
    hand_to_between();

    set_late(&(struct proxy_faults){.request_delay_ns = HOUR_NS});
    give_back(&between);
    await_won(&last);
    cr_assert_gt(last.fence, between.fence);
    cr_assert_eq(has(&between, FIRST_LATE), NODES - FIRST_LATE);
    give_back(&last);
    AWAIT(has(&last, 0) == 0 && places() == 0);
    cr_assert_eq(has(&between, FIRST_LATE), NODES - FIRST_LATE);

    set_late(&(struct proxy_faults){0});
    AWAIT(fleet_holding(&fleet, NAME) == 0);
    ask(&next);
    await_won(&next);
    expect_next_undisturbed(last.fence);
}

/* It holds the lock by the pushes of three, and hears the others too late. */
Test(handed_late, of_which_the_push_comes_after_the_release_harms_nobody)
{
    long long before[NODES];

    open_user(&holder);
    open_user(&between);
    open_behind_proxies(&last, FIRST_LATE);
    open_user(&next);
    hand_to_between();

    set_late(&(struct proxy_faults){.reply_delay_ns = HOUR_NS});
    give_back(&between);
    await_won(&last);
    AWAIT(has(&last, FIRST_LATE) == NODES - FIRST_LATE);
    give_back(&last);
    AWAIT(fleet_holding(&fleet, NAME) == 0);
    ask(&next);
    await_won(&next);
    AWAIT(has(&next, 0) == NODES);

    for (int node = FIRST_LATE; node < NODES; node++)
        before[node] = scripts_at(node);
    set_late(&(struct proxy_faults){0});
    for (int node = FIRST_LATE; node < NODES; node++)
        AWAIT(scripts_at(node) > before[node]);
    expect_next_undisturbed(last.fence);
}

/*
 * Its key is on every node when it gives up, which it tells its gates alone:
 * the first node, and where that was not heard in time a further one or two.
 */
Test(handed_late, of_which_the_push_comes_after_a_cancellation_is_given_back)
{
    open_user(&holder);
    open_user(&between);
    open_behind_proxies(&last, 0);
    open_user(&next);
    hand_to_between();

    set_late(&(struct proxy_faults){.reply_delay_ns = HOUR_NS});
    give_back(&between);
    AWAIT(has(&last, 0) == NODES);
    redlock_async_cancel(last.pending);
    AWAIT(last.ended);
    cr_assert_eq(last.status, REDLOCK_CANCELLED);
    AWAIT(has(&last, 0) < NODES && places() == 0);
    cr_assert_eq(has(&last, FIRST_LATE), NODES - FIRST_LATE);

    set_late(&(struct proxy_faults){0});
    AWAIT(fleet_holding(&fleet, NAME) == 0);
    ask(&next);
    await_won(&next);
    expect_next_undisturbed(between.fence);
}

/* --- a push that lies there when the lock is released ------------------------
 */

static struct redlock_cancel *cancel;

static void *acquire_and_wait(void *of)
{
    struct user *user = of;

    user->status = redlock_acquire(user->client,
                                   &(struct redlock_request){.resource = NAME,
                                                             .ttl_ms = 120000,
                                                             .wait_ms = 120000,
                                                             .cancel = cancel},
                                   &user->lock);
    return NULL;
}

static long long published(int first)
{
    long long calls = 0;

    for (int node = first; node < NODES; node++)
        calls += server_calls(&fleet.server[node], "publish");
    return calls;
}

/* Of a client that another thread is in. */
static bool is_heard_everywhere(const char *channel)
{
    for (int node = 0; node < NODES; node++) {
        if (server_integer(&fleet.server[node], "PUBLISH %s hello", channel) ==
            0)
            return false;
    }
    return true;
}

static bool is_heard_nowhere(const char *channel)
{
    for (int node = 0; node < NODES; node++) {
        if (server_integer(&fleet.server[node], "PUBLISH %s hello", channel) !=
            0)
            return false;
    }
    return true;
}

/*
 * A thread of the blocking face has given up, and does not come back. Who holds
 * the lock by then was told that it is next, and names it.
 */
Test(handed_late, is_not_to_whom_nobody_reads_for)
{
    char channel[RLK_CHANNEL_MAX];
    pthread_t thread;

    open_user(&holder);
    open_user(&between);
    open_user(&next);
    last.client = open_client(&(struct redlock_settings){
        .nodes = fleet.nodes, .node_timeout_ms = UNHURRIED_MS});
    cancel = make_cancel();
    rlk_token_channel(&last.client->core.runtime.token_base, channel);
    ask(&holder);
    await_won(&holder);
    AWAIT(has(&holder, 0) == NODES);
    ask(&between);
    AWAIT(places() == 1 && listens_everywhere(&between));
    cr_assert_eq(pthread_create(&thread, NULL, acquire_and_wait, &last), 0);
    AWAIT(places() == 2 && is_heard_everywhere(channel));
    give_back(&holder);
    await_won(&between);
    AWAIT(has(&between, 0) == NODES);

    redlock_cancel_trigger(cancel);
    cr_assert_eq(pthread_join(thread, NULL), 0);
    redlock_cancel_free(cancel);
    cr_assert_eq(last.status, REDLOCK_CANCELLED);
    AWAIT(is_heard_nowhere(channel));
    ask(&next);
    AWAIT(places() == 1);
    give_back(&between);
    await_won(&next);
    expect_next_undisturbed(0);
}

/*
 * The gate alone says who is next, and is heard after the others. Nobody reads
 * while a thread of the blocking face holds its lock.
 */
Test(handed_late, says_who_is_next_to_a_release_that_did_not_read_it_yet)
{
    char nodes[sizeof(fleet.nodes)];
    char channel[RLK_CHANNEL_MAX];
    pthread_t thread;
    long long before;

    open_user(&holder);
    open_user(&between);
    open_user(&next);
    proxy_start(&proxies[0], &fleet.server[0]);
    snprintf(nodes, sizeof(nodes), "%s%s", proxies[0].uri,
             strchr(fleet.nodes, ','));
    last.client = open_client(&(struct redlock_settings){
        .nodes = nodes, .node_timeout_ms = UNHURRIED_MS});
    rlk_token_channel(&last.client->core.runtime.token_base, channel);

    ask(&holder);
    await_won(&holder);
    AWAIT(has(&holder, 0) == NODES);
    ask(&between);
    AWAIT(places() == 1 && listens_everywhere(&between));
    cr_assert_eq(pthread_create(&thread, NULL, acquire_and_wait, &last), 0);
    AWAIT(places() == 2 && is_heard_everywhere(channel));
    ask(&next);
    AWAIT(places() == 3 && listens_everywhere(&next));
    give_back(&holder);
    await_won(&between);
    AWAIT(has(&between, 0) == NODES);

    proxy_set(&proxies[0], &(struct proxy_faults){.reply_delay_ns = HOUR_NS});
    before = published(1);
    give_back(&between);
    AWAIT(has(&last, 0) == NODES);
    cr_assert_eq(pthread_join(thread, NULL), 0);
    cr_assert_eq(last.status, REDLOCK_OK);
    /* The second order is obeyed once the first has let everything out. */
    proxy_heal(&proxies[0]);
    proxy_heal(&proxies[0]);
    cr_assert_eq(redlock_release(&last.lock, NULL), REDLOCK_OK);
    await_won(&next);
    /* Each of the others has handed it over twice. */
    AWAIT(published(1) == before + 2LL * (NODES - 1));
    expect_next_undisturbed(0);
}
