/* SPDX-License-Identifier: MIT */
/* One-line requests about one resource. */

#include "tests/support/queue.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "redlock/runtime/marker.h"
#include "redlock/types/types.h"

static const char resource[] = "job";

void queue_open(struct queue *queue, const char *const *options)
{
    *queue = (struct queue){0};
    server_start(&queue->server, options);
    queue_be(queue, NULL);
}

void queue_close(struct queue *queue)
{
    wire_peer_close(&queue->peer);
    for (int i = 0; i < 6; i++) {
        if (queue->ears[i].socket > 0)
            wire_peer_close(&queue->ears[i]);
    }
    server_kill(&queue->server);
}

void queue_be(struct queue *queue, const char *user)
{
    if (queue->peer.socket > 0)
        wire_peer_close(&queue->peer);
    wire_peer_open(&queue->peer, &queue->server, user);
    memcpy(queue->rules.run_id, queue->peer.run_id,
           sizeof(queue->rules.run_id));
}

const char *queue_token(char client, int attempt)
{
    static char tokens[128][64];
    static int next;
    char *token = tokens[next++ % 128];

    memset(token, client, 32);
    snprintf(token + 32, 32, "-%x:%c", (unsigned)attempt, client);
    return token;
}

void queue_listen(struct queue *queue, char client)
{
    char digits[33] = "";
    struct wire_peer *ears = &queue->ears[client - 'a'];

    memset(digits, client, 32);
    wire_peer_open(ears, &queue->server, NULL);
    wire_peer_listen(ears, digits);
}

static struct rlk_request request_of(struct queue *queue, enum rlk_verb verb,
                                     const char *token)
{
    queue->rules.serial++;
    return (struct rlk_request){
        .kind = &rlk_mutex,
        .verb = verb,
        .resource = resource,
        .resource_length = strlen(resource),
        .token = token,
        .token_length = strlen(token),
        .ttl_ms = QUEUE_PX_MS,
        .checked = true,
        .rules = queue->rules,
    };
}

struct rlk_answer queue_ask(struct queue *queue, const char *token,
                            struct rlk_ask asking)
{
    struct rlk_request request = request_of(queue, RLK_VERB_ASK, token);

    request.ask = &asking;
    return wire_peer_ask(&queue->peer, &request);
}

struct rlk_answer queue_pass(struct queue *queue, const char *token,
                             const struct rlk_successor *successor)
{
    struct rlk_request request = request_of(queue, RLK_VERB_PASS, token);

    request.successor = successor;
    return wire_peer_ask(&queue->peer, &request);
}

struct rlk_answer queue_pass_plain(struct queue *queue, const char *token)
{
    return queue_do(queue, RLK_VERB_PASS, token);
}

struct rlk_answer queue_do(struct queue *queue, enum rlk_verb verb,
                           const char *token)
{
    struct rlk_request request = request_of(queue, verb, token);

    request.checked = false;
    return wire_peer_ask(&queue->peer, &request);
}

static int64_t server_now_ms(struct queue *queue)
{
    return server_integer(&queue->server, "EVAL %s 0",
                          "local time = redis.call('TIME') return time[1] * "
                          "1000 + math.floor(time[2] / 1000)");
}

void queue_entry(struct queue *queue, const char *token, int64_t ticket,
                 unsigned flags, int64_t lease_ms)
{
    char record[96];

    snprintf(record, sizeof(record), "%" PRId64 "|7000|%u|5",
             server_now_ms(queue) + lease_ms, flags);
    server_run(&queue->server, "ZADD {job}:queue %lld %s", (long long)ticket,
               token);
    server_run(&queue->server, "HSET {job}:entry %s %s", token, record);
}

struct rlk_successor queue_successor(const char *token, unsigned flags)
{
    struct rlk_successor successor = {
        .ticket = 1, .px_ms = 9000, .flags = flags, .generation = 4};

    rlk_token_copy(&successor.token, token);
    return successor;
}

bool queue_hears(struct queue *queue, char client)
{
    return wire_peer_handoffs(&queue->ears[client - 'a'], &queue->handoff, 1) ==
           1;
}

const char *queue_holder(struct queue *queue)
{
    static char holder[128];

    if (!server_text(&queue->server, holder, sizeof(holder), "GET job"))
        holder[0] = '\0';
    return holder;
}

bool queue_has_entry(struct queue *queue, const char *token)
{
    char text[64];
    bool ticket = server_text(&queue->server, text, sizeof(text),
                              "ZSCORE {job}:queue %s", token);

    if (ticket != server_text(&queue->server, text, sizeof(text),
                              "HGET {job}:entry %s", token))
        die("half a place of %s", token);
    return ticket;
}

int64_t queue_counter(struct queue *queue)
{
    char text[64];

    if (!server_text(&queue->server, text, sizeof(text), "GET {job}:fence"))
        return 0;
    return strtoll(text, NULL, 10);
}

void queue_set_counter(struct queue *queue, int64_t number)
{
    char text[64];

    snprintf(text, sizeof(text), "%" PRId64 "|%.8s", number,
             queue->peer.replid);
    server_run(&queue->server, "SET {job}:fence %s", text);
}

void queue_guard(struct queue *queue)
{
    char marker[RLK_MARKER_MAX];

    rlk_marker_ok(marker, queue->peer.replid, QUEUE_TTL_MAX_MS);
    server_run(&queue->server, "SET redlock:inst %s", marker);
    queue->rules.guard_ms = QUEUE_TTL_MAX_MS;
}
