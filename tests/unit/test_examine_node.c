/* SPDX-License-Identifier: MIT */
/* The examination of a node without a socket, in virtual time. */

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "clock/clock.h"
#include "redlock/admin/examine.h"
#include "redlock/runtime/memory.h"
#include "tests/support/reader_feed.h"

#define US RLK_NS_PER_US
#define MS RLK_NS_PER_MS
#define PATIENCE (1000 * MS)
#define END (5 * PATIENCE)
#define PAUSE (180 * MS)
#define KEY "redlock:doctor:1234"
#define REPLID "0123456789abcdef0123456789abcdef01234567"

/* The node's clock is this far ahead of ours. */
#define AHEAD_US 7000000

static struct redlock_node_facts facts;
static struct rlk_examine_node node;
static struct rlk_reader reader;
static struct rlk_wire wire;
static int64_t now;

static void begin(void)
{
    now = 0;
    /* The state after an earlier examination. */
    node = (struct rlk_examine_node){
        .talk.state = RLK_TALK_ENDED,
        .talk.patience = PATIENCE,
        .talk.end = END,
        .talk.progress = -1,
        .key = KEY,
        .asked = 3,
        .answered = 2,
    };
    cr_assert(rlk_reader_open(&reader));
    rlk_examine_node_start(&node, &facts, now);
}

static void end(void)
{
    rlk_reader_close(&reader);
    rlk_wire_clear(&wire);
}

TestSuite(examine_node, .init = begin, .fini = end);

static void step_at(int64_t instant)
{
    now = instant;
    rlk_talk_step(&node.talk, &wire, now);
}

/* The lines that were sent to the node since the last call. */
static const char *sent(void)
{
    static char text[8192];
    size_t count = 0;

    for (size_t i = wire.start; i < wire.end; i++) {
        if (wire.bytes[i] != '\r')
            text[count++] = wire.bytes[i] == '\n' ? ' ' : wire.bytes[i];
    }
    text[count] = '\0';
    rlk_wire_sent(&wire, rlk_wire_left(&wire));
    return text;
}

static int commands(const char *text)
{
    int count = 0;

    for (; (text = strchr(text, '*')) != NULL; text++)
        count += text[1] >= '0' && text[1] <= '9' ? 1 : 0;
    return count;
}

/* The node sends bytes after that time. */
static void hear_after(int64_t span, const char *bytes)
{
    now += span;
    cr_assert(reader_feed(&reader, bytes, strlen(bytes)));
    while (node.talk.state == RLK_TALK_ASKING &&
           rlk_reader_next(&reader) == RLK_READER_REPLY)
        node.talk.ops->answer(&node.talk, &reader.reply, now);
    rlk_talk_step(&node.talk, &wire, now);
}

static const char *bulk(const char *text)
{
    static char bytes[1024];

    snprintf(bytes, sizeof(bytes), "$%zu\r\n%s\r\n", strlen(text), text);
    return bytes;
}

static void connect_at(int64_t instant)
{
    now = instant;
    node.talk.state = RLK_TALK_ASKING;
    rlk_talk_step(&node.talk, &wire, now);
}

/* INFO and CONFIG GET: six answers. */
static void hear_what_it_is(void)
{
    hear_after(0, bulk("# Server\r\nredis_version:7.0.1\r\nrun_id:abc\r\n"));
    hear_after(0, bulk("role:master\r\nmaster_replid:" REPLID "\r\n"));
    hear_after(0, bulk("aof_enabled:1\r\n"));
    hear_after(0, bulk("maxmemory:0\r\nmaxmemory_policy:noeviction\r\n"));
    hear_after(0, "*2\r\n$4\r\nsave\r\n$0\r\n\r\n");
    hear_after(0, "*2\r\n$11\r\nappendfsync\r\n$6\r\nalways\r\n");
}

/* The marker, and the commands whose right is tried: eleven, and ten for a
 * queue. */
