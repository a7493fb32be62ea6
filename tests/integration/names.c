/* SPDX-License-Identifier: MIT */
/*
 * names: names whose look-up hangs cost threads that are bounded, and hold
 * nobody up who does not need them. A plain program that speaks TAP, for the
 * thread sanitizer.
 */

#include <netdb.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "redlock/admin.h"
#include "tests/support/fleet.h"
#include "tests/support/tap.h"

#ifndef __has_feature
#define __has_feature(feature) 0
#endif

/*
 * The thread sanitizer allows no threads in the child of a process that has
 * several.
 */
#if defined(__SANITIZE_THREAD__) || __has_feature(thread_sanitizer)
#define MAY_FORK false
#else
#define MAY_FORK true
#endif

enum {
    CLIENTS = 300,
    THREADS_MOST = 12 /* look-ups, and the test's own threads */
};

static struct fleet fleet;

/* --- look-ups that hang ----------------------------------------------------
 *
 * Names that begin with "hang" have no answer until the test lets go of them;
 * all others are this machine's.
 */

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t let_go = PTHREAD_COND_INITIALIZER;
static bool hanging = true;
static _Atomic int looked_up;

__attribute__((visibility("default"))) int
getaddrinfo(const char *restrict name, const char *restrict service,
            const struct addrinfo *restrict hints,
            struct addrinfo **restrict list);

static int numeric(struct addrinfo **list)
{
    struct sockaddr_in *address;
    struct addrinfo *one = calloc(1, sizeof(*one) + sizeof(*address));

    if (one == NULL)
        return EAI_MEMORY;
    address = (struct sockaddr_in *)(void *)(one + 1);
    address->sin_family = AF_INET;
    address->sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    one->ai_family = AF_INET;
    one->ai_addrlen = sizeof(*address);
    one->ai_addr = (struct sockaddr *)address;
    *list = one;
    return 0;
}

int getaddrinfo(const char *restrict name, const char *restrict service,
                const struct addrinfo *restrict hints,
                struct addrinfo **restrict list)
{
    (void)service, (void)hints;
    if (strncmp(name, "hang", 4) == 0) {
        pthread_mutex_lock(&mutex);
        while (hanging)
            pthread_cond_wait(&let_go, &mutex);
        pthread_mutex_unlock(&mutex);
    }
    atomic_fetch_add(&looked_up, 1);
    return numeric(list);
}

__attribute__((visibility("default"))) void freeaddrinfo(struct addrinfo *list);

void freeaddrinfo(struct addrinfo *list)
{
    free(list);
}

static void hang(bool now)
{
    pthread_mutex_lock(&mutex);
    hanging = now;
    pthread_cond_broadcast(&let_go);
    pthread_mutex_unlock(&mutex);
}

/* --- the tests --------------------------------------------------------------
 */

static long threads(void)
{
    char line[256];
    long count = -1;
    FILE *file = fopen("/proc/self/status", "r");

    if (file == NULL)
        die("no /proc");
    while (fgets(line, sizeof(line), file) != NULL)
        if (strncmp(line, "Threads:", 8) == 0)
            count = strtol(line + 8, NULL, 10);
    fclose(file);
    return count;
}

static struct redlock_client *open_nodes(const char *nodes)
{
    return open_client(&(struct redlock_settings){
        .nodes = nodes, .node_timeout_ms = UNHURRIED_MS});
}

static void many_clients(void)
{
    long before = threads() + 1; /* the thread sanitizer may have its own */
    char nodes[128];

    for (int i = 0; i < CLIENTS; i++) {
        struct redlock_client *client;

        snprintf(nodes, sizeof(nodes),
                 "redis://hang-a%d,redis://hang-b%d,redis://hang-c%d", i, i, i);
        client = open_nodes(nodes);
        redlock_close(client);
    }
    printf("# %ld threads\n", threads());
    tap_check(threads() <= THREADS_MOST, "hanging_names_cost_a_few_threads");
    hang(false);
    for (int i = 0; i < 3000 && threads() > before; i++)
        sleep_ms(5);
    tap_check(threads() <= before, "and_none_when_they_are_done");
}

/* 0, 1 by names that are known, and one by a name that is given. */
static void nodes_with(const char *name, char *nodes, size_t size)
{
    snprintf(nodes, size, "redis://here-a:%d,redis://here-b:%d,redis://%s:%d",
             fleet.server[0].port, fleet.server[1].port, name,
             fleet.server[2].port);
}

static void close_does_not_wait(void)
{
    struct redlock_lock *lock = NULL;
    struct redlock_client *client;
    char nodes[128];
    long long begun;

    hang(true);
    nodes_with("hang", nodes, sizeof(nodes));
    client = open_nodes(nodes);
    tap_check(fleet_acquire(client, "cup", &lock) == REDLOCK_OK,
              "two_nodes_give_a_lock_beside_a_hanging_name");
    begun = boot_ms();
    (void)redlock_release(&lock, NULL);
    redlock_close(client);
    tap_check(boot_ms() - begun < UNHURRIED_MS / 2, "close_waits_for_no_name");
}

/*
 * The examination of a node without an address ends, and the other examinations
 * continue.
 */
static void an_examination_goes_on(void)
{
    static struct redlock_examination examination;
    char nodes[128];

    hang(true);
    nodes_with("hang", nodes, sizeof(nodes));
    tap_check(
        redlock_examine(
            &(struct redlock_settings){.nodes = nodes, .node_timeout_ms = 2000},
            &examination, NULL) == REDLOCK_OK,
        "two_nodes_are_examined_beside_a_hanging_name");
    tap_check(examination.node[2].reason == REDLOCK_REASON_SILENT,
              "and_the_third_is_silent");
}

/* Another client of the same name waits for the look-up in progress. */
static void a_name_is_looked_up_once(void)
{
    static struct redlock_report report;
    struct redlock_client *first, *second;
    char nodes[128];
    int before;

    nodes_with("hang", nodes, sizeof(nodes));
    first = open_nodes(nodes);
    second = open_nodes(nodes);
    redlock_close(first);
    before = atomic_load(&looked_up);
    hang(false);
    tap_check(redlock_inspect(second, "cup", &report) == REDLOCK_OK &&
                  report.granted == 3,
              "a_name_that_comes_late_is_used");
    printf("# %d look-ups since\n", atomic_load(&looked_up) - before);
    redlock_close(second);
}

/* A child does not have its parent's threads. */
static void in_a_child(void)
{
    struct redlock_client *client;
    struct redlock_lock *lock = NULL;
    char nodes[128];
    int status = -1;
    pid_t child;

    if (!MAY_FORK)
        return;
    hang(true);
    nodes_with("hang", nodes, sizeof(nodes));
    client = open_nodes(nodes);
    child = fork();
    if (child == 0) {
        redlock_close(client);
        nodes_with("here-c", nodes, sizeof(nodes));
        client = open_nodes(nodes);
        if (fleet_acquire(client, "cup", &lock) != REDLOCK_OK ||
            redlock_release(&lock, NULL) != REDLOCK_OK)
            _exit(1);
        redlock_close(client);
        _exit(0);
    }
    waitpid(child, &status, 0);
    tap_check(status == 0, "a_child_looks_names_up_for_itself");
    redlock_close(client);
    hang(false);
}

int main(void)
{
    fleet_start_tcp(&fleet, 3);
    many_clients();
    close_does_not_wait();
    an_examination_goes_on();
    a_name_is_looked_up_once();
    in_a_child();
    fleet_stop(&fleet);
    return tap_end();
}
