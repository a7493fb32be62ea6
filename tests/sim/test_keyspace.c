/* SPDX-License-Identifier: MIT */
/*
 * Compares the simulated keyspace and interpreter with a real redis-server:
 * scripts of random commands must give the same replies, and leave the same
 * keys.
 */

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/sim/real_keys.h"
#include "tests/sim/scripts.h"
#include "tests/support/dice.h"
#include "tests/support/server.h"

#define ROUNDS 6000
#define NUMBERS 2000
#define COMMANDS_MAX 3
#define WORDS_MAX 24
#define WORD_MAX 80

/*
 * Runs commands, each preceded by the number of its words, and returns their
 * replies. Remaining milliseconds are marked, because they may differ.
 */
static const char runs_commands[] =
    "local time = redis.call('TIME')\n"
    "local all, at = {time[1] .. string.sub('00000' .. time[2], -6)}, 1\n"
    "local function shown(reply)\n"
    "    if type(reply) ~= 'table' then\n"
    "        return type(reply) .. ':' .. (reply or 'false')\n"
    "    elseif reply.err then\n"
    "        return 'error:' .. string.match(reply.err, '^%S+')\n"
    "    elseif reply.ok then\n"
    "        return 'status:' .. reply.ok\n"
    "    end\n"
    "    local texts = {}\n"
    "    for i, one in ipairs(reply) do\n"
    "        texts[i] = shown(one)\n"
    "    end\n"
    "    return '[' .. table.concat(texts, ',') .. ']'\n"
    "end\n"
    "while ARGV[at] do\n"
    "    local words = {unpack(ARGV, at + 1, at + ARGV[at])}\n"
    "    local reply = redis.pcall(unpack(words))\n"
    "    if words[1] == 'PTTL' and reply > 0 then\n"
    "        all[#all + 1] = 'left ' .. reply\n"
    "    elseif words[1] ~= 'TIME' and words[1] ~= 'INFO' then\n"
    "        all[#all + 1] = shown(reply)\n"
    "    end\n"
    "    at = at + 1 + ARGV[at]\n"
    "end\n"
    "return table.concat(all, ' ')\n";

/* A number as an argument, as a reply, and as a text. */
static const char converts_number[] =
    "local number = tonumber(ARGV[1]) * tonumber(ARGV[2])\n"
    "redis.call('SET', KEYS[1], number)\n"
    "local text = redis.call('GET', KEYS[1]) .. ' ' .. number ..\n"
    "    string.format(' %.0f %s', number, number) ..\n"
    "    string.format(' %.0f|%.0f|%d|%s', number, -number, 7, ARGV[1])\n"
    "return {number, bit.band(ARGV[1], 31), -0.7, 3.9, 2 ^ 53,\n"
    "    text .. redis.sha1hex(ARGV[1])}\n";

struct request {
    size_t count;
    char words[WORDS_MAX][WORD_MAX];
};

struct pair {
    redisContext *redis;
    struct sim_server server;
    struct dice dice;
    int64_t slack_ms;
};

/* --- random commands
 * ---------------------------------------------------------------- */

static const struct shape {
    const char *name;
    const char *words; /* k a key, m a member, s a score, v a value, n a number
                          of milliseconds, r a rank, x an option */
} shapes[] = {
    {"GET", "k"},      {"SET", "kv"},      {"SET", "kvpn"},
    {"SET", "kvzpn"},  {"DEL", "k"},       {"DEL", "kk"},
    {"PTTL", "k"},     {"PEXPIRE", "kn"},  {"ZADD", "ksm"},
    {"ZADD", "ksm"},   {"ZADD", "ksm"},    {"ZCARD", "k"},
    {"ZRANGE", "krr"}, {"ZRANGE", "krrw"}, {"ZRANK", "km"},
    {"ZREM", "km"},    {"ZREM", "kmm"},    {"ZSCORE", "km"},
    {"HSET", "kmv"},   {"HSET", "kmv"},    {"HGET", "km"},
    {"HDEL", "km"},    {"HDEL", "kmm"},    {"PUBLISH", "kv"},
    {"TIME", ""},      {"INFO", "i"},      {"GET", ""},
    {"SET", "kvx"},    {"ZRANGE", "krrx"}, {"ZADD", "kmm"},
    {"PEXPIRE", "km"},
};

