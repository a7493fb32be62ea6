/* SPDX-License-Identifier: MIT */
#ifndef SIM_REAL_KEYS_H
#define SIM_REAL_KEYS_H

/* Compares a simulated keyspace with the keys of a real server. */

#include <hiredis/hiredis.h>

#include "tests/sim/keyspace.h"

/*
 * Are the server's keys the simulated ones, with the same types and contents,
 * and do they expire at the same time, to within slack_ms? If not, prints the
 * difference. Keys that agree then get the server's expiry.
 */
bool sim_real_keys_agree(redisContext *redis, struct sim_keyspace *keyspace,
                         int64_t slack_ms);

/*
 * Waits while it is uncertain whether a key has expired at the server, within
 * slack_ms.
 */
void sim_real_keys_await(redisContext *redis,
                         const struct sim_keyspace *keyspace, int64_t slack_ms);

/* The server's clock. */
int64_t sim_real_now_us(redisContext *redis);

#endif
