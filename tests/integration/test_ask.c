/* SPDX-License-Identifier: MIT */
/* Places in the queue of a real server: who gets one, and in which order. */

#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "tests/support/queue.h"

#define HOUR_US INT64_C(3600000000)

/* The prelude of an ask that has nothing to say. */
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

static int rank_of(const char *token, struct rlk_ask asking)
{
    struct rlk_answer answer = queue_ask(&queue, token, asking);

    cr_assert_eq(answer.kind, RLK_ANSWER_QUEUED, "%s", answer.text);
    return answer.rank;
}

TestSuite(ask, .init = open_one, .fini = close_one, .timeout = 60);

Test(ask, of_a_free_resource_is_a_grant)
{
    struct rlk_answer answer = queue_ask(&queue, a, FIRST);
    long long left;

    cr_assert_eq(answer.kind, RLK_ANSWER_YES, "%s", answer.text);
    cr_expect_eq(answer.counter, 0);
    cr_expect_not(answer.minted);
    cr_expect_gt(answer.time_us, INT64_C(1600000000000000));
    cr_expect_str_empty(answer.text);
    cr_expect_str_eq(queue_holder(&queue), a);
    left = server_integer(&queue.server, "PTTL job");
    cr_expect(left > QUEUE_PX_MS - 30000 && left <= QUEUE_PX_MS);
    cr_expect_eq(server_integer(&queue.server, "DBSIZE"), 1);
}

/* A vote needs no other script, and a wait that nobody guards or counts no
 * rights that its locks do not. */
Test(ask, reads_no_info_where_nothing_is_judged)
{
    long long calls = server_calls(&queue.server, "info");

    assert_asked(a, FIRST, RLK_ANSWER_YES);
    assert_asked(b, FIRST, RLK_ANSWER_QUEUED);
    cr_assert_eq(server_calls(&queue.server, "info") - calls, 1);
}

Test(ask, counts_up_for_who_is_fenced)
{
    struct rlk_answer answer;

    queue_set_counter(&queue, 41);
    queue.rules.fenced = true;
    answer = queue_ask(&queue, a, FIRST);
    cr_assert_eq(answer.kind, RLK_ANSWER_YES);
    cr_assert(answer.minted);
    cr_assert_eq(answer.counter, 42);
    cr_assert_eq(queue_counter(&queue), 42);
}

Test(ask, begins_a_counter_above_what_is_known)
{
    struct rlk_answer answer;

    queue.rules.fenced = true;
    queue.rules.floor_us = INT64_C(1) << 52;
    answer = queue_ask(&queue, a, FIRST);
    cr_assert(answer.minted);
    cr_assert_eq(answer.counter, (INT64_C(1) << 52) + 1);
}

/* A claim of who was handed the key, and does not know. */
Test(ask, of_who_has_the_key_raises_its_end_and_counts_nothing)
{
    struct rlk_answer answer;
    long long left;

    hold(a);
    queue_set_counter(&queue, 41);
    queue.rules.fenced = true;
    answer = queue_ask(&queue, a, FIRST);
    cr_assert_eq(answer.kind, RLK_ANSWER_YES);
    cr_expect_not(answer.minted);
    cr_expect_eq(answer.counter, 41);
    cr_expect_eq(queue_counter(&queue), 41);
    left = server_integer(&queue.server, "PTTL job");
    cr_expect_gt(left, 30000);
    server_run(&queue.server, "PEXPIRE job 100000");
    assert_asked(a, FIRST, RLK_ANSWER_YES);
    left = server_integer(&queue.server, "PTTL job");
    cr_expect_gt(left, QUEUE_PX_MS, "shortened");
}

