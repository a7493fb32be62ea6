/* SPDX-License-Identifier: MIT */
#ifndef RLK_CLI_BASE_ACQUIRE_WAIT_H
#define RLK_CLI_BASE_ACQUIRE_WAIT_H

/* How redlock run and redlock acquire wait for a lock. */

#include "cli/base/options.h"

/*
 * Acquires the lock in as many attempts as --wait allows. Without --wait it
 * waits for ever while another holds the lock; but if the first attempt finds
 * no quorum, that is the answer. That it waits for ever is said on a terminal,
 * or with -v. A signal that ends us cancels it: signals_ending() tells.
 *
 * request  wait_ms is set here; report must be set.
 */
enum redlock_status acquire_wait(struct redlock_client *client,
                                 const struct options *options,
                                 struct redlock_request *request,
                                 struct redlock_lock **lock);

#endif
