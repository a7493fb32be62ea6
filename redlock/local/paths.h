/* SPDX-License-Identifier: MIT */
#ifndef RLK_REDLOCK_LOCAL_PATHS_H
#define RLK_REDLOCK_LOCAL_PATHS_H

/*
 * Where a user's private masters live: base/local-N/I.sock, I.pid and I.log,
 * base being $XDG_RUNTIME_DIR/redlock or, where that is not a folder of this
 * user's, /tmp/redlock-UID.
 */

#include <stdbool.h>

#include "redlock/redlock.h"

/* What sockaddr_un.sun_path holds, its NUL included. */
#define RLK_LOCAL_PATH_MAX 108

struct rlk_local_set {
    int nodes; /* N */
    char base[RLK_LOCAL_PATH_MAX];
    char dir[RLK_LOCAL_PATH_MAX]; /* base/local-N */
};

/*
 * Names the folders of local:N; makes nothing.
 *
 * OK; BAD_NODES: not 1 .. REDLOCK_NODES_MAX; SYSTEM: a socket's path would be
 * too long. problem may be NULL.
 */
enum redlock_status rlk_local_set_init(struct rlk_local_set *set, int nodes,
                                       struct redlock_problem *problem);

/*
 * Names the base folder alone. base: at least RLK_LOCAL_PATH_MAX bytes.
 */
enum redlock_status rlk_local_base(char *base, struct redlock_problem *problem);

/*
 * Is this a folder in which only this user (and root) can have made anything?
 *
 * exists  false where there is nothing of that name, which is no error.
 *
 * SYSTEM: it is a link or no folder, belongs to another user, or others may
 * write there.
 */
enum redlock_status rlk_local_dir_check(const char *path, bool *exists,
                                        struct redlock_problem *problem);

/* Makes the folder, for this user alone, or checks the one that is there. */
enum redlock_status rlk_local_dir_make(const char *path,
                                       struct redlock_problem *problem);

/*
 * One server's file. suffix: sock, pid or log.
 * path: at least RLK_LOCAL_PATH_MAX bytes. Returns path.
 */
const char *rlk_local_file(const struct rlk_local_set *set, int node,
                           const char *suffix, char *path);

/* Fills *problem, unless it is NULL, and returns the status. */
__attribute__((format(printf, 3, 4))) enum redlock_status
rlk_local_problem(struct redlock_problem *problem, enum redlock_status status,
                  const char *format, ...);

#endif
