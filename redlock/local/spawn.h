/* SPDX-License-Identifier: MIT */
#ifndef RLK_REDLOCK_LOCAL_SPAWN_H
#define RLK_REDLOCK_LOCAL_SPAWN_H

/* Finds the server's program, and starts it independently of the caller. */

#include <limits.h>

#include "redlock/local/paths.h"

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

#endif
