/* SPDX-License-Identifier: MIT */
/* The questions. */

#include "redlock/admin/examine_question.h"

#include <assert.h>

#include "redlock/admin/examine_memory.h"
#include "redlock/admin/examine_rights.h"
#include "redlock/admin/examine_server.h"
#include "redlock/admin/examine_times.h"

#define COUNT(array) ((int)(sizeof(array) / sizeof((array)[0])))

/* Stands for the key that nobody has: none of these questions writes it. */
static const char absent[] = "(absent)";

/* Keys of a queue that nobody has: what is asked about them writes nothing. */
static const char queue[] = "{redlock:doctor}:queue";
static const char place[] = "{redlock:doctor}:place";
static const char channel[] = "redlock:wake:doctor";

static const char nothing[] = "return 1";
static const char nothing_sha[] = "e0e1f9fabfc9d4800c877a703b823ac0578ff8db";

/* An integer; numbers are exact up to 2^53. */
static const char time_script[] =
    "local t = redis.call('TIME') return t[1] * 1000000 + t[2]";

static const struct rlk_examine_question once[] = {
    {.right = REDLOCK_RIGHT_INFO,
     .read = rlk_examine_server,
     .words = {"INFO", "server"}},
    {.right = REDLOCK_RIGHT_INFO,
     .read = rlk_examine_replication,
     .words = {"INFO", "replication"}},
    {.right = REDLOCK_RIGHT_INFO,
     .read = rlk_examine_persistence,
     .words = {"INFO", "persistence"}},
    {.right = REDLOCK_RIGHT_INFO,
     .read = rlk_examine_memory_limit,
     .words = {"INFO", "memory"}},
    {.read = rlk_examine_save, .words = {"CONFIG", "GET", "save"}},
    {.read = rlk_examine_fsync, .words = {"CONFIG", "GET", "appendfsync"}},
    {.right = REDLOCK_RIGHT_GET,
     .read = rlk_examine_marker,
     .words = {"GET", RLK_MARKER_KEY}},
    {.right = REDLOCK_RIGHT_CLIENT_ID, .words = {"CLIENT", "ID"}},
    /* An id that no client has. To Redis 6, 0 would mean all clients. */
    {.right = REDLOCK_RIGHT_CLIENT_KILL,
     .words = {"CLIENT", "KILL", "ID", "9223372036854775807"}},
    /*
     * A syntax error, which never writes: rights, and whether the server takes
     * writes, are checked before syntax.
     */
    {.right = REDLOCK_RIGHT_SET,
     .words = {"SET", RLK_MARKER_KEY, "x", "NX", "XX"}},
    {.right = REDLOCK_RIGHT_SET,
     .read_error = rlk_examine_write_error,
     .words = {"SET", absent, "x", "NX", "XX"}},
    {.right = REDLOCK_RIGHT_GET, .words = {"GET", absent}},
    {.right = REDLOCK_RIGHT_PTTL, .words = {"PTTL", absent}},
    {.right = REDLOCK_RIGHT_PEXPIRE, .words = {"PEXPIRE", absent, "1"}},
    {.right = REDLOCK_RIGHT_TIME, .words = {"TIME"}},
    {.right = REDLOCK_RIGHT_EVAL, .words = {"EVAL", nothing, "1", absent}},
    {.right = REDLOCK_RIGHT_EVALSHA,
     .words = {"EVALSHA", nothing_sha, "1", absent}},
    {.right = REDLOCK_RIGHT_DEL, .words = {"DEL", absent}},
    /* What would write is wrong: no number, a name without a value. */
    {.right = REDLOCK_RIGHT_ZADD, .words = {"ZADD", queue, "x", "x"}},
    {.right = REDLOCK_RIGHT_ZREM, .words = {"ZREM", queue, "x"}},
    {.right = REDLOCK_RIGHT_ZCARD, .words = {"ZCARD", queue}},
    {.right = REDLOCK_RIGHT_ZRANGE, .words = {"ZRANGE", queue, "0", "0"}},
    {.right = REDLOCK_RIGHT_ZRANK, .words = {"ZRANK", queue, "x"}},
    {.right = REDLOCK_RIGHT_ZSCORE, .words = {"ZSCORE", queue, "x"}},
    {.right = REDLOCK_RIGHT_HSET, .words = {"HSET", place, "x", "x", "x"}},
    {.right = REDLOCK_RIGHT_HGET, .words = {"HGET", place, "x"}},
    {.right = REDLOCK_RIGHT_HDEL, .words = {"HDEL", place, "x"}},
    {.right = REDLOCK_RIGHT_PUBLISH, .words = {"PUBLISH", channel, "x"}},
};

/* After which nothing else can be asked. */
static const struct rlk_examine_question last = {
    .when = RLK_EXAMINE_AFTER_ANSWERS,
    .right = REDLOCK_RIGHT_SUBSCRIBE,
    .words = {"SUBSCRIBE", channel}};

/* A sample: the round trip, and the clock. The first needs no pause. */
#define PING(after)                                                            \
    {                                                                          \
        .when = (after), .read = rlk_examine_trip,                             \
        .read_error = rlk_examine_trip, .words = {                             \
            "PING"                                                             \
        }                                                                      \
    }
#define TIME                                                                   \
    {                                                                          \
        .when = RLK_EXAMINE_AFTER_ANSWERS, .needs = REDLOCK_RIGHT_EVAL,        \
        .read = rlk_examine_time, .words = {                                   \
            "EVAL",                                                            \
            time_script,                                                       \
            "0"                                                                \
        }                                                                      \
    }

static const struct rlk_examine_question sample_first[] = {
    PING(RLK_EXAMINE_AFTER_ANSWERS),
    TIME,
};
static const struct rlk_examine_question sample_next[] = {
    PING(RLK_EXAMINE_AFTER_PAUSE),
    TIME,
};

int rlk_examine_question_count(void)
{
    return COUNT(once) + RLK_EXAMINE_SAMPLES * COUNT(sample_first) + 1;
}

const struct rlk_examine_question *rlk_examine_question(int number)
{
    assert(number >= 0 && number < rlk_examine_question_count());

    if (number == rlk_examine_question_count() - 1)
        return &last;
    if (number < COUNT(once))
        return &once[number];
    number -= COUNT(once);
    if (number < COUNT(sample_first))
        return &sample_first[number];
    return &sample_next[number % COUNT(sample_next)];
}

bool rlk_examine_question_write(const struct rlk_examine_question *question,
                                const char *key, struct rlk_wire *wire)
{
    const char *words[RLK_EXAMINE_WORDS_MAX];
    size_t count = 0;

    for (; question->words[count] != NULL; count++)
        words[count] =
            question->words[count] == absent ? key : question->words[count];
    return rlk_wire_command(wire, count, words);
}
