/* SPDX-License-Identifier: MIT */
#ifndef RLK_REDLOCK_LOCAL_SPAWN_H
#define RLK_REDLOCK_LOCAL_SPAWN_H

/* Finds the server's program and starts it, cut loose from the caller. */

#include <limits.h>

#include "redlock/local/paths.h"

struct rlk_local_program {
    char path[PATH_MAX];
    const char *name; /* argv[0], by which the program knows what to be */
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
 * Starts one server: in a session of its own, nobody's child, with no
 * descriptor of ours, its words going to the log. The caller gets no signal
 * but one SIGCHLD, and no zombie. Does not wait for the server to answer.
 *
 * pid  the server's.
 *
 * OK, or SYSTEM. problem may be NULL.
 */
enum redlock_status rlk_local_spawn(const struct rlk_local_program *program,
                                    const struct rlk_local_set *set, int node,
                                    int *pid, struct redlock_problem *problem);

#endif
