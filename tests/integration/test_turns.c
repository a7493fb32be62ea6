/* SPDX-License-Identifier: MIT */
/*
 * The clock is read once a turn of the loop, after its last read of a socket
 * and before its first write: never before an answer that it judges has come
 * in, never after a request that it stamps has gone out; and no more than 64
 * answers are judged by one reading.
 *
 * The boot clock of this program goes on by a millisecond a reading and not
 * otherwise: each instant that the library tells is the number of a reading.
 */

/* Its recv() is an inline one, and this program has one of its own. */
#undef _FORTIFY_SOURCE

#include <criterion/criterion.h>
#include <ev.h>
#include <poll.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "quorum/node_set.h"
#include "tests/support/fixture.h"

enum {
    NODES = 3,
    FDS = 1024,
    LOCKS = 500,
    JUDGED_MOST = 64, /* by one reading */
    TTL_MS = 60000,
    DRIFT_MS = 602, /* a hundredth of that, and 2 */
    ANSWER = 5,     /* "+OK\r\n" */
    NS_PER_MS = 1000000
};

/* --- what the library asks of the system ------------------------------------
 */

#define OURS __attribute__((visibility("default")))

static bool watching;
static int64_t readings; /* of the boot clock, ever */
static bool unjudged;    /* bytes came in since the last of them */
static int sends;        /* of requests for the locks */
static int hasty_sends;  /* that went out while it was so */
static int most_at_once; /* answers in one read of a socket */
static int socket_of[NODES];
static int arrived[NODES];
static int64_t arrival[NODES][LOCKS]; /* the last reading before it came in */

OURS int clock_gettime(clockid_t clock, struct timespec *time)
{
    if (clock != CLOCK_BOOTTIME)
        return (int)syscall(SYS_clock_gettime, clock, time);
    readings++;
    unjudged = false;
    time->tv_sec = (time_t)(readings / 1000);
    time->tv_nsec = (long)(readings % 1000 * NS_PER_MS);
    return 0;
}

OURS ssize_t send(int socket, const void *bytes, size_t count, int flags)
{
    sends += watching;
    hasty_sends += watching && unjudged;
    return syscall(SYS_sendto, socket, bytes, count, flags, NULL, 0);
}

/* The library connects to its nodes one after the other. */
static int node_of(int socket)
{
    for (int node = 0; node < NODES; node++) {
        if (socket_of[node] == socket)
            return node;
    }
    die("%d is no node's socket", socket);
}

/* Until the node has answered as much as one read may take. */
static void await_bytes(int socket, int wanted)
{
    for (int there = 0; there < wanted;) {
        if (ioctl(socket, FIONREAD, &there) != 0)
            die("FIONREAD");
        poll(NULL, 0, 1);
    }
}

OURS ssize_t recv(int socket, void *bytes, size_t count, int flags)
{
    ssize_t got;
    int node;

    if (!watching)
        return syscall(SYS_recvfrom, socket, bytes, count, flags, NULL, NULL);
    node = node_of(socket);
    if (arrived[node] < LOCKS)
        await_bytes(socket, ANSWER * (LOCKS - arrived[node]) < (int)count
                                ? ANSWER * (LOCKS - arrived[node])
                                : (int)count);
    /* Whole answers only: each has come in by one read. */
    got = syscall(SYS_recvfrom, socket, bytes, count - count % ANSWER, flags,
                  NULL, NULL);
    if (got <= 0)
        return got;
    unjudged = true;
    if (got / ANSWER > most_at_once)
        most_at_once = (int)(got / ANSWER);
    for (ssize_t i = 0; i < got / ANSWER; i++)
        arrival[node][arrived[node]++] = readings;
    return got;
}

/* --- many locks on one loop
 * --------------------------------------------------- */

static struct ev_loop *loop;
static int ended;

struct wish {
    struct redlock_report report;
    int64_t asked_after;  /* the last reading before it was asked for */
    int64_t asked_before; /* the last one when it had been */
    int64_t stamp;        /* the reading that its validity is counted from */
};

static struct wish wishes[LOCKS];

static void won(void *user, enum redlock_status status,
                struct redlock_lock *lock)
{
    struct wish *wish = user;

    cr_assert_eq(status, REDLOCK_OK, "%s", votes_of(&wish->report));
    wish->stamp = redlock_valid_until_ms(lock) - TTL_MS + DRIFT_MS;
    ended++;
}

static void ask_for(const char *name, struct wish *wish)
{
    wish->asked_after = readings;
    cr_assert_eq(redlock_async_acquire(
                     client,
                     &(struct redlock_request){.resource = name,
                                               .ttl_ms = TTL_MS,
                                               .report = &wish->report},
                     won, wish, NULL),
                 REDLOCK_OK);
    wish->asked_before = readings;
}

