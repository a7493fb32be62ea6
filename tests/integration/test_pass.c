/* SPDX-License-Identifier: MIT */
/* Keys that are handed on at a real server, and what is told of it. */

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

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

/* b is next, c behind it; both live. */
static void two_wait(unsigned flags)
{
    queue_place(&queue, b, 11, flags, 1900);
    queue_place(&queue, c, 12, flags, 1900);
}

static void assert_passed(const struct rlk_answer *answer, const char *holder)
{
    cr_expect_eq(answer->kind, RLK_ANSWER_YES, "%d: %s", (int)answer->kind,
                 answer->text);
    cr_expect_str_eq(queue_holder(&queue), holder);
}

/* As one who carries nothing. */
static void pass_plain(const char *holder)
{
    struct rlk_answer answer = queue_pass_plain(&queue, a);

    assert_passed(&answer, holder);
}

static void pass(const char *holder)
{
    struct rlk_answer answer = queue_pass(&queue, a, NULL);

    assert_passed(&answer, holder);
}

static void pass_to(const char *token, unsigned flags, const char *holder)
{
    struct rlk_successor successor = queue_successor(token, flags);
    struct rlk_answer answer = queue_pass(&queue, a, &successor);

    assert_passed(&answer, holder);
}

static void assert_woken(char client, const char *token)
{
    cr_assert(queue_hears(&queue, client));
    cr_expect_str_eq(queue.push.token.text, token);
    cr_expect_not(queue.push.set);
    cr_expect_not(queue.push.minted);
    cr_expect_eq(queue.push.c, 0);
}

/* --- nobody waits
 * --------------------------------------------------------------
 */

Test(pass, deletes_the_key_where_nobody_waits)
{
    pass_plain("");
    server_run(&queue.server, "SET job %s", a);
    pass("");
    cr_assert_eq(server_integer(&queue.server, "DBSIZE"), 0);
}

Test(pass, costs_one_command_more_where_nobody_waits)
{
    long long before = server_info(&queue.server, "total_commands_processed");

    pass("");
    /* EVAL, ZCARD, GET, DEL; and GET and INFO of this test. */
    cr_assert_leq(
        server_info(&queue.server, "total_commands_processed") - before, 6);
}

Test(pass, is_a_release_to_who_has_not_got_the_key)
{
    struct rlk_answer answer = queue_pass_plain(&queue, b);

    cr_assert_eq(answer.kind, RLK_ANSWER_HELD);
    cr_expect_str_eq(answer.text, a);
    cr_expect_gt(answer.remaining_ms, 0);
    two_wait(0);
    answer = queue_pass(&queue, d, NULL);
    cr_expect_eq(answer.kind, RLK_ANSWER_HELD);
    cr_expect_str_eq(answer.text, a);
    server_run(&queue.server, "DEL job");
    cr_expect_eq(queue_pass(&queue, d, NULL).kind, RLK_ANSWER_MISSING);
    server_run(&queue.server, "DEL {job}:queue");
    cr_expect_eq(queue_pass_plain(&queue, d).kind, RLK_ANSWER_MISSING);
    cr_expect_not(queue_hears(&queue, 'b'));
}

/* Who gives up waiting; and a place that outlived its hand-off would be handed
 * the key once more. */
Test(pass, takes_the_places_out_whoever_has_the_key)
{
    struct rlk_successor successor = queue_successor(c, 0);

    two_wait(0);
    cr_assert_eq(queue_pass_plain(&queue, b).kind, RLK_ANSWER_HELD);
    cr_assert_not(queue_has_place(&queue, b));
    cr_assert(queue_has_place(&queue, c));
    cr_assert_eq(queue_pass(&queue, d, &successor).kind, RLK_ANSWER_HELD);
    cr_assert_not(queue_has_place(&queue, c));
    cr_assert_eq(server_integer(&queue.server, "EXISTS {job}:queue "
                                               "{job}:place"),
                 0);
}

/* --- the first of the queue, or who is named
 * ------------------------------------
 */

