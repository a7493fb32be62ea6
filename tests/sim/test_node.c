/* SPDX-License-Identifier: MIT */
/*
 * Compares the library's scripts in the embedded interpreter, and the simulated
 * node that runs them, with a real redis-server: the same random requests must
 * give the same answers, messages and keys. The time is the server's (TIME
 * before and after each request). If a key expires between the two, either
 * answer would be right, so the request waits until the key has expired for
 * certain.
 */

#include <hiredis/hiredis.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "redlock/resp/answer.h"
#include "redlock/resp/command.h"
#include "redlock/resp/handshake.h"
#include "redlock/types/types.h"
#include "tests/sim/node_draw.h"
#include "tests/sim/node_memory.h"
#include "tests/sim/node_wire.h"
#include "tests/sim/real_keys.h"
#include "tests/sim/scripts.h"
#include "tests/support/dice.h"
#include "tests/support/server.h"
#include "tests/support/verbs.h"

#define REQUESTS 12000

struct pair {
    redisContext *redis;
    redisContext *ears; /* subscribed for the clients that listen */
    bool listens[SIM_DRAW_CLIENTS];
    bool mute; /* the users may not publish */
    struct rlk_handoff
        handoff;  /* the last message of the model's last request */
    int handoffs; /* their number */
    struct sim_model model;
    struct sim_server here; /* the library's scripts, in the interpreter */
    uint64_t known;         /* the scripts that it knows */
    struct rlk_handoff handoff_here; /* the last message of its last request */
    int handoffs_here;               /* their number */
    int64_t slack_ms; /* the model's keys may expire too early by this much */
};

static redisReply *run(redisContext *redis, const char *command)
{
    redisReply *reply = redisCommand(redis, command);

    if (reply == NULL)
        die("%s: %s", command, redis->errstr);
    return reply;
}

static int64_t server_now_ms(redisContext *redis)
{
    redisReply *reply = run(redis, "TIME");
    int64_t now_ms = strtoll(reply->element[0]->str, NULL, 10) * 1000 +
                     strtoll(reply->element[1]->str, NULL, 10) / 1000;

    freeReplyObject(reply);
    return now_ms;
}

/* --- the real server ------------------------------------------------------ */

static void flatten(const redisReply *from, struct rlk_reply *to)
{
    *to = (struct rlk_reply){.kind = RLK_REPLY_OTHER, .integer = from->integer};

    if (from->type == REDIS_REPLY_STATUS)
        to->kind = RLK_REPLY_STATUS;
    else if (from->type == REDIS_REPLY_ERROR)
        to->kind = RLK_REPLY_ERROR;
    else if (from->type == REDIS_REPLY_INTEGER)
        to->kind = RLK_REPLY_INTEGER;
    else if (from->type == REDIS_REPLY_NIL)
        to->kind = RLK_REPLY_NIL;
    else if (from->type == REDIS_REPLY_STRING)
        to->kind = RLK_REPLY_STRING;
    if (from->type == REDIS_REPLY_ARRAY &&
        from->elements == RLK_REPLY_ROW_INTEGERS + 1) {
        to->kind = RLK_REPLY_ROW;
        for (int i = 0; i < RLK_REPLY_ROW_INTEGERS; i++)
            to->row[i] = from->element[i]->integer;
        from = from->element[RLK_REPLY_ROW_INTEGERS];
    }
    if (from->str == NULL)
        return;
    to->text_length = (size_t)from->len;
    memcpy(to->text, from->str, to->text_length + 1);
}

static redisReply *send(redisContext *redis, const struct sim_request *request)
{
    struct rlk_wire wire = {0};
    redisReply *reply = NULL;

    sim_wire_request(&wire, request);
    redisAppendFormattedCommand(redis, wire.bytes + wire.start,
                                rlk_wire_left(&wire));
    redisGetReply(redis, (void **)&reply);
    rlk_wire_clear(&wire);
    return reply;
}

/*
 * Returns the last published message, and their number since the last call. A
 * PONG marks the end.
 */
static struct rlk_handoff hear(redisContext *ears, int *handoffs)
{
    struct rlk_handoff handoff = {0};
    redisReply *reply;
    bool pong = false;

