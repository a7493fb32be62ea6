/* SPDX-License-Identifier: MIT */
/* redlock_examine(): asks all nodes, and returns facts about each of them. */

#include "redlock/admin/examine.h"

#include <assert.h>
#include <inttypes.h>
#include <netdb.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#include "quorum/node_set.h"
#include "redlock/resp/answer.h"
#include "redlock/runtime/memory.h"
#include "redlock/runtime/size.h"

/* --- offset and gain of a clock ------------------------------------------ */

/*
 * A node may report any number as its time. It is limited to this, some
 * thousand years, so that sums and differences do not overflow.
 */
#define FARTHEST_US (INT64_C(1) << 57)

/* How far the node's clock was ahead at an instant. */
struct reading {
    int64_t at_us; /* on the boot clock */
    int64_t ahead_us;
    int64_t error_us; /* more or less */
};

static int64_t took(const struct rlk_examine_sample *sample)
{
    return sample->received_us - sample->sent_us;
}

static int64_t within_reach(int64_t us)
{
    return us > FARTHEST_US    ? FARTHEST_US
           : us < -FARTHEST_US ? -FARTHEST_US
                               : us;
}

/* The reading with the quickest answer; count is not 0. */
static struct reading best(const struct rlk_examine_sample *samples, int count)
{
    const struct rlk_examine_sample *quickest = samples;
    struct reading reading;

    for (int i = 1; i < count; i++) {
        if (took(&samples[i]) < took(quickest))
            quickest = &samples[i];
    }
    /* One more, because both clocks were cut to whole microseconds. */
    reading.error_us = took(quickest) / 2 + 1;
    reading.at_us = quickest->sent_us + took(quickest) / 2;
    reading.ahead_us =
        within_reach(within_reach(quickest->node_us) - reading.at_us);
    return reading;
}

void rlk_examine_clock(const struct rlk_examine_sample *samples, int count,
                       struct redlock_node_facts *facts)
{
    struct reading whole, first, second;
    int half = count / 2;

    facts->clock_error_us = -1;
    facts->clock_span_us = 0;
    if (count == 0)
        return;
    whole = best(samples, count);
    facts->clock_us = whole.ahead_us;
    facts->clock_error_us = whole.error_us;
    if (half == 0)
        return;
    first = best(samples, half);
    second = best(samples + half, count - half);
    facts->clock_gain_us = second.ahead_us - first.ahead_us;
    facts->clock_gain_error_us = first.error_us + second.error_us;
    facts->clock_span_us = second.at_us - first.at_us;
}

/* --- a node's marker ----------------------------------------------------- */

/* Judges another memory's marker. One with this memory's id is damaged. */
static enum redlock_memory memory_of_other(const char *text, const char *replid)
{
    char named[RLK_REPLID_MAX];

    if (replid[0] == '\0')
        return REDLOCK_MEMORY_UNKNOWN;
    return rlk_marker_replid(text, named) && strcmp(named, replid) == 0
               ? REDLOCK_MEMORY_FOREIGN
               : REDLOCK_MEMORY_STALE;
}

void rlk_examine_marker(struct rlk_examine_notes *notes,
                        const struct rlk_reply *reply)
{
    struct redlock_node_facts *facts = notes->facts;
    struct rlk_marker marker;

    if (reply->kind == RLK_REPLY_NIL) {
        facts->memory = REDLOCK_MEMORY_UNMARKED;
        return;
    }
    if (reply->kind != RLK_REPLY_STRING) {
        if (reply->kind != RLK_REPLY_ERROR ||
            rlk_answer_reason(reply) == REDLOCK_REASON_WRONGTYPE)
            facts->memory = REDLOCK_MEMORY_FOREIGN;
        return;
    }
    marker = rlk_marker_read(reply->text, notes->replid);
    switch (marker.state) {
    case RLK_MARKER_NONE:
        facts->memory = memory_of_other(reply->text, notes->replid);
        return;
    case RLK_MARKER_LATER:
        facts->memory = REDLOCK_MEMORY_FOREIGN;
        return;
    case RLK_MARKER_OK:
        facts->memory = REDLOCK_MEMORY_KEPT;
        break;
    case RLK_MARKER_QUARANTINE:
        facts->memory = REDLOCK_MEMORY_QUARANTINE;
        notes->since_us = marker.since_us;
        break;
    }
    facts->longest_ttl_ms = marker.longest_ms;
}

