/* SPDX-License-Identifier: MIT */
/* Slots against real servers: never more at once than there are. */

#include <criterion/criterion.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "tests/support/fleet.h"

static struct fleet fleet;
static struct redlock_client *client;
static struct redlock_client *other;
static struct redlock_report report;

static void open_all(void)
{
    fleet_start(&fleet, 3);
    client = fleet_open(&fleet, UNHURRIED_MS);
    other = fleet_open(&fleet, UNHURRIED_MS);
}

static void close_all(void)
{
    redlock_close(client);
    redlock_close(other);
    fleet_stop(&fleet);
}

static struct redlock_request request_of(int slots)
{
    return (struct redlock_request){
        .size = sizeof(struct redlock_request),
        .resource = "cup",
        .fencing = true,
        .slots = slots,
        .report = &report,
    };
}

static enum redlock_status acquire(struct redlock_client *by, int slots,
                                   struct redlock_lock **lock)
{
    struct redlock_request request = request_of(slots);

    *lock = NULL;
    return redlock_acquire(by, &request, lock);
}

static struct redlock_lock *acquired(struct redlock_client *by, int slots)
{
    struct redlock_lock *lock;

    cr_assert_eq(acquire(by, slots, &lock), REDLOCK_OK, "%s",
                 votes_of(&report));
    cr_assert_geq(redlock_slot(lock), 0);
    cr_assert_lt(redlock_slot(lock), slots);
    return lock;
}

static const char *key_of(int slot)
{
    static char key[32];

    (void)snprintf(key, sizeof(key), "{cup}:slot:%d", slot);
    return key;
}

/* On every node: the last answers come in behind the call. */
static struct redlock_lock *everywhere(struct redlock_client *by, int slots)
{
    struct redlock_lock *lock = acquired(by, slots);

    fleet_await(&fleet, by, key_of(redlock_slot(lock)), fleet.count);
    return lock;
}

static int told(enum redlock_reason reason)
{
    int count = 0;

    for (int i = 0; i < report.nodes; i++)
        count += report.node[i].reason == reason;
    return count;
}

TestSuite(slots, .init = open_all, .fini = close_all, .timeout = 120);

Test(slots, are_held_by_as_many_as_there_are)
{
    struct redlock_lock *one = everywhere(client, 2);
    struct redlock_lock *two = everywhere(other, 2);
    struct redlock_lock *more;

    cr_assert(redlock_held(one) && redlock_held(two));
    cr_assert_neq(redlock_slot(one), redlock_slot(two));
    cr_assert_eq(acquire(client, 2, &more), REDLOCK_BUSY);
    cr_assert_eq(told(REDLOCK_REASON_SLOTS), 2, "%s", votes_of(&report));
    cr_assert_gt(report.free_in_ms, 0);
    cr_assert_eq(redlock_extend(one, 60000, NULL), REDLOCK_OK);
    cr_assert_eq(redlock_release(&one, NULL), REDLOCK_OK);
    more = acquired(client, 2);
    cr_assert_eq(redlock_release(&more, NULL), REDLOCK_OK);
    cr_assert_eq(redlock_release(&two, NULL), REDLOCK_OK);
    fleet_await(&fleet, client, key_of(0), 0);
    fleet_await(&fleet, client, key_of(1), 0);
}

Test(slots, are_counted_by_who_inspects)
{
    struct redlock_lock *one = everywhere(client, 3);
    struct redlock_lock *two = everywhere(client, 3);

    cr_assert_eq(redlock_inspect(other, "cup", &report), REDLOCK_OK);
    for (int i = 0; i < report.nodes; i++) {
        cr_assert_eq(report.node[i].vote, REDLOCK_VOTE_ANSWERED);
        cr_assert_eq(report.node[i].reason, REDLOCK_REASON_SLOTS);
        cr_assert_eq(report.node[i].slots, 3);
        cr_assert_eq(report.node[i].slots_taken, 2);
    }
    cr_assert_eq(redlock_release(&one, NULL), REDLOCK_OK);
    cr_assert_eq(redlock_release(&two, NULL), REDLOCK_OK);
    fleet_await(&fleet, client, key_of(0), 0);
    fleet_await(&fleet, client, key_of(1), 0);
    fleet_await(&fleet, client, key_of(2), 0);
    cr_assert_eq(redlock_inspect(other, "cup", &report), REDLOCK_OK);
    cr_assert_eq(told(REDLOCK_REASON_MISSING), 3);
}