Test(pass, hands_the_key_to_the_first_who_lives)
{
    long long left;

    queue_place(&queue, d, 10, 0, -1);
    two_wait(0);
    pass_plain(b);
    left = server_integer(&queue.server, "PTTL job");
    cr_expect(left > 0 && left <= 7000, "%lld", left);
    cr_expect_not(queue_has_place(&queue, b));
    cr_expect_not(queue_has_place(&queue, d));
    cr_expect(queue_has_place(&queue, c));
}

Test(pass, tells_it_all_that_a_vote_needs)
{
    two_wait(0);
    pass_plain(b);
    cr_assert(queue_hears(&queue, 'b'));
    cr_expect(rlk_push_is_of(&queue.push, queue.peer.replid));
    cr_expect_str_eq(queue.push.token.text, b);
    cr_expect(queue.push.set);
    cr_expect(queue.push.alone);
    cr_expect_not(queue.push.judged);
    cr_expect_not(queue.push.minted);
    cr_expect_eq(queue.push.generation, 5);
    cr_expect_gt(queue.push.us, INT64_C(1600000000000000));
    cr_expect_str_eq(queue.push.head.token.text, c);
    cr_expect_eq(queue.push.head.ticket, 12);
    cr_expect_eq(queue.push.head.px_ms, 7000);
    cr_expect_eq(queue.push.head.generation, 5);
    cr_expect_not(queue_hears(&queue, 'c'));
}

Test(pass, tells_the_last_of_nobody)
{
    queue_place(&queue, b, 11, 0, 1900);
    pass_plain(b);
    cr_assert(queue_hears(&queue, 'b'));
    cr_assert_eq(queue.push.head.token.length, 0);
}

Test(pass, hands_the_key_to_who_is_named_and_not_to_the_first)
{
    long long left;

    two_wait(0);
    queue_place(&queue, d, 13, 0, 1900);
    pass_to(c, 0, c);
    left = server_integer(&queue.server, "PTTL job");
    cr_expect(left > 7000 && left <= 9000, "%lld", left);
    cr_expect(queue_has_place(&queue, b));
    cr_expect_not(queue_has_place(&queue, c));
    cr_assert(queue_hears(&queue, 'c'));
    cr_expect(queue.push.set);
    cr_expect_not(queue.push.alone);
    cr_expect_str_eq(queue.push.head.token.text, b);
}

/* As at every node but the gate. */
Test(pass, hands_the_key_to_who_is_named_and_has_no_place)
{
    pass_to(c, 0, c);
    cr_assert(queue_hears(&queue, 'c'));
    cr_expect_eq(queue.push.generation, 4);
    cr_expect_eq(queue.push.head.token.length, 0);
}

/* The newest utterance that anybody here knows of: a vote is counted from it.
 */
Test(pass, tells_the_newer_of_two_generations)
{
    struct rlk_successor successor = queue_successor(b, 0);
    struct rlk_answer answer;

    two_wait(0);
    pass_to(b, 0, b);
    cr_assert(queue_hears(&queue, 'b'));
    cr_expect_eq(queue.push.generation, 5);
    server_run(&queue.server, "SET job %s", a);
    successor = queue_successor(c, 0);
    successor.generation = 6;
    answer = queue_pass(&queue, a, &successor);
    assert_passed(&answer, c);
    cr_assert(queue_hears(&queue, 'c'));
    cr_expect_eq(queue.push.generation, 6);
}

/* --- fences -----------------------------------------------------------------
 */

Test(pass, counts_up_for_who_is_fenced)
{
    struct rlk_answer answer;

    queue_set_counter(&queue, 41);
    two_wait(RLK_PLACE_FENCED);
    pass_plain(b);
    cr_assert(queue_hears(&queue, 'b'));
    cr_expect(queue.push.set && queue.push.minted);
    cr_expect_eq(queue.push.c, 42);
    cr_expect_eq(queue_counter(&queue), 42);
    /* Its claim is told the same number, and not that it may take it back. */
    queue.rules.fenced = true;
    answer = queue_ask(&queue, b, (struct rlk_ask){.claiming = true});
    cr_expect_eq(answer.kind, RLK_ANSWER_YES);
    cr_expect_eq(answer.counter, 42);
    cr_expect_not(answer.minted);
}

