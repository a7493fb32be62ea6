/* SPDX-License-Identifier: MIT */
#ifndef RLK_CLI_BASE_ACQUIRE_WAIT_H
#define RLK_CLI_BASE_ACQUIRE_WAIT_H

/* How redlock run and redlock acquire wait for a lock. */

#include "cli/base/options.h"

/* A request from the options. The caller adds the subcommand's own members. */
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
 * waits forever while another client holds the lock, but returns if the first
 * attempt finds no quorum. A signal that ends the process cancels the wait; see
 * signals_ending().
 *
 * On a terminal, a line shows the holder, the position in the queue, the time
 * waited, and whether too few nodes can be reached. It is erased at the end.
 * Elsewhere, -v prints the wait once, and the loss and the return of a quorum
 * are printed as messages.
 *
 * request  wait_ms, waiting and cancel are set here; report must be set.
 * changed  called too; may be NULL.
 */
enum redlock_status acquire_wait(struct redlock_client *client,
                                 const struct options *options,
                                 struct redlock_request *request,
                                 acquire_wait_fn *changed,
                                 struct redlock_lock **lock);

#endif
