/* SPDX-License-Identifier: MIT */
/* Entries in the queue of a real server, and their order. */

#include <criterion/criterion.h>
#include <inttypes.h>
#include <string.h>

#include "tests/support/queue.h"

#define HOUR_US INT64_C(3600000000)

#define FIRST ((struct rlk_ask){0})

static struct queue queue;
static const char *a;
static const char *b;
static const char *c;

static void open_one(void)
{
    queue_open(&queue, NULL);
    a = queue_token('a', 1);
    b = queue_token('b', 1);
    c = queue_token('c', 1);
}

static void close_one(void)
{
    queue_close(&queue);
}

static void hold(const char *token)
{
    server_run(&queue.server, "SET job %s PX 30000", token);
}

static void assert_asked(const char *token, struct rlk_ask asking,
                         enum rlk_answer_kind kind)
{
    struct rlk_answer answer = queue_ask(&queue, token, asking);

    cr_assert_eq(answer.kind, kind, "%d: %s", (int)answer.kind, answer.text);
}

TestSuite(ask, .init = open_one, .fini = close_one, .timeout = 60);

Test(ask, of_a_free_resource_is_a_grant)
{
    struct rlk_answer answer = queue_ask(&queue, a, FIRST);
    long long left;

    cr_assert_eq(answer.kind, RLK_ANSWER_YES, "%s", answer.text);
    cr_expect_eq(answer.counter, 0);
    cr_expect_not(answer.issued);
    cr_expect_gt(answer.time_us, INT64_C(1600000000000000));
    cr_expect_str_empty(answer.text);
    cr_expect_str_eq(queue_holder(&queue), a);
    left = server_integer(&queue.server, "PTTL job");
    cr_expect(left > QUEUE_PX_MS - 30000 && left <= QUEUE_PX_MS);
    cr_expect_eq(server_integer(&queue.server, "DBSIZE"), 1);
}

Test(ask, leaves_keys_that_expire_two_leases_later)
{
    static const char *const keys[] = {"{job}:queue", "{job}:entry"};

    hold(a);
    assert_asked(b, FIRST, RLK_ANSWER_QUEUED);
    for (int i = 0; i < 2; i++) {
        long long left = server_integer(&queue.server, "PTTL %s", keys[i]);
        cr_expect(left > 0 && left <= 2 * RLK_ENTRY_LEASE_MS, "%lld", left);
    }
}

/* --- tickets
 * ------------------------------------------------------------------
 */

/* Otherwise the entry would stay in front of all others for that hour. */
Test(ask, with_a_ticket_from_the_future_gets_a_current_one)
{
    struct rlk_answer answer;

    hold(a);
    answer = queue_ask(&queue, b, (struct rlk_ask){.ticket = HOUR_US << 22});
    cr_assert_eq(answer.ticket, answer.time_us);
}

/* --- leases -----------------------------------------------------------------
 */

Test(ask, overtakes_an_incomplete_queue_entry)
{
    server_run(&queue.server, "ZADD {job}:queue 1 %s", a);
    server_run(&queue.server, "ZADD {job}:queue 2 %s", b);
    server_run(&queue.server, "HSET {job}:entry %s nonsense", b);
    assert_asked(c, FIRST, RLK_ANSWER_YES);
    cr_assert_eq(server_integer(&queue.server, "EXISTS {job}:queue"), 0);
}

Test(ask, removes_at_most_64_expired_entries)
{
    for (int i = 0; i < 70; i++)
        queue_entry(&queue, queue_token('d', i), i + 1, 0, -1);
    assert_asked(a, FIRST, RLK_ANSWER_QUEUED);
    cr_assert_eq(server_integer(&queue.server, "ZCARD {job}:queue"), 7);
    cr_assert_eq(server_integer(&queue.server, "HLEN {job}:entry"), 7);
    assert_asked(a, FIRST, RLK_ANSWER_YES);
}

