/* SPDX-License-Identifier: MIT */
/*
 * One process holds a thousand locks of each kind, with keepers, while its
 * five masters are restarted one after the other with nothing in their
 * memories. None is lost, as long as each master's votes are repaired before
 * the next one goes. The boot clock is moved forward where time has to pass:
 * the TTL is longer than any machine needs.
 */

#include <criterion/criterion.h>
#include <ev.h>
#include <stdio.h>

#include "redlock/admin.h"
#include "tests/support/boot_clock.h"
#include "tests/support/fleet.h"

enum {
    NODES = 5,
    EACH = 1000,
    KINDS = 3,
    LOCKS = EACH * KINDS,
    KEYS = EACH * 5, /* beside a shared one its members, and its slots beside
                        the one that has a slot */
    TTL_MS = 120000
};

struct held {
    char name[32];
    struct redlock_lock *lock;
    int losses;
};

static struct fleet fleet;
static struct ev_loop *loop;
static struct redlock_client *client;
static struct held held[LOCKS];
static struct redlock_report report;
static int answers_due;
static int losses;

static void start_five(void)
{
    fleet_start(&fleet, NODES);
    loop = ev_loop_new(EVFLAG_AUTO);
}

static void stop_all(void)
{
    redlock_close(client);
    ev_loop_destroy(loop);
    fleet_stop(&fleet);
}

TestSuite(rolling, .init = start_five, .fini = stop_all, .timeout = 280);

/* --- the loop --------------------------------------------------------------
 */

static void give_up(struct ev_loop *which, ev_timer *timer, int events)
{
    (void)timer, (void)events;
    ev_break(which, EVBREAK_ALL);
}

/* One turn, which ends though nothing happens. */
static void turn(void)
{
    ev_timer end;

    ev_timer_init(&end, give_up, 0.01, 0.);
    ev_now_update(loop);
    ev_timer_start(loop, &end);
    ev_run(loop, EVRUN_ONCE);
    ev_timer_stop(loop, &end);
}

static void await_answers(const char *what)
{
    long long until = boot_ms() + TTL_MS;

    while (answers_due > 0) {
        cr_assert_lt(boot_ms(), until, "%s: %d are not answered", what,
                     answers_due);
        turn();
    }
}

static void on_inspected(void *user, enum redlock_status status)
{
    (void)user;
    cr_assert_eq(status, REDLOCK_OK, "%s", votes_of(&report));
    answers_due--;
}

/*
 * An inspection hears every node, and each node answers in order: then all has
 * been heard that was asked before. A node that is not there yet is asked
 * again.
 */
static void hear_all(void)
{
    do {
        cr_assert_eq(redlock_async_inspect(client, "nothing", &report,
                                           on_inspected, NULL),
                     REDLOCK_OK);
        answers_due++;
        await_answers("inspect");
        turn();
    } while (report.granted < NODES);
}

static long long keys_of(int node)
{
    return server_integer(&fleet.server[node], "DBSIZE") -
           server_integer(&fleet.server[node], "EXISTS redlock:inst");
}

/* --- all locks at once -----------------------------------------------------
 */

static void on_acquired(void *user, enum redlock_status status,
                        struct redlock_lock *lock)
{
    struct held *mine = user;

    cr_assert_eq(status, REDLOCK_OK, "%s: %s", mine->name,
                 redlock_strerror(status));
    mine->lock = lock;
    answers_due--;
}

static void on_done(void *user, enum redlock_status status)
{
    struct held *mine = user;

    cr_assert_eq(status, REDLOCK_OK, "%s: %s", mine->name,
                 redlock_strerror(status));
    answers_due--;
}

static void on_lost(struct redlock_lock *lock, void *user)
{
    struct held *mine = user;

    cr_assert_not(redlock_held(lock));
    mine->losses++;
    losses++;
}

static void acquire_all(void)
{
    static const char *const kinds[KINDS] = {"plain", "shared", "slots"};

    for (int i = 0; i < LOCKS; i++) {
        int kind = i / EACH;
        struct redlock_request request = {
            .size = sizeof(request),
            .resource = held[i].name,
            .ttl_ms = TTL_MS,
            .keep = true,
            .lost = on_lost,
            .user = &held[i],
            .slots = kind == 2 ? 2 : 0,
            .mode = kind == 1 ? REDLOCK_SHARED : REDLOCK_EXCLUSIVE,
        };

        snprintf(held[i].name, sizeof(held[i].name), "%s/%d", kinds[kind],
                 i % EACH);
        cr_assert_eq(redlock_async_acquire(client, &request, on_acquired,
                                           &held[i], NULL),
                     REDLOCK_OK);
        answers_due++;
    }
    await_answers("acquire");
    hear_all();
    for (int node = 0; node < NODES; node++)
        cr_assert_eq(keys_of(node), KEYS);
}

