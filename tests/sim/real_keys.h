/* SPDX-License-Identifier: MIT */
#ifndef SIM_REAL_KEYS_H
#define SIM_REAL_KEYS_H

/* A simulated keyspace beside a real server's. */

#include <hiredis/hiredis.h>

#include "tests/sim/keyspace.h"

/*
 * Are the server's keys the simulated ones, by type and content, and do they
 * expire at the same time, to within slack_ms? If not, the difference is
 * printed. Keys that agree expire from now on when the server's do.
 */
bool sim_real_keys_agree(redisContext *redis, struct sim_keyspace *keyspace,
                         int64_t slack_ms);

/* Waits while it is uncertain whether a key has expired at the server, which
 * may be slack_ms off. */
void sim_real_keys_await(redisContext *redis,
                         const struct sim_keyspace *keyspace, int64_t slack_ms);

/* The server's clock. */
int64_t sim_real_now_us(redisContext *redis);

#endif