/* A contender that died has left a key at one node, which may be the gate. */
Test(slots, that_one_node_says_to_be_taken_are_had_without_a_place_left_there)
{
    for (int node = 0; node < fleet.count; node++) {
        struct redlock_request request = request_of(1);
        struct redlock_lock *lock = NULL;
        struct timespec begun, done;

        fleet_run(&fleet, node, node, "SET {cup}:slots 1 PX 120000");
        fleet_run(&fleet, node, node, "SET {cup}:slot:0 theirs PX 120000");
        request.wait_ms = 60000;
        cr_assert_eq(redlock_acquire(client, &request, &lock), REDLOCK_OK);
        clock_gettime(CLOCK_MONOTONIC, &begun);
        fleet_await(&fleet, client, "{cup}:slots:queue", 0);
        clock_gettime(CLOCK_MONOTONIC, &done);
        cr_assert_leq(done.tv_sec - begun.tv_sec, 2, "until it has run out");
        cr_assert_eq(redlock_release(&lock, NULL), REDLOCK_OK);
        fleet_run(&fleet, node, node, "DEL {cup}:slots {cup}:slot:0");
        fleet_await(&fleet, client, "{cup}:slot:0", 0);
    }
}

/* Each slot has a counter of its own. */
Test(slots, have_rising_fences)
{
    int64_t last[2] = {0, 0};

    for (int i = 0; i < 12; i++) {
        struct redlock_lock *lock = everywhere(client, 2);
        int slot = redlock_slot(lock);

        cr_assert_gt(redlock_fence(lock), last[slot]);
        last[slot] = redlock_fence(lock);
        cr_assert_eq(redlock_release(&lock, NULL), REDLOCK_OK);
        fleet_await(&fleet, client, key_of(slot), 0);
    }
}

Test(slots, are_of_one_number_while_one_is_held)
{
    struct redlock_lock *lock = everywhere(client, 3);
    struct redlock_lock *more;

    cr_assert_eq(acquire(other, 2, &more), REDLOCK_DISAGREES, "%s",
                 votes_of(&report));
    cr_assert_eq(told(REDLOCK_REASON_SLOTS_DIFFER), 3);
    cr_assert_eq(report.node[0].slots, 3);
    cr_assert_eq(redlock_release(&lock, NULL), REDLOCK_OK);
    for (int i = 0; i < 3; i++)
        fleet_await(&fleet, client, key_of(i), 0);
    lock = acquired(other, 2);
    cr_assert_eq(redlock_release(&lock, NULL), REDLOCK_OK);
}

/* One is a number of slots like any other. */
Test(slots, may_be_one_alone)
{
    struct redlock_lock *lock = everywhere(client, 1);
    struct redlock_request request = request_of(1);
    struct redlock_lock *adopted = NULL;
    struct redlock_lock *more = NULL;
    char token[REDLOCK_TOKEN_MAX];

    cr_assert_eq(redlock_slot(lock), 0);
    cr_assert_gt(redlock_fence(lock), 0);
    cr_assert_eq(acquire(other, 1, &more), REDLOCK_BUSY);
    cr_assert_eq(acquire(other, 2, &more), REDLOCK_DISAGREES);
    more = NULL;
    (void)redlock_token(lock, token);
    redlock_detach(&lock);
    cr_assert_eq(redlock_adopt_as(other, &request, token, &adopted),
                 REDLOCK_OK);
    cr_assert_eq(redlock_slot(adopted), 0);
    cr_assert_eq(redlock_extend(adopted, 60000, NULL), REDLOCK_OK);
    cr_assert_eq(redlock_release(&adopted, NULL), REDLOCK_OK);
    fleet_await(&fleet, other, key_of(0), 0);
    lock = everywhere(client, 2);
    cr_assert_eq(acquire(other, 1, &more), REDLOCK_DISAGREES);
    cr_assert_eq(redlock_release(&lock, NULL), REDLOCK_OK);
}

