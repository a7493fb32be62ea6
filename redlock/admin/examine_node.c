/* SPDX-License-Identifier: MIT */
/* What a node is asked, and what its answers say. */

#include "redlock/admin/examine_node.h"

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "clock/clock.h"
#include "clock/now.h"
#include "redlock/admin/examine_clock.h"
#include "redlock/core/marker.h"
#include "redlock/resp/answer.h"
#include "redlock/resp/info.h"

#define WORDS_MAX 6

/* The scratch key lives so long, if nobody may delete it. */
#define SCRATCH_MS "1000"

#define PAUSE_MS 180

/* Stands for the scratch key in a question. */
static const char scratch[] = "(scratch)";

static const char nothing[] = "return 1";
static const char nothing_sha[] = "e0e1f9fabfc9d4800c877a703b823ac0578ff8db";

/* An integer; numbers are exact up to 2^53. */
static const char time_script[] =
    "local t = redis.call('TIME') return t[1] * 1000000 + t[2]";

typedef void take_fn(struct rlk_examine_node *node,
                     const struct rlk_reply *reply);

struct question {
    unsigned right; /* REDLOCK_RIGHT_: what it needs; 0: nobody needs it */
    take_fn *take;  /* what is made of an answer; may be NULL */
    take_fn *fail;  /* of an error, beside a missing right; may be NULL */
    const char *words[WORDS_MAX + 1];
};

/* --- what the answers say --------------------------------------------------
 */

static void take_server(struct rlk_examine_node *node,
                        const struct rlk_reply *reply)
{
    struct redlock_node_facts *facts = node->facts;
    const char *text = reply->text;
    char mode[16];

    /* Valkey gives a redis_version too, for those who look for one. */
    if (rlk_info_text(text, "valkey_version", facts->version,
                      sizeof(facts->version)))
        (void)snprintf(facts->server, sizeof(facts->server), "valkey");
    else if (rlk_info_text(text, "redis_version", facts->version,
                           sizeof(facts->version)))
        (void)snprintf(facts->server, sizeof(facts->server), "redis");
    (void)rlk_info_text(text, "run_id", facts->run_id, sizeof(facts->run_id));
    if (rlk_info_text(text, "redis_mode", mode, sizeof(mode))) {
        if (strcmp(mode, "sentinel") == 0)
            facts->reason = REDLOCK_REASON_SENTINEL;
        else if (strcmp(mode, "cluster") == 0)
            facts->reason = REDLOCK_REASON_CLUSTER;
    }
}

static void take_replication(struct rlk_examine_node *node,
                             const struct rlk_reply *reply)
{
    struct redlock_node_facts *facts = node->facts;
    char role[16] = "";
    char host[96];

    (void)rlk_info_text(reply->text, "role", role, sizeof(role));
    (void)rlk_info_text(reply->text, "master_replid", node->replid,
                        sizeof(node->replid));
    facts->replica = strcmp(role, "slave") == 0;
    if (facts->replica &&
        rlk_info_text(reply->text, "master_host", host, sizeof(host)))
        (void)snprintf(facts->master, sizeof(facts->master), "%s:%lld", host,
                       (long long)rlk_info_number(reply->text, "master_port"));
}

static void take_persistence(struct rlk_examine_node *node,
                             const struct rlk_reply *reply)
{
    struct redlock_node_facts *facts = node->facts;
    facts->append_only = (int)rlk_info_number(reply->text, "aof_enabled");
}

static void take_memory(struct rlk_examine_node *node,
                        const struct rlk_reply *reply)
{
    struct redlock_node_facts *facts = node->facts;
    facts->memory_max = rlk_info_number(reply->text, "maxmemory");
    (void)rlk_info_text(reply->text, "maxmemory_policy", facts->memory_policy,
                        sizeof(facts->memory_policy));
}

static void take_save(struct rlk_examine_node *node,
                      const struct rlk_reply *reply)
{
    struct redlock_node_facts *facts = node->facts;

    if (reply->kind == RLK_REPLY_NAMED)
        facts->snapshots = reply->text[0] != '\0';
}

static void take_fsync(struct rlk_examine_node *node,
                       const struct rlk_reply *reply)
{
    struct redlock_node_facts *facts = node->facts;

    /* A word, or nothing that belongs on a terminal. */
    if (reply->kind == RLK_REPLY_NAMED &&
        strspn(reply->text, "abcdefghijklmnopqrstuvwxyz") == reply->text_length)
        (void)snprintf(facts->append_fsync, sizeof(facts->append_fsync),
                       "%.15s", reply->text);
}