#define SHAPES (sizeof(shapes) / sizeof(shapes[0]))

static void put_word(struct pair *pair, char kind, char *word)
{
    static const char *const keys[] = {"a", "b", "{a}:queue", "h"};
    static const char *const values[] = {"", "1", "token", "12|34|5|6|w"};
    struct dice *dice = &pair->dice;
    int64_t at = dice_below(dice, 4);

    if (kind == 'k')
        snprintf(word, WORD_MAX, "%s", keys[at]);
    else if (kind == 'm')
        snprintf(word, WORD_MAX, "member%" PRId64, dice_below(dice, 12));
    else if (kind == 's' && at == 0)
        snprintf(word, WORD_MAX, "%" PRId64 ".25", dice_below(dice, 5));
    else if (kind == 's')
        snprintf(word, WORD_MAX, "%" PRId64,
                 INT64_C(1700000000000000) + dice_below(dice, 5));
    else if (kind == 'v')
        snprintf(word, WORD_MAX, "%s", values[at]);
    else if (kind == 'n' && at == 0)
        snprintf(word, WORD_MAX, "%" PRId64, dice_below(dice, 3) - 1);
    else if (kind == 'n' && at == 1)
        snprintf(word, WORD_MAX, "%" PRId64, 1 + dice_below(dice, 30));
    else if (kind == 'n')
        snprintf(word, WORD_MAX, "%" PRId64, 20000 + dice_below(dice, 99999));
    else if (kind == 'r')
        snprintf(word, WORD_MAX, "%" PRId64, dice_below(dice, 12) - 6);
    else
        snprintf(word, WORD_MAX, "%s",
                 kind == 'p'   ? "PX"
                 : kind == 'z' ? "NX"
                 : kind == 'w' ? "WITHSCORES"
                 : kind == 'i' ? "replication"
                               : "nonsense");
}

static void draw(struct pair *pair, struct request *request)
{
    int64_t commands = 1 + dice_below(&pair->dice, COMMANDS_MAX);

    request->count = 0;
    for (int64_t i = 0; i < commands; i++) {
        const struct shape *shape =
            &shapes[dice_below(&pair->dice, (int64_t)SHAPES)];
        size_t length = strlen(shape->words);
        snprintf(request->words[request->count++], WORD_MAX, "%zu", length + 1);
        snprintf(request->words[request->count++], WORD_MAX, "%s", shape->name);
        for (size_t k = 0; k < length; k++)
            put_word(pair, shape->words[k], request->words[request->count++]);
    }
}

/* --- both
 * ---------------------------------------------------------------------------
 */

static void run_here(struct pair *pair, const char *script, size_t keys,
                     const struct request *request, struct rlk_reply *reply)
{
    struct sim_text words[WORDS_MAX];

    for (size_t i = 0; i < request->count; i++)
        words[i] =
            (struct sim_text){request->words[i], strlen(request->words[i])};
    sim_scripts_run_text(&pair->server,
                         (struct sim_text){script, strlen(script)}, keys,
                         request->count, words, reply);
}

static redisReply *run_there(struct pair *pair, const char *script,
                             const char *keys, const struct request *request)
{
    const char *words[WORDS_MAX + 3] = {"EVAL", script, keys};
    redisReply *reply;

    for (size_t i = 0; i < request->count; i++)
        words[i + 3] = request->words[i];
    reply = redisCommandArgv(pair->redis, (int)request->count + 3, words, NULL);
    if (reply == NULL || reply->type == REDIS_REPLY_ERROR)
        die("the server: %s", reply == NULL ? pair->redis->errstr : reply->str);
    return reply;
}

/*
 * Compares the replies after the time word by word; numbers after "left" may
 * differ by slack_ms.
 */
