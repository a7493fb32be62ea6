/* SPDX-License-Identifier: MIT */
/*
 * One Redis server: SET NX PX, and a script that compares and deletes. A client
 * that is refused asks again after a random pause of 0 to 10 ms.
 */

#include <hiredis/hiredis.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/random.h>
#include <time.h>

#include "bench/others/contender.h"

#define PAUSE_MAX_NS 10000000
#define MS INT64_C(1000000)
#define TOKEN_MAX 48

static const char delete_if_ours[] =
    "if redis.call('GET', KEYS[1]) == ARGV[1] then "
    "return redis.call('DEL', KEYS[1]) else return 0 end";
static const char extend_if_ours[] =
    "if redis.call('GET', KEYS[1]) == ARGV[1] then "
    "return redis.call('PEXPIRE', KEYS[1], ARGV[2]) else return 0 end";

struct session {
    redisContext *redis;
    const char *resource;
    char token[TOKEN_MAX];
    uint64_t name;
    uint64_t dice;    /* for the pauses */
    int64_t count;    /* of acquisitions, so that each has its own token */
    int64_t renew_at; /* while the lock is held */
};

struct session *session_open(const struct driver_plan *plan,
                             const char *resource)
{
    struct session *session = calloc(1, sizeof(*session));

    if (!session)
        return NULL;
    session->redis = redisConnect("127.0.0.1", plan->port[0]);
    session->resource = resource;
    if (!session->redis || session->redis->err ||
        getrandom(&session->name, sizeof(session->name), 0) !=
            (ssize_t)sizeof(session->name)) {
        session_close(session);
        return NULL;
    }
    session->dice = session->name;
    return session;
}

static void pause_a_while(struct session *session)
{
    struct timespec span = {.tv_sec = 0};

    session->dice = session->dice * UINT64_C(6364136223846793005) + UINT64_C(1);
    span.tv_nsec = (long)((session->dice >> 32) % PAUSE_MAX_NS);
    (void)nanosleep(&span, NULL);
}

static bool ask_for_it(struct session *session, bool *held)
{
    redisReply *reply =
        redisCommand(session->redis, "SET %s %s NX PX %lld", session->resource,
                     session->token, (long long)contender_ttl_ms());

    if (!reply)
        return false;
    *held = reply->type == REDIS_REPLY_STATUS;
    freeReplyObject(reply);
    return true;
}

bool session_acquire(struct session *session)
{
    bool held = false;

    (void)snprintf(session->token, sizeof(session->token),
                   "%016" PRIx64 "%016" PRIx64, session->name,
                   (uint64_t)session->count++);
    for (;;) {
        if (!ask_for_it(session, &held))
            return false;
        if (held)
            break;
        pause_a_while(session);
    }
    session->renew_at = driver_now() + contender_ttl_ms() * MS / 3;
    return true;
}

/* The script replies with 1 if the token is the session's. */
static bool answers_one(redisReply *reply)
{
    bool yes =
        reply && reply->type == REDIS_REPLY_INTEGER && reply->integer == 1;

    if (reply)
        freeReplyObject(reply);
    return yes;
}

bool session_release(struct session *session)
{
    return answers_one(redisCommand(session->redis, "EVAL %s 1 %s %s",
                                    delete_if_ours, session->resource,
                                    session->token));
}

bool session_holds(struct session *session)
{
    if (driver_now() < session->renew_at)
        return true;
    session->renew_at = driver_now() + contender_ttl_ms() * MS / 3;
    return answers_one(redisCommand(
        session->redis, "EVAL %s 1 %s %s %lld", extend_if_ours,
        session->resource, session->token, (long long)contender_ttl_ms()));
}

void session_close(struct session *session)
{
    redisFree(session->redis);
    free(session);
}