static void hear_marker_and_rights(const char *marker, const char *eval)
{
    hear_after(0, marker);
    hear_after(0, ":7\r\n:0\r\n-ERR syntax error\r\n-ERR syntax error\r\n");
    hear_after(0, "$-1\r\n:-2\r\n:0\r\n*2\r\n$1\r\n1\r\n$1\r\n1\r\n");
    hear_after(0, eval);
    hear_after(0, "-NOSCRIPT No matching script\r\n:1\r\n");
    hear_after(0, "-ERR value is not a valid float\r\n:0\r\n:0\r\n*0\r\n");
    hear_after(0, "$-1\r\n$-1\r\n-ERR wrong number\r\n$-1\r\n:0\r\n:0\r\n");
}

static void hear_all_that_is_asked_at_once(void)
{
    hear_what_it_is();
    hear_marker_and_rights("$-1\r\n", ":1\r\n");
}

/* The time script is answered half way between question and answer. */
static void hear_time_after(int64_t span)
{
    char bytes[64];

    snprintf(bytes, sizeof(bytes), ":%lld\r\n",
             (long long)((now + span / 2) / US + AHEAD_US));
    hear_after(span, bytes);
}

/* The answer to the last question. */
static void hear_subscribed(void)
{
    hear_after(0, "*3\r\n$9\r\nsubscribe\r\n$19\r\nredlock:wake:doctor\r\n"
                  ":1\r\n");
}

static void hear_samples(void)
{
    for (int i = 0; i < RLK_EXAMINE_SAMPLES; i++) {
        if (i > 0)
            step_at(rlk_talk_wakeup(&node.talk));
        hear_after((i + 1) * 100 * US, "+PONG\r\n");
        hear_time_after(200 * US);
    }
    cr_assert_eq(node.talk.state, RLK_TALK_ASKING);
    hear_subscribed();
}

/* --- what is asked when ----------------------------------------------------
 */

Test(examine_node, asks_nothing_before_the_handshake_is_done)
{
    step_at(PATIENCE - 1);
    cr_assert_str_eq(sent(), "");
    cr_assert_eq(node.talk.state, RLK_TALK_CONNECTING);
}

Test(examine_node, asks_without_waiting_for_answers)
{
    const char *text;

    connect_at(10 * MS);
    cr_assert_eq(rlk_talk_wakeup(&node.talk), now + PATIENCE);
    text = sent();
    cr_assert_eq(commands(text), 28, "%s", text);
    cr_assert_not_null(strstr(text, "*2 $4 INFO $6 server *2 $4 INFO "));
    cr_assert_not_null(strstr(text, "$3 SET $19 " KEY " $1 x $2 NX "));
    cr_assert_null(strstr(text, "PING"));
}

Test(examine_node, pings_when_all_requests_are_answered)
{
    connect_at(0);
    (void)sent();
    hear_what_it_is();
    cr_assert_str_eq(sent(), "");
    hear_marker_and_rights("$-1\r\n", ":1\r\n");
    cr_assert_str_eq(sent(), "*1 $4 PING ");
}

Test(examine_node, asks_the_time_after_a_ping)
{
    const char *text;

    connect_at(0);
    hear_all_that_is_asked_at_once();
    (void)sent();
    hear_after(1 * MS, "+PONG\r\n");
    text = sent();
    cr_assert_eq(commands(text), 1, "%s", text);
    cr_assert_not_null(strstr(text, "redis.call('TIME')"));
    cr_assert_eq(rlk_talk_wakeup(&node.talk), now + PATIENCE);
}

Test(examine_node, pauses_between_samples)
{
    connect_at(0);
    hear_all_that_is_asked_at_once();
    hear_after(1 * MS, "+PONG\r\n");
    hear_time_after(1 * MS);
    (void)sent();
    cr_assert_eq(rlk_talk_wakeup(&node.talk), now + PAUSE);
    step_at(2 * MS + PAUSE - 1);
    cr_assert_str_eq(sent(), "");
    step_at(2 * MS + PAUSE);
    cr_assert_str_eq(sent(), "*1 $4 PING ");
    cr_assert_eq(rlk_talk_wakeup(&node.talk), now + PATIENCE);
}

Test(examine_node, takes_a_reply_that_comes_in_pieces)
{
    connect_at(0);
    hear_all_that_is_asked_at_once();
    (void)sent();
    hear_after(1 * MS, "+PO");
    cr_assert_str_eq(sent(), "");
    hear_after(1 * MS, "NG\r\n");
    cr_assert_eq(commands(sent()), 1);
}