/* A plain lock of the same name is another lock. */
Test(slots, of_which_there_is_one_do_not_exclude_a_plain_lock)
{
    struct redlock_lock *slot = everywhere(client, 1);
    struct redlock_lock *plain = NULL;

    cr_assert_eq(acquire(other, 0, &plain), REDLOCK_OK);
    cr_assert_eq(redlock_slot(plain), -1);
    cr_assert_eq(redlock_release(&plain, NULL), REDLOCK_OK);
    cr_assert_eq(redlock_release(&slot, NULL), REDLOCK_OK);
}

/* Who waits is told at once, and does not wait for what cannot be. */
Test(slots, of_another_number_are_not_waited_for)
{
    struct redlock_lock *lock = everywhere(client, 3);
    struct redlock_request request = request_of(4);
    struct redlock_lock *more = NULL;

    request.wait_ms = REDLOCK_FOREVER;
    cr_assert_eq(redlock_acquire(other, &request, &more), REDLOCK_DISAGREES);
    cr_assert_eq(redlock_release(&lock, NULL), REDLOCK_OK);
}

/* One node with another number is one vote less. */
Test(slots, of_another_number_at_one_node_do_no_harm)
{
    struct redlock_lock *lock;

    server_run(&fleet.server[1], "SET {cup}:slots 5 PX 60000");
    server_run(&fleet.server[1], "SET {cup}:slot:4 theirs PX 60000");
    lock = acquired(client, 2);
    cr_assert_eq(redlock_extend(lock, 60000, &report), REDLOCK_OK);
    cr_assert(redlock_held(lock));
    cr_assert_eq(redlock_release(&lock, NULL), REDLOCK_OK);
}

/* A slot that is put back brings its number along, or is not put back. */
Test(slots, are_put_back_with_their_number)
{
    struct redlock_lock *lock = everywhere(client, 3);
    int slot = redlock_slot(lock);
    char number[32];

    server_run(&fleet.server[0], "FLUSHALL");
    cr_assert_eq(redlock_extend(lock, 60000, NULL), REDLOCK_OK);
    fleet_await(&fleet, client, key_of(slot), 3);
    cr_assert(server_text(&fleet.server[0], number, sizeof(number),
                          "GET {cup}:slots"));
    cr_assert_str_eq(number, "3");

    server_run(&fleet.server[0], "FLUSHALL");
    server_run(&fleet.server[0], "SET {cup}:slots 2 PX 60000");
    server_run(&fleet.server[0], "SET {cup}:slot:%d theirs PX 60000",
               slot == 0 ? 1 : 0);
    cr_assert_eq(redlock_extend(lock, 60000, NULL), REDLOCK_OK);
    for (int i = 0; i < 3; i++)
        cr_assert_eq(redlock_inspect(client, "nothing", NULL), REDLOCK_OK);
    cr_assert_eq(fleet_holding(&fleet, key_of(slot)), 2);
    cr_assert_eq(redlock_release(&lock, NULL), REDLOCK_OK);
}

/* The gate takes for free what two others have: another slot is tried. */
Test(slots, that_the_gate_does_not_know_of_are_passed_over)
{
    struct redlock_lock *lock;

    for (int gate = 0; gate < 3; gate++) {
        for (int slot = 0; slot < 3; slot++) {
            for (int i = 0; i < 3; i++) {
                if (i == gate)
                    server_run(&fleet.server[i], "DEL {cup}:slot:%d", slot);
                else
                    server_run(&fleet.server[i],
                               "SET {cup}:slot:%d theirs PX 60000", slot);
            }
        }
        lock = acquired(client, 4);
        cr_assert_eq(redlock_slot(lock), 3);
        cr_assert_eq(redlock_release(&lock, NULL), REDLOCK_OK);
        fleet_await(&fleet, client, key_of(3), 0);
        for (int slot = 0; slot < 3; slot++)
            fleet_await(&fleet, client, key_of(slot), 2);
    }
}

/* What a silent gate chose, nobody knows: the next one chooses anew. */
Test(slots, are_chosen_by_the_next_node_where_one_is_silent)
{
    for (int silent = 0; silent < 3; silent++) {
        struct redlock_client *hasty = fleet_open(&fleet, SILENT_MS);
        struct redlock_lock *lock = acquired(hasty, 64);
        long long until = boot_ms() + 15000;
        int64_t left = 1;

        cr_assert_eq(redlock_release(&lock, NULL), REDLOCK_OK);
        server_pause(&fleet.server[silent]);
        lock = acquired(hasty, 64);
        server_resume(&fleet.server[silent]);
        cr_assert_eq(redlock_release(&lock, NULL), REDLOCK_OK);
        while (left > 0) {
            left =
                server_integer(&fleet.server[silent], "EVAL %s 0",
                               "return #redis.call('KEYS', '*:slot:*[0-9]') ");
            cr_assert_lt(boot_ms(), until);
            cr_assert_eq(redlock_inspect(hasty, "nothing", NULL), REDLOCK_OK);
        }
        redlock_close(hasty);
    }
}

