/* SPDX-License-Identifier: MIT */
#ifndef RLK_CLI_RUN_CHILD_H
#define RLK_CLI_RUN_CHILD_H

/*
 * The command: a process group, led by the process that child_start() makes. It
 * has ended when no process of the group is left. We are its subreaper, so that
 * orphans of the group become our children.
 */

#include <sys/types.h>

#include "cli/base/terminal.h"
#include "cli/text/draft.h"
#include "cli/warden/watchdog.h"

struct child {
    pid_t group;      /* also the leader's process id */
    int exec_fd;      /* through it the leader reports a failed exec */
    bool leader_gone; /* wait_status is set */
    bool group_gone;  /* set by child_ended(): its number may be reused */
    int wait_status;
    bool lent;      /* the terminal is lent to the command while it runs */
    int stopped_by; /* the signal that stopped the leader, until handled; 0 */
};

struct child_start {
    char **command;     /* ended by NULL; passed on unchanged */
    char **environment; /* ended by NULL; its REDLOCK_RUN is completed */
    int status_fd;      /* stays open in the command */
    const struct death_signal *death_signal; /* to be armed for the group */
    const struct terminal *terminal;
    bool foreground;   /* lend it the terminal from the start */
    int64_t latest_ms; /* on the boot clock: it must begin before this */
};

/* REDLOCK_RUN reserves this many digits for the command's group. */
#define CHILD_GROUP_DIGITS 10

/* Instead of an errno: the command could not begin before latest_ms. */
#define CHILD_TOO_LATE (-1)

/* A bit beside an errno: the kernel refused the timer that limits the exec. */
#define CHILD_UNTIMED 0x10000

/*
 * Starts the command; signals must be caught. Returns when it is executed or
 * has failed, by latest_ms. If this process dies, the leader gets TERM and the
 * group gets the death signal.
 *
 * false: errno is set; ETIME: it was too late.
 */
bool child_start(struct child *child, const struct child_start *start);

/* Signals the group, unless it has ended. */
void child_signal(const struct child *child, int number);

/*
 * Collects a child that has ended or stopped, without blocking, and records the
 * leader's state. Returns the id of another process that has ended, after which
 * it must be called again; 0: there is none.
 */
pid_t child_collect(struct child *child);

/* Has no process of the group been left, now or at an earlier call? */
bool child_ended(struct child *child);

/* Does this process have any child? The watchdog is one. */
bool child_left_any(void);

/*
 * The exit status for the command's end, as shells have it: 128 + n for a
 * signal.
 */
int child_exit_status(const struct child *child);

/* The signal that killed its first process; 0: none. Only after its end. */
int child_signal_of_end(const struct child *child);

/*
 * The errno of a failed exec, CHILD_TOO_LATE, or CHILD_UNTIMED with an errno;
 * 0: it was executed. Must be called after the end.
 */
int child_exec_error(struct child *child);

/* --- its environment ------------------------------------------------------ */

/*
 * The environment of the command: the inherited one without passwords, and the
 * variables of its lock.
 */

enum environment_for {
    ENVIRONMENT_FOR_OUTER, /* for the enclosing run's lock: keeps its
                              variables */
    ENVIRONMENT_FOR_LOCK,  /* for another lock: drops those variables */
    ENVIRONMENT_FOR_OWNER, /* for an owner's: drops another owner's, too */
};

/* The maximum number of variables of a lock. */
#define ENVIRONMENT_OWN_MAX 12

struct environment {
    char **variables; /* ended by NULL; inherited strings are borrowed */
    size_t count;
    struct draft own; /* the lock's variables, each ended by NUL */
    char *nodes;      /* REDLOCK_NODES without passwords; allocated */
};

/* Opens it. false: no memory; environment_free() is required even then. */
bool environment_open(struct environment *environment,
                      enum environment_for purpose);

/* Adds the lock's own variables. false: no memory. */
bool environment_close(struct environment *environment);

void environment_free(struct environment *environment);

#endif
