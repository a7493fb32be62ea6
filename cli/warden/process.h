/* SPDX-License-Identifier: MIT */
#ifndef RLK_CLI_WARDEN_PROCESS_H
#define RLK_CLI_WARDEN_PROCESS_H

/*
 * A process that need not be our child, safe against reuse of its number. Safe
 * in a forked child.
 */

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

/* Processes, read from /proc. Allocates nothing: safe in a forked child. */

#define PROC_STAT_NAME_MAX 16

struct proc_stat {
    pid_t pid;
    char name[PROC_STAT_NAME_MAX]; /* of its first thread */
    pid_t parent;
    pid_t group;
    pid_t session;
    char state;     /* R, S, D, T, Z ...: see proc(5) */
    bool ended;     /* collected by its parent or not */
    uint64_t start; /* ticks since boot; identifies it */
};

/* false: there is no such process, or /proc cannot be read. */
bool proc_stat_read(pid_t pid, struct proc_stat *stat);

/* Called with one process. Returns false to stop. */
typedef bool proc_stat_visit(const struct proc_stat *stat, void *user);

/* Calls visit once for each process. false: /proc cannot be read. */
bool proc_stat_each(proc_stat_visit *visit, void *user);

struct process {
    pid_t pid;
    int fd; /* polls readable at its end; -1: the kernel has no pidfds */
    uint64_t start;
};

/*
 * false, with errno ESRCH: there is no such process, or it is younger than this
 * one and so not the process that the caller meant; EPERM: it may not be
 * signaled; ENOENT: /proc does not show this namespace's processes.
 */
bool process_open(struct process *process, pid_t pid);

/* Has it ended, whether collected or not? */
bool process_ended(const struct process *process);

/* false: errno is set; ESRCH: it has ended. */
bool process_signal(const struct process *process, int number);

void process_close(struct process *process);

/* Descendants, found by the parents in /proc. */

#define DESCENDANTS_MAX 1024

struct descendant {
    pid_t pid;
    uint64_t start; /* with the number, identifies the process */
};

/* A descendant stays in the list when its parent has ended. */
struct descendants {
    int count;
    struct descendant found[DESCENDANTS_MAX];
};

/* A process group, seen from outside. Safe in a forked child. */

/*
 * Is no process of the group left, not even one that has ended and is not
 * collected? Its number may then be reused.
 */
bool group_gone(pid_t group);

/*
 * Does a process of the group still run? A process that has ended does not,
 * whether it is collected or not. If /proc cannot be read, a group that is not
 * gone counts as running.
 */
bool group_lives(pid_t group);

/*
 * The processes that must not outlive a lock: a named process and its
 * descendants; or our process group, and descendants that have left the group
 * but not the session. Allocates nothing: safe in a forked child.
 */

struct target {
    struct process process; /* for a group: this process, the subreaper. pid 0:
                               /proc does not show our processes */
    pid_t spared; /* a descendant left out, as is the caller; 0: none */
    pid_t group;  /* 0: a named process */
    pid_t session;
    uint64_t begun; /* older processes are not the group's descendants: a shell
                       may have started them before it executed redlock */
    bool over; /* the group was gone once: its number may have been reused */
    bool uncollected; /* the last search has seen a child of the subreaper that
                         has ended: its own children may have been missed */
    struct descendants descendants; /* for a group: those that have left it */
};

/*
 * Begins with the calling process, which becomes the subreaper of a group that
 * is set afterwards, and stays in its session.
 */
void target_begin(struct target *target);
void target_set_group(struct target *target, pid_t group);

/*
 * Adds new descendants, as far as there is room. It does not find a descendant
 * whose parent ended before the search, unless the subreaper is its parent now.
 */
void target_find(struct target *target);

/*
 * Finds descendants, then signals all, and those forked meanwhile. Signals a
 * process before its descendants, as it could react to their end.
 */
void target_signal(struct target *target, int number);

/*
 * Finds descendants, then sends TERM, and CONT, so that a stopped target
 * handles it. false: the search lasted until latest_ms, and nothing was sent.
 * The target could end by TERM and lose the descendants that are not found yet.
 */
bool target_terminate(struct target *target, int64_t latest_ms);

/* Sends both to processes forked since, found by another search until then. */
void target_terminate_new(struct target *target, int64_t latest_ms);

/*
 * Sends KILL. What was found before gets STOP first, by a few system calls: on
 * a busy machine the search for the others may take long. When all are stopped,
 * none forks and no child loses its parent, so the search finds all.
 */
void target_kill(struct target *target);

/*
 * Is nothing left that could be signaled? A group also counts while a process
 * of it has ended but is not collected; so does any child of the subreaper when
 * the known ones have ended, as a search for their orphans follows then.
 */
bool target_gone(struct target *target);

/* Does any of its processes still run? */
bool target_lives(const struct target *target);

#endif