void rlk_examine_quarantine(struct rlk_examine_notes *notes)
{
    const struct rlk_examine_sample *latest;

    if (notes->facts->memory != REDLOCK_MEMORY_QUARANTINE ||
        notes->samples_count == 0)
        return;
    latest = &notes->samples[notes->samples_count - 1];
    notes->facts->quarantined_ms =
        rlk_clock_sub(latest->node_us, notes->since_us) / 1000;
}

/* --- errors, and the rights that they show to be lacking ----------------- */

/* The rights that only waiters in queues need. */
#define FOR_QUEUES                                                             \
    (REDLOCK_RIGHT_ZADD | REDLOCK_RIGHT_ZREM | REDLOCK_RIGHT_ZCARD |           \
     REDLOCK_RIGHT_ZRANGE | REDLOCK_RIGHT_ZRANK | REDLOCK_RIGHT_ZSCORE |       \
     REDLOCK_RIGHT_HSET | REDLOCK_RIGHT_HGET | REDLOCK_RIGHT_HDEL)

/*
 * Servers word the error about a key or a channel in many ways. Only an error
 * about the command itself names a command.
 */
static unsigned denied_by(unsigned right, const struct rlk_reply *error)
{
    if (strstr(error->text, "command") != NULL)
        return right;
    if (strstr(error->text, "channel") != NULL)
        return REDLOCK_RIGHT_CHANNELS;
    if (strstr(error->text, "key") == NULL)
        return right;
    return (right & FOR_QUEUES) != 0 ? REDLOCK_RIGHT_QUEUES
                                     : REDLOCK_RIGHT_KEYS;
}

void rlk_examine_refusal(struct rlk_examine_notes *notes, unsigned right,
                         const struct rlk_reply *error)
{
    if (right == 0)
        return;
    if (rlk_answer_reason(error) == REDLOCK_REASON_NOPERM)
        notes->facts->denied |= denied_by(right, error);
    else if (strncmp(error->text, "ERR unknown command", 19) == 0)
        notes->facts->missing |= right;
}

bool rlk_examine_lacks(const struct rlk_examine_notes *notes, unsigned rights)
{
    return ((notes->facts->denied | notes->facts->missing) & rights) != 0;
}

void rlk_examine_write_error(struct rlk_examine_notes *notes,
                             const struct rlk_reply *error)
{
    struct redlock_node_facts *facts = notes->facts;
    enum redlock_reason reason = rlk_answer_reason(error);

    /* A syntax error proves the right, and that writes are taken. */
    if (reason == REDLOCK_REASON_NOPERM ||
        (facts->missing & REDLOCK_RIGHT_SET) != 0 ||
        strncmp(error->text, "ERR syntax error", 16) == 0)
        return;
    facts->writes = reason;
    (void)snprintf(facts->writes_message, sizeof(facts->writes_message),
                   "%.95s", error->text);
}

/* --- INFO and CONFIG GET ------------------------------------------------- */

void rlk_examine_server(struct rlk_examine_notes *notes,
                        const struct rlk_reply *reply)
{
    struct redlock_node_facts *facts = notes->facts;
    const char *text = reply->text;

    /* Valkey has both fields: redis_version is for older clients. */
    if (rlk_info_text(text, "valkey_version", facts->version,
                      sizeof(facts->version)))
        (void)snprintf(facts->server, sizeof(facts->server), "valkey");
    else if (rlk_info_text(text, "redis_version", facts->version,
                           sizeof(facts->version)))
        (void)snprintf(facts->server, sizeof(facts->server), "redis");
    (void)rlk_info_text(text, "run_id", facts->run_id, sizeof(facts->run_id));
    if (rlk_info_mode(text) != REDLOCK_REASON_NONE)
        facts->reason = rlk_info_mode(text);
}

