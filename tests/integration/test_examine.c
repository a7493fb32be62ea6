/* SPDX-License-Identifier: MIT */
/* An examination of many nodes at once, some of which are no Redis at all. */

#include <criterion/criterion.h>
#include <dirent.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "redlock/admin.h"
#include "tests/support/fleet.h"

static struct redlock_examination examination;

static enum redlock_status examine(const char *nodes, int64_t node_timeout_ms)
{
    return redlock_examine(
        &(struct redlock_settings){.nodes = nodes,
                                   .node_timeout_ms = node_timeout_ms},
        &examination, NULL);
}

/* --- how many threads there are --------------------------------------------
 */

static _Atomic bool watching;

static int tasks(void)
{
    DIR *folder = opendir("/proc/self/task");
    const struct dirent *entry;
    int count = 0;

    cr_assert_not_null(folder);
    while ((entry = readdir(folder)) != NULL)
        count += entry->d_name[0] != '.' ? 1 : 0;
    closedir(folder);
    return count;
}

/* The largest number of processes at any time, itself included. */
static void *watch_tasks(void *argument)
{
    int *most = argument;

    while (atomic_load(&watching)) {
        int count = tasks();

        *most = count > *most ? count : *most;
        sleep_ms(1);
    }
    return NULL;
}

/* One server with many names, each of which is a node. */
static void name_all(const struct server *server, char *nodes, size_t room)
{
    const char *path = server->uri + strlen("unix://");
    size_t length = 0;

    for (int i = 0; i < REDLOCK_NODES_MAX; i++) {
        char name[96];

        snprintf(name, sizeof(name), "%s/n%d", test_dir(), i);
        cr_assert_eq(symlink(path, name), 0);
        length += (size_t)snprintf(nodes + length, room - length, "%sunix://%s",
                                   i > 0 ? "," : "", name);
    }
    cr_assert_lt(length, room);
}

Test(examine, starts_no_threads_for_many_nodes, .timeout = 120)
{
    static char nodes[REDLOCK_NODES_MAX * 128];
    struct server server = {0};
    pthread_t watcher;
    int before = tasks();
    int most = 0;

    server_start(&server, NULL);
    name_all(&server, nodes, sizeof(nodes));
    atomic_store(&watching, true);
    cr_assert_eq(pthread_create(&watcher, NULL, watch_tasks, &most), 0);
    cr_assert_eq(examine(nodes, UNHURRIED_MS), REDLOCK_OK);
    atomic_store(&watching, false);
    pthread_join(watcher, NULL);
    cr_assert_eq(most, before + 1);
    cr_assert_eq(examination.nodes, REDLOCK_NODES_MAX);
    for (int i = 0; i < REDLOCK_NODES_MAX; i++) {
        const struct redlock_node_facts *facts = &examination.node[i];

        cr_assert_eq(facts->reason, REDLOCK_REASON_NONE, "%s", facts->message);
        cr_assert_str_eq(facts->run_id, examination.node[0].run_id);
        cr_assert_geq(facts->round_trip_us, 0);
        cr_assert_gt(facts->clock_span_us, 0);
    }
    cr_assert_eq(server_integer(&server, "DBSIZE"), 0);
    server_kill(&server);
}

/* --- nodes that are none ---------------------------------------------------
 */

struct liar {
    void (*speak)(int connection);
    enum redlock_reason reason;
    int listener;
    pthread_t thread;
    char path[96];
};

static bool say(int connection, const char *text)
{
    return send(connection, text, strlen(text), MSG_NOSIGNAL) > 0;
}

/* The questions usually arrive in one read, and are ignored. */
static void listen_to(int connection)
{
    char bytes[4096];

    (void)!recv(connection, bytes, sizeof(bytes), 0);
}

static void greet(int connection)
{
    listen_to(connection);
    (void)say(connection, ":7\r\n$10\r\nrun_id:abc\r\n$11\r\nrole:master\r\n"
                          "$-1\r\n");
    listen_to(connection);
}

