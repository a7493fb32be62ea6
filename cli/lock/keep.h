/* SPDX-License-Identifier: MIT */
#ifndef RLK_CLI_LOCK_KEEP_H
#define RLK_CLI_LOCK_KEEP_H

/*
 * redlock acquire --keep: two processes of ours. The keeper acquires the lock,
 * and stays: it has the lock renewed until the process has ended for which it
 * is kept, or redlock release gives it up, and then releases it. If the lock is
 * lost, it ends that process and its descendants before another client can have
 * the lock. The caller waits for the other process of ours, which ends when the
 * lock is acquired or refused, with the exit status that says which.
 */

#include <stdbool.h>
#include <sys/types.h>

#include "cli/base/options.h"
#include "cli/warden/process.h"
#include "cli/warden/supervision.h"

struct keep {
    struct process process; /* for which it is kept */
    int told;               /* the keeper's: where it says that it has it */
};

struct keep_page;

/*
 * By what redlock release tells a keeper that the lock is given up and not
 * lost: memory of the keeper's, which processes of the same user on the same
 * machine find in /proc. No file could be left over.
 */
struct keep_record {
    int fd; /* -1: there is none */
    struct keep_page *page;
};

/*
 * Tells the keeper of this lock, which is of the type that the options say: a
 * release as another type takes nothing, and ends no keeper. To be called
 * before the release; after that, SIGUSR1 ends the keeper. Returns the keeper's
 * process; 0: no process keeps it, as far as can be seen.
 */
pid_t keep_record_give_up(const struct options *options,
                          const struct redlock_lock *lock);

/*
 * Checks the options about it, also if they do not ask for it, and finds the
 * process.
 *
 * Returns an exit status, or -1 to go on: it has reported the error.
 */
int keep_check(const struct options *options, struct keep *keep);

/*
 * Starts the keeper, before there are threads. In it, returns -1, with nothing
 * of the caller's open but the standard descriptors; in the other process, when
 * that is to end, the exit status.
 */
int keep_split(const struct options *options, struct keep *keep);

/* Of keep_await_room(): no signal has this number. */
#define KEEP_LOST (-1)

/*
 * Waits until standard output has room, before a lock's token is printed.
 *
 * keep     NULL: the lock is not kept for a process.
 * lost_fd  polls readable when the lock is lost.
 *
 * Returns 0: there is room; KEEP_LOST: there is none, and the lock is lost; or
 * the signal that ended the wait, TERM if the process has ended.
 */
int keep_await_room(const struct keep *keep, int lost_fd);

void keep_close(struct keep *keep);

struct keeper {
    struct keep *keep; /* borrowed */
    struct keep_record record;
    struct supervision supervision;
    struct target target;
    int news_fd; /* -1: there is none */
    int null;    /* /dev/null, for the standard descriptors; -1: not open */
};

/* Opens its resources, before there is a lock. false: errno says why. */
bool keeper_open(struct keeper *keeper, struct keep *keep);

/*
 * Opens all that keeping this lock needs, before its token is printed, and lets
 * redlock release find it: the reader of the token may release immediately.
 *
 * request  as supervision_request() has completed it.
 *
 * false: errno says why.
 */
bool keeper_take(struct keeper *keeper, const struct options *options,
                 const struct redlock_request *request,
                 struct redlock_lock *lock);

/* Reports that the lock cannot be kept. Returns the exit status. */
int keeper_refused(const struct options *options, int error);

/*
 * Leaves the caller and keeps the lock that was taken. Ends with its release,
 * or, after its loss, when nothing is left of those for whom it was. Returns
 * the exit status.
 */
int keeper_run(struct keeper *keeper, struct redlock_lock **lock);

/* Also one that was not opened. */
void keeper_close(struct keeper *keeper);

#endif