void rlk_examine_replication(struct rlk_examine_notes *notes,
                             const struct rlk_reply *reply)
{
    struct redlock_node_facts *facts = notes->facts;
    char role[16] = "";
    char host[96];

    (void)rlk_info_text(reply->text, "role", role, sizeof(role));
    (void)rlk_info_text(reply->text, "master_replid", notes->replid,
                        sizeof(notes->replid));
    facts->replica = strcmp(role, "slave") == 0;
    /* Replicas are counted only if writes depend on them. */
    facts->needs_replicas =
        rlk_info_number(reply->text, "min_slaves_good_slaves") >= 0;
    if (facts->replica &&
        rlk_info_text(reply->text, "master_host", host, sizeof(host)))
        (void)snprintf(facts->master, sizeof(facts->master), "%s:%lld", host,
                       (long long)rlk_info_number(reply->text, "master_port"));
}

void rlk_examine_persistence(struct rlk_examine_notes *notes,
                             const struct rlk_reply *reply)
{
    notes->facts->append_only =
        (int)rlk_info_number(reply->text, "aof_enabled");
}

void rlk_examine_memory_limit(struct rlk_examine_notes *notes,
                              const struct rlk_reply *reply)
{
    struct redlock_node_facts *facts = notes->facts;

    facts->memory_max = rlk_info_number(reply->text, "maxmemory");
    (void)rlk_info_text(reply->text, "maxmemory_policy", facts->memory_policy,
                        sizeof(facts->memory_policy));
}

void rlk_examine_save(struct rlk_examine_notes *notes,
                      const struct rlk_reply *reply)
{
    if (reply->kind == RLK_REPLY_NAMED)
        notes->facts->snapshots = reply->text[0] != '\0';
}

void rlk_examine_fsync(struct rlk_examine_notes *notes,
                       const struct rlk_reply *reply)
{
    struct redlock_node_facts *facts = notes->facts;

    /* It is printed on terminals: lower-case letters only. */
    if (reply->kind == RLK_REPLY_NAMED &&
        strspn(reply->text, "abcdefghijklmnopqrstuvwxyz") == reply->text_length)
        (void)snprintf(facts->append_fsync, sizeof(facts->append_fsync),
                       "%.15s", reply->text);
}

/* --- round trips, and samples of a node's clock -------------------------- */

void rlk_examine_trip(struct rlk_examine_notes *notes,
                      const struct rlk_reply *reply)
{
    (void)reply;
    if (notes->trips_count < RLK_EXAMINE_SAMPLES)
        notes->trips_us[notes->trips_count++] =
            notes->received_us - notes->sent_us;
}

void rlk_examine_time(struct rlk_examine_notes *notes,
                      const struct rlk_reply *reply)
{
    if (reply->kind == RLK_REPLY_INTEGER &&
        notes->samples_count < RLK_EXAMINE_SAMPLES)
        notes->samples[notes->samples_count++] = (struct rlk_examine_sample){
            .sent_us = notes->sent_us,
            .received_us = notes->received_us,
            .node_us = reply->integer,
        };
}

static int by_size(const void *left, const void *right)
{
    const int64_t *a = left;
    const int64_t *b = right;

    return (*a > *b) - (*a < *b);
}

void rlk_examine_times(struct rlk_examine_notes *notes)
{
    struct redlock_node_facts *facts = notes->facts;
    int count = notes->trips_count;

    if (count > 0) {
        qsort(notes->trips_us, (size_t)count, sizeof(notes->trips_us[0]),
              by_size);
        facts->round_trip_us = notes->trips_us[count / 2];
        facts->round_trip_max_us = notes->trips_us[count - 1];
    }
    rlk_examine_clock(notes->samples, notes->samples_count, facts);
}