static void fill(int entries)
{
    server_run(&queue.server, "EVAL %s 1 {job}:queue %d",
               "for i = 1, ARGV[1] do "
               "redis.call('ZADD', KEYS[1], i + 1, 'x' .. i) end",
               entries);
}

Test(ask, stores_at_most_ten_thousand_entries)
{
    struct rlk_answer answer;

    hold(a);
    queue_entry(&queue, b, 1, 0, 1900);
    fill(RLK_ENTRIES_MOST - 2);
    answer = queue_ask(&queue, c, FIRST);
    cr_assert_eq(answer.kind, RLK_ANSWER_QUEUED);
    cr_assert_eq(answer.rank, RLK_ENTRIES_MOST - 1);
    answer = queue_ask(&queue, queue_token('d', 1), FIRST);
    cr_assert_eq(answer.kind, RLK_ANSWER_HELD);
    cr_assert_str_eq(answer.text, a);
    cr_assert_not(queue_has_entry(&queue, queue_token('d', 1)));
    assert_asked(b, FIRST, RLK_ANSWER_QUEUED);
    assert_asked(c, FIRST, RLK_ANSWER_QUEUED);
}

/* --- guards, memory and rights
 * --------------------------------------------------
 */

Test(ask, is_refused_without_memory_and_leaves_no_key)
{
    struct rlk_answer answer;

    server_run(&queue.server, "CONFIG SET maxmemory 1");
    answer = queue_ask(&queue, a, FIRST);
    cr_assert_eq(answer.reason, REDLOCK_REASON_OOM, "%s", answer.text);
    server_run(&queue.server, "CONFIG SET maxmemory 0");
    hold(b);
    server_run(&queue.server, "CONFIG SET maxmemory 1");
    answer = queue_ask(&queue, a, FIRST);
    cr_assert_eq(answer.reason, REDLOCK_REASON_OOM, "%s", answer.text);
    cr_assert_eq(server_integer(&queue.server, "DBSIZE"), 1);
}

/* If any right is missing, what was written expires by itself. */
Test(ask, without_a_right_leaves_no_key_without_a_ttl)
{
    static const char *const rights[] = {"-zcard", "-zadd", "-hset", "-zrank",
                                         "-pexpire"};
    static const char *const keys[] = {"{job}:queue", "{job}:entry"};

    hold(a);
    for (size_t i = 0; i < sizeof(rights) / sizeof(rights[0]); i++) {
        struct rlk_answer answer;
        server_run(&queue.server,
                   "ACL SETUSER bob reset on >pw allkeys allchannels +@all %s",
                   rights[i]);
        queue_be(&queue, "bob pw");
        answer = queue_ask(&queue, b, FIRST);
        cr_expect_eq(answer.reason, REDLOCK_REASON_NOPERM, "%s: %s", rights[i],
                     answer.text);
        for (int k = 0; strcmp(rights[i], "-pexpire") != 0 && k < 2; k++)
            cr_expect_neq(server_integer(&queue.server, "PTTL %s", keys[k]), -1,
                          "%s: %s", rights[i], keys[k]);
        server_run(&queue.server, "DEL {job}:queue {job}:entry");
    }
}

Test(ask, needs_only_the_documented_rights)
{
    server_run(&queue.server,
               "ACL SETUSER bob reset on >pw ~job ~{*}:* -@all +eval +auth "
               "+info +set +get +pttl +pexpire +time +zadd +zcard +zrange "
               "+zrank +zrem +zscore +hset +hget +hdel");
    queue_be(&queue, "bob pw");
    queue.rules.fenced = true;
    queue_entry(&queue, c, 1, 0, -1);
    assert_asked(a, FIRST, RLK_ANSWER_YES);
    assert_asked(b, FIRST, RLK_ANSWER_QUEUED);
    assert_asked(a, FIRST, RLK_ANSWER_YES);
}