Test(ask, of_what_another_holds_is_a_place)
{
    struct rlk_answer answer;

    hold(a);
    answer = queue_ask(&queue, b, FIRST);
    cr_assert_eq(answer.kind, RLK_ANSWER_QUEUED, "%s", answer.text);
    cr_expect_eq(answer.rank, 0);
    cr_expect_eq(answer.ticket, answer.time_us);
    cr_expect(answer.remaining_ms > 0 && answer.remaining_ms <= 30000);
    cr_expect_str_eq(answer.text, a);
    cr_assert(queue_has_place(&queue, b));
    cr_expect_str_eq(queue_holder(&queue), a);
}

Test(ask, leaves_what_expires_two_leases_later)
{
    static const char *const keys[] = {"{job}:queue", "{job}:place"};

    hold(a);
    assert_asked(b, FIRST, RLK_ANSWER_QUEUED);
    for (int i = 0; i < 2; i++) {
        long long left = server_integer(&queue.server, "PTTL %s", keys[i]);
        cr_expect(left > 0 && left <= 2 * RLK_PLACE_LEASE_MS, "%lld", left);
    }
}

Test(ask, notes_what_a_hand_off_has_to_know)
{
    char record[64];
    int64_t until = 0;
    int64_t px = 0;
    int64_t generation = 0;
    unsigned flags = 0;
    struct rlk_answer answer;

    hold(a);
    queue.rules.fenced = true;
    answer = queue_ask(
        &queue, b, (struct rlk_ask){.generation = 3, .flags = RLK_PLACE_WOKEN});
    cr_assert_eq(answer.kind, RLK_ANSWER_QUEUED);
    cr_assert(server_text(&queue.server, record, sizeof(record),
                          "HGET {job}:place %s", b));
    cr_assert_eq(sscanf(record, "%" SCNd64 "|%" SCNd64 "|%u|%" SCNd64, &until,
                        &px, &flags, &generation),
                 4);
    cr_expect_eq(until, answer.time_us / 1000 + RLK_PLACE_LEASE_MS);
    cr_expect_eq(px, QUEUE_PX_MS);
    cr_expect_eq(flags, RLK_PLACE_FENCED | RLK_PLACE_WOKEN);
    cr_expect_eq(generation, 3);
}

Test(ask, stands_in_the_order_of_coming)
{
    hold(a);
    cr_assert_eq(rank_of(b, FIRST), 0);
    cr_assert_eq(rank_of(c, FIRST), 1);
    cr_assert_eq(rank_of(b, FIRST), 0);
    cr_assert_eq(rank_of(c, (struct rlk_ask){.generation = 1}), 1);
}

/* --- tickets
 * ------------------------------------------------------------------
 */

Test(ask, carries_a_ticket_to_its_old_place)
{
    struct rlk_answer answer;

    hold(a);
    cr_assert_eq(rank_of(b, FIRST), 0);
    answer = queue_ask(&queue, c, (struct rlk_ask){.ticket = 7});
    cr_assert_eq(answer.rank, 0);
    cr_assert_eq(answer.ticket, 7);
    cr_assert_eq(rank_of(b, FIRST), 1);
}

/* Else it would stand behind everybody for that hour. */
Test(ask, with_a_ticket_from_the_future_is_filed_as_of_now)
{
    struct rlk_answer answer;

    hold(a);
    answer = queue_ask(&queue, b, (struct rlk_ask){.ticket = HOUR_US << 22});
    cr_assert_eq(answer.ticket, answer.time_us);
}

Test(ask, with_a_clock_set_back_comes_behind_the_last)
{
    struct rlk_answer answer;
    int64_t ahead;

    hold(a);
    answer = queue_ask(&queue, b, FIRST);
    ahead = answer.time_us + HOUR_US;
    queue_place(&queue, c, ahead, 0, 1000);
    answer = queue_ask(&queue, queue_token('d', 1), FIRST);
    cr_assert_eq(answer.ticket, ahead + 1);
    cr_assert_eq(answer.rank, 2);
    answer = queue_ask(&queue, queue_token('e', 1),
                       (struct rlk_ask){.ticket = ahead + HOUR_US});
    cr_assert_eq(answer.ticket, ahead + 2);
}

