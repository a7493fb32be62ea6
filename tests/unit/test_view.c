/* SPDX-License-Identifier: MIT */
/* The holder, according to all nodes' answers. */

#include <criterion/criterion.h>
#include <string.h>

#include "clock/clock.h"
#include "quorum/observation.h"

static struct rlk_view_answer answers[RLK_NODES_MAX];

static void reset(void)
{
    memset(answers, 0, sizeof(answers));
}

TestSuite(view, .init = reset);

static void held_until(int node, const char *token, int64_t ends)
{
    answers[node].says = RLK_VIEW_SAYS_HELD;
    answers[node].ends = ends;
    rlk_view_token_set(&answers[node].token, token, strlen(token));
}

static void held(int node, const char *token)
{
    held_until(node, token, RLK_NEVER);
}

static void counts(int node, const char *token, int64_t counter)
{
    held(node, token);
    answers[node].counter = counter;
}

static void is_free(int node)
{
    answers[node].says = RLK_VIEW_SAYS_FREE;
}

static struct rlk_view view_of(int nodes, int quorum)
{
    struct rlk_view view;

    rlk_view_of(&view, nodes, quorum, answers);
    return view;
}

static bool names(const struct rlk_view *view, const char *token)
{
    return view->token.length == strlen(token) &&
           memcmp(view->token.bytes, token, strlen(token)) == 0;
}

Test(view, a_quorum_with_the_same_token_is_a_holder)
{
    struct rlk_view view;

    held(0, "one");
    held(2, "one");
    is_free(1);
    view = view_of(3, 2);
    cr_assert_eq(view.state, RLK_VIEW_HELD);
    cr_assert(names(&view, "one"));
    cr_assert_eq(view.named, 2);
    cr_assert_eq(view.answered, 3);
}

Test(view, less_than_a_quorum_with_the_same_token_is_no_holder)
{
    held(0, "one");
    held(1, "two");
    is_free(2);
    cr_assert_eq(view_of(3, 2).state, RLK_VIEW_NOBODY);
}

Test(view, all_free_is_nobody)
{
    for (int node = 0; node < 5; node++)
        is_free(node);
    cr_assert_eq(view_of(5, 3).state, RLK_VIEW_NOBODY);
    cr_assert_eq(view_of(5, 3).ends, RLK_NEVER);
}

Test(view, silence_is_unsure)
{
    cr_assert_eq(view_of(1, 1).state, RLK_VIEW_UNSURE);
    cr_assert_eq(view_of(5, 3).state, RLK_VIEW_UNSURE);
}

Test(view, fewer_answers_than_a_quorum_are_unsure)
{
    is_free(0);
    is_free(1);
    cr_assert_eq(view_of(5, 3).state, RLK_VIEW_UNSURE);
    cr_assert_eq(view_of(5, 3).answered, 2);
}

Test(view, a_silent_node_that_could_make_a_holder_is_unsure)
{
    held(0, "one");
    held(1, "one");
    is_free(2);
    is_free(3);
    cr_assert_eq(view_of(5, 3).state, RLK_VIEW_UNSURE);
    is_free(4);
    cr_assert_eq(view_of(5, 3).state, RLK_VIEW_NOBODY);
}

Test(view, a_silent_node_that_could_change_nothing_does_not_matter)
{
    held(0, "one");
    is_free(1);
    is_free(2);
    is_free(3);
    cr_assert_eq(view_of(5, 3).state, RLK_VIEW_NOBODY);
    held(1, "one");
    held(2, "one");
    cr_assert_eq(view_of(5, 3).state, RLK_VIEW_HELD);
}

Test(view, a_quorum_of_all_needs_all)
{
    for (int node = 0; node < 4; node++)
        held(node, "one");
    cr_assert_eq(view_of(5, 5).state, RLK_VIEW_UNSURE);
    is_free(4);
    cr_assert_eq(view_of(5, 5).state, RLK_VIEW_NOBODY);
    held(4, "one");
    cr_assert_eq(view_of(5, 5).state, RLK_VIEW_HELD);
}

