/* SPDX-License-Identifier: MIT */
/* Keys that are handed on at a real server, and the messages about them. */

#include <criterion/criterion.h>

#include "tests/support/queue.h"

static struct queue queue;
static const char *a;
static const char *b;
static const char *c;
static const char *d;

/* a holds the key; b, c and d listen. */
static void open_one(void)
{
    queue_open(&queue, NULL);
    a = queue_token('a', 1);
    b = queue_token('b', 1);
    c = queue_token('c', 1);
    d = queue_token('d', 1);
    for (char client = 'b'; client <= 'd'; client++)
        queue_listen(&queue, client);
    server_run(&queue.server, "SET job %s PX 30000", a);
}

static void close_one(void)
{
    queue_close(&queue);
}

TestSuite(pass, .init = open_one, .fini = close_one, .timeout = 60);

/* b is next, c is behind it; both entries are valid. */
static void two_wait(unsigned flags)
{
    queue_entry(&queue, b, 11, flags, 1900);
    queue_entry(&queue, c, 12, flags, 1900);
}

static void assert_passed(const struct rlk_answer *answer, const char *holder)
{
    cr_expect_eq(answer->kind, RLK_ANSWER_YES, "%d: %s", (int)answer->kind,
                 answer->text);
    cr_expect_str_eq(queue_holder(&queue), holder);
}

static void pass_plain(const char *holder)
{
    struct rlk_answer answer = queue_pass_plain(&queue, a);

    assert_passed(&answer, holder);
}

static void pass_to(const char *token, unsigned flags, const char *holder)
{
    struct rlk_successor successor = queue_successor(token, flags);
    struct rlk_answer answer = queue_pass(&queue, a, &successor);

    assert_passed(&answer, holder);
}

/* --- the first of the queue, or who is named
 * ------------------------------------
 */

Test(pass, hands_the_key_to_the_first_reachable_waiter)
{
    long long left;

    queue_entry(&queue, d, 10, 0, -1);
    two_wait(0);
    pass_plain(b);
    left = server_integer(&queue.server, "PTTL job");
    cr_expect(left > 0 && left <= 7000, "%lld", left);
    cr_expect_not(queue_has_entry(&queue, b));
    cr_expect_not(queue_has_entry(&queue, d));
    cr_expect(queue_has_entry(&queue, c));
}

/* --- nobody listens
 * -----------------------------------------------------------
 */

Test(pass, tries_at_most_sixteen_waiters)
{
    for (int i = 0; i < 16; i++)
        queue_entry(&queue, queue_token('e', i), i + 1, 0, 1900);
    queue_entry(&queue, b, 17, 0, 1900);
    pass_plain("");
    cr_expect_not(queue_hears(&queue, 'b'));
    cr_expect_eq(server_integer(&queue.server, "ZCARD {job}:queue"), 1);
    cr_expect(queue_has_entry(&queue, b));
}

Test(pass, removes_at_most_64_expired_entries)
{
    for (int i = 0; i < 70; i++)
        queue_entry(&queue, queue_token('e', i), i + 1, 0, -1);
    queue_entry(&queue, b, 100, 0, 1900);
    pass_plain("");
    cr_expect_eq(server_integer(&queue.server, "ZCARD {job}:queue"), 7);
    server_run(&queue.server, "SET job %s", a);
    pass_plain(b);
}

/* --- memory and rights
 * ----------------------------------------------------------
 */

/* A script that begins with a write that needs memory would leave the key. */
Test(pass, hands_over_without_memory)
{
    queue_set_counter(&queue, 41);
    two_wait(RLK_ENTRY_FENCED);
    server_run(&queue.server, "CONFIG SET maxmemory 1");
    pass_plain(b);
    cr_assert(queue_hears(&queue, 'b'));
    cr_expect(queue.handoff.set);
    cr_expect_eq(queue_counter(&queue), 42);
    queue.rules.fence = 42;
    cr_expect_eq(queue_pass(&queue, b, NULL).kind, RLK_ANSWER_YES);
    cr_expect_str_eq(queue_holder(&queue), c);
    cr_expect_eq(queue_pass_plain(&queue, c).kind, RLK_ANSWER_YES);
    cr_expect_str_empty(queue_holder(&queue));
}

