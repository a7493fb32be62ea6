/* SPDX-License-Identifier: MIT */
/* A client's statistics and its log. */

#include <criterion/criterion.h>
#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "redlock/admin.h"
#include "tests/support/fixture.h"

static struct redlock_lock *lock;
static struct redlock_client_stats stats;

static const struct redlock_request cup = {.resource = "cup"};

static const struct redlock_client_stats *counted(void)
{
    stats = (struct redlock_client_stats){.size = sizeof(stats)};
    cr_assert_eq(redlock_stats(client, &stats), REDLOCK_OK);
    return &stats;
}

/* Answers after the call's return are read by the next call. */
static void await_answers(void)
{
    cr_assert_eq(redlock_inspect(client, "other", &report), REDLOCK_OK);
}

static int64_t sum(const int64_t *numbers, int count)
{
    int64_t all = 0;

    for (int i = 0; i < count; i++)
        all += numbers[i];
    return all;
}

TestSuite(stats, .init = open_five, .fini = close_all, .timeout = 120);

Test(stats, acquisitions_are_counted_with_the_votes_of_every_node)
{
    /* A call may succeed without a node that is not connected yet. */
    await_answers();
    for (int i = 0; i < 20; i++) {
        cr_assert_eq(redlock_acquire(client, &cup, &lock), REDLOCK_OK);
        cr_assert_eq(redlock_release(&lock, NULL), REDLOCK_OK);
    }
    await_answers();
    cr_assert_eq(counted()->acquired, 20);
    cr_assert_eq(stats.nodes, 5);
    cr_assert_eq(stats.refused + stats.failed + stats.cancelled, 0);
    cr_assert_eq(stats.waits + stats.renewals + stats.lost, 0);
    for (int node = 0; node < 5; node++) {
        const struct redlock_node_stats *of = &stats.node[node];
        cr_assert_eq(of->votes[REDLOCK_VOTE_GRANTED], 20);
        cr_assert_eq(sum(of->votes, 8), 20);
        cr_assert_eq(sum(of->latency, REDLOCK_LATENCY_BUCKETS), 20);
        cr_assert_geq(of->latency_us, of->latency_most_us);
        cr_assert_eq(of->connections, 1);
        cr_assert_eq(of->disconnections + of->unconnected, 0);
    }
}

Test(stats, renewals_and_losses_are_counted)
{
    cr_assert_eq(redlock_acquire(client,
                                 &(struct redlock_request){.resource = "cup",
                                                           .ttl_ms = 1500,
                                                           .keep = true},
                                 &lock),
                 REDLOCK_OK);
    for (int i = 0; i < 6000 && counted()->renewals < 2; i++)
        sleep_ms(5);
    cr_assert_geq(stats.renewals, 2);
    cr_assert_eq(stats.lost, 0);
    fleet_run(&fleet, 0, 4, "SET cup theirs PX 60000");
    for (int i = 0; i < 6000 && counted()->lost < 1; i++)
        sleep_ms(5);
    cr_assert_eq(stats.lost, 1);
}

Test(stats, nodes_that_are_dead_or_silent_are_counted)
{
    redlock_close(client);
    server_kill(&fleet.server[0]);
    client = fleet_open(&fleet, SILENT_MS);
    cr_assert_eq(redlock_acquire(client, &cup, &lock), REDLOCK_OK);
    cr_assert_eq(redlock_release(&lock, NULL), REDLOCK_OK);
    server_pause(&fleet.server[1]);
    cr_assert_eq(redlock_acquire(client, &cup, &lock), REDLOCK_OK);
    sleep_ms(2 * SILENT_MS);
    await_answers();
    counted();
    cr_assert_geq(stats.node[0].unconnected, 1);
    cr_assert_geq(stats.node[0].votes[REDLOCK_VOTE_UNREACHED], 1);
    cr_assert_eq(stats.node[0].connections, 0);
    cr_assert_eq(stats.node[1].votes[REDLOCK_VOTE_TIMED_OUT], 1);
    cr_assert_eq(stats.node[1].silences, 1);
}

/* --- its size --------------------------------------------------------------
 */

Test(stats, a_struct_without_a_size_is_filled_and_a_smaller_one_refused)
{
    struct redlock_client_stats unsized = {.nodes = 77};

    cr_assert_eq(redlock_stats(client, &unsized), REDLOCK_OK);
    cr_assert_eq(unsized.nodes, 5);
    unsized.size = 8;
    cr_assert_eq(redlock_stats(client, &unsized), REDLOCK_BAD_REQUEST);
}

/* --- from another thread ---------------------------------------------------
 */

static _Atomic bool over;

static void *work(void *argument)
{
    const char *name = argument;
    struct redlock_request request = {.resource = name};
    struct redlock_lock *mine = NULL;

    while (!atomic_load(&over)) {
        cr_assert_eq(redlock_acquire(client, &request, &mine), REDLOCK_OK);
        cr_assert_eq(redlock_release(&mine, NULL), REDLOCK_OK);
    }
    return NULL;
}

