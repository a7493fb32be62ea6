/* SPDX-License-Identifier: MIT */
#ifndef RLK_CLI_BASE_ACQUIRE_WAIT_H
#define RLK_CLI_BASE_ACQUIRE_WAIT_H

/* How redlock run and redlock acquire wait for a lock. */

#include "cli/base/options.h"

/* The request of a subcommand; the caller adds what is its own. */
struct redlock_request acquire_request(const struct options *options,
                                       struct redlock_report *report);

/*
 * Called when the position in the queue, the holder, or the number of nodes
 * that can be reached has changed.
 */
typedef void acquire_wait_fn(const struct options *options,
                             const struct redlock_waiting *waiting);

/*
 * Acquires the lock in as many attempts as --wait allows. Without --wait it
 * waits for ever while another holds the lock; but if the first attempt finds
 * no quorum, that is the answer. A signal that ends us cancels it:
 * signals_ending() tells.
 *
 * For whom, at which place and for how long it waits is shown in a line on a
 * terminal, which is gone when this returns; elsewhere it is said once, with
 * -v. The line also shows that fewer nodes than a quorum can be reached;
 * elsewhere that is reported, and that a quorum can be reached again.
 *
 * request  wait_ms, waiting and cancel are set here; report must be set.
 * changed  told too; may be NULL.
 */
enum redlock_status acquire_wait(struct redlock_client *client,
                                 const struct options *options,
                                 struct redlock_request *request,
                                 acquire_wait_fn *changed,
                                 struct redlock_lock **lock);

#endif