static void extend_all(const char *what)
{
    for (int i = 0; i < LOCKS; i++) {
        cr_assert_eq(
            redlock_async_extend(held[i].lock, TTL_MS, NULL, on_done, &held[i]),
            REDLOCK_OK);
        answers_due++;
    }
    await_answers(what);
}

/* They stay for a while when nobody has a slot any more. */
static long long numbers_of_slots(int node)
{
    return server_integer(&fleet.server[node], "EVAL %s 0",
                          "return #redis.call('KEYS', '{*}:slots')");
}

static void release_all(void)
{
    for (int i = 0; i < LOCKS; i++) {
        cr_assert_eq(
            redlock_async_release(&held[i].lock, NULL, on_done, &held[i]),
            REDLOCK_OK);
        answers_due++;
    }
    await_answers("release");
    hear_all();
    for (int node = 0; node < NODES; node++)
        cr_assert_eq(keys_of(node), numbers_of_slots(node));
}

static void all_are_held(void)
{
    cr_assert_eq(losses, 0);
    for (int i = 0; i < LOCKS; i++)
        cr_assert(redlock_held(held[i].lock), "%s", held[i].name);
}

/* --- restarts --------------------------------------------------------------
 */

static void let_time_pass(int64_t ms)
{
    hear_all();
    boot_clock_suspend(ms);
    extend_all("later");
}

/* With two others silent, each extension needs its vote. */
static void needs_the_votes_of(int node)
{
    int first = (node + 1) % NODES;
    int second = (node + 2) % NODES;

    hear_all();
    server_pause(&fleet.server[first]);
    server_pause(&fleet.server[second]);
    extend_all("with its vote");
    server_resume(&fleet.server[first]);
    server_resume(&fleet.server[second]);
}

/*
 * It has all keys again, and has had them for the longest TTL and a second, so
 * that its votes count as before.
 */
static void restart(int node)
{
    server_restart(&fleet.server[node]);
    do {
        extend_all("repair");
        hear_all();
    } while (keys_of(node) < KEYS);
    let_time_pass(TTL_MS / 2 + 1000);
    let_time_pass(TTL_MS / 2 + 1000);
    needs_the_votes_of(node);
    all_are_held();
}

static void open_with(enum redlock_guard guard)
{
    client = open_client_on_loop(
        loop, &(struct redlock_settings){.nodes = fleet.nodes,
                                         .node_timeout_ms = UNHURRIED_MS,
                                         .ttl_max_ms = TTL_MS,
                                         .guard = guard});
}

static void restart_one_after_the_other(enum redlock_guard guard)
{
    open_with(guard);
    acquire_all();
    for (int node = 0; node < NODES; node++)
        restart(node);
    release_all();
    cr_assert_eq(losses, 0);
}

Test(rolling, restarts_lose_no_lock)
{
    restart_one_after_the_other(REDLOCK_GUARD_OFF);
}

Test(rolling, restarts_lose_no_lock_where_masters_are_guarded)
{
    struct redlock_client *operator=
        open_client(&(struct redlock_settings){.nodes = fleet.nodes,
                                               .node_timeout_ms = UNHURRIED_MS,
                                               .ttl_max_ms = TTL_MS});

    cr_assert_eq(redlock_init_nodes(operator, NULL), REDLOCK_OK);
    redlock_close(operator);
    restart_one_after_the_other(REDLOCK_GUARD_ON);
}

/* Three at once take all, and each loss is told once. */
Test(rolling, what_the_restarts_take_is_told_once)
{
    long long until = boot_ms() + TTL_MS;

    open_with(REDLOCK_GUARD_OFF);
    acquire_all();
    for (int node = 0; node < 3; node++)
        server_restart(&fleet.server[node]);
    boot_clock_suspend(TTL_MS / 2);
    while (losses < LOCKS) {
        cr_assert_lt(boot_ms(), until, "%d were told", losses);
        turn();
    }
    for (int i = 0; i < LOCKS; i++) {
        cr_assert_eq(held[i].losses, 1, "%s", held[i].name);
        cr_assert_not(redlock_held(held[i].lock));
    }
}