Test(stats, the_numbers_are_of_one_instant)
{
    static const char *const names[] = {"a", "b", "c"};
    pthread_t threads[3];

    await_answers();
    for (int i = 0; i < 3; i++)
        pthread_create(&threads[i], NULL, work, (void *)(uintptr_t)names[i]);
    for (int i = 0; i < 2000; i++) {
        counted();
        for (int node = 0; node < 5; node++) {
            const struct redlock_node_stats *of = &stats.node[node];
            cr_assert_eq(sum(of->votes, 8),
                         sum(of->latency, REDLOCK_LATENCY_BUCKETS));
        }
    }
    atomic_store(&over, true);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], NULL);
}

/* --- the log ---------------------------------------------------------------
 */

#define LINES_MOST 256

static struct {
    enum redlock_log_level level;
    int node;
    char name[128];
    char text[256];
} lines[LINES_MOST];
static _Atomic int lines_count;
static bool within_a_call;
static void (*on_line)(void);

static void on_log(const struct redlock_log *log, void *user)
{
    int at = atomic_load(&lines_count);

    cr_assert_eq(user, &lines);
    cr_assert_not(within_a_call);
    cr_assert_lt(at, LINES_MOST);
    lines[at].level = log->level;
    lines[at].node = log->node;
    snprintf(lines[at].name, sizeof(lines[at].name), "%s",
             log->name == NULL ? "" : log->name);
    snprintf(lines[at].text, sizeof(lines[at].text), "%s", log->text);
    cr_assert_leq(log->at_ms, boot_ms());
    atomic_store(&lines_count, at + 1);
    if (on_line != NULL)
        on_line();
}

static struct redlock_settings logging(const char *nodes)
{
    return (struct redlock_settings){
        .size = sizeof(struct redlock_settings),
        .nodes = nodes,
        .node_timeout_ms = UNHURRIED_MS,
        .log = on_log,
        .log_user = &lines,
    };
}

static void open_logging(const char *nodes)
{
    struct redlock_settings settings = logging(nodes);

    redlock_close(client);
    client = open_client(&settings);
}

/* The number of the node's lines with that beginning. */
static int times_logged(int node, const char *beginning)
{
    int count = 0;

    for (int i = 0; i < atomic_load(&lines_count); i++)
        count += lines[i].node == node &&
                 strncmp(lines[i].text, beginning, strlen(beginning)) == 0;
    return count;
}

Test(stats, connections_made_and_lost_are_logged_before_the_call_returns)
{
    open_logging(fleet.nodes);
    await_answers();
    for (int node = 0; node < 5; node++) {
        cr_assert_eq(times_logged(node, "connected"), 1);
        cr_assert_eq(lines[node].level, REDLOCK_LOG_INFO);
    }
    server_kill(&fleet.server[2]);
    for (int i = 0; i < 600 && times_logged(2, "connection lost: ") == 0; i++) {
        await_answers();
        sleep_ms(50);
    }
    cr_assert_eq(times_logged(2, "connection lost: "), 1);
    cr_assert_str_eq(lines[5].name, redlock_node_name(client, 2));
    cr_assert_eq(lines[5].level, REDLOCK_LOG_WARNING);
}

Test(stats, a_node_that_stays_down_is_logged_once)
{
    server_kill(&fleet.server[0]);
    open_logging(fleet.nodes);
    for (int i = 0; i < 20; i++) {
        await_answers();
        sleep_ms(50);
    }
    cr_assert_eq(times_logged(0, "no connection: "), 1);
    cr_assert_geq(counted()->node[0].unconnected, 2);
}

Test(stats, a_loss_is_logged_before_the_extension_that_finds_it_returns)
{
    open_logging(fleet.nodes);
    cr_assert_eq(redlock_acquire(client,
                                 &(struct redlock_request){.resource = "cup",
                                                           .ttl_ms = 2000},
                                 &lock),
                 REDLOCK_OK);
    while (redlock_held(lock))
        sleep_ms(20);
    cr_assert_eq(redlock_extend(lock, 0, NULL), REDLOCK_BAD_REQUEST);
    cr_assert_eq(times_logged(-1, "the lock is lost"), 1);
}

static void call_back(void)
{
    on_line = NULL;
    counted();
    cr_assert_eq(redlock_inspect(client, "cup", &report), REDLOCK_OK);
}

Test(stats, the_log_function_may_call_the_client)
{
    on_line = call_back;
    open_logging(fleet.nodes);
    await_answers();
    cr_assert_null(on_line);
}

Test(stats, a_loss_is_logged_with_the_resource)
{
    open_logging(fleet.nodes);
    cr_assert_eq(redlock_acquire(client,
                                 &(struct redlock_request){.resource = "cup",
                                                           .ttl_ms = 1500,
                                                           .keep = true},
                                 &lock),
                 REDLOCK_OK);
    fleet_run(&fleet, 0, 4, "SET cup theirs PX 60000");
    for (int i = 0; i < 6000 && times_logged(-1, "the lock is lost") == 0; i++)
        sleep_ms(5);
    cr_assert_eq(
        times_logged(-1, "the lock is lost, and another may hold it now: cup"),
        1);
}

