/* SPDX-License-Identifier: MIT */
#ifndef RLK_CLI_WARDEN_PROCESS_H
#define RLK_CLI_WARDEN_PROCESS_H

/*
 * A process that is no child of ours, and no other one that has its number
 * later. Safe in a forked child.
 */

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

struct process {
    pid_t pid;
    int fd; /* polls readable at its end; -1: this kernel has none */
    uint64_t start;
};

/*
 * false, by errno: ESRCH, there is no such process, or it is younger than we
 * are, and so not the one whose number our caller knew; EPERM, we may not
 * signal it; ENOENT, /proc does not show our processes.
 */
bool process_open(struct process *process, pid_t pid);

/* Whether it was collected or not. */
bool process_ended(const struct process *process);

/* false: errno says why; ESRCH: it has ended. */
bool process_signal(const struct process *process, int number);

void process_close(struct process *process);

#endif