/* After the replid is known, without which a marker says nothing. */
static void take_marker(struct rlk_examine_node *node,
                        const struct rlk_reply *reply)
{
    struct redlock_node_facts *facts = node->facts;
    struct rlk_marker marker;

    facts->memory = REDLOCK_MEMORY_UNMARKED;
    if (reply->kind != RLK_REPLY_STRING)
        return;
    marker = rlk_marker_read(reply->text, node->replid);
    switch (marker.state) {
    case RLK_MARKER_NONE:
        facts->memory = node->replid[0] == '\0' ? REDLOCK_MEMORY_UNKNOWN
                                                : REDLOCK_MEMORY_STALE;
        return;
    case RLK_MARKER_LATER:
        facts->memory = REDLOCK_MEMORY_UNKNOWN;
        return;
    case RLK_MARKER_OK:
        facts->memory = REDLOCK_MEMORY_SOUND;
        break;
    case RLK_MARKER_QUARANTINE:
        facts->memory = REDLOCK_MEMORY_QUARANTINE;
        node->since_us = marker.since_us;
        break;
    }
    facts->longest_ttl_ms = marker.longest_ms;
}

static void fail_set(struct rlk_examine_node *node,
                     const struct rlk_reply *reply)
{
    struct redlock_node_facts *facts = node->facts;
    enum redlock_reason reason = rlk_answer_reason(reply);

    if (reason == REDLOCK_REASON_NOPERM ||
        (facts->missing & REDLOCK_RIGHT_SET) != 0)
        return;
    facts->writes = reason;
    (void)snprintf(facts->writes_message, sizeof(facts->writes_message),
                   "%.95s", reply->text);
}

/* --- the questions ---------------------------------------------------------
 */

static const struct question questions[] = {
    {REDLOCK_RIGHT_INFO, take_server, NULL, {"INFO", "server"}},
    {REDLOCK_RIGHT_INFO, take_replication, NULL, {"INFO", "replication"}},
    {REDLOCK_RIGHT_INFO, take_persistence, NULL, {"INFO", "persistence"}},
    {REDLOCK_RIGHT_INFO, take_memory, NULL, {"INFO", "memory"}},
    {0, take_save, NULL, {"CONFIG", "GET", "save"}},
    {0, take_fsync, NULL, {"CONFIG", "GET", "appendfsync"}},
    {REDLOCK_RIGHT_GET, take_marker, NULL, {"GET", RLK_MARKER_KEY}},
    {REDLOCK_RIGHT_CLIENT_ID, NULL, NULL, {"CLIENT", "ID"}},
    /* No client has this one. 0 would be all of them to Redis 6. */
    {REDLOCK_RIGHT_CLIENT_KILL,
     NULL,
     NULL,
     {"CLIENT", "KILL", "ID", "9223372036854775807"}},
    /* Wrong, and never executed, but rights are looked at before. */
    {REDLOCK_RIGHT_SET, NULL, NULL, {"SET", RLK_MARKER_KEY, "x", "NX", "XX"}},
    {REDLOCK_RIGHT_SET,
     NULL,
     fail_set,
     {"SET", scratch, "doctor", "NX", "PX", SCRATCH_MS}},
    {REDLOCK_RIGHT_GET, NULL, NULL, {"GET", scratch}},
    {REDLOCK_RIGHT_PTTL, NULL, NULL, {"PTTL", scratch}},
    {REDLOCK_RIGHT_PEXPIRE, NULL, NULL, {"PEXPIRE", scratch, SCRATCH_MS}},
    {REDLOCK_RIGHT_TIME, NULL, NULL, {"TIME"}},
    {REDLOCK_RIGHT_EVAL, NULL, NULL, {"EVAL", nothing, "1", scratch}},
    {REDLOCK_RIGHT_EVALSHA, NULL, NULL, {"EVALSHA", nothing_sha, "1", scratch}},
    {REDLOCK_RIGHT_DEL, NULL, NULL, {"DEL", scratch}},
};

#define QUESTIONS (sizeof(questions) / sizeof(questions[0]))

static bool ask(struct rlk_examine_node *node, const struct question *question)
{
    const char *words[WORDS_MAX];
    size_t count = 0;

    for (; question->words[count] != NULL; count++)
        words[count] = question->words[count] == scratch
                           ? node->key
                           : question->words[count];
    return rlk_blocking_conn_send(&node->talk, count, words);
}

/* Servers word it in many ways; of a command they speak when they mean one. */
static bool is_about_key(const struct rlk_reply *error)
{
    return strstr(error->text, "command") == NULL &&
           strstr(error->text, "key") != NULL;
}

static void note_right(struct redlock_node_facts *facts, unsigned right,
                       const struct rlk_reply *error)
{
    if (rlk_answer_reason(error) == REDLOCK_REASON_NOPERM)
        facts->denied |= is_about_key(error) ? REDLOCK_RIGHT_KEYS : right;
    else if (strncmp(error->text, "ERR unknown command", 19) == 0)
        facts->missing |= right;
}

size_t rlk_examine_questions(void)
{
    return QUESTIONS;
}

void rlk_examine_answer(struct rlk_examine_node *node, size_t which,
                        const struct rlk_reply *reply)
{
    const struct question *question = &questions[which];
    bool failed = reply->kind == RLK_REPLY_ERROR;
    take_fn *take = failed ? question->fail : question->take;

    if (failed)
        note_right(node->facts, question->right, reply);
    if (take != NULL)
        take(node, reply);
}