    *handoffs = 0;
    redisAppendCommand(ears, "PING");
    while (!pong) {
        if (redisGetReply(ears, (void **)&reply) != REDIS_OK)
            die("the subscription: %s", ears->errstr);
        pong = reply->type != REDIS_REPLY_ARRAY || reply->elements != 3;
        if (!pong && !rlk_handoff_read(&handoff, reply->element[2]->str,
                                       reply->element[2]->len))
            die("not a hand-off: %s", reply->element[2]->str);
        freeReplyObject(reply);
        *handoffs += !pong;
    }
    return handoff;
}

static void real_answer(redisContext *redis, const struct sim_request *request,
                        struct sim_answer *answer)
{
    static struct rlk_reply flat;
    redisReply *reply = send(redis, request);

    if (reply == NULL)
        die("the server: %s", redis->errstr);
    flatten(reply, &flat);
    freeReplyObject(reply);
    sim_wire_answer(request, &flat, answer);
}

/* --- the library's scripts, in the interpreter ---------------------------- */

static int publish_here(void *owner, struct sim_text channel,
                        struct sim_text message)
{
    struct pair *pair = owner;
    char digit = channel.bytes[sizeof("redlock:wake:") - 1];

    if (pair->mute)
        return -1;
    if (!pair->listens[digit - 'a'])
        return 0;
    if (!rlk_handoff_read(&pair->handoff_here, message.bytes, message.length))
        die("not a hand-off: %.*s", (int)message.length, message.bytes);
    pair->handoffs_here++;
    return 1;
}

static void answer_here(struct pair *pair, const struct sim_request *request,
                        int64_t now_us, struct sim_answer *answer)
{
    static struct rlk_reply reply;
    struct rlk_wire wire = {0};

    pair->handoff_here = (struct rlk_handoff){0};
    pair->handoffs_here = 0;
    pair->here.now_us = now_us;
    memcpy(pair->here.replid, pair->model.replid, sizeof(pair->here.replid));
    sim_wire_request(&wire, request);
    sim_scripts_execute(&pair->here, &pair->known, wire.bytes + wire.start,
                        &reply);
    rlk_wire_clear(&wire);
    sim_wire_answer(request, &reply, answer);
}

/* Applies to the interpreter a change that the test makes at the server. */
static void command_here(struct pair *pair, size_t count,
                         const char *const *texts)
{
    static struct sim_result result;
    struct sim_text words[4];

    pair->here.now_us = sim_real_now_us(pair->redis);
    for (size_t i = 0; i < count; i++)
        words[i] = (struct sim_text){texts[i], strlen(texts[i])};
    sim_command(&pair->here, count, words, &result);
}

/* --- both
 * ----------------------------------------------------------------------- */

/* Its replid, which changes each time it was a replica. */
static void read_replid(struct pair *pair)
{
    redisReply *reply = run(pair->redis, "INFO replication");

    if (!rlk_info_text(reply->str, "master_replid", pair->model.replid,
                       sizeof(pair->model.replid)))
        die("the server tells no master_replid");
    freeReplyObject(reply);
}

static void await_end(struct pair *pair, int64_t until_ms)
{
    int64_t left = until_ms - server_now_ms(pair->redis);

    if (left > -2 - pair->slack_ms && left < 1000)
        sleep_ms((long)(left + 3 + pair->slack_ms));
}

static void await_members(struct pair *pair, const struct sim_members *members)
{
    for (int i = 0; i < members->count; i++)
        await_end(pair, members->list[i].until_ms);
}

/* Waits while it is uncertain whether a key or a member has expired. */
static void await_certainty(struct pair *pair)
{
    for (int i = 0; i < SIM_KEYS; i++) {
        const struct sim_key *key = &pair->model.memory.keys[i];
        int64_t left = key->until_ms - server_now_ms(pair->redis);
        if (key->token[0] != '\0' && left > -2 - pair->slack_ms && left < 1000)
            sleep_ms((long)(left + 3 + pair->slack_ms));
    }
    for (int i = 0; i < SIM_RESOURCES; i++) {
        const struct sim_owners *owners = &pair->model.memory.owners[i];
        await_members(pair, &pair->model.memory.members[i]);
        if (owners->count > 0)
            await_end(pair, owners->until_ms);
    }
}

static bool agree(const struct sim_answer *real, const struct sim_answer *model,
                  int64_t slack_ms)
{
    int64_t apart = real->remaining_ms - model->remaining_ms;

    return real->kind == model->kind && real->reason == model->reason &&
           real->counter == model->counter &&
           real->quarantined == model->quarantined &&
           real->begun_anew == model->begun_anew &&
           real->issued == model->issued && real->ticket == model->ticket &&
           real->rank == model->rank && real->members == model->members &&
           real->slot == model->slot && real->slots == model->slots &&
           strcmp(real->text, model->text) == 0 && apart >= -slack_ms &&
           apart <= slack_ms;
}