/* Two majorities cannot differ, whatever the nodes answer. */
Test(view, never_has_two_holders)
{
    for (int one = 0; one <= 5; one++) {
        struct rlk_view view;
        for (int node = 0; node < 5; node++)
            held(node, node < one ? "one" : "two");
        view = view_of(5, 3);
        cr_assert_eq(view.state, RLK_VIEW_HELD);
        cr_assert(names(&view, one >= 3 ? "one" : "two"));
    }
}

Test(view, tokens_differ_by_any_byte)
{
    answers[0].says = answers[1].says = RLK_VIEW_SAYS_HELD;
    rlk_view_token_set(&answers[0].token, "a\0b", 3);
    rlk_view_token_set(&answers[1].token, "a\0c", 3);
    is_free(2);
    cr_assert_eq(view_of(3, 2).state, RLK_VIEW_NOBODY);
    rlk_view_token_set(&answers[1].token, "a\0", 2);
    cr_assert_eq(view_of(3, 2).state, RLK_VIEW_NOBODY);
    rlk_view_token_set(&answers[1].token, "a\0b", 3);
    cr_assert_eq(view_of(3, 2).state, RLK_VIEW_HELD);
}

Test(view, an_endless_token_is_cut)
{
    static char endless[4096];
    struct rlk_view_token token;

    memset(endless, 'x', sizeof(endless));
    rlk_view_token_set(&token, endless, sizeof(endless));
    cr_assert_eq(token.length, RLK_VIEW_TOKEN_MAX);
}

Test(view, the_fence_is_what_a_quorum_of_the_holders_counters_shares)
{
    counts(0, "one", 7);
    counts(1, "one", 7);
    counts(2, "one", 7);
    counts(3, "one", 9);
    is_free(4);
    cr_assert_eq(view_of(5, 3).fence, 7);
}

/* Until a quorum has it. */
Test(view, counters_that_differ_are_no_fence)
{
    counts(0, "one", 7);
    counts(1, "one", 7);
    counts(2, "one", 9);
    cr_assert_eq(view_of(3, 3).fence, 0);
    cr_assert_eq(view_of(3, 3).state, RLK_VIEW_HELD);
}

Test(view, counters_of_other_nodes_do_not_count)
{
    counts(0, "one", 7);
    counts(1, "one", 7);
    counts(2, "two", 8);
    cr_assert_eq(view_of(3, 2).fence, 7);
    counts(1, "one", 6);
    counts(2, "two", 7);
    cr_assert_eq(view_of(3, 2).fence, 0);
}

Test(view, unknown_counters_are_no_fence)
{
    counts(0, "one", 0);
    counts(1, "one", 0);
    cr_assert_eq(view_of(3, 2).fence, 0);
}

Test(view, a_holder_ends_when_fewer_than_a_quorum_of_keys_are_left)
{
    held_until(0, "one", 30);
    held_until(1, "one", 10);
    held_until(2, "one", 20);
    held_until(3, "one", 40);
    held_until(4, "two", 1);
    cr_assert_eq(view_of(5, 3).ends, 20);
}

Test(view, without_a_holder_the_first_keys_end_counts)
{
    held_until(0, "one", 30);
    held_until(1, "two", 10);
    is_free(2);
    cr_assert_eq(view_of(3, 2).ends, 10);
}

Test(view, a_key_without_an_end_never_ends)
{
    held(0, "one");
    held(1, "one");
    held_until(2, "one", 5);
    cr_assert_eq(view_of(3, 2).ends, RLK_NEVER);
}

Test(view, of_the_maximum_number_of_nodes)
{
    for (int node = 0; node < RLK_NODES_MAX; node++)
        counts(node, "one", 5);
    cr_assert_eq(view_of(RLK_NODES_MAX, RLK_NODES_MAX).named, RLK_NODES_MAX);
    cr_assert_eq(view_of(RLK_NODES_MAX, RLK_NODES_MAX).fence, 5);
}
