/* SPDX-License-Identifier: MIT */
#ifndef RLK_REDLOCK_API_BLOCKING_H
#define RLK_REDLOCK_API_BLOCKING_H

/*
 * The blocking face: many threads, one core. A thread that waits runs the
 * loop, unless another one does: then it sleeps until its answer is there, or
 * until it is its turn to run the loop. The keeper's thread, where there is
 * one, is a caller whose answer never comes.
 */

struct redlock_client;

/* Everything of redlock_close() in the blocking face. */
void rlk_sync_close(struct redlock_client *client);

/* Keeps other threads out of the core; nothing in the event face. */
void rlk_sync_lock(struct redlock_client *client);
void rlk_sync_unlock(struct redlock_client *client);

#endif