/* The model's PUBLISH. */
static int publish(void *server, const struct rlk_handoff *handoff)
{
    struct pair *pair = server;

    if (pair->mute)
        return -1;
    if (!pair->listens[handoff->token.text[0] - 'a'])
        return 0;
    pair->handoff = *handoff;
    pair->handoffs++;
    return 1;
}

static bool same_successor(const struct rlk_successor *one,
                           const struct rlk_successor *other)
{
    return one->ticket == other->ticket && one->px_ms == other->px_ms &&
           one->flags == other->flags && one->generation == other->generation &&
           strcmp(one->token.text, other->token.text) == 0;
}

static bool same_handoff(const struct rlk_handoff *one,
                         const struct rlk_handoff *other)
{
    return strcmp(one->memory, other->memory) == 0 &&
           strcmp(one->token.text, other->token.text) == 0 &&
           one->generation == other->generation && one->set == other->set &&
           one->issued == other->issued && one->judged == other->judged &&
           one->alone == other->alone && one->c == other->c &&
           one->us == other->us && same_successor(&one->head, &other->head);
}

static void print_difference(const struct sim_request *request, int number,
                             const char *who, const struct sim_answer *real,
                             const struct rlk_handoff *received,
                             const struct sim_answer *answer,
                             const struct rlk_handoff *handoff)
{
    printf("# request %d: %s%s r%d %s %" PRId64 "ms fence %" PRId64
           ":\n#   server: kind %d '%s' %" PRId64 " counter %" PRId64
           " hand-off '%s'\n#   %s: kind %d '%s' %" PRId64 " counter %" PRId64
           " hand-off '%s'\n",
           number, verb_word(request->verb), request->checked ? ", full" : "",
           request->resource + 1, request->token, request->ttl_ms,
           request->rules.fence, (int)real->kind, real->text,
           real->remaining_ms, real->counter, received->token.text, who,
           (int)answer->kind, answer->text, answer->remaining_ms,
           answer->counter, handoff->token.text);
}

/*
 * Sends one request to both; false: they differ, and the difference was
 * printed.
 */
static bool compare(struct pair *pair, const struct sim_request *request,
                    int number)
{
    struct sim_answer real;
    struct sim_answer here;
    struct sim_answer model;
    struct rlk_handoff received;
    int handoffs;
    int64_t before_ms;
    int64_t after_ms;
    int64_t ran_us;

    await_certainty(pair);
    before_ms = server_now_ms(pair->redis);
    real_answer(pair->redis, request, &real);
    received = hear(pair->ears, &handoffs);
    after_ms = server_now_ms(pair->redis);
    if (after_ms - before_ms > pair->slack_ms)
        pair->slack_ms = after_ms - before_ms;
    pair->handoff = (struct rlk_handoff){0};
    pair->handoffs = 0;
    /*
     * Full scripts report when they ran, in the answer or in a hand-off
     * message.
     */
    ran_us = real.time_us > 0 ? real.time_us : received.us;
    if (ran_us == 0)
        ran_us = before_ms * 1000;
    answer_here(pair, request, ran_us, &here);
    if (!agree(&real, &here, 2 * pair->slack_ms) ||
        !same_handoff(&received, &pair->handoff_here) ||
        handoffs != pair->handoffs_here ||
        !sim_real_keys_agree(pair->redis, &pair->here.keyspace,
                             2 * pair->slack_ms)) {
        print_difference(request, number, "here", &real, &received, &here,
                         &pair->handoff_here);
        return false;
    }
    model = sim_model_execute(&pair->model, request, ran_us);
    if (!agree(&real, &model, 2 * pair->slack_ms) ||
        !same_handoff(&received, &pair->handoff) ||
        handoffs != pair->handoffs) {
        print_difference(request, number, "node", &real, &received, &model,
                         &pair->handoff);
        return false;
    }
    return true;
}

static void put_marker(struct pair *pair, const char *text)
{
    char *marker = pair->model.memory.marker;

    snprintf(marker, sizeof(pair->model.memory.marker), "%s", text);
    freeReplyObject(redisCommand(pair->redis, "SET redlock:inst %s", marker));
    command_here(pair, 3, (const char *const[]){"SET", RLK_MARKER_KEY, marker});
}