/* --- what comes of it ------------------------------------------------------
 */

Test(examine_node, has_unknown_facts_at_first)
{
    cr_assert_eq(facts.reason, REDLOCK_REASON_NONE);
    cr_assert_str_eq(facts.server, "");
    cr_assert_eq(facts.round_trip_us, -1);
    cr_assert_eq(facts.round_trip_max_us, -1);
    cr_assert_eq(facts.append_only, -1);
    cr_assert_eq(facts.snapshots, -1);
    cr_assert_eq(facts.memory_max, -1);
    cr_assert_eq(facts.clock_error_us, -1);
    cr_assert_eq(facts.longest_ttl_ms, -1);
    cr_assert_eq(facts.quarantined_ms, -1);
}

/* A key may contain text that looks like a refusal. */
Test(examine_node, ignores_an_error_text_that_is_a_value)
{
    connect_at(0);
    hear_what_it_is();
    hear_marker_and_rights(bulk("NOPERM to run the 'get' command"), ":1\r\n");
    cr_assert_eq(facts.denied, 0);
}

Test(examine_node, ends_with_the_facts_of_all_answers)
{
    connect_at(0);
    hear_all_that_is_asked_at_once();
    hear_samples();
    cr_assert_eq(node.talk.state, RLK_TALK_ENDED);
    cr_assert_eq(facts.reason, REDLOCK_REASON_NONE);
    cr_assert_str_eq(facts.server, "redis");
    cr_assert_str_eq(facts.version, "7.0.1");
    cr_assert_str_eq(facts.append_fsync, "always");
    cr_assert_eq(facts.append_only, 1);
    cr_assert_eq(facts.snapshots, 0);
    cr_assert_eq(facts.memory, REDLOCK_MEMORY_UNMARKED);
    cr_assert_eq(facts.denied | facts.missing, 0);
    cr_assert_eq(facts.writes, REDLOCK_REASON_NONE);
    cr_assert_eq(facts.round_trip_us, 400);
    cr_assert_eq(facts.round_trip_max_us, 600);
    cr_assert_eq(facts.clock_us, AHEAD_US);
    cr_assert_eq(facts.clock_error_us, 101);
    cr_assert_gt(facts.clock_span_us, 0);
    cr_assert_lt(now, 1000 * MS);
}

Test(examine_node, asks_no_time_without_the_right_to_scripts)
{
    connect_at(0);
    hear_what_it_is();
    hear_marker_and_rights("$-1\r\n", "-NOPERM no right to run the 'eval' "
                                      "command\r\n");
    for (int i = 0; i < RLK_EXAMINE_SAMPLES; i++) {
        if (i > 0)
            step_at(rlk_talk_wakeup(&node.talk));
        cr_assert_eq(node.talk.state, RLK_TALK_ASKING);
        hear_after(300 * US, "+PONG\r\n");
    }
    hear_subscribed();
    cr_assert_eq(node.talk.state, RLK_TALK_ENDED);
    cr_assert_eq(facts.reason, REDLOCK_REASON_NONE);
    cr_assert_eq(facts.denied, REDLOCK_RIGHT_EVAL);
    cr_assert_eq(facts.round_trip_us, 300);
    cr_assert_eq(facts.clock_error_us, -1);
    cr_assert_null(strstr(sent(), "TIME')"));
}

/* Another doctor may publish its question in the same channel. */
Test(examine_node, does_not_take_a_push_message_for_an_answer)
{
    connect_at(0);
    hear_all_that_is_asked_at_once();
    for (int i = 0; i < RLK_EXAMINE_SAMPLES; i++) {
        if (i > 0)
            step_at(rlk_talk_wakeup(&node.talk));
        hear_after(300 * US, "+PONG\r\n");
        hear_time_after(200 * US);
    }
    hear_after(0, "*3\r\n$9\r\nsubscribe\r\n$19\r\nredlock:wake:doctor\r\n"
                  ":1\r\n"
                  "*3\r\n$7\r\nmessage\r\n$19\r\nredlock:wake:doctor\r\n"
                  "$1\r\nx\r\n");
    cr_assert_eq(node.talk.state, RLK_TALK_ENDED);
    cr_assert_eq(facts.reason, REDLOCK_REASON_NONE, "%s", facts.message);
}