Test(slots, of_one_that_has_gone_run_out)
{
    struct redlock_request request = request_of(2);
    struct redlock_lock *first = NULL;
    struct redlock_lock *second = NULL;
    struct redlock_lock *next = NULL;

    request.ttl_ms = 700;
    cr_assert_eq(redlock_acquire(client, &request, &first), REDLOCK_OK);
    cr_assert_eq(redlock_acquire(client, &request, &second), REDLOCK_OK);
    redlock_detach(&first);
    redlock_detach(&second);
    request = request_of(2);
    request.wait_ms = 30000;
    cr_assert_eq(redlock_acquire(other, &request, &next), REDLOCK_OK);
    cr_assert_eq(redlock_release(&next, NULL), REDLOCK_OK);
}

Test(slots, are_taken_over_by_token_and_number)
{
    struct redlock_request request = request_of(3);
    struct redlock_lock *lock = everywhere(client, 3);
    struct redlock_lock *adopted = NULL;
    char token[REDLOCK_TOKEN_MAX];

    request.slot = redlock_slot(lock);
    (void)redlock_token(lock, token);
    redlock_detach(&lock);
    cr_assert_eq(redlock_adopt_as(other, &request, token, &adopted),
                 REDLOCK_OK);
    cr_assert_eq(redlock_slot(adopted), request.slot);
    cr_assert_eq(redlock_extend(adopted, 60000, NULL), REDLOCK_OK);
    cr_assert_eq(redlock_release(&adopted, NULL), REDLOCK_OK);
    for (int wrong = -1; wrong <= 3; wrong += 4) {
        request.slot = wrong;
        cr_assert_eq(redlock_adopt_as(other, &request, token, &adopted),
                     REDLOCK_BAD_REQUEST);
    }
    cr_assert_eq(redlock_slot(NULL), -1);
}

Test(slots, do_not_go_with_all_else)
{
    const char *more[] = {"saucer"};
    struct redlock_request request = request_of(REDLOCK_SLOTS_MAX + 1);
    struct redlock_lock *lock = NULL;

    cr_assert_eq(redlock_acquire(client, &request, &lock), REDLOCK_BAD_REQUEST);
    request = request_of(-1);
    cr_assert_eq(redlock_acquire(client, &request, &lock), REDLOCK_BAD_REQUEST);
    request = request_of(2);
    request.mode = REDLOCK_SHARED;
    cr_assert_eq(redlock_acquire(client, &request, &lock), REDLOCK_BAD_REQUEST);
    for (int slots = 1; slots <= 2; slots++) {
        request = request_of(slots);
        request.more = more;
        request.more_count = 1;
        cr_assert_eq(redlock_acquire(client, &request, &lock),
                     REDLOCK_BAD_REQUEST);
        request = request_of(slots);
        request.owner = "me";
        cr_assert_eq(redlock_acquire(client, &request, &lock),
                     REDLOCK_BAD_REQUEST);
    }
    request = request_of(0);
    cr_assert_eq(redlock_acquire(client, &request, &lock), REDLOCK_OK);
    cr_assert_eq(redlock_slot(lock), -1);
    fleet_await(&fleet, client, "cup", 3);
    cr_assert_eq(redlock_release(&lock, NULL), REDLOCK_OK);
}

/* Names with braces have keys of their own as well. */
Test(slots, of_names_with_braces_are_their_own)
{
    static const char *const names[] = {"a{b}c", "}", "{", "{a}b", "a}:slot"};

    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        struct redlock_request request = request_of(2);
        struct redlock_lock *lock = NULL;
        char key[64];

        request.resource = names[i];
        cr_assert_eq(redlock_acquire(client, &request, &lock), REDLOCK_OK);
        (void)snprintf(key, sizeof(key), "{%s}:slot:%d", names[i],
                       redlock_slot(lock));
        cr_assert_not_null(redlock_resource_problem(key));
        fleet_await(&fleet, client, key, 3);
        cr_assert_eq(redlock_release(&lock, NULL), REDLOCK_OK);
        fleet_await(&fleet, client, key, 0);
    }
}