static void await_all(int count)
{
    while (ended < count)
        ev_run(loop, EVRUN_ONCE);
}

static bool connected(int fd)
{
    struct sockaddr_storage peer;
    socklen_t length = sizeof(peer);

    return getpeername(fd, (struct sockaddr *)(void *)&peer, &length) == 0;
}

/* Those that were connected before the client was there are the test's. */
static void find_sockets(const bool *others)
{
    int found = 0;

    for (int fd = 0; fd < FDS && found < NODES; fd++) {
        if (!others[fd] && connected(fd))
            socket_of[found++] = fd;
    }
    cr_assert_eq(found, NODES);
}

static bool others[FDS];

static void open_loop(enum redlock_strategy strategy)
{
    fleet_start(&fleet, NODES);
    for (int fd = 0; fd < FDS; fd++)
        others[fd] = connected(fd);
    loop = ev_loop_new(EVFLAG_AUTO);
    client = open_client_on_loop(
        loop, &(struct redlock_settings){.nodes = fleet.nodes,
                                         .quorum = REDLOCK_QUORUM_ALL,
                                         .node_timeout_ms = TTL_MS,
                                         .strategy = strategy});
}

static void close_loop(void)
{
    watching = false;
    redlock_close(client);
    ev_loop_destroy(loop);
    fleet_stop(&fleet);
}

TestSuite(turns, .fini = close_loop, .timeout = 120);

/* The next of the names whose order begins at the first node. */
static void next_name(char name[16])
{
    static int number;

    do {
        snprintf(name, 16, "lock-%d", number++);
    } while (rlk_order_first(rlk_order_crc(name, strlen(name)), NODES) != 0);
}

/* All of them in one turn, and each node's answers in as few reads as it goes.
 */
static void acquire_many(enum redlock_strategy strategy)
{
    static struct wish first;
    char name[16];

    open_loop(strategy);
    ask_for("first", &first);
    await_all(1);
    find_sockets(others);
    watching = true;
    for (int i = 0; i < LOCKS; i++) {
        next_name(name);
        ask_for(name, &wishes[i]);
    }
    await_all(1 + LOCKS);
    watching = false;
}

/* The reading by which a node's answer was judged. */
static int64_t judged_by(const struct wish *wish, int node)
{
    return wish->stamp + wish->report.node[node].latency_us / 1000;
}

/* One node after the other: what comes in from one goes out to the next. */
Test(turns, read_the_clock_between_receiving_and_sending)
{
    acquire_many(REDLOCK_SEQUENTIAL);
    cr_assert_geq(sends, NODES);
    cr_assert_eq(hasty_sends, 0);
}

/* By an earlier one, a vote's end would be too early; by a later one, late. */
Test(turns, stamp_the_next_request_by_the_reading_that_judged_the_answer)
{
    acquire_many(REDLOCK_SEQUENTIAL);
    for (int i = 0; i < LOCKS; i++) {
        const struct redlock_report *of = &wishes[i].report;
        int64_t won_at = wishes[i].stamp + of->elapsed_us / 1000;
        int64_t asked_last = won_at - of->node[2].latency_us / 1000;
        cr_assert_gt(asked_last, arrival[1][i]);
        cr_assert_leq(asked_last, arrival[2][i]);
    }
}

Test(turns, stamp_a_request_by_a_reading_before_it_goes_out)
{
    acquire_many(REDLOCK_PARALLEL);
    for (int i = 0; i < LOCKS; i++) {
        cr_assert_gt(wishes[i].stamp, wishes[i].asked_after);
        cr_assert_leq(wishes[i].stamp, wishes[i].asked_before);
    }
}

Test(turns, judge_no_answer_by_a_reading_before_it_came_in)
{
    acquire_many(REDLOCK_PARALLEL);
    for (int node = 0; node < NODES; node++) {
        for (int i = 0; i < LOCKS; i++)
            cr_assert_gt(judged_by(&wishes[i], node), arrival[node][i],
                         "lock %d at node %d", i, node);
    }
}

Test(turns, judge_no_more_than_64_answers_by_one_reading)
{
    static int judged[100 * LOCKS];
    int most = 0;

    acquire_many(REDLOCK_PARALLEL);
    for (int node = 0; node < NODES; node++) {
        for (int i = 0; i < LOCKS; i++) {
            int64_t by = judged_by(&wishes[i], node);
            cr_assert(by > 0 && by < 100 * LOCKS);
            if (++judged[by] > most)
                most = judged[by];
        }
    }
    cr_assert_gt(most_at_once, JUDGED_MOST); /* else it has shown nothing */
    cr_assert_leq(most, JUDGED_MOST, "%d", most);
    cr_assert_gt(most, 1); /* it is not read for each, either */
}
