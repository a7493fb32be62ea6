/* SPDX-License-Identifier: MIT */
#ifndef RLK_REDLOCK_API_BLOCKING_H
#define RLK_REDLOCK_API_BLOCKING_H

/* The blocking face: calls that wait for their answers, from any thread. */

struct redlock_client;

/* Everything of redlock_close() in the blocking face. */
void rlk_blocking_close(struct redlock_client *client);

#endif
