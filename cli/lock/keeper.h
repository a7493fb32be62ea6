/* SPDX-License-Identifier: MIT */
#ifndef RLK_CLI_LOCK_KEEPER_H
#define RLK_CLI_LOCK_KEEPER_H

/*
 * What the keeper of redlock acquire --keep does: it has the lock renewed until
 * the process has ended for which it is kept, or redlock release says that it
 * is wanted no more, and releases it. If the lock is lost, it ends that process
 * and what descends from it before another can have the lock.
 */

#include "cli/lock/keep.h"
#include "cli/lock/keep_record.h"
#include "cli/warden/custody.h"

struct keeper {
    struct keep *keep; /* borrowed */
    struct keep_record record;
    struct custody custody;
    struct target target;
    int news_fd; /* -1: there is none */
};

/* What it needs, before there is a lock. false: errno says why. */
bool keeper_open(struct keeper *keeper, struct keep *keep);

/* What the request says of the keeping. false: as custody_times() has said. */
bool keeper_request(struct keeper *keeper, const struct options *options,
                    struct redlock_request *request);

/* Before the token is told: whoever has it may release the lock at once. */
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

#endif
