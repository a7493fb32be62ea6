/* SPDX-License-Identifier: MIT */
#ifndef RLK_BENCH_FLOOR_NODE_H
#define RLK_BENCH_FLOOR_NODE_H

/*
 * What the floors ask of a master, on bare hiredis: connect, keep the script
 * there, and the words of the two commands of a pair.
 */

#include <hiredis/hiredis.h>

#include "bench/driver.h"

#define FLOOR_KEY_MAX 32
#define FLOOR_TOKEN_MAX 48
#define FLOOR_WORDS_MAX 6

/* A command for redisCommandArgv(); borrows the key and the token. */
struct floor_command {
    int count;
    const char *word[FLOOR_WORDS_MAX];
};

/*
 * A connection of its own, blocking, to a master that has the script; ends the
 * process if there is none.
 */
redisContext *floor_connect(int port);

/* A worker's own resource. key: FLOOR_KEY_MAX bytes. */
void floor_key(char *key, int worker);

/* A token that no other pair has. token: FLOOR_TOKEN_MAX bytes. */
void floor_token(char *token, int64_t pair);

struct floor_command floor_set(const char *key, const char *token);

/* Compare and delete. After floor_connect(). */
struct floor_command floor_release(const char *key, const char *token);

#endif
