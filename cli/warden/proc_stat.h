/* SPDX-License-Identifier: MIT */
#ifndef RLK_CLI_WARDEN_PROC_STAT_H
#define RLK_CLI_WARDEN_PROC_STAT_H

/* What /proc says of processes. Without memory: safe in a forked child. */

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#define PROC_STAT_NAME_MAX 16

struct proc_stat {
    pid_t pid;
    char name[PROC_STAT_NAME_MAX]; /* of its first thread */
    pid_t parent;
    pid_t group;
    bool ended;     /* whether it was collected or not */
    uint64_t start; /* ticks since boot: with the number, whose it is */
};

/* false: there is no such process, or /proc does not tell. */
bool proc_stat_read(pid_t pid, struct proc_stat *stat);

/*
 * false: /proc is not there, or is that of another namespace, where our numbers
 * are others'.
 */
bool proc_stat_is_ours(void);

/* Is shown one process. false: no more are wanted. */
typedef bool proc_stat_visit(const struct proc_stat *stat, void *user);

/* Shows each process once. false: /proc does not tell. */
bool proc_stat_each(proc_stat_visit *visit, void *user);

#endif
