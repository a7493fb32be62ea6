/* SPDX-License-Identifier: MIT */
#ifndef RLK_REDLOCK_LOCAL_SERVER_H
#define RLK_REDLOCK_LOCAL_SERVER_H

/* One private master: whether it runs, in which process, and how it is ended.
 */

#include <limits.h>
#include <stdint.h>

#include "redlock/local/paths.h"

/* Finds the server's program, and starts it independently of the caller. */

struct rlk_local_program {
    char path[PATH_MAX];
    const char *name; /* argv[0], which makes the program be a server */
};

/*
 * $REDLOCK_SERVER, or the first of redis-server, valkey-server,
 * redis-check-rdb and valkey-check-rdb in PATH: the last two are the same
 * binaries under the names that packages without a service give them.
 *
 * OK, or SYSTEM with what to install. problem may be NULL.
 */
enum redlock_status rlk_local_program_find(struct rlk_local_program *program,
                                           struct redlock_problem *problem);

/*
 * Starts one server in a session of its own, which is not the caller's child,
 * has none of its descriptors, and writes its output to the log. The caller
 * gets one SIGCHLD, no other signal, and no zombie. Does not wait for an answer
 * of the server.
 *
 * pid  filled: the server's process.
 *
 * OK, or SYSTEM. problem may be NULL.
 */
enum redlock_status rlk_local_spawn(const struct rlk_local_program *program,
                                    const struct rlk_local_set *set, int node,
                                    int *pid, struct redlock_problem *problem);

enum rlk_local_state {
    RLK_LOCAL_ABSENT, /* no server listens on the socket */
    RLK_LOCAL_SILENT, /* one does, but does not answer: stopped, loading */
    RLK_LOCAL_READY,  /* answers PING */
};

/* Asks the server. Blocks for patience_ms at most. */
enum rlk_local_state rlk_local_probe(const struct rlk_local_set *set, int node,
                                     int patience_ms);

/*
 * The process named in the pid file, if it is alive and its command line names
 * this very socket: another process may have the number by now. 0 if not.
 */
int rlk_local_pid(const struct rlk_local_set *set, int node);

/* Is this process the server of that socket (still)? */
bool rlk_local_is_server(const struct rlk_local_set *set, int node, int pid);

/* Asks the process to end, and continues it if it is stopped. Does not wait. */
void rlk_local_terminate(int pid);

/*
 * Waits for the end of a process that was asked to; kills it when its
 * patience is over. False if it is still there.
 */
bool rlk_local_await_end(const struct rlk_local_set *set, int node, int pid);

/* Removes the server's files: socket, pid and log. */
void rlk_local_remove_files(const struct rlk_local_set *set, int node);

/* The log's last line, or that there is none; cut to fit. */
void rlk_local_last_words(const struct rlk_local_set *set, int node, char *text,
                          size_t size);

/* Sleeps between two looks at a server. */
void rlk_local_pause_ms(int span_ms);

#endif