/* The answer that told it was lost. */
Test(ask, keeps_its_ticket_without_carrying_it)
{
    int64_t ticket;

    hold(a);
    ticket = queue_ask(&queue, b, FIRST).ticket;
    (void)queue_ask(&queue, c, FIRST);
    cr_assert_eq(queue_ask(&queue, b, FIRST).ticket, ticket);
    cr_assert_eq(
        queue_ask(&queue, b, (struct rlk_ask){.ticket = ticket + 1}).ticket,
        ticket);
    cr_assert_eq(
        queue_ask(&queue, b, (struct rlk_ask){.ticket = ticket - 1}).ticket,
        ticket - 1);
}

Test(ask, of_equal_tickets_goes_by_the_tokens)
{
    hold(queue_token('f', 1));
    cr_assert_eq(rank_of(b, (struct rlk_ask){.ticket = 7}), 0);
    cr_assert_eq(rank_of(a, (struct rlk_ask){.ticket = 7}), 0);
    cr_assert_eq(rank_of(c, (struct rlk_ask){.ticket = 7}), 2);
    server_run(&queue.server, "DEL job");
    assert_asked(b, FIRST, RLK_ANSWER_QUEUED);
    assert_asked(a, FIRST, RLK_ANSWER_YES);
}

Test(ask, by_another_token_of_the_wait_takes_its_place)
{
    const char *again = queue_token('b', 2);
    struct rlk_answer answer;
    int64_t ticket;

    hold(a);
    ticket = queue_ask(&queue, b, FIRST).ticket;
    (void)queue_ask(&queue, c, FIRST);
    answer = queue_ask(&queue, again, (struct rlk_ask){.old = b});
    cr_assert_eq(answer.ticket, ticket);
    cr_assert_eq(answer.rank, 0);
    cr_assert(queue_has_place(&queue, again));
    cr_assert_not(queue_has_place(&queue, b));
}

/* --- who may pass
 * ---------------------------------------------------------------
 */

Test(ask, does_not_pass_who_waits)
{
    struct rlk_answer answer;

    hold(a);
    assert_asked(b, FIRST, RLK_ANSWER_QUEUED);
    server_run(&queue.server, "DEL job");
    answer = queue_ask(&queue, c, FIRST);
    cr_assert_eq(answer.kind, RLK_ANSWER_QUEUED);
    cr_expect_eq(answer.rank, 1);
    cr_expect_eq(answer.remaining_ms, -1);
    cr_expect_str_empty(answer.text);
    cr_expect_str_empty(queue_holder(&queue));
}

Test(ask, of_the_first_is_granted_and_tells_the_next)
{
    struct rlk_successor next;
    struct rlk_answer answer;
    int64_t ticket;

    hold(a);
    assert_asked(b, FIRST, RLK_ANSWER_QUEUED);
    ticket = queue_ask(&queue, c, (struct rlk_ask){.generation = 2}).ticket;
    server_run(&queue.server, "DEL job");
    answer = queue_ask(&queue, b, FIRST);
    cr_assert_eq(answer.kind, RLK_ANSWER_YES);
    cr_assert(rlk_successor_read(&next, answer.text, answer.text_length),
              "'%s'", answer.text);
    cr_expect_str_eq(next.token.text, c);
    cr_expect_eq(next.ticket, ticket);
    cr_expect_eq(next.px_ms, QUEUE_PX_MS);
    cr_expect_eq(next.flags, 0);
    cr_expect_eq(next.generation, 2);
    cr_expect_not(queue_has_place(&queue, b));
    cr_expect(queue_has_place(&queue, c));
    answer = queue_ask(&queue, b, FIRST);
    cr_expect(rlk_successor_read(&next, answer.text, answer.text_length));
}