Test(stats, lines_below_the_level_are_not_logged)
{
    struct redlock_settings settings = logging(fleet.nodes);

    settings.log_level = REDLOCK_LOG_WARNING;
    redlock_close(client);
    client = open_client(&settings);
    await_answers();
    cr_assert_eq(atomic_load(&lines_count), 0);
    settings.log_level = (enum redlock_log_level)9;
    redlock_close(client);
    client = NULL;
    cr_assert_eq(redlock_open(&settings, &client, NULL), REDLOCK_BAD_SETTING);
}

Test(stats, a_silent_node_is_logged_at_its_level)
{
    struct redlock_settings settings = logging(fleet.nodes);

    settings.log_level = REDLOCK_LOG_DEBUG;
    settings.node_timeout_ms = SILENT_MS;
    redlock_close(client);
    client = open_client(&settings);
    await_answers();
    server_pause(&fleet.server[1]);
    cr_assert_eq(redlock_acquire(client, &cup, &lock), REDLOCK_OK);
    sleep_ms(2 * SILENT_MS);
    await_answers();
    cr_assert_eq(times_logged(1, "no answer within the node time-out"), 1);
    server_resume(&fleet.server[1]);
    for (int i = 0; i < 600 && times_logged(1, "answers again, ") == 0; i++) {
        await_answers();
        sleep_ms(20);
    }
    cr_assert_eq(times_logged(1, "answers again, "), 1);
}

Test(stats, a_lost_memory_is_logged)
{
    cr_assert_eq(redlock_init_nodes(client, &report), REDLOCK_OK);
    open_logging(fleet.nodes);
    await_answers();
    server_restart(&fleet.server[3]);
    for (int i = 0; i < 600 && times_logged(3, "in quarantine") == 0; i++) {
        if (redlock_acquire(client, &cup, &lock) == REDLOCK_OK)
            (void)redlock_release(&lock, NULL);
        sleep_ms(20);
    }
    cr_assert_eq(times_logged(3, "in quarantine"), 1);
}

/* The log contains no password and no token. */
Test(stats, no_secret_is_logged)
{
    char nodes[FLEET_MAX * SERVER_URI_MAX] = "";
    char token[REDLOCK_TOKEN_MAX];
    struct fleet locked;

    fleet_start_tcp(&locked, 3);
    for (int i = 0; i < 3; i++) {
        server_run(&locked.server[i], "CONFIG SET requirepass sesame");
        snprintf(nodes + strlen(nodes), sizeof(nodes) - strlen(nodes),
                 "%sredis://:%s@127.0.0.1:%d", i == 0 ? "" : ",",
                 i == 0 ? "wrong-sesame" : "sesame", locked.server[i].port);
    }
    open_logging(nodes);
    cr_assert_eq(redlock_acquire(client, &cup, &lock), REDLOCK_OK);
    redlock_token(lock, token);
    for (int i = 1; i < 3; i++)
        server_kill(&locked.server[i]);
    for (int i = 0; i < 600 && times_logged(2, "connection lost: ") == 0; i++) {
        (void)!redlock_inspect(client, "other", &report);
        sleep_ms(20);
    }
    cr_assert_eq(times_logged(0, "no connection: "), 1);
    cr_assert_eq(times_logged(2, "connection lost: "), 1);
    for (int i = 0; i < atomic_load(&lines_count); i++) {
        cr_assert_null(strstr(lines[i].text, "sesame"), "%s", lines[i].text);
        cr_assert_null(strstr(lines[i].name, "sesame"), "%s", lines[i].name);
        cr_assert_null(strstr(lines[i].text, token), "%s", lines[i].text);
    }
    redlock_close(client);
    client = NULL;
    fleet_stop(&locked);
}

/* --- the log of the event API ---------------------------------------------
 */

static void open_on_fd(void)
{
    struct redlock_settings settings = logging(fleet.nodes);

    redlock_close(client);
    client = NULL;
    cr_assert_eq(redlock_open_on_fd(&settings, &client, NULL), REDLOCK_OK);
}

static void run_until(int goal)
{
    long long end = boot_ms() + 60000;

    while (client != NULL && atomic_load(&lines_count) < goal &&
           boot_ms() < end) {
        struct pollfd one = {.fd = redlock_fd(client), .events = POLLIN};
        (void)poll(&one, 1, 1000);
        cr_assert_eq(redlock_dispatch(client), REDLOCK_OK);
    }
    cr_assert_geq(atomic_load(&lines_count), goal);
}

Test(stats, on_a_loop_lines_come_from_the_loop)
{
    within_a_call = true;
    open_on_fd();
    within_a_call = false;
    run_until(5);
    for (int node = 0; node < 5; node++)
        cr_assert_eq(times_logged(node, "connected"), 1);
    cr_assert_eq(counted()->node[4].connections, 1);
}

static void close_it(void)
{
    redlock_close(client);
    client = NULL;
}

Test(stats, on_a_loop_the_log_function_may_close_the_client)
{
    on_line = close_it;
    open_on_fd();
    run_until(1);
    cr_assert_null(client);
    cr_assert_eq(atomic_load(&lines_count), 1);
}
