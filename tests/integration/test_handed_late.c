/* SPDX-License-Identifier: MIT */
/*
 * Hand-off messages for a thread of the blocking API that does not read them:
 * it has given up its wait, or holds the lock.
 */

#include <criterion/criterion.h>
#include <ev.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "redlock/api/client.h"
#include "tests/proxy/proxy.h"
#include "tests/support/fixture.h"
#include "tests/support/loop.h"

#define NODES 5
#define PATIENCE_MS 20000
#define HOUR_NS INT64_C(3600000000000)

/* A client whose order begins at the first node, the gate. */
#define NAME "cup"

struct user {
    struct redlock_client *client;
    struct redlock_lock *lock;
    struct redlock_pending *pending;
    enum redlock_status status;
    bool ended;
    int64_t fence;
};

static struct ev_loop *loop;
static struct proxy proxies[NODES];
static struct user holder;  /* the first holder, which knows no waiter */
static struct user between; /* gets it next, and names the last one */
static struct user last;
static struct user next; /* comes afterwards */

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

static void start(void)
{
    start_five();
    loop = ev_loop_new(EVFLAG_AUTO);
}

TestSuite(handed_late, .init = start, .fini = stop_all, .timeout = 120);

/* --- the users --------------------------------------------------------------
 */

static void open_user(struct user *user)
{
    user->client = fleet_open_on_loop(&fleet, loop);
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

static long long entries(void)
{
    return server_integer(&fleet.server[0], "ZCARD {" NAME "}:queue");
}

/* The number of nodes first .. NODES - 1 at which that client has the key. */
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

static void expect_next_undisturbed(int64_t than)
{
    AWAIT(has(&next, 0) == NODES);
    cr_assert(redlock_held(next.lock));
    cr_assert_gt(next.fence, than);
    give_back(&next);
    AWAIT(fleet_holding(&fleet, NAME) == 0);
    AWAIT(entries() == 0);
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

static int subscribed(const char *channel)
{
    int count = 0;

    for (int node = 0; node < NODES; node++)
        count += server_integer(&fleet.server[node], "PUBLISH %s hello",
                                channel) != 0;
    return count;
}

static pthread_t thread;
static char channel[RLK_CHANNEL_MAX];

/*
 * The holder has the lock. The one in between waits for it, and behind it waits
 * a thread of the blocking API, whose client has these nodes.
 */
static void begin_to_wait(const char *nodes)
{
    open_user(&holder);
    open_user(&between);
    open_user(&next);
    last.client = open_client(&(struct redlock_settings){
        .nodes = nodes, .node_timeout_ms = UNHURRIED_MS});
    rlk_token_channel(&last.client->core.runtime.token_base, channel);
    ask(&holder);
    await_won(&holder);
    AWAIT(has(&holder, 0) == NODES);
    ask(&between);
    AWAIT(entries() == 1 && listens_everywhere(&between));
    cr_assert_eq(pthread_create(&thread, NULL, acquire_and_wait, &last), 0);
    AWAIT(entries() == 2 && subscribed(channel) == NODES);
}

/*
 * A thread of the blocking API has given up, and does not come back. Who holds
 * the lock by then was told that it is next, and names it.
 */
Test(handed_late, is_not_sent_to_a_client_whose_wait_was_cancelled)
{
    cancel = make_cancel();
    begin_to_wait(fleet.nodes);
    give_back(&holder);
    await_won(&between);
    AWAIT(has(&between, 0) == NODES);

    redlock_cancel_trigger(cancel);
    cr_assert_eq(pthread_join(thread, NULL), 0);
    redlock_cancel_free(cancel);
    cr_assert_eq(last.status, REDLOCK_CANCELLED);
    AWAIT(subscribed(channel) == 0);
    ask(&next);
    AWAIT(entries() == 1);
    give_back(&between);
    await_won(&next);
    expect_next_undisturbed(0);
}

/*
 * Only the gate names the next waiter, and its answer arrives last. While a
 * thread of the blocking API holds its lock, it reads no messages.
 */
Test(handed_late, names_the_next_waiter_to_a_release_that_reads_first)
{
    char nodes[sizeof(fleet.nodes)];
    long long before;

    proxy_start(&proxies[0], &fleet.server[0]);
    snprintf(nodes, sizeof(nodes), "%s%s", proxies[0].uri,
             strchr(fleet.nodes, ','));
    begin_to_wait(nodes);
    ask(&next);
    AWAIT(entries() == 3 && listens_everywhere(&next));
    give_back(&holder);
    await_won(&between);
    AWAIT(has(&between, 0) == NODES);

    proxy_set(&proxies[0], &(struct proxy_faults){.reply_delay_ns = HOUR_NS});
    before = published(1);
    give_back(&between);
    AWAIT(has(&last, 0) == NODES);
    cr_assert_eq(pthread_join(thread, NULL), 0);
    cr_assert_eq(last.status, REDLOCK_OK);
    /* The proxy executes the second command after it has sent everything. */
    proxy_heal(&proxies[0]);
    proxy_heal(&proxies[0]);
    cr_assert_eq(redlock_release(&last.lock, NULL), REDLOCK_OK);
    await_won(&next);
    /* Each of the other nodes has handed over twice. */
    AWAIT(published(1) == before + 2LL * (NODES - 1));
    expect_next_undisturbed(0);
}
