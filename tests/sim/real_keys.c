/* SPDX-License-Identifier: MIT */
#include "tests/sim/real_keys.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/sim/keyspace_parts.h"
#include "tests/support/server.h"

/*
 * Returns the name, type, content and last millisecond of each key; -1: it does
 * not expire. Reads the clock before and after the remaining time, until both
 * readings are in the same millisecond.
 */
static const char all_keys[] =
    "local all = {}\n"
    "local function now()\n"
    "    local time = redis.call('TIME')\n"
    "    return time[1] * 1000 + math.floor(time[2] / 1000)\n"
    "end\n"
    "for i, name in ipairs(redis.call('KEYS', '*')) do\n"
    "    local kind = redis.call('TYPE', name).ok\n"
    "    local content\n"
    "    if kind == 'string' then\n"
    "        content = {redis.call('GET', name)}\n"
    "    elseif kind == 'zset' then\n"
    "        content = redis.call('ZRANGE', name, 0, -1, 'WITHSCORES')\n"
    "    else\n"
    "        content = redis.call('HGETALL', name)\n"
    "    end\n"
    "    local till\n"
    "    repeat\n"
    "        local before = now()\n"
    "        local left = redis.call('PTTL', name)\n"
    "        till = left < 0 and left or before + left\n"
    "    until before == now()\n"
    "    all[i] = {name, kind, till, content}\n"
    "end\n"
    "return all\n";

int64_t sim_real_now_us(redisContext *redis)
{
    redisReply *reply = redisCommand(redis, "TIME");
    int64_t now_us;

    if (reply == NULL)
        die("TIME: %s", redis->errstr);
    now_us = strtoll(reply->element[0]->str, NULL, 10) * 1000000 +
             strtoll(reply->element[1]->str, NULL, 10);
    freeReplyObject(reply);
    return now_us;
}

static bool is_same_text(const redisReply *real, struct sim_text text)
{
    return (size_t)real->len == text.length &&
           memcmp(real->str, text.bytes, text.length) == 0;
}

static struct sim_text text_of(const redisReply *real)
{
    return (struct sim_text){real->str, (size_t)real->len};
}

/* The fields of a hash have no order. */
static bool is_same_hash(const struct sim_item *item, const redisReply *content)
{
    struct sim_element element;
    size_t count = 0;
    size_t at;

    for (size_t i = 0; i < content->elements; i += 2, count++) {
        if (!sim_item_element(item, text_of(content->element[i]), &element,
                              &at) ||
            !is_same_text(content->element[i + 1], element.value))
            return false;
    }
    for (at = 0; sim_item_next(item, &at, &element);)
        count--;
    return count == 0;
}

static bool is_same_zset(const struct sim_item *item, const redisReply *content)
{
    struct sim_element element;
    size_t i = 0;

    for (size_t at = 0; sim_item_next(item, &at, &element); i += 2) {
        if (i >= content->elements ||
            !is_same_text(content->element[i], element.member) ||
            strtod(content->element[i + 1]->str, NULL) != element.score)
            return false;
    }
    return i == content->elements;
}

/*
 * The scores of members are their ends. Those near the server's become the
 * server's.
 */
static void adopt_ends(struct sim_keyspace *keyspace, const char *name,
                       const redisReply *content, int64_t slack_ms)
{
    struct sim_text text = {name, strlen(name)};
    struct sim_element element;
    struct sim_item item;
    size_t at;

    for (size_t i = 0; i < content->elements; i += 2) {
        double score = strtod(content->element[i + 1]->str, NULL);
        if (!sim_keyspace_look(keyspace, text, INT64_MIN, &item) ||
            !sim_item_element(&item, text_of(content->element[i]), &element,
                              &at) ||
            fabs(element.score - score) > (double)slack_ms)
            continue;
        element.member = text_of(content->element[i]);
        element.score = score;
        (void)sim_keyspace_add(keyspace, text, SIM_KEY_ZSET, &element);
    }
}

static bool ends_in(const char *name, const char *end)
{
    size_t length = strlen(name);

    return length >= strlen(end) &&
           strcmp(name + length - strlen(end), end) == 0;
}

static bool is_same_content(const struct sim_item *item,
                            const redisReply *content)
{
    if (item->type == SIM_KEY_STRING)
        return is_same_text(content->element[0], item->text);
    return item->type == SIM_KEY_HASH ? is_same_hash(item, content)
                                      : is_same_zset(item, content);
}

static bool is_same_end(const struct sim_item *item, int64_t until_ms,
                        int64_t slack_ms)
{
    int64_t apart;

    if (until_ms < 0 || item->until_ms == INT64_MAX)
        return until_ms == -1 && item->until_ms == INT64_MAX;
    apart = item->until_ms - until_ms;
    return apart >= -slack_ms && apart <= slack_ms;
}

static bool is_same(const redisReply *key, struct sim_keyspace *keyspace,
                    int64_t now_ms, int64_t slack_ms)
{
    static const char *const types[] = {"string", "zset", "hash"};
    const char *name = key->element[0]->str;
    int64_t until_ms = key->element[2]->integer;
    struct sim_item item;

    if (ends_in(name, ":members"))
        adopt_ends(keyspace, name, key->element[3], slack_ms);
    if (!sim_keyspace_find(keyspace, name, now_ms, &item)) {
        printf("# only the server has the key %s\n", name);
        return false;
    }
    if (strcmp(types[item.type], key->element[1]->str) != 0 ||
        !is_same_content(&item, key->element[3])) {
        printf("# the key %s is another at the server\n", name);
        return false;
    }
    if (!is_same_end(&item, until_ms, slack_ms)) {
        printf("# the key %s ends at %" PRId64 " at the server, and at %" PRId64
               " here\n",
               name, until_ms, item.until_ms);
        return false;
    }
    if (until_ms >= 0)
        sim_keyspace_expire_at(keyspace, name, until_ms);
    return true;
}

bool sim_real_keys_agree(redisContext *redis, struct sim_keyspace *keyspace,
                         int64_t slack_ms)
{
    redisReply *keys;
    int64_t now_ms;
    struct sim_item item;
    size_t count = 0;
    bool same = true;

    sim_real_keys_await(redis, keyspace, slack_ms);
    now_ms = sim_real_now_us(redis) / 1000;
    sim_keyspace_drop_expired(keyspace, now_ms);
    keys = redisCommand(redis, "EVAL %s 0", all_keys);
    if (keys == NULL || keys->type != REDIS_REPLY_ARRAY)
        die("the server's keys: %s", keys == NULL ? redis->errstr : keys->str);
    for (size_t i = 0; i < keys->elements; i++)
        same = is_same(keys->element[i], keyspace, now_ms, slack_ms) && same;
    for (size_t at = 0; sim_keyspace_next(keyspace, &at, &item);)
        count++;
    if (count != keys->elements)
        printf("# the server has %zu keys, and there are %zu here\n",
               keys->elements, count);
    same = same && count == keys->elements;
    freeReplyObject(keys);
    return same;
}

void sim_real_keys_await(redisContext *redis,
                         const struct sim_keyspace *keyspace, int64_t slack_ms)
{
    int64_t now_ms = sim_real_now_us(redis) / 1000;
    struct sim_item item;

    for (size_t at = 0; sim_keyspace_next(keyspace, &at, &item);) {
        int64_t left =
            item.until_ms == INT64_MAX ? INT64_MAX : item.until_ms - now_ms;
        if (left <= -2 - slack_ms || left >= 100 + 2 * slack_ms)
            continue;
        sleep_ms((long)(left + 3 + slack_ms));
        now_ms = sim_real_now_us(redis) / 1000;
    }
}