/* --- the questions ------------------------------------------------------- */

#define RLK_EXAMINE_WORDS_MAX 6

enum rlk_examine_when {
    RLK_EXAMINE_AT_ONCE,       /* without waiting for any answer */
    RLK_EXAMINE_AFTER_ANSWERS, /* when all earlier questions are answered */
    RLK_EXAMINE_AFTER_PAUSE,   /* a pause after these answers */
};

struct rlk_examine_question {
    enum rlk_examine_when when;
    unsigned right;         /* REDLOCK_RIGHT_: lacking, if refused; 0: none */
    unsigned needs;         /* REDLOCK_RIGHT_: skipped if lacking; 0: none */
    rlk_examine_read *read; /* an answer; NULL: only errors matter */
    rlk_examine_read *read_error; /* an error; NULL: only the right matters */
    const char *words[RLK_EXAMINE_WORDS_MAX + 1]; /* the last is NULL */
};

#define COUNT(array) ((int)(sizeof(array) / sizeof((array)[0])))

/* Replaced by a key that does not exist; no question writes it. */
static const char absent[] = "(absent)";

/* Keys of a queue that does not exist; no question writes them. */
static const char queue[] = "{redlock:doctor}:queue";

static const char entry[] = "{redlock:doctor}:entry";

static const char channel[] = "redlock:wake:doctor";

static const char nothing[] = "return 1";

static const char nothing_sha[] = "e0e1f9fabfc9d4800c877a703b823ac0578ff8db";

/* An integer; numbers are exact up to 2^53. */
static const char time_script[] =
    "local t = redis.call('TIME') return t[1] * 1000000 + t[2]";

/* A sample: the round trip, and the clock. */
#define SAMPLE(after)                                                          \
    {.when = (after),                                                          \
     .read = rlk_examine_trip,                                                 \
     .read_error = rlk_examine_trip,                                           \
     .words = {"PING"}},                                                       \
    {                                                                          \
        .when = RLK_EXAMINE_AFTER_ANSWERS, .needs = REDLOCK_RIGHT_EVAL,        \
        .read = rlk_examine_time, .words = {                                   \
            "EVAL",                                                            \
            time_script,                                                       \
            "0"                                                                \
        }                                                                      \
    }

/* For each node, in their order. To add a question, add a row. */
static const struct rlk_examine_question questions[] = {
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
     .read_error = rlk_examine_marker,
     .words = {"GET", RLK_MARKER_KEY}},
    {.right = REDLOCK_RIGHT_CLIENT_ID, .words = {"CLIENT", "ID"}},
    /* An id that no client has. For Redis 6, 0 would mean all clients. */
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
    /* A wrong argument, such as a missing value, prevents the write. */
    {.right = REDLOCK_RIGHT_ZADD, .words = {"ZADD", queue, "x", "x"}},
    {.right = REDLOCK_RIGHT_ZREM, .words = {"ZREM", queue, "x"}},
    {.right = REDLOCK_RIGHT_ZCARD, .words = {"ZCARD", queue}},
    {.right = REDLOCK_RIGHT_ZRANGE, .words = {"ZRANGE", queue, "0", "0"}},
    {.right = REDLOCK_RIGHT_ZRANK, .words = {"ZRANK", queue, "x"}},
    {.right = REDLOCK_RIGHT_ZSCORE, .words = {"ZSCORE", queue, "x"}},
    {.right = REDLOCK_RIGHT_HSET, .words = {"HSET", entry, "x", "x", "x"}},
    {.right = REDLOCK_RIGHT_HGET, .words = {"HGET", entry, "x"}},
    {.right = REDLOCK_RIGHT_HDEL, .words = {"HDEL", entry, "x"}},
    {.right = REDLOCK_RIGHT_PUBLISH, .words = {"PUBLISH", channel, "x"}},
    /* RLK_EXAMINE_SAMPLES of them; the first one needs no pause. */
    SAMPLE(RLK_EXAMINE_AFTER_ANSWERS),
    SAMPLE(RLK_EXAMINE_AFTER_PAUSE),
    SAMPLE(RLK_EXAMINE_AFTER_PAUSE),
    SAMPLE(RLK_EXAMINE_AFTER_PAUSE),
    SAMPLE(RLK_EXAMINE_AFTER_PAUSE),
    SAMPLE(RLK_EXAMINE_AFTER_PAUSE),
    /* After this question no other one is possible. */
    {.when = RLK_EXAMINE_AFTER_ANSWERS,
     .right = REDLOCK_RIGHT_SUBSCRIBE,
     .words = {"SUBSCRIBE", channel}},
};