static bool is_same_reply(const char *one, const char *other, int64_t slack_ms)
{
    bool is_left = false;

    one = strchr(one, ' ');
    other = strchr(other, ' ');
    while (one != NULL && other != NULL) {
        size_t length = strcspn(++one, " ");
        size_t others = strcspn(++other, " ");
        int64_t apart = strtoll(one, NULL, 10) - strtoll(other, NULL, 10);
        bool same = length == others && strncmp(one, other, length) == 0;
        if (!same && !(is_left && apart >= -slack_ms && apart <= slack_ms))
            return false;
        is_left = length == 4 && strncmp(one, "left", 4) == 0;
        one = strchr(one, ' ');
        other = strchr(other, ' ');
    }
    return one == other;
}

static void show(const struct request *request)
{
    printf("# the commands:");
    for (size_t i = 0; i < request->count; i++)
        printf(" '%s'", request->words[i]);
    printf("\n");
}

static void turn_full(struct pair *pair)
{
    pair->server.full = !pair->server.full;
    freeReplyObject(redisCommand(pair->redis, "CONFIG SET maxmemory %d",
                                 pair->server.full ? 1 : 0));
}

static bool compare(struct pair *pair)
{
    static struct rlk_reply here;
    struct request request;
    redisReply *there;
    int64_t before_ms;
    int64_t apart_ms;
    bool same;

    if (dice_below(&pair->dice, 20) == 0)
        turn_full(pair);
    draw(pair, &request);
    sim_real_keys_await(pair->redis, &pair->server.keyspace, pair->slack_ms);
    before_ms = sim_real_now_us(pair->redis) / 1000;
    there = run_there(pair, runs_commands, "0", &request);
    apart_ms = sim_real_now_us(pair->redis) / 1000 - before_ms + 1;
    if (apart_ms > pair->slack_ms)
        pair->slack_ms = apart_ms;
    pair->server.now_us = strtoll(there->str, NULL, 10);
    run_here(pair, runs_commands, 0, &request, &here);
    same = is_same_reply(there->str, here.text, pair->slack_ms);
    if (!same)
        printf("# the server: %s\n# and here:   %s\n", there->str, here.text);
    freeReplyObject(there);
    same = sim_real_keys_agree(pair->redis, &pair->server.keyspace,
                               pair->slack_ms) &&
           same;
    if (!same)
        show(&request);
    return same;
}

static bool compare_number(struct pair *pair)
{
    static struct rlk_reply here;
    struct request request = {.count = 3, .words = {"number"}};
    redisReply *there;
    bool same;

    snprintf(
        request.words[1], WORD_MAX, "%" PRId64,
        dice_below(&pair->dice, INT64_C(1) << dice_below(&pair->dice, 53)));
    snprintf(request.words[2], WORD_MAX, "%s",
             dice_below(&pair->dice, 2) == 0 ? "1" : "0.125");
    there = run_there(pair, converts_number, "1", &request);
    run_here(pair, converts_number, 1, &request, &here);
    same = there->elements == 6 && here.kind == RLK_REPLY_ROW &&
           strcmp(there->element[5]->str, here.text) == 0;
    for (int i = 0; i < 5 && same; i++)
        same = there->element[i]->integer == here.row[i];
    if (!same)
        printf("# %s times %s: %s at the server, %s here\n", request.words[1],
               request.words[2], there->element[5]->str, here.text);
    freeReplyObject(there);
    return same;
}

int main(void)
{
    struct server server;
    static struct pair pair = {.dice = {20260102}};
    bool same = true;
    bool numbers = true;

    server_start_tcp(&server, NULL);
    pair.redis = redisConnect("127.0.0.1", server.port);
    if (pair.redis == NULL || pair.redis->err != 0)
        die("no connection to the server");
    for (int i = 0; same && i < ROUNDS; i++)
        same = compare(&pair);
    printf("%sok 1 - %d scripts of random commands get a real server's replies "
           "and leave its keys\n",
           same ? "" : "not ", ROUNDS);
    if (pair.server.full)
        turn_full(&pair);
    for (int i = 0; numbers && i < NUMBERS; i++)
        numbers = compare_number(&pair);
    printf(
        "%sok 2 - numbers become words and replies as at a real server\n1..2\n",
        numbers ? "" : "not ");
    redisFree(pair.redis);
    server_kill(&server);
    return !(same && numbers);
}
