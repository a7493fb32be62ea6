/* SPDX-License-Identifier: MIT */
#ifndef RLK_CLI_LOCK_KEEP_H
#define RLK_CLI_LOCK_KEEP_H

/*
 * redlock acquire --keep: which process the lock is kept for, and the two
 * processes of ours. One is the keeper: it acquires the lock, and stays. The
 * other one is whom the caller waits for: it ends when the lock is acquired or
 * refused, with the exit status that says which.
 */

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "cli/base/options.h"
#include "cli/warden/custody.h"
#include "cli/warden/process.h"

struct keep;
struct keep_page;

/*
 * By what redlock release tells a keeper that the lock is wanted no more, so
 * that it does not take that for a loss: memory of the keeper's, which is found
 * in /proc by processes of the same user on the same machine. There is no
 * file that could be left over.
 */

struct keep_record {
    int fd; /* -1: there is none */
    struct keep_page *page;
};

/*
 * Tells the keeper of this lock, which is of the kind that the options say: a
 * release as another kind takes nothing, and ends no keeper. To be called
 * before it is released; after that, SIGUSR1 ends the keeper. Returns the
 * keeper's process; 0: nobody keeps it, as far as can be seen.
 */
pid_t keep_record_give_up(const struct options *options,
                          const struct redlock_lock *lock);

/*
 * What the keeper of redlock acquire --keep does: it has the lock renewed until
 * the process has ended for which it is kept, or redlock release says that it
 * is wanted no more, and releases it. If the lock is lost, it ends that process
 * and what descends from it before another can have the lock.
 */

struct keeper {
    struct keep *keep; /* borrowed */
    struct keep_record record;
    struct custody custody;
    struct target target;
    int news_fd; /* -1: there is none */
};

/* Opens its resources, before there is a lock. false: errno says why. */
bool keeper_open(struct keeper *keeper, struct keep *keep);

/* What the request says of the keeping. false: as custody_times() has said. */
bool keeper_request(struct keeper *keeper, const struct options *options,
                    struct redlock_request *request);

/* Before the token is printed: its reader may release immediately. */
void keeper_note(struct keeper *keeper, const struct options *options,
                 const struct redlock_lock *lock);

/*
 * When the lock counts as lost for its caller, on the boot clock: the end of
 * its validity, less the notice.
 */
int64_t keeper_latest_ms(const struct redlock_request *request,
                         const struct redlock_lock *lock);

/*
 * Leaves the caller, who has been told what there is to tell, and keeps the
 * lock. Ends with its release, or with the loss of it when nothing is left of
 * those for whom it was. Returns the exit status.
 */
int keeper_run(struct keeper *keeper, const struct options *options,
               const struct redlock_request *request,
               struct redlock_lock **lock);

void keeper_close(struct keeper *keeper);

struct keep {
    struct process process; /* for which it is kept */
    int told;               /* the keeper's: where it says that it has it */
};

/*
 * Checks what the options say of it, also where they do not ask for it, and
 * finds the process.
 *
 * Returns an exit status, or -1 to go on: it has said what there is to say.
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

#endif