/* Appends the question; key: one that does not exist. false: no memory. */
static bool examine_question_write(const struct rlk_examine_question *question,
                                   const char *key, struct rlk_wire *wire)
{
    const char *words[RLK_EXAMINE_WORDS_MAX];
    size_t count = 0;

    for (; question->words[count] != NULL; count++)
        words[count] =
            question->words[count] == absent ? key : question->words[count];
    return rlk_wire_command(wire, count, words);
}

/* --- one question after the other ---------------------------------------- */

/* Between the samples of a clock. */
#define PAUSE_NS (180 * RLK_NS_PER_MS)

static struct rlk_examine_node *node_of(struct rlk_talk *talk)
{
    return (struct rlk_examine_node *)talk;
}

static bool all_answered(const struct rlk_examine_node *node)
{
    return node->answered == node->asked;
}

/* The next question; NULL: there is none. */
static const struct rlk_examine_question *
next_question(const struct rlk_examine_node *node)
{
    return node->asked < COUNT(questions) ? &questions[node->asked] : NULL;
}

/* The pause before the next question, when all others are answered. */
static int64_t pause_of(const struct rlk_talk *talk)
{
    const struct rlk_examine_node *node = (const struct rlk_examine_node *)talk;
    const struct rlk_examine_question *question = next_question(node);

    return talk->state == RLK_TALK_ASKING && all_answered(node) &&
                   question != NULL && question->when == RLK_EXAMINE_AFTER_PAUSE
               ? PAUSE_NS
               : 0;
}

static bool is_due(const struct rlk_examine_node *node,
                   const struct rlk_examine_question *question, int64_t now)
{
    return question->when == RLK_EXAMINE_AT_ONCE ||
           (all_answered(node) &&
            (question->when == RLK_EXAMINE_AFTER_ANSWERS ||
             now >= rlk_clock_add(node->talk.progress, PAUSE_NS)));
}

/* false: no memory. */
static bool ask_one(struct rlk_examine_node *node,
                    const struct rlk_examine_question *question,
                    struct rlk_wire *wire, int64_t now)
{
    node->asked++;
    if (rlk_examine_lacks(&node->notes, question->needs)) {
        node->answered++;
        return true;
    }
    node->talk.progress = now;
    node->notes.sent_us = now / RLK_NS_PER_US;
    return examine_question_write(question, node->key, wire);
}

static bool ask(struct rlk_talk *talk, struct rlk_wire *wire, int64_t now)
{
    struct rlk_examine_node *node = node_of(talk);
    const struct rlk_examine_question *question = next_question(node);

    for (; question != NULL && is_due(node, question, now);
         question = next_question(node)) {
        if (!ask_one(node, question, wire, now))
            return false;
    }
    if (node->answered == COUNT(questions)) {
        rlk_examine_times(&node->notes);
        rlk_examine_quarantine(&node->notes);
        talk->state = RLK_TALK_ENDED;
    }
    return true;
}