/* A valid marker, with content in the fields that are reserved. */
static void put_filled_marker(struct pair *pair)
{
    char text[RLK_MARKER_MAX];

    snprintf(text, sizeof(text), "1|deployment|members|%s|ok|60000",
             pair->model.replid);
    put_marker(pair, text);
}

/* A client subscribes or unsubscribes. */
static void turn_to(struct pair *pair, int client)
{
    char digits[SIM_DRAW_DIGITS + 1] = "";
    bool listens = !pair->listens[client];

    memset(digits, 'a' + client, SIM_DRAW_DIGITS);
    freeReplyObject(redisCommand(pair->ears, "%s redlock:wake:%s",
                                 listens ? "SUBSCRIBE" : "UNSUBSCRIBE",
                                 digits));
    pair->listens[client] = listens;
}

/* "", or the part between a resource's name and its queue's. */
static const char *of_slots(int queue)
{
    return queue < SIM_RESOURCES ? "" : ":slots";
}

/* Makes the lease of an existing entry expired, or longer than allowed. */
static void move_lease(struct pair *pair, int number, struct dice *dice)
{
    struct sim_queue *queue = &pair->model.memory.queues[number];
    int64_t until_ms = server_now_ms(pair->redis);
    struct sim_entry *entry;
    char key[64];
    char record[128];

    if (queue->count == 0)
        return;
    entry = &queue->entries[dice_below(dice, queue->count)];
    entry->until_ms = dice_below(dice, 3) == 0 ? until_ms + 60000 : until_ms;
    entry->woken = false;
    snprintf(key, sizeof(key), "{%s}%s:entry",
             sim_resource_names[number % SIM_RESOURCES], of_slots(number));
    snprintf(record, sizeof(record), "%" PRId64 "|%" PRId64 "|%u|%" PRId64,
             entry->until_ms, entry->px_ms, entry->flags, entry->generation);
    freeReplyObject(
        redisCommand(pair->redis, "HSET %s %s %s", key, entry->token, record));
    command_here(pair, 4,
                 (const char *const[]){"HSET", key, entry->token, record});
}

/* The last entry was created when the clock was an hour ahead. */
static void move_ticket(struct pair *pair, int number)
{
    struct sim_queue *queue = &pair->model.memory.queues[number];
    struct sim_entry *last;
    char key[64];
    char ticket[32];

    if (queue->count == 0)
        return;
    last = &queue->entries[queue->count - 1];
    last->ticket = (server_now_ms(pair->redis) + 3600000) * 1000;
    snprintf(key, sizeof(key), "{%s}%s:queue",
             sim_resource_names[number % SIM_RESOURCES], of_slots(number));
    snprintf(ticket, sizeof(ticket), "%" PRId64, last->ticket);
    freeReplyObject(
        redisCommand(pair->redis, "ZADD %s %s %s", key, ticket, last->token));
    command_here(pair, 4,
                 (const char *const[]){"ZADD", key, ticket, last->token});
}

static void delete_key(struct pair *pair, int resource)
{
    pair->model.memory.keys[resource] = (struct sim_key){0};
    freeReplyObject(
        redisCommand(pair->redis, "DEL %s", sim_resource_names[resource]));
    command_here(pair, 2,
                 (const char *const[]){"DEL", sim_resource_names[resource]});
}

static void turn_publishing(struct pair *pair)
{
    pair->mute = !pair->mute;
    freeReplyObject(run(pair->redis, pair->mute
                                         ? "ACL SETUSER default -publish"
                                         : "ACL SETUSER default +publish"));
}

/* Changes queues between requests. */
static void disturb_queues(struct pair *pair, struct dice *dice)
{
    int64_t what = dice_below(dice, 120);
    int client = (int)dice_below(dice, SIM_DRAW_CLIENTS);

    if (what < 8 && (!pair->listens[client] || what < 4))
        turn_to(pair, client);
    else if (what >= 8 && what < 10)
        move_lease(pair, (int)dice_below(dice, SIM_QUEUES), dice);
    else if (what >= 10 && what < 12)
        delete_key(pair, (int)dice_below(dice, SIM_RESOURCES));
    else if (what >= 12 && what < 15)
        move_ticket(pair, (int)dice_below(dice, SIM_QUEUES));
    else if (what == 15 || (what > 110 && pair->mute))
        turn_publishing(pair);
}

