/* SPDX-License-Identifier: MIT */
/* Private masters: the sets local:N, started, found and ended. */

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include "clock/clock.h"
#include "clock/now.h"
#include "redlock/admin.h"
#include "redlock/local/paths.h"
#include "redlock/local/server.h"

#define LOCK_MS 10000  /* for another process's start or stop */
#define START_MS 10000 /* for a new server's first answer */
#define PROBE_MS 500   /* for the answer of one that was there */
#define POLL_MS 5

/*
 * Locks the base folder itself, so that starting and stopping exclude each
 * other between processes and nothing is left behind. Closing unlocks.
 */
static enum redlock_status lock_base(const char *base, int *fd,
                                     struct redlock_problem *problem)
{
    int64_t until = rlk_now() + LOCK_MS * RLK_NS_PER_MS;

    *fd = open(base, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (*fd < 0)
        return rlk_local_problem(problem, REDLOCK_SYSTEM, "%s: %s", base,
                                 strerror(errno));
    while (flock(*fd, LOCK_EX | LOCK_NB) != 0) {
        if (rlk_now() < until) {
            rlk_local_pause_ms(POLL_MS);
            continue;
        }
        (void)close(*fd);
        return rlk_local_problem(problem, REDLOCK_SYSTEM,
                                 "another process is starting or stopping "
                                 "servers in %s",
                                 base);
    }
    return REDLOCK_OK;
}

/*
 * Ends one server and removes its files. pid: 0 where none is known; then it
 * makes sure that nothing listens on the socket.
 */
static enum redlock_status end_server(const struct rlk_local_set *set, int node,
                                      int pid, struct redlock_problem *problem)
{
    if (pid > 0) {
        rlk_local_terminate(pid);
        if (!rlk_local_await_end(set, node, pid))
            return rlk_local_problem(problem, REDLOCK_SYSTEM,
                                     "%s/%d.sock: process %d does not end",
                                     set->dir, node, pid);
    } else if (rlk_local_probe(set, node, 0) != RLK_LOCAL_ABSENT) {
        return rlk_local_problem(problem, REDLOCK_SYSTEM,
                                 "%s/%d.sock: a server listens, but its pid "
                                 "file does not tell which",
                                 set->dir, node);
    }
    rlk_local_remove_files(set, node);
    return REDLOCK_OK;
}

/* Waits for a new server's first answer, or for its early end. */
static enum redlock_status await_answer(const struct rlk_local_set *set,
                                        int node, int pid,
                                        struct redlock_problem *problem)
{
    int64_t until = rlk_now() + START_MS * RLK_NS_PER_MS;
    char words[128];

    while (rlk_local_probe(set, node, PROBE_MS) != RLK_LOCAL_READY) {
        if (!rlk_local_is_server(set, node, pid)) {
            rlk_local_last_words(set, node, words, sizeof(words));
            return rlk_local_problem(problem, REDLOCK_SYSTEM,
                                     "the server %d ended at once: %s", node,
                                     words);
        }
        if (rlk_now() >= until) {
            rlk_local_last_words(set, node, words, sizeof(words));
            rlk_local_terminate(pid);
            (void)rlk_local_await_end(set, node, pid);
            return rlk_local_problem(problem, REDLOCK_SYSTEM,
                                     "the server %d did not answer for %d s: "
                                     "%s",
                                     node, START_MS / 1000, words);
        }
        rlk_local_pause_ms(POLL_MS);
    }
    return REDLOCK_OK;
}

/* Starts what is missing, all at once, and then waits for each. */
static enum redlock_status start_missing(const struct rlk_local_set *set,
                                         int *started,
                                         struct redlock_problem *problem)
{
    struct rlk_local_program program = {.name = NULL};
    enum redlock_status status = REDLOCK_OK;
    int pids[REDLOCK_NODES_MAX + 1] = {0};