Test(examine_node, reports_how_long_a_quarantine_has_lasted)
{
    char marker[RLK_MARKER_MAX];

    rlk_marker_quarantine(marker, REPLID, 30000, AHEAD_US - 60000000, "nonce");
    connect_at(0);
    hear_what_it_is();
    hear_marker_and_rights(bulk(marker), ":1\r\n");
    hear_samples();
    cr_assert_eq(facts.memory, REDLOCK_MEMORY_QUARANTINE);
    cr_assert_eq(facts.longest_ttl_ms, 30000);
    cr_assert_eq(facts.quarantined_ms, 60000 + now / MS);
}

/* --- what ends it early ----------------------------------------------------
 */

Test(examine_node, that_accepts_no_connection_is_silent)
{
    cr_assert_eq(rlk_talk_wakeup(&node.talk), PATIENCE);
    step_at(PATIENCE);
    cr_assert_eq(node.talk.state, RLK_TALK_ENDED);
    cr_assert_eq(facts.reason, REDLOCK_REASON_SILENT);
}

Test(examine_node, that_stops_answering_is_silent)
{
    connect_at(10 * MS);
    hear_what_it_is();
    hear_after(20 * MS, "$-1\r\n");
    cr_assert_eq(rlk_talk_wakeup(&node.talk), 30 * MS + PATIENCE);
    step_at(30 * MS + PATIENCE - 1);
    cr_assert_eq(node.talk.state, RLK_TALK_ASKING);
    step_at(30 * MS + PATIENCE);
    cr_assert_eq(facts.reason, REDLOCK_REASON_SILENT);
    cr_assert_str_eq(facts.version, "7.0.1");
}

/* Answers just before each time-out do not prolong the examination forever. */
Test(examine_node, that_answers_slowly_times_out)
{
    connect_at(PATIENCE - 1);
    for (int i = 0; i < 4; i++)
        hear_after(PATIENCE - 1, ":1\r\n");
    cr_assert_eq(node.talk.state, RLK_TALK_ASKING);
    cr_assert_eq(rlk_talk_wakeup(&node.talk), END);
    step_at(END);
    cr_assert_eq(facts.reason, REDLOCK_REASON_SILENT);
}

Test(examine_node, times_out_in_a_pause_too)
{
    node.talk.end = 100 * MS;
    connect_at(0);
    hear_all_that_is_asked_at_once();
    hear_after(1 * MS, "+PONG\r\n");
    hear_time_after(1 * MS);
    cr_assert_eq(rlk_talk_wakeup(&node.talk), 100 * MS);
    step_at(100 * MS);
    cr_assert_eq(facts.reason, REDLOCK_REASON_SILENT);
}

Test(examine_node, that_sends_an_extra_reply_is_no_redis)
{
    connect_at(0);
    hear_all_that_is_asked_at_once();
    hear_after(1 * MS, "+PONG\r\n:1\r\n:1\r\n");
    cr_assert_eq(node.talk.state, RLK_TALK_ENDED);
    cr_assert_eq(facts.reason, REDLOCK_REASON_NOT_REDIS);
    cr_assert_str_eq(facts.message, "a reply that nobody asked for");
}

Test(examine_node, fails_without_memory_for_a_request)
{
    rlk_alloc_fail_at(1);
    connect_at(0);
    rlk_alloc_fail_at(0);
    cr_assert_eq(facts.reason, REDLOCK_REASON_NO_MEMORY);
    cr_assert_str_empty(facts.message);
}

Test(examine_node, keeps_the_first_reason)
{
    rlk_talk_fail(&node.talk, REDLOCK_REASON_REFUSED, "first");
    rlk_talk_fail(&node.talk, REDLOCK_REASON_BROKEN, "second");
    step_at(END);
    cr_assert_eq(facts.reason, REDLOCK_REASON_REFUSED);
    cr_assert_str_eq(facts.message, "first");
}
