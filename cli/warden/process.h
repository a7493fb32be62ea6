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

/* Processes, as /proc has them. Allocates nothing: safe in a forked child. */

#define PROC_STAT_NAME_MAX 16

struct proc_stat {
    pid_t pid;
    char name[PROC_STAT_NAME_MAX]; /* of its first thread */
    pid_t parent;
    pid_t group;
    pid_t session;
    bool ended;     /* whether it was collected or not */
    uint64_t start; /* ticks since boot: with the number, whose it is */
};

/* false: there is no such process, or /proc does not tell. */
bool proc_stat_read(pid_t pid, struct proc_stat *stat);

/* Called with one process. false: no more are wanted. */
typedef bool proc_stat_visit(const struct proc_stat *stat, void *user);

/* Shows each process once. false: /proc does not tell. */
bool proc_stat_each(proc_stat_visit *visit, void *user);

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

/* Processes by the parents that /proc names. */

#define DESCENDANTS_MAX 1024

struct descendant {
    pid_t pid;
    uint64_t start; /* with the number, whose it is */
};

/* Those that were found stay, also when their parents have ended. */
struct descendants {
    int count;
    struct descendant found[DESCENDANTS_MAX];
};

/* A process group, seen from outside. Safe in a forked child. */

/*
 * The number is free: no process of the group is left, not even one that has
 * ended and waits to be collected.
 */
bool group_gone(pid_t group);

/*
 * Some process of the group can still do something. One that has ended cannot,
 * whether it was collected or not. Where /proc does not tell, a group that is
 * not gone is taken to live.
 */
bool group_lives(pid_t group);

/*
 * What must not outlive a lock: a named process and its descendants; or a
 * process group of ours, with those that it started and that have left the
 * group, but not the session. Allocates nothing: safe in a forked child.
 */

struct target {
    struct process process; /* the named one; of a group: we, as a subreaper.
                               pid 0: /proc does not show our processes */
    pid_t spared; /* of what descends from it; 0: none. Whoever asks is, too */
    pid_t group;  /* 0: it is the process */
    pid_t session;
    bool over; /* the group was seen to be gone: its number may be another's */
    struct descendants descendants; /* of a group: those that have left it */
};

/* We are the subreaper of its descendants, and stay in its session. */
void target_set_group(struct target *target, pid_t group);

/*
 * Looks for descendants that are new. One whose parent ended before the search
 * is not found, unless the subreaper is its parent now, nor are more than there
 * is room for.
 */
void target_find(struct target *target);

/* A process gets it before its descendants, whose end it would notice. */
void target_signal(struct target *target, int number);

/* Sends TERM or KILL, and CONT, so that a stopped target gets it. */
void target_end(struct target *target, int number);

/*
 * Nothing is left that could be signalled: of a group not even what nobody has
 * collected.
 */
bool target_gone(struct target *target);

/* Something of it can still do something. */
bool target_lives(const struct target *target);

#endif