static void be_bob(const char *rights)
{
    server_run(&queue.server,
               "ACL SETUSER bob reset on >pw allkeys allchannels +@all");
    if (rights[0] != '\0')
        server_run(&queue.server, "ACL SETUSER bob %s", rights);
    queue_be(&queue, "bob pw");
}

/*
 * If the user may not publish hand-off messages, the waiters keep their queue
 * entries and find the key free.
 */
Test(pass, without_the_right_to_publish_only_deletes)
{
    static const char *const rights[] = {"resetchannels", "-publish"};

    for (int i = 0; i < 2; i++) {
        server_run(&queue.server, "SET job %s", a);
        queue_set_counter(&queue, 41);
        two_wait(RLK_ENTRY_FENCED);
        be_bob(rights[i]);
        pass_plain("");
        cr_expect_not(queue_hears(&queue, 'b'));
        cr_expect_eq(queue_counter(&queue), 41);
        cr_expect(queue_has_entry(&queue, c));
    }
}

/* No key stays: a plain release follows immediately. */
Test(pass, without_a_right_changes_no_key)
{
    static const char *const rights[] = {"-zcard", "-zrem", "-zrange", "-hget",
                                         "-hdel"};

    for (size_t i = 0; i < sizeof(rights) / sizeof(rights[0]); i++) {
        struct rlk_answer answer;
        server_run(&queue.server, "SET job %s", a);
        two_wait(0);
        be_bob(rights[i]);
        answer = queue_pass_plain(&queue, a);
        cr_expect_eq(answer.reason, REDLOCK_REASON_NOPERM, "%s: %s", rights[i],
                     answer.text);
        cr_expect_str_eq(queue_holder(&queue), a, "%s", rights[i]);
        answer = queue_do(&queue, RLK_VERB_RELEASE, a);
        cr_expect_eq(answer.kind, RLK_ANSWER_YES);
        cr_expect_str_empty(queue_holder(&queue));
    }
}

Test(pass, with_a_malformed_queue_changes_no_key)
{
    struct rlk_answer answer;

    server_run(&queue.server, "SET {job}:queue nonsense");
    answer = queue_pass_plain(&queue, a);
    cr_expect_eq(answer.reason, REDLOCK_REASON_WRONGTYPE);
    cr_expect_str_eq(queue_holder(&queue), a);
    server_run(&queue.server, "DEL {job}:queue");
    two_wait(0);
    server_run(&queue.server, "SET {job}:entry nonsense");
    answer = queue_pass_plain(&queue, a);
    cr_expect_eq(answer.reason, REDLOCK_REASON_WRONGTYPE);
    cr_expect_str_eq(queue_holder(&queue), a);
}

/*
 * A user without the right to INFO cannot tell to which memory an answer
 * belongs.
 */
Test(pass, without_info_hands_nothing_over)
{
    struct rlk_answer answer;

    be_bob("-info");
    pass_plain("");
    server_run(&queue.server, "SET job %s", a);
    two_wait(0);
    answer = queue_pass_plain(&queue, a);
    cr_expect_eq(answer.reason, REDLOCK_REASON_NOPERM, "%s", answer.text);
    cr_expect_str_eq(queue_holder(&queue), a);
    cr_expect(queue_has_entry(&queue, b));
}

Test(pass, needs_only_the_documented_rights)
{
    server_run(&queue.server,
               "ACL SETUSER bob reset on >pw ~job ~{*}:* ~redlock:inst "
               "&redlock:wake:* -@all +eval +auth +info +set +get +del +pttl "
               "+time +zcard +zrange +zrem +hget +hdel +publish");
    queue_be(&queue, "bob pw");
    queue_guard(&queue);
    queue_set_counter(&queue, 41);
    two_wait(RLK_ENTRY_FENCED | RLK_ENTRY_GUARDED);
    pass_to(b, RLK_ENTRY_FENCED | RLK_ENTRY_GUARDED, b);
    cr_assert(queue_hears(&queue, 'b'));
    cr_expect(queue.handoff.set && queue.handoff.issued &&
              queue.handoff.judged);
    cr_expect_eq(queue_pass(&queue, b, NULL).kind, RLK_ANSWER_YES);
    cr_expect_str_eq(queue_holder(&queue), c);
    cr_expect_eq(queue_pass(&queue, c, NULL).kind, RLK_ANSWER_YES);
    cr_expect_str_empty(queue_holder(&queue));
}