static void answered(struct rlk_talk *talk, const struct rlk_reply *reply,
                     int64_t now)
{
    struct rlk_examine_node *node = node_of(talk);
    bool failed = reply->kind == RLK_REPLY_ERROR;
    const struct rlk_examine_question *question;
    rlk_examine_read *read;

    assert(talk->state == RLK_TALK_ASKING);
    /* The last question subscribes: others may publish on that channel. */
    if (all_answered(node) && reply->kind == RLK_REPLY_MESSAGE)
        return;
    if (all_answered(node)) {
        rlk_talk_fail(talk, REDLOCK_REASON_NOT_REDIS,
                      "a reply that nobody asked for");
        return;
    }
    talk->progress = now;
    node->notes.received_us = now / RLK_NS_PER_US;
    question = &questions[node->answered++];
    if (failed)
        rlk_examine_refusal(&node->notes, question->right, reply);
    read = failed ? question->read_error : question->read;
    if (read != NULL)
        read(&node->notes, reply);
}

static void failed(struct rlk_talk *talk, enum redlock_reason reason,
                   const char *message)
{
    struct redlock_node_facts *facts = node_of(talk)->notes.facts;

    facts->reason = reason;
    (void)snprintf(facts->message, sizeof(facts->message), "%s", message);
}

/* Records the master's address, if the URI names only its Sentinels. */
static void note_master(const struct rlk_conn *conn,
                        struct redlock_node_facts *facts)
{
    struct sockaddr_storage address;
    socklen_t length = sizeof(address);
    char port[8];

    if (conn->uri->sentinel &&
        getpeername(conn->socket, (struct sockaddr *)&address, &length) == 0 &&
        getnameinfo((struct sockaddr *)&address, length, facts->host,
                    sizeof(facts->host), port, sizeof(port),
                    NI_NUMERICHOST | NI_NUMERICSERV) == 0)
        facts->port = (int)strtol(port, NULL, 10);
}

static void note_tls(const struct rlk_conn *conn,
                     struct redlock_node_facts *facts)
{
    struct rlk_tls_facts tls;

    if (conn->tls == NULL)
        return;
    rlk_tls_facts(conn->tls, &tls);
    (void)snprintf(facts->tls_version, sizeof(facts->tls_version), "%s",
                   tls.version);
    (void)snprintf(facts->tls_cipher, sizeof(facts->tls_cipher), "%s",
                   tls.cipher);
    facts->certificate_days = tls.certificate_days;
}

static void connected(struct rlk_talk *talk)
{
    note_master(&talk->conn, node_of(talk)->notes.facts);
    note_tls(&talk->conn, node_of(talk)->notes.facts);
}

static const struct rlk_talk_ops examine_talk = {
    .connected = connected,
    .answer = answered,
    .ask = ask,
    .failed = failed,
    .pause = pause_of,
};

void rlk_examine_node_start(struct rlk_examine_node *node,
                            struct redlock_node_facts *facts, int64_t now)
{
    rlk_talk_start(&node->talk, &examine_talk, now);
    node->notes = (struct rlk_examine_notes){.facts = facts};
    node->asked = 0;
    node->answered = 0;
    *facts = (struct redlock_node_facts){
        .round_trip_us = -1,
        .round_trip_max_us = -1,
        .append_only = -1,
        .snapshots = -1,
        .memory_max = -1,
        .clock_error_us = -1,
        .longest_ttl_ms = -1,
        .quarantined_ms = -1,
        .certificate_days = -1,
        .needs_replicas = -1,
    };
}

/* The function behind the macro of redlock.h (sizes). */
#undef redlock_examine

struct examiner {
    struct rlk_talk_nodes nodes;
    struct rlk_examine_node node[REDLOCK_NODES_MAX];
};

static bool name_absent_key(char key[RLK_EXAMINE_KEY_MAX])
{
    uint64_t random;

    if (getrandom(&random, sizeof(random), 0) != (ssize_t)sizeof(random))
        return false;
    (void)snprintf(key, RLK_EXAMINE_KEY_MAX, "redlock:doctor:%016" PRIx64,
                   random);
    return true;
}

/* Records the node's name and address, and the user's name. */
static void introduce(const struct rlk_conn *conn,
                      struct redlock_node_facts *facts)
{
    const struct rlk_uri *uri = conn->uri;
    const char *user = conn->credentials.username;