    for (int node = 1; node <= set->nodes && status == REDLOCK_OK; node++) {
        if (rlk_local_probe(set, node, PROBE_MS) != RLK_LOCAL_ABSENT)
            continue;
        if (program.name == NULL)
            status = rlk_local_program_find(&program, problem);
        /* No client can reach a server whose socket was removed: it ends. */
        if (status == REDLOCK_OK)
            status = end_server(set, node, rlk_local_pid(set, node), problem);
        if (status == REDLOCK_OK)
            status = rlk_local_spawn(&program, set, node, &pids[node], problem);
    }
    for (int node = 1; node <= set->nodes; node++) {
        if (pids[node] == 0 || status != REDLOCK_OK)
            continue;
        status = await_answer(set, node, pids[node], problem);
        *started += status == REDLOCK_OK ? 1 : 0;
    }
    return status;
}

enum redlock_status redlock_local_start(int nodes, int *started,
                                        struct redlock_problem *problem)
{
    struct rlk_local_set set;
    enum redlock_status status;
    int count = 0;
    int lock;

    status = rlk_local_set_init(&set, nodes, problem);
    if (status == REDLOCK_OK)
        status = rlk_local_dir_make(set.base, problem);
    if (status == REDLOCK_OK)
        status = lock_base(set.base, &lock, problem);
    if (status == REDLOCK_OK) {
        status = rlk_local_dir_make(set.dir, problem);
        if (status == REDLOCK_OK)
            status = start_missing(&set, &count, problem);
        (void)close(lock);
    }
    if (started != NULL)
        *started = count;
    return status;
}

/*
 * Asks all servers to end before it waits for the first, so that they end side
 * by side. A problem with one of them does not keep the others from ending; the
 * first problem is reported.
 */
static enum redlock_status stop_set(const struct rlk_local_set *set,
                                    int *stopped,
                                    struct redlock_problem *problem)
{
    enum redlock_status status = REDLOCK_OK;
    int pids[REDLOCK_NODES_MAX + 1] = {0};

    for (int node = 1; node <= set->nodes; node++) {
        pids[node] = rlk_local_pid(set, node);
        if (pids[node] > 0)
            rlk_local_terminate(pids[node]);
    }
    for (int node = 1; node <= set->nodes; node++) {
        enum redlock_status ended = end_server(
            set, node, pids[node], status == REDLOCK_OK ? problem : NULL);

        *stopped += ended == REDLOCK_OK && pids[node] > 0 ? 1 : 0;
        status = status == REDLOCK_OK ? ended : status;
    }
    (void)rmdir(set->dir);
    return status;
}

enum redlock_status redlock_local_stop(int nodes, int *stopped,
                                       struct redlock_problem *problem)
{
    int first = nodes == 0 ? 1 : nodes;
    int last = nodes == 0 ? REDLOCK_NODES_MAX : nodes;
    struct rlk_local_set set;
    enum redlock_status status;
    bool exists = false;
    int count = 0;
    int lock;

    status = rlk_local_set_init(&set, first, problem);
    if (status == REDLOCK_OK)
        status = rlk_local_dir_check(set.base, &exists, problem);
    if (status == REDLOCK_OK && exists)
        status = lock_base(set.base, &lock, problem);
    if (status == REDLOCK_OK && exists) {
        for (int n = first; n <= last && status == REDLOCK_OK; n++) {
            status = rlk_local_set_init(&set, n, problem);
            if (status == REDLOCK_OK && access(set.dir, F_OK) == 0)
                status = stop_set(&set, &count, problem);
        }
        (void)close(lock);
    }
    if (stopped != NULL)
        *stopped = count;
    return status;
}

enum redlock_status redlock_local_server(int nodes, int node, char *path,
                                         int *pid)
{
    struct rlk_local_set set;
    enum redlock_status status;
    bool exists;

    status = rlk_local_set_init(&set, nodes, NULL);
    if (status != REDLOCK_OK)
        return status;
    if (node < 1 || node > nodes)
        return REDLOCK_BAD_NODES;
    status = rlk_local_dir_check(set.base, &exists, NULL);
    if (status != REDLOCK_OK)
        return status;
    (void)rlk_local_file(&set, node, "sock", path);
    if (pid != NULL)
        *pid = rlk_local_pid(&set, node);
    return REDLOCK_OK;
}