static void speak_http(int connection)
{
    (void)say(connection, "HTTP/1.1 400 Bad Request\r\n\r\n");
    listen_to(connection);
}

static void hang_up(int connection)
{
    listen_to(connection);
}

static void hang_up_later(int connection)
{
    greet(connection);
}

static void say_ok_for_ever(int connection)
{
    greet(connection);
    while (say(connection, "+OK\r\n"))
        ;
}

static void never_finish(int connection)
{
    greet(connection);
    (void)say(connection, "$200000000\r\n");
    while (say(connection, "................................................"))
        ;
}

static void drip(int connection)
{
    greet(connection);
    (void)say(connection, "$200000000\r\n");
    while (say(connection, "."))
        sleep_ms(20);
}

static struct liar liars[] = {
    {.speak = speak_http, .reason = REDLOCK_REASON_NOT_REDIS},
    {.speak = hang_up, .reason = REDLOCK_REASON_BROKEN},
    {.speak = hang_up_later, .reason = REDLOCK_REASON_BROKEN},
    {.speak = say_ok_for_ever, .reason = REDLOCK_REASON_NOT_REDIS},
    {.speak = never_finish, .reason = REDLOCK_REASON_NOT_REDIS},
    {.speak = drip, .reason = REDLOCK_REASON_SILENT},
    {.speak = NULL, .reason = REDLOCK_REASON_SILENT},
};

#define LIARS ((int)(sizeof(liars) / sizeof(liars[0])))

/* One connection. Without speak it is never accepted. */
static void *lie(void *argument)
{
    struct liar *liar = argument;
    int connection;

    if (liar->speak == NULL)
        return NULL;
    connection = accept(liar->listener, NULL, NULL);
    if (connection >= 0) {
        liar->speak(connection);
        close(connection);
    }
    return NULL;
}

static void start_liar(struct liar *liar)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};

    snprintf(liar->path, sizeof(liar->path), "%s/liar%d", test_dir(),
             (int)(liar - liars));
    memcpy(address.sun_path, liar->path, strlen(liar->path) + 1);
    liar->listener = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    cr_assert_geq(liar->listener, 0);
    cr_assert_eq(
        bind(liar->listener, (struct sockaddr *)&address, sizeof(address)), 0);
    cr_assert_eq(listen(liar->listener, 8), 0);
    cr_assert_eq(pthread_create(&liar->thread, NULL, lie, liar), 0);
}

static void stop_liar(struct liar *liar)
{
    shutdown(liar->listener, SHUT_RDWR);
    pthread_join(liar->thread, NULL);
    close(liar->listener);
}

/* A healthy node answers within these six seconds. */
Test(examine, is_not_delayed_by_nodes_that_lie, .timeout = 120)
{
    static struct fleet fleet;
    static char nodes[4096];
    size_t length;

    fleet_start(&fleet, LIARS + 1);
    length = (size_t)snprintf(nodes, sizeof(nodes), "%s", fleet.nodes);
    for (int i = 0; i < LIARS; i++) {
        start_liar(&liars[i]);
        length += (size_t)snprintf(nodes + length, sizeof(nodes) - length,
                                   ",unix://%s", liars[i].path);
    }
    cr_assert_eq(examine(nodes, 2000), REDLOCK_OK);
    for (int i = 0; i < fleet.count; i++)
        cr_assert_eq(examination.node[i].reason, REDLOCK_REASON_NONE, "%s",
                     examination.node[i].message);
    for (int i = 0; i < LIARS; i++) {
        const struct redlock_node_facts *facts =
            &examination.node[fleet.count + i];

        cr_assert_eq(facts->reason, liars[i].reason, "%d: %s: %s", i,
                     redlock_reason_text(facts->reason), facts->message);
        stop_liar(&liars[i]);
    }
    fleet_stop(&fleet);
}