/* --- who waits --------------------------------------------------------------
 */

static struct redlock_lock *both[2];

/* One of two slots each, so that whoever comes has to wait. */
static void take_both(void)
{
    both[0] = everywhere(client, 2);
    both[1] = everywhere(client, 2);
}

static long long server_ms(struct server *server)
{
    return server_integer(server, "EVAL %s 0",
                          "local t = redis.call('TIME') return t[1] * 1000 + "
                          "math.floor(t[2] / 1000)");
}

/* Places at all nodes: who waits has one at its gate. */
static long long places(void)
{
    long long count = 0;

    for (int i = 0; i < fleet.count; i++)
        count += server_integer(&fleet.server[i], "ZCARD {cup}:slots:queue");
    return count;
}

static void await_places(long long wanted)
{
    long long until = boot_ms() + 15000;

    while (places() != wanted)
        cr_assert_lt(boot_ms(), until, "%lld of %lld wait", places(), wanted);
}

struct waiter {
    pthread_t thread;
    struct redlock_client *client;
    int64_t wait_ms;
    atomic_int *turn; /* counts those that have come in */
    int came;         /* as which of them; 0: not yet */
    enum redlock_status status;
    atomic_bool done;
    int told; /* places that it was told of */
};

static void note_place(const struct redlock_waiting *news, void *of_waiter)
{
    struct waiter *waiter = of_waiter;

    waiter->told += news->place >= 0;
}

static void *wait_for_slot(void *of_waiter)
{
    struct waiter *waiter = of_waiter;
    struct redlock_request request = request_of(2);
    struct redlock_lock *lock = NULL;

    request.report = NULL;
    request.wait_ms = waiter->wait_ms;
    request.waiting = note_place;
    request.user = waiter;
    waiter->status = redlock_acquire(waiter->client, &request, &lock);
    if (waiter->status == REDLOCK_OK)
        waiter->came = atomic_fetch_add(waiter->turn, 1) + 1;
    if (lock != NULL)
        (void)redlock_release(&lock, NULL);
    waiter->done = true;
    return NULL;
}

static void begin(struct waiter *waiter, int64_t wait_ms, atomic_int *turn)
{
    *waiter = (struct waiter){
        .client = fleet_open(&fleet, UNHURRIED_MS),
        .wait_ms = wait_ms,
        .turn = turn,
    };
    cr_assert_eq(pthread_create(&waiter->thread, NULL, wait_for_slot, waiter),
                 0);
}

static void finish(struct waiter *waiter)
{
    cr_assert_eq(pthread_join(waiter->thread, NULL), 0);
    redlock_close(waiter->client);
}

/* Of two that wait one slot is given back, and then another one by the first.
 */
Test(slots, are_given_in_the_order_in_which_they_were_asked_for)
{
    struct waiter waiter[4];
    atomic_int turn = 0;

    take_both();
    for (int i = 0; i < 4; i++) {
        begin(&waiter[i], REDLOCK_FOREVER, &turn);
        await_places(i + 1);
    }
    cr_assert_eq(redlock_inspect(client, "cup", &report), REDLOCK_OK);
    cr_assert_eq(report.node[0].waiting + report.node[1].waiting +
                     report.node[2].waiting,
                 4);
    cr_assert_eq(redlock_release(&both[0], NULL), REDLOCK_OK);
    for (int i = 0; i < 4; i++) {
        finish(&waiter[i]);
        cr_assert_eq(waiter[i].status, REDLOCK_OK);
        cr_assert_eq(waiter[i].came, i + 1);
        cr_assert_gt(waiter[i].told, 0);
    }
    cr_assert_eq(redlock_release(&both[1], NULL), REDLOCK_OK);
    await_places(0);
}

/* Two that are given back at once wake the first twice: it wakes the second. */
Test(slots, that_are_given_back_together_go_to_two)
{
    struct waiter waiter[2];
    atomic_int turn = 0;

    take_both();
    for (int i = 0; i < 2; i++) {
        begin(&waiter[i], REDLOCK_FOREVER, &turn);
        await_places(i + 1);
    }
    cr_assert_eq(redlock_release(&both[0], NULL), REDLOCK_OK);
    cr_assert_eq(redlock_release(&both[1], NULL), REDLOCK_OK);
    for (int i = 0; i < 2; i++) {
        finish(&waiter[i]);
        cr_assert_eq(waiter[i].status, REDLOCK_OK);
    }
    await_places(0);
}