    facts->port = uri->port;
    (void)snprintf(facts->name, sizeof(facts->name), "%s", uri->name);
    if (uri->host != NULL)
        (void)snprintf(facts->host, sizeof(facts->host), "%s", uri->host);
    else
        (void)snprintf(facts->path, sizeof(facts->path), "%s", uri->path);
    (void)snprintf(
        facts->user, sizeof(facts->user), "%s",
        user != NULL && conn->credentials.password != NULL ? user : "default");
}

/*
 * Each node has a time limit for one answer, and five of them for everything.
 */
static bool prepare(struct examiner *examiner,
                    struct redlock_examination *examination)
{
    struct rlk_talk_nodes *nodes = &examiner->nodes;
    int64_t now = rlk_now();

    for (int i = 0; i < nodes->core.nodes; i++) {
        struct rlk_examine_node *node = &examiner->node[i];
        if (!name_absent_key(node->key))
            return false;
        node->talk.end = rlk_clock_add(now, 5 * nodes->patience);
        rlk_examine_node_start(node, &examination->node[i], now);
        introduce(&node->talk.conn, &examination->node[i]);
    }
    return true;
}

static void describe(const struct rlk_runtime_settings *core,
                     struct redlock_examination *examination)
{
    examination->nodes = core->nodes;
    examination->quorum = core->quorum;
    examination->strategy =
        core->parallel ? REDLOCK_PARALLEL : REDLOCK_SEQUENTIAL;
    examination->guard = core->guard;
    examination->node_timeout_ms = rlk_clock_to_ms(core->node_timeout_ns);
    examination->ttl_max_ms = rlk_clock_to_ms(core->ttl_max_ns);
    examination->drift_factor = (double)core->drift_ppm / 1e6;
}

static enum redlock_status
status_of(const struct redlock_examination *examination)
{
    int examined = 0;
    int refusing = 0;
    int lacking = 0;

    for (int i = 0; i < examination->nodes; i++) {
        enum redlock_reason reason = examination->node[i].reason;
        examined += reason == REDLOCK_REASON_NONE ? 1 : 0;
        refusing += rlk_talk_nodes_refuses(reason) ? 1 : 0;
        lacking += reason == REDLOCK_REASON_NO_MEMORY ? 1 : 0;
    }
    if (refusing >= rlk_tally_majority(examination->nodes))
        return REDLOCK_NO_RIGHTS;
    if (examined >= examination->quorum)
        return REDLOCK_OK;
    return examined + lacking < examination->quorum ? REDLOCK_NO_QUORUM
                                                    : REDLOCK_NO_MEMORY;
}

enum redlock_status redlock_examine(const struct redlock_settings *settings,
                                    struct redlock_examination *examination,
                                    struct redlock_problem *problem)
{
    struct examiner *examiner;
    enum redlock_status status;

    if (rlk_size_common(examination->size, RLK_SIZE_EXAMINATION,
                        sizeof(*examination)) == 0)
        return REDLOCK_BAD_REQUEST;
    rlk_size_clear(examination, RLK_SIZE_EXAMINATION, sizeof(*examination));
    examiner = rlk_alloc(sizeof(*examiner));
    if (examiner == NULL)
        return REDLOCK_NO_MEMORY;
    for (int i = 0; i < REDLOCK_NODES_MAX; i++)
        examiner->nodes.talk[i] = &examiner->node[i].talk;
    status = rlk_talk_nodes_open(&examiner->nodes, settings, problem);
    if (status == REDLOCK_OK) {
        status = REDLOCK_SYSTEM;
        if (prepare(examiner, examination) && rlk_talk_loop(&examiner->nodes)) {
            describe(&examiner->nodes.core, examination);
            status = status_of(examination);
        }
    }
    rlk_talk_nodes_close(&examiner->nodes);
    rlk_free(examiner);
    return status;
}
