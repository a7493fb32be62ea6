/* SPDX-License-Identifier: MIT */
#ifndef RLK_CLI_BASE_ACQUIRE_WAIT_H
#define RLK_CLI_BASE_ACQUIRE_WAIT_H

/* How run and acquire wait for a lock. */

#include "cli/base/options.h"

/*
 * As many attempts as --wait allows. Without --wait: while
 * somebody holds the lock, for ever; but if the first attempt finds no
 * quorum, that is the answer. Says that it waits for ever, to a terminal or
 * with -v.
 *
 * request  its wait_ms is set here, report must be there.
 */
enum redlock_status acquire_wait(struct redlock_client *client,
                                 const struct options *options,
                                 struct redlock_request *request,
                                 struct redlock_lock **lock);

#endif