Test(slots, are_waited_for_by_nobody_who_has_given_up)
{
    struct waiter waiter;
    atomic_int turn = 0;

    take_both();
    begin(&waiter, 1000, &turn);
    finish(&waiter);
    cr_assert_eq(waiter.status, REDLOCK_BUSY);
    await_places(0);
    cr_assert_eq(redlock_release(&both[0], NULL), REDLOCK_OK);
    cr_assert_eq(redlock_release(&both[1], NULL), REDLOCK_OK);
}

/* A place lives for two seconds: whether it did is known by its node's clock.
 */
Test(slots, that_others_wait_for_are_not_taken_by_who_comes_later)
{
    for (int gate = 0; gate < 3; gate++) {
        struct server *server = &fleet.server[gate];
        struct redlock_lock *lock = NULL;
        enum redlock_status status;
        long long until;

        do {
            until = server_ms(server) + 1900;
            server_run(server, "ZADD {cup}:slots:queue 1 other");
            server_run(server, "HSET {cup}:slots:place other %lld|30000|16|0",
                       until);
            status = acquire(client, 2, &lock);
            if (status == REDLOCK_OK)
                cr_assert_eq(redlock_release(&lock, NULL), REDLOCK_OK);
        } while (status == REDLOCK_OK && server_ms(server) >= until);
        if (status == REDLOCK_BUSY)
            cr_assert_eq(told(REDLOCK_REASON_QUEUED), 1, "%s",
                         votes_of(&report));
        server_run(server, "DEL {cup}:slots:queue {cup}:slots:place");
        lock = acquired(client, 2);
        cr_assert_eq(redlock_release(&lock, NULL), REDLOCK_OK);
        if (status == REDLOCK_BUSY)
            return;
    }
    cr_assert(false, "no node is the gate");
}

/* --- a crowd ---------------------------------------------------------------
 */

#define CROWD 16
#define TURNS 6
#define SLOTS 2

static atomic_int inside;
static atomic_int of_slot[SLOTS];
static atomic_int too_many;
static atomic_int served;

static void *contend(void *of_fleet)
{
    struct redlock_client *mine = fleet_open(of_fleet, UNHURRIED_MS);
    struct redlock_request request = {
        .size = sizeof(request),
        .resource = "cup",
        .wait_ms = REDLOCK_FOREVER,
        .slots = SLOTS,
    };

    for (int i = 0; i < TURNS; i++) {
        struct redlock_lock *lock = NULL;
        int slot;

        if (redlock_acquire(mine, &request, &lock) != REDLOCK_OK)
            break;
        slot = redlock_slot(lock);
        too_many += atomic_fetch_add(&inside, 1) >= SLOTS;
        too_many += atomic_fetch_add(&of_slot[slot], 1) >= 1;
        (void)nanosleep(&(struct timespec){.tv_nsec = 5000000}, NULL);
        atomic_fetch_sub(&of_slot[slot], 1);
        atomic_fetch_sub(&inside, 1);
        served++;
        (void)redlock_release(&lock, NULL);
    }
    redlock_close(mine);
    return NULL;
}

Test(slots_crowd, is_never_inside_with_one_more, .timeout = 120)
{
    struct fleet five;
    pthread_t threads[CROWD];
    long long scripts = 0;

    fleet_start(&five, 5);
    for (int i = 0; i < CROWD; i++)
        cr_assert_eq(pthread_create(&threads[i], NULL, contend, &five), 0);
    for (int i = 0; i < CROWD; i++)
        cr_assert_eq(pthread_join(threads[i], NULL), 0);
    for (int i = 0; i < five.count; i++)
        scripts += server_calls(&five.server[i], "evalsha") +
                   server_calls(&five.server[i], "eval");
    fleet_stop(&five);
    cr_assert_eq(too_many, 0);
    cr_assert_eq(served, CROWD * TURNS);
    /* Eleven each; more where a machine with too much to do has those who wait
     * say so again. */
    cr_assert_leq(scripts, 22 * served, "%lld", scripts);
}
