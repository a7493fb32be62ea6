/* SPDX-License-Identifier: MIT */
/* The requests of the floors to a master, by plain hiredis. */

#include "bench/floor_node.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define TEXT_OF(number) #number
#define NUMBER_TEXT(number) TEXT_OF(number)

static const char delete_if_ours[] =
    "if redis.call('GET', KEYS[1]) == ARGV[1] then "
    "return redis.call('DEL', KEYS[1]) else return 0 end";

static char script_sha[41];

redisContext *floor_connect(int port)
{
    redisContext *c = redisConnect("127.0.0.1", port);
    redisReply *reply;

    if (!c || c->err)
        driver_fail("port %d: %s", port, c ? c->errstr : "no memory");
    reply = redisCommand(c, "SCRIPT LOAD %s", delete_if_ours);
    if (!reply || reply->type != REDIS_REPLY_STRING || reply->len != 40)
        driver_fail("port %d: SCRIPT LOAD failed", port);
    memcpy(script_sha, reply->str, sizeof(script_sha));
    freeReplyObject(reply);
    return c;
}

void floor_key(char *key, int worker)
{
    (void)snprintf(key, FLOOR_KEY_MAX, "bench:%d:%d", (int)getpid(), worker);
}

void floor_token(char *token, int64_t pair)
{
    (void)snprintf(token, FLOOR_TOKEN_MAX,
                   "0123456789abcdef01234567%016" PRIx64, pair);
}

struct floor_command floor_set(const char *key, const char *token)
{
    return (struct floor_command){
        .count = 6,
        .word = {"SET", key, token, "NX", "PX", NUMBER_TEXT(DRIVER_TTL_MS)}};
}

struct floor_command floor_release(const char *key, const char *token)
{
    return (struct floor_command){
        .count = 5, .word = {"EVALSHA", script_sha, "1", key, token}};
}
