/* SPDX-License-Identifier: MIT */
#ifndef RLK_BENCH_FLOOR_NODE_H
#define RLK_BENCH_FLOOR_NODE_H

/*
 * The requests of the floors to a master, by plain hiredis: connecting, loading
 * the script, and the two commands of a pair.
 */

#include <hiredis/hiredis.h>

#include "bench/driver.h"

#define FLOOR_KEY_MAX 32
#define FLOOR_TOKEN_MAX 48
#define FLOOR_WORDS_MAX 6

/* A command for redisCommandArgv(). The key and the token are borrowed. */
struct floor_command {
    int count;
    const char *word[FLOOR_WORDS_MAX];
};

/*
 * Opens a blocking connection to a master and loads the script; ends the
 * process on failure.
 */
redisContext *floor_connect(int port);

/* The resource of a worker. key: FLOOR_KEY_MAX bytes. */
void floor_key(char *key, int worker);

/* A unique token for each pair. token: FLOOR_TOKEN_MAX bytes. */
void floor_token(char *token, int64_t pair);

struct floor_command floor_set(const char *key, const char *token);

/* The command that compares and deletes. Requires floor_connect(). */
struct floor_command floor_release(const char *key, const char *token);

#endif
