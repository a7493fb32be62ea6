/* SPDX-License-Identifier: MIT */
#ifndef RLK_CLI_WARDEN_RELEASE_PROCESS_H
#define RLK_CLI_WARDEN_RELEASE_PROCESS_H

/*
 * The release of a lock whose redlock run was killed: by a redlock release of
 * the same program, with the same nodes and rights.
 */

#include <stdbool.h>

#include "cli/base/options.h"

#define RELEASE_PROCESS_WORDS_MAX 15

struct release_process {
    char *words[RELEASE_PROCESS_WORDS_MAX]; /* the command, ended by NULL */
    char *variables[2];                     /* its own: token and nodes */
    char **environment;                     /* these, and our environment */
    char timeout[48];
    char owner[REDLOCK_OWNER_MAX + 16];
    char slots[32];
    char slot[32];
};

/*
 * One for each resource of the lock. Borrows from options, the lock and our
 * environment. NULL: no memory, or it is not known where the nodes are.
 */
struct release_process *release_processes_new(const struct options *options,
                                              const struct redlock_lock *lock);

/* NULL is fine. */
void release_processes_free(struct release_process *processes, int count);

/*
 * Becomes that program; in a forked child, with signals blocked. It says
 * nothing, and ends after half a minute at the latest.
 */
_Noreturn void release_process_execute(const struct release_process *process);

#endif