/* Changes the server between requests. */
static void disturb(struct pair *pair, struct dice *dice)
{
    int64_t what = dice_below(dice, 600);

    disturb_queues(pair, dice);

    if (what == 0) {
        freeReplyObject(run(pair->redis, "FLUSHALL"));
        pair->model.memory = (struct sim_memory){0};
        pair->here.keyspace.used = 0;
    } else if (what == 1) {
        freeReplyObject(run(pair->redis, "SCRIPT FLUSH"));
        pair->model.scripts = 0;
        pair->known = 0;
    } else if (what == 2) {
        freeReplyObject(run(pair->redis, "REPLICAOF 127.0.0.1 1"));
        freeReplyObject(run(pair->redis, "REPLICAOF NO ONE"));
        read_replid(pair);
    } else if (what == 3) {
        put_marker(pair, "whatever|ok|60000");
    } else if (what == 4) {
        put_marker(pair, "2|whatever comes");
    } else if (what == 5) {
        put_filled_marker(pair);
    } else if (what < 30) {
        sleep_ms(1 + (long)dice_below(dice, 25));
    }
}

/* A key exists throughout its last millisecond, and not in the next. */
static bool same_end(struct pair *pair)
{
    struct sim_request grant = {
        .verb = RLK_VERB_GRANT, .token = "edge", .ttl_ms = 20};
    struct sim_request inspect = {.verb = RLK_VERB_INSPECT, .by_text = true};
    struct sim_answer answer;
    int64_t granted_from;
    int64_t granted_by;
    int64_t seen = 0;

    freeReplyObject(run(pair->redis, "FLUSHALL"));
    granted_from = server_now_ms(pair->redis);
    real_answer(pair->redis, &grant, &answer);
    granted_by = server_now_ms(pair->redis);
    do {
        int64_t asked = server_now_ms(pair->redis);
        real_answer(pair->redis, &inspect, &answer);
        if (answer.kind == RLK_ANSWER_HELD)
            seen = asked;
    } while (answer.kind == RLK_ANSWER_HELD);
    return seen <= granted_by + grant.ttl_ms &&
           server_now_ms(pair->redis) >= granted_from + grant.ttl_ms;
}

/*
 * Lines that no drawn request executes: missing rights, a replica, a server
 * whose INFO is empty, half a queue entry.
 */
static const char *const not_met[] = {
    "count = count - 1",
    "marker = 'unnamed'",
    "return redis.error_reply(at and 'READONLY a replica, not a master' or",
    "'ERR redlock: INFO tells no master_replid')",
    "return redis.error_reply('READONLY a replica, not a master')",
    "call('ZREM', queue, token)",
    "return ended",
    "if left < 0 then",
    "call('DEL', members)",
    "call('PEXPIRE', members, px)",
    "call('HDEL', owners, token)",
    NULL,
};

int main(void)
{
    struct server server;
    static struct pair pair;
    struct dice dice = {20260101};
    bool same = true;
    bool ends;
    bool met;

    server_start_tcp(&server, NULL);
    pair.redis = redisConnect("127.0.0.1", server.port);
    pair.ears = redisConnect("127.0.0.1", server.port);
    if (pair.redis == NULL || pair.redis->err != 0 || pair.ears == NULL ||
        pair.ears->err != 0)
        die("no connection to the server");
    sim_scripts_watch();
    pair.model.publish = publish;
    pair.model.server = &pair;
    pair.here.publish = publish_here;
    pair.here.owner = &pair;
    read_replid(&pair);
    for (int i = 0; same && i < REQUESTS; i++) {
        struct sim_request request = sim_draw(&pair.model, &dice);
        disturb(&pair, &dice);
        same = compare(&pair, &request, i);
    }
    printf("%sok 1 - %d random requests are answered as by a real server\n",
           same ? "" : "not ", REQUESTS);
    ends = same_end(&pair);
    printf("%sok 2 - a key is there through its last millisecond\n",
           ends ? "" : "not ");
    /* After a difference the remaining requests were skipped. */
    met = !same || sim_scripts_ran(not_met, stdout);
    printf("%sok 3 - every line of the scripts has run%s\n"
           "1..3\n",
           met ? "" : "not ", same ? "" : " # SKIP they ended early");
    redisFree(pair.redis);
    redisFree(pair.ears);
    server_kill(&server);
    return !(same && ends && met);
}
