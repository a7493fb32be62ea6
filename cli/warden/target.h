/* SPDX-License-Identifier: MIT */
#ifndef RLK_CLI_WARDEN_TARGET_H
#define RLK_CLI_WARDEN_TARGET_H

/*
 * What must not outlive a lock: a process group of ours, or a process that
 * somebody named, with what descends from it. Safe in a forked child.
 */

#include <stdbool.h>
#include <sys/types.h>

#include "cli/warden/descendants.h"
#include "cli/warden/process.h"

struct target {
    pid_t group; /* 0: it is the process */
    struct process process;
    pid_t spared; /* of what descends from it */
    struct descendants descendants;
};

/* A process gets it before its descendants, which it would hear the end of. */
void target_signal(struct target *target, int number);

/*
 * Nothing is left that could be signalled: of a group not even what nobody has
 * collected.
 */
bool target_gone(const struct target *target);

/* Something of it can still do something. */
bool target_lives(const struct target *target);

#endif