Test(ask, that_claims_passes_who_waits)
{
    struct rlk_successor next;
    struct rlk_answer answer;

    hold(a);
    assert_asked(b, FIRST, RLK_ANSWER_QUEUED);
    server_run(&queue.server, "DEL job");
    answer = queue_ask(&queue, c, (struct rlk_ask){.claiming = true});
    cr_assert_eq(answer.kind, RLK_ANSWER_YES);
    cr_expect(rlk_successor_read(&next, answer.text, answer.text_length));
    cr_expect_str_eq(next.token.text, b);
    cr_expect_str_eq(queue_holder(&queue), c);
}

Test(ask, that_claims_what_another_holds_waits_there)
{
    hold(a);
    assert_asked(b, (struct rlk_ask){.claiming = true}, RLK_ANSWER_QUEUED);
    cr_assert(queue_has_place(&queue, b));
}

Test(ask, for_no_place_is_refused_with_what_is_left)
{
    struct rlk_ask asking = {.flags = RLK_PLACE_NONE};
    struct rlk_answer answer;

    hold(a);
    answer = queue_ask(&queue, b, asking);
    cr_assert_eq(answer.kind, RLK_ANSWER_HELD);
    cr_expect(answer.remaining_ms > 0);
    cr_expect_str_eq(answer.text, a);
    cr_expect_not(queue_has_place(&queue, b));
    assert_asked(c, FIRST, RLK_ANSWER_QUEUED);
    server_run(&queue.server, "DEL job");
    answer = queue_ask(&queue, b, asking);
    cr_assert_eq(answer.kind, RLK_ANSWER_HELD);
    cr_expect_eq(answer.remaining_ms, -1);
    server_run(&queue.server, "DEL {job}:queue {job}:place");
    assert_asked(b, asking, RLK_ANSWER_YES);
}

/* --- leases -----------------------------------------------------------------
 */

Test(ask, passes_those_whose_lease_is_over)
{
    queue_place(&queue, a, 1, 0, -1);
    queue_place(&queue, b, 2, 0, 0);
    assert_asked(c, FIRST, RLK_ANSWER_YES);
    cr_assert_not(queue_has_place(&queue, a));
    cr_assert_not(queue_has_place(&queue, b));
}

/* Their clock was set back since: they would live for ever. */
Test(ask, passes_those_whose_lease_is_longer_than_any)
{
    queue_place(&queue, a, 1, 0, RLK_PLACE_LEASE_MS + 60000);
    assert_asked(b, FIRST, RLK_ANSWER_YES);
    cr_assert_not(queue_has_place(&queue, a));
}

Test(ask, passes_half_a_place)
{
    server_run(&queue.server, "ZADD {job}:queue 1 %s", a);
    server_run(&queue.server, "ZADD {job}:queue 2 %s", b);
    server_run(&queue.server, "HSET {job}:place %s nonsense", b);
    assert_asked(c, FIRST, RLK_ANSWER_YES);
    cr_assert_eq(server_integer(&queue.server, "EXISTS {job}:queue"), 0);
}

Test(ask, drops_so_many_of_the_dead_and_no_more)
{
    for (int i = 0; i < 70; i++)
        queue_place(&queue, queue_token('d', i), i + 1, 0, -1);
    assert_asked(a, FIRST, RLK_ANSWER_QUEUED);
    cr_assert_eq(server_integer(&queue.server, "ZCARD {job}:queue"), 7);
    cr_assert_eq(server_integer(&queue.server, "HLEN {job}:place"), 7);
    assert_asked(a, FIRST, RLK_ANSWER_YES);
}

Test(ask, renews_its_lease)
{
    struct rlk_answer answer;
    char record[64];
    int64_t until;

    hold(a);
    queue_place(&queue, b, 5, 0, 1);
    sleep_ms(5);
    answer = queue_ask(&queue, b, FIRST);
    cr_assert_eq(answer.kind, RLK_ANSWER_QUEUED);
    cr_assert_eq(answer.ticket, 5);
    cr_assert(server_text(&queue.server, record, sizeof(record),
                          "HGET {job}:place %s", b));
    cr_assert_eq(sscanf(record, "%" SCNd64, &until), 1);
    cr_assert_eq(until, answer.time_us / 1000 + RLK_PLACE_LEASE_MS);
}