Test(pass, counts_up_from_the_fence_that_is_carried)
{
    queue_set_counter(&queue, 41);
    queue.rules.fence = 44;
    pass_to(b, RLK_PLACE_FENCED, b);
    cr_assert(queue_hears(&queue, 'b'));
    cr_expect_eq(queue.push.c, 45);
    cr_expect_eq(queue_counter(&queue), 45);
    server_run(&queue.server, "SET job %s", a);
    queue.rules.fence = 44;
    pass_to(b, RLK_PLACE_FENCED, b);
    cr_assert(queue_hears(&queue, 'b'));
    cr_expect_eq(queue.push.c, 46);
}

Test(pass, counts_nothing_for_who_is_not_fenced)
{
    queue_set_counter(&queue, 41);
    queue.rules.fence = 41;
    pass_to(b, 0, b);
    cr_assert(queue_hears(&queue, 'b'));
    cr_expect_not(queue.push.minted);
    cr_expect_eq(queue_counter(&queue), 41);
}

/* It would have to be above all that is known, which nobody here carries. */
Test(pass, begins_no_counter_and_only_wakes)
{
    two_wait(RLK_PLACE_FENCED);
    pass_plain("");
    assert_woken('b', b);
    cr_expect(queue_has_place(&queue, b));
    cr_expect_eq(queue_counter(&queue), 0);
    cr_expect_not(queue_hears(&queue, 'c'));
}

Test(pass, takes_no_counter_of_another_memory)
{
    server_run(&queue.server, "SET {job}:fence 41|ffffffff");
    pass_to(b, RLK_PLACE_FENCED, "");
    assert_woken('b', b);
    cr_expect_not(queue.push.alone);
    cr_expect_eq(queue_counter(&queue), 41);
}

Test(pass, takes_back_what_was_minted_where_nobody_is_next)
{
    queue_set_counter(&queue, 42);
    queue.rules.minted = 42;
    pass("");
    cr_expect_eq(queue_counter(&queue), 41);
    server_run(&queue.server, "SET job %s", a);
    pass("");
    cr_expect_eq(queue_counter(&queue), 41, "somebody else's number");
    server_run(&queue.server, "SET {job}:fence 42|ffffffff");
    server_run(&queue.server, "SET job %s", a);
    pass("");
    cr_expect_eq(queue_counter(&queue), 42, "another memory's number");
}

Test(pass, takes_nothing_back_where_it_hands_over)
{
    queue_set_counter(&queue, 42);
    queue.rules.minted = 42;
    two_wait(RLK_PLACE_FENCED);
    pass(b);
    cr_assert(queue_hears(&queue, 'b'));
    cr_expect_eq(queue.push.c, 43);
    cr_expect_eq(queue_counter(&queue), 43);
}

/* --- guards -----------------------------------------------------------------
 */

Test(pass, says_that_it_judged_the_marker)
{
    queue_guard(&queue);
    two_wait(RLK_PLACE_GUARDED);
    pass(b);
    cr_assert(queue_hears(&queue, 'b'));
    cr_expect(queue.push.set && queue.push.judged);
}

/* It would count no hand-off of one who judges nothing. */
Test(pass, by_one_who_judges_nothing_only_wakes_who_is_guarded)
{
    queue_guard(&queue);
    queue.rules.guard_ms = 0;
    two_wait(RLK_PLACE_GUARDED);
    pass("");
    assert_woken('b', b);
    cr_expect(queue_has_place(&queue, b));
    server_run(&queue.server, "SET job %s", a);
    pass_plain("");
    assert_woken('b', b);
}

/* Two clients would count one vote. */
Test(pass, only_deletes_in_quarantine)
{
    struct rlk_answer answer;

    queue.rules.guard_ms = QUEUE_TTL_MAX_MS;
    two_wait(0);
    answer = queue_pass(&queue, a, NULL);
    assert_passed(&answer, "");
    cr_expect(answer.quarantined);
    cr_expect_not_null(strstr(answer.text, queue.peer.replid));
    cr_expect_not(queue_hears(&queue, 'b'));
    cr_expect(queue_has_place(&queue, b));
    server_run(&queue.server, "SET job %s", a);
    pass_to(b, 0, "");
    cr_expect_not(queue_hears(&queue, 'b'));
}

