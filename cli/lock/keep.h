/* SPDX-License-Identifier: MIT */
#ifndef RLK_CLI_LOCK_KEEP_H
#define RLK_CLI_LOCK_KEEP_H

/*
 * redlock acquire --keep runs as two processes. The keeper acquires the lock
 * and stays. It renews the lock until the given process has ended, or until
 * redlock release gives the lock up, and then releases it. If the lock is lost,
 * the keeper ends the given process and its descendants before another client
 * can acquire the lock. The caller waits for the other process. That one ends
 * when the lock is acquired or refused, with the corresponding exit status.
 */

#include <sys/types.h>

#include "cli/base/options.h"
#include "cli/warden/process.h"
#include "cli/warden/supervision.h"

struct keep {
    struct process process; /* the lock is kept while it runs */
    int report_fd;          /* where the keeper reports its success */
};

struct keep_page;

/*
 * Lets redlock release tell the keeper that the lock is given up and not lost.
 * It is memory of the keeper, which processes of the same user on the same
 * machine find in /proc; unlike a file, it cannot be left over.
 */
struct keep_record {
    int fd; /* -1: there is none */
    struct keep_page *page;
};

/*
 * Tells the keeper of this lock that it is given up. The options must name the
 * lock's type: a release as another type releases nothing, and must end no
 * keeper. Must be called before the release; afterwards SIGUSR1 ends the
 * keeper. Returns the keeper's process id; 0: no keeper was found.
 */
pid_t keep_record_give_up(const struct options *options,
                          const struct redlock_lock *lock);

/*
 * Checks the options of --keep, given or not, and opens the process.
 *
 * Returns an exit status, after it has reported the error; or -1 to continue.
 */
int keep_check(const struct options *options, struct keep *keep);

/*
 * Forks the keeper, before there are threads. Returns -1 in the keeper, which
 * has only the caller's standard descriptors open. In the other process,
 * returns the exit status when that process has to end.
 */
int keep_split(const struct options *options, struct keep *keep);

/* A result of keep_await_room() that is no signal's number. */
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
    int null;    /* /dev/null, for the standard descriptors; -1: closed */
};

/* Opens what can be opened before there is a lock. false: errno is set. */
bool keeper_open(struct keeper *keeper, struct keep *keep);

/*
 * Opens all else that keeping this lock needs, and lets redlock release find
 * it. Called before the token is printed: its reader may release immediately.
 *
 * request  as supervision_request() has completed it
 *
 * false: errno is set.
 */
bool keeper_take(struct keeper *keeper, const struct options *options,
                 const struct redlock_request *request,
                 struct redlock_lock *lock);

/* Reports that the lock cannot be kept. Returns the exit status. */
int keeper_refused(const struct options *options, int error);

/*
 * Detaches from the caller and keeps the lock. Ends after its release, or, if
 * the lock is lost, when the process and its descendants have ended. Returns
 * the exit status.
 */
int keeper_run(struct keeper *keeper, struct redlock_lock **lock);

/* Also allowed if it was not opened. */
void keeper_close(struct keeper *keeper);

#endif