static void fill(int places)
{
    server_run(&queue.server, "EVAL %s 1 {job}:queue %d",
               "for i = 1, ARGV[1] do "
               "redis.call('ZADD', KEYS[1], i + 1, 'x' .. i) end",
               places);
}

Test(ask, finds_room_for_ten_thousand)
{
    struct rlk_answer answer;

    hold(a);
    queue_place(&queue, b, 1, 0, 1900);
    fill(RLK_PLACES_MOST - 2);
    answer = queue_ask(&queue, c, FIRST);
    cr_assert_eq(answer.kind, RLK_ANSWER_QUEUED);
    cr_assert_eq(answer.rank, RLK_PLACES_MOST - 1);
    answer = queue_ask(&queue, queue_token('d', 1), FIRST);
    cr_assert_eq(answer.kind, RLK_ANSWER_HELD);
    cr_assert_str_eq(answer.text, a);
    cr_assert_not(queue_has_place(&queue, queue_token('d', 1)));
    assert_asked(b, FIRST, RLK_ANSWER_QUEUED);
    assert_asked(c, FIRST, RLK_ANSWER_QUEUED);
}

/* --- guards, memory and rights
 * --------------------------------------------------
 */

Test(ask, gets_nothing_of_a_memory_in_quarantine)
{
    struct rlk_answer answer;

    queue.rules.guard_ms = QUEUE_TTL_MAX_MS;
    answer = queue_ask(&queue, a, FIRST);
    cr_assert_eq(answer.kind, RLK_ANSWER_QUARANTINED);
    cr_expect(answer.quarantined);
    cr_expect_not_null(strstr(answer.text, queue.peer.replid));
    hold(b);
    assert_asked(a, FIRST, RLK_ANSWER_QUARANTINED);
    cr_assert_not(queue_has_place(&queue, a));
    hold(a);
    assert_asked(a, FIRST, RLK_ANSWER_QUARANTINED);
    queue_guard(&queue);
    assert_asked(a, FIRST, RLK_ANSWER_YES);
}

Test(ask, hears_of_another_longest_ttl_before_it_queues)
{
    struct rlk_answer answer;

    queue_guard(&queue);
    queue.rules.guard_ms = QUEUE_TTL_MAX_MS + 1;
    hold(b);
    answer = queue_ask(&queue, a, FIRST);
    cr_assert_eq(answer.kind, RLK_ANSWER_DISAGREES);
    cr_assert_eq(answer.remaining_ms, QUEUE_TTL_MAX_MS);
    cr_assert_not(queue_has_place(&queue, a));
}

Test(ask, is_refused_where_memory_is_short_and_leaves_nothing)
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

/* Whichever right is missing: what was written expires by itself. */
Test(ask, without_a_right_is_an_error_that_leaves_nothing_for_ever)
{
    static const char *const rights[] = {"-zcard", "-zadd", "-hset", "-zrank",
                                         "-pexpire"};
    static const char *const keys[] = {"{job}:queue", "{job}:place"};

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
        server_run(&queue.server, "DEL {job}:queue {job}:place");
    }
}

Test(ask, needs_these_rights_and_no_more)
{
    server_run(&queue.server,
               "ACL SETUSER bob reset on >pw ~job ~{*}:* -@all +eval +auth "
               "+info +set +get +pttl +pexpire +time +zadd +zcard +zrange "
               "+zrank +zrem +zscore +hset +hget +hdel");
    queue_be(&queue, "bob pw");
    queue.rules.fenced = true;
    queue_place(&queue, c, 1, 0, -1);
    assert_asked(a, FIRST, RLK_ANSWER_YES);
    assert_asked(b, FIRST, RLK_ANSWER_QUEUED);
    assert_asked(queue_token('b', 2), (struct rlk_ask){.old = b},
                 RLK_ANSWER_QUEUED);
    assert_asked(a, FIRST, RLK_ANSWER_YES);
}