static bool interview(struct rlk_examine_node *node)
{
    for (size_t i = 0; i < QUESTIONS; i++) {
        if (!ask(node, &questions[i]))
            return false;
    }
    for (size_t i = 0; i < QUESTIONS; i++) {
        const struct rlk_reply *reply = rlk_blocking_conn_receive(&node->talk);

        if (reply == NULL)
            return false;
        rlk_examine_answer(node, i, reply);
    }
    return true;
}

/* --- how far, and what time it is there ------------------------------------
 */

static int64_t now_us(void)
{
    return rlk_now() / RLK_NS_PER_US;
}

/* One question and its answer, timed; NULL: there was none. */
static const struct rlk_reply *ping(struct rlk_examine_node *node, size_t count,
                                    const char *const *words,
                                    struct rlk_examine_sample *sample)
{
    const struct rlk_reply *reply;

    sample->sent_us = now_us();
    if (!rlk_blocking_conn_send(&node->talk, count, words))
        return NULL;
    reply = rlk_blocking_conn_receive(&node->talk);
    sample->received_us = now_us();
    return reply;
}

static int by_size(const void *left, const void *right)
{
    const int64_t *a = left;
    const int64_t *b = right;

    return (*a > *b) - (*a < *b);
}

void rlk_examine_time(struct rlk_examine_node *node,
                      const struct rlk_examine_sample *sample,
                      const struct rlk_reply *reply)
{
    struct rlk_examine_sample *to = &node->samples[node->samples_count];

    if (reply->kind != RLK_REPLY_INTEGER ||
        node->samples_count == RLK_EXAMINE_SAMPLES)
        return;
    *to = *sample;
    to->node_us = reply->integer;
    node->samples_count++;
}

static bool observe(struct rlk_examine_node *node, int turn)
{
    static const char *const ping_words[] = {"PING"};
    static const char *const time_words[] = {"EVAL", time_script, "0"};
    struct rlk_examine_sample sample;
    const struct rlk_reply *reply = ping(node, 1, ping_words, &sample);

    if (reply == NULL)
        return false;
    node->trips[turn] = sample.received_us - sample.sent_us;
    if (((node->facts->denied | node->facts->missing) & REDLOCK_RIGHT_EVAL) !=
        0)
        return true;
    reply = ping(node, 3, time_words, &sample);
    if (reply == NULL)
        return false;
    rlk_examine_time(node, &sample, reply);
    return true;
}

void rlk_examine_conclude(struct rlk_examine_node *node)
{
    struct redlock_node_facts *facts = node->facts;
    const struct rlk_examine_sample *last;

    qsort(node->trips, RLK_EXAMINE_SAMPLES, sizeof(node->trips[0]), by_size);
    facts->round_trip_us = node->trips[RLK_EXAMINE_SAMPLES / 2];
    facts->round_trip_max_us = node->trips[RLK_EXAMINE_SAMPLES - 1];
    rlk_examine_clock(node->samples, node->samples_count, facts);
    if (facts->memory == REDLOCK_MEMORY_QUARANTINE && node->samples_count > 0) {
        last = &node->samples[node->samples_count - 1];
        facts->quarantined_ms =
            rlk_clock_sub(last->node_us, node->since_us) / 1000;
    }
}

static bool watch_clock(struct rlk_examine_node *node)
{
    for (int turn = 0; turn < RLK_EXAMINE_SAMPLES; turn++) {
        if (turn > 0)
            (void)poll(NULL, 0, PAUSE_MS);
        if (!observe(node, turn))
            return false;
    }
    rlk_examine_conclude(node);
    return true;
}

/* --- all of it -------------------------------------------------------------
 */

void rlk_examine_begin(struct rlk_examine_node *node)
{
    const struct rlk_uri *uri = node->uri;
    struct redlock_node_facts *facts = node->facts;
    const char *user = node->credentials.username;

    *facts = (struct redlock_node_facts){
        .port = uri->port,
        .round_trip_us = -1,
        .round_trip_max_us = -1,
        .append_only = -1,
        .snapshots = -1,
        .memory_max = -1,
        .clock_error_us = -1,
        .longest_ttl_ms = -1,
        .quarantined_ms = -1,
    };
    (void)snprintf(facts->name, sizeof(facts->name), "%s", uri->name);
    if (uri->host != NULL)
        (void)snprintf(facts->host, sizeof(facts->host), "%s", uri->host);
    else
        (void)snprintf(facts->path, sizeof(facts->path), "%s", uri->path);
    (void)snprintf(
        facts->user, sizeof(facts->user), "%s",
        user != NULL && node->credentials.password != NULL ? user : "default");
}

void rlk_examine_node(struct rlk_examine_node *node)
{
    struct rlk_blocking_conn *talk = &node->talk;
    struct redlock_node_facts *facts = node->facts;

    rlk_examine_begin(node);
    if (!rlk_blocking_conn_open(talk, node->uri, &node->credentials,
                                node->patience, 5 * node->patience) ||
        !interview(node) || !watch_clock(node)) {
        facts->reason = talk->reason;
        memcpy(facts->message, talk->message, sizeof(facts->message));
    }
    rlk_blocking_conn_close(talk);
}
