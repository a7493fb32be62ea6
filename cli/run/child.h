/* SPDX-License-Identifier: MIT */
#ifndef RLK_CLI_RUN_CHILD_H
#define RLK_CLI_RUN_CHILD_H

/*
 * The command: a process group of its own, led by the process that is started
 * here. It has ended when the whole group has. We are its subreaper, so that
 * orphans of the group become our children.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "cli/base/terminal.h"
#include "cli/text/draft.h"
#include "cli/warden/watchdog.h"

struct child {
    pid_t group;      /* the leader's process id too */
    int exec_fd;      /* where the leader tells that it could not execute */
    bool leader_gone; /* wait_status is set */
    bool group_gone;  /* seen by child_ended(): its number may be another's */
    int wait_status;
    bool lent;      /* the terminal is the command's, while it runs */
    int stopped_by; /* the leader's stop that nobody has dealt with; 0 */
};

struct child_start {
    char **command;     /* ended by NULL; its words reach the command as is */
    char **environment; /* ended by NULL; has REDLOCK_RUN, which is completed */
    int status_fd;      /* stays open in the command */
    const struct death_signal *death_signal; /* armed for the group */
    const struct terminal *terminal;
    bool foreground;   /* lend it the terminal immediately */
    int64_t latest_ms; /* boot clock: from then on it may not begin */
};

/* REDLOCK_RUN begins with so many digits, for the group of the command. */
#define CHILD_GROUP_DIGITS 10

/* In place of an errno: the command was not executed before latest_ms. */
#define CHILD_TOO_LATE (-1)

/*
 * Starts it; signals must be caught. If we die, the leader gets TERM, and the
 * group the death signal.
 *
 * false: errno says why; ETIME: it was too late already.
 */
bool child_start(struct child *child, const struct child_start *start);

/* To the group, as long as there is one. */
void child_signal(const struct child *child, int number);

/*
 * Waits, without blocking, for children that have ended or stopped, and notes
 * what the leader did. Returns the id of another process that has ended: to be
 * called again. 0: there is no more.
 */
pid_t child_collect(struct child *child);

/* Nothing of the group is left, now or before. */
bool child_ended(struct child *child);

/* Has this process any child? The watchdog is one. */
bool child_left_any(void);

/*
 * The exit status for the command's end, as shells have it: 128 + n for a
 * signal.
 */
int child_exit_status(const struct child *child);

/* The signal that its first process died of; 0: none. Once that has ended. */
int child_signal_of_end(const struct child *child);

/*
 * The errno with which it could not be executed, or CHILD_TOO_LATE; 0: it was
 * executed. To be called once it has ended.
 */
int child_exec_error(struct child *child);

/* --- its environment ------------------------------------------------------ */

/*
 * The environment of the command: the inherited one without passwords, and the
 * variables of its lock.
 */

enum environment_for {
    ENVIRONMENT_FOR_OUTER, /* the lock of the run around this one: its variables
                              are kept */
    ENVIRONMENT_FOR_LOCK, /* another lock: those of an outer one are left out */
    ENVIRONMENT_FOR_OWNER, /* an owner's: those of an outer owner are, too */
};

/* The most variables of a lock. */
#define ENVIRONMENT_OWN_MAX 12

struct environment {
    char **variables; /* ended by NULL; what was inherited is borrowed */
    size_t count;
    struct draft own; /* takes the lock's own, each ended by a NUL byte */
    char *nodes;      /* REDLOCK_NODES without passwords; allocated */
};

/* Begins it. false: no memory; environment_free() is due all the same. */
bool environment_open(struct environment *environment,
                      enum environment_for purpose);

/* Adds the lock's own variables. false: no memory. */
bool environment_close(struct environment *environment);

void environment_free(struct environment *environment);

#endif