Test(pass, only_wakes_where_the_longest_ttl_is_another)
{
    queue_guard(&queue);
    queue.rules.guard_ms = QUEUE_TTL_MAX_MS + 1;
    two_wait(0);
    pass("");
    assert_woken('b', b);
    cr_expect_not(queue.push.judged);
}

/* Whoever adopts its token must not found a tenure on a hand-off. */
Test(pass, only_wakes_who_asked_for_that)
{
    queue_place(&queue, b, 11, RLK_PLACE_WOKEN, 1900);
    pass_plain("");
    assert_woken('b', b);
    cr_expect(queue_has_place(&queue, b));
}

/* --- nobody listens
 * -----------------------------------------------------------
 */

Test(pass, goes_on_to_the_next_where_nobody_listens)
{
    queue_place(&queue, queue_token('e', 1), 9, 0, 1900);
    two_wait(0);
    pass_plain(b);
    cr_expect_not(queue_has_place(&queue, queue_token('e', 1)));
    cr_assert(queue_hears(&queue, 'b'));
    cr_expect_str_eq(queue.push.head.token.text, c);
}

Test(pass, goes_on_from_who_is_named_to_the_first)
{
    two_wait(0);
    pass_to(queue_token('e', 1), 0, b);
    cr_assert(queue_hears(&queue, 'b'));
    cr_expect(queue.push.alone);
}

Test(pass, goes_on_from_one_that_cannot_be_woken)
{
    queue_place(&queue, queue_token('e', 1), 9, RLK_PLACE_WOKEN, 1900);
    two_wait(0);
    pass_plain(b);
    cr_expect_not(queue_has_place(&queue, queue_token('e', 1)));
    cr_assert(queue_hears(&queue, 'b'));
    cr_expect(queue.push.set);
}

Test(pass, gives_the_number_of_who_did_not_hear_to_the_next)
{
    queue_set_counter(&queue, 41);
    queue_place(&queue, queue_token('e', 1), 9, RLK_PLACE_FENCED, 1900);
    queue_place(&queue, queue_token('e', 2), 10, RLK_PLACE_FENCED, 1900);
    two_wait(RLK_PLACE_FENCED);
    pass_plain(b);
    cr_assert(queue_hears(&queue, 'b'));
    cr_expect_eq(queue.push.c, 42);
    cr_expect_eq(queue_counter(&queue), 42);
}

Test(pass, takes_the_number_back_that_nobody_heard)
{
    queue_set_counter(&queue, 41);
    queue.rules.fence = 50;
    queue_place(&queue, queue_token('e', 1), 9, RLK_PLACE_FENCED, 1900);
    pass("");
    cr_expect_eq(queue_counter(&queue), 41);
    server_run(&queue.server, "SET job %s", a);
    queue.rules.minted = 41;
    pass_to(queue_token('e', 1), RLK_PLACE_FENCED, "");
    cr_expect_eq(queue_counter(&queue), 40);
}

/* Who is not fenced keeps no number that another was to have. */
Test(pass, counts_nothing_for_the_next_who_is_not_fenced)
{
    queue_set_counter(&queue, 41);
    queue_place(&queue, queue_token('e', 1), 9, RLK_PLACE_FENCED, 1900);
    queue_place(&queue, b, 10, 0, 1900);
    pass_plain(b);
    cr_assert(queue_hears(&queue, 'b'));
    cr_expect_not(queue.push.minted);
    cr_expect_eq(queue_counter(&queue), 41);
}

Test(pass, tries_sixteen_and_no_more)
{
    for (int i = 0; i < 16; i++)
        queue_place(&queue, queue_token('e', i), i + 1, 0, 1900);
    queue_place(&queue, b, 17, 0, 1900);
    pass_plain("");
    cr_expect_not(queue_hears(&queue, 'b'));
    cr_expect_eq(server_integer(&queue.server, "ZCARD {job}:queue"), 1);
    cr_expect(queue_has_place(&queue, b));
}

Test(pass, drops_so_many_of_the_dead_and_no_more)
{
    for (int i = 0; i < 70; i++)
        queue_place(&queue, queue_token('e', i), i + 1, 0, -1);
    queue_place(&queue, b, 100, 0, 1900);
    pass_plain("");
    cr_expect_eq(server_integer(&queue.server, "ZCARD {job}:queue"), 7);
    server_run(&queue.server, "SET job %s", a);
    pass_plain(b);
}

