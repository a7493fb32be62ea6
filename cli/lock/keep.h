/* SPDX-License-Identifier: MIT */
#ifndef RLK_CLI_LOCK_KEEP_H
#define RLK_CLI_LOCK_KEEP_H

/*
 * redlock acquire --keep: which process the lock is kept for, and the two
 * processes of ours. One is the keeper: it acquires the lock, and stays. The
 * other one is whom the caller waits for: it ends when the lock is acquired or
 * refused, with the exit status that says which.
 */

#include <stdbool.h>
#include <stdint.h>

#include "cli/base/options.h"
#include "cli/warden/process.h"

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

/*
 * The keeper, before it tells what it has: waits for room in the pipe that
 * standard output may be. lost_fd polls readable when the lock is lost. Returns
 * the signal that ends it meanwhile, TERM where the process has ended; 0: there
 * is room, or the lock is lost.
 */
int keep_await_room(const struct keep *keep, int lost_fd);

/*
 * The keeper, with the lock, leaves its caller: session and standard
 * descriptors, but standard error where that cannot make anybody wait for us.
 * Then it reports to the other process, before latest_ms of the boot clock.
 * false: that process has gone, or errno says why it cannot be; ETIME: it is
 * too late.
 */
bool keep_detach(struct keep *keep, int64_t latest_ms);

void keep_close(struct keep *keep);

#endif