/* It was given up, and its client listens for another token of its. */
Test(pass, hands_a_name_that_is_stale_over_once)
{
    pass_to(b, 0, b);
    cr_assert(queue_hears(&queue, 'b'));
    cr_assert_eq(queue_pass_plain(&queue, b).kind, RLK_ANSWER_YES);
    cr_assert_str_empty(queue_holder(&queue));
}

/* --- memory and rights
 * ----------------------------------------------------------
 */

/* One that begins with a write that needs memory would leave the key. */
Test(pass, hands_over_where_memory_is_short)
{
    queue_set_counter(&queue, 41);
    two_wait(RLK_PLACE_FENCED);
    server_run(&queue.server, "CONFIG SET maxmemory 1");
    pass_plain(b);
    cr_assert(queue_hears(&queue, 'b'));
    cr_expect(queue.push.set);
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

/* A push that may not be published is not one that nobody heard: those who wait
 * keep their places, and find the key free. */
Test(pass, only_deletes_where_it_may_not_publish)
{
    static const char *const rights[] = {"resetchannels", "-publish"};

    for (int i = 0; i < 2; i++) {
        server_run(&queue.server, "SET job %s", a);
        queue_set_counter(&queue, 41);
        two_wait(RLK_PLACE_FENCED);
        be_bob(rights[i]);
        pass_plain("");
        cr_expect_not(queue_hears(&queue, 'b'));
        cr_expect_eq(queue_counter(&queue), 41);
        cr_expect(queue_has_place(&queue, c));
    }
}

/* And nothing stays locked: a plain release follows it at once. */
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

Test(pass, of_a_queue_that_is_none_changes_no_key)
{
    struct rlk_answer answer;

    server_run(&queue.server, "SET {job}:queue nonsense");
    answer = queue_pass_plain(&queue, a);
    cr_expect_eq(answer.reason, REDLOCK_REASON_WRONGTYPE);
    cr_expect_str_eq(queue_holder(&queue), a);
    server_run(&queue.server, "DEL {job}:queue");
    two_wait(0);
    server_run(&queue.server, "SET {job}:place nonsense");
    answer = queue_pass_plain(&queue, a);
    cr_expect_eq(answer.reason, REDLOCK_REASON_WRONGTYPE);
    cr_expect_str_eq(queue_holder(&queue), a);
}

/* Who may not read INFO cannot say of which memory what it tells is. */
Test(pass, without_info_hands_nothing_on)
{
    struct rlk_answer answer;

    be_bob("-info");
    pass_plain("");
    server_run(&queue.server, "SET job %s", a);
    two_wait(0);
    answer = queue_pass_plain(&queue, a);
    cr_expect_eq(answer.reason, REDLOCK_REASON_NOPERM, "%s", answer.text);
    cr_expect_str_eq(queue_holder(&queue), a);
    cr_expect(queue_has_place(&queue, b));
}

Test(pass, needs_these_rights_and_no_more)
{
    server_run(&queue.server,
               "ACL SETUSER bob reset on >pw ~job ~{*}:* ~redlock:inst "
               "&redlock:wake:* -@all +eval +auth +info +set +get +del +pttl "
               "+time +zcard +zrange +zrem +hget +hdel +publish");
    queue_be(&queue, "bob pw");
    queue_guard(&queue);
    queue_set_counter(&queue, 41);
    two_wait(RLK_PLACE_FENCED | RLK_PLACE_GUARDED);
    pass_to(b, RLK_PLACE_FENCED | RLK_PLACE_GUARDED, b);
    cr_assert(queue_hears(&queue, 'b'));
    cr_expect(queue.push.set && queue.push.minted && queue.push.judged);
    cr_expect_eq(queue_pass(&queue, b, NULL).kind, RLK_ANSWER_YES);
    cr_expect_str_eq(queue_holder(&queue), c);
    cr_expect_eq(queue_pass(&queue, c, NULL).kind, RLK_ANSWER_YES);
    cr_expect_str_empty(queue_holder(&queue));
}
