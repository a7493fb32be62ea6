/* SPDX-License-Identifier: MIT */
/* What is handed to a token that was given up goes to whoever is next. */

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "clock/clock.h"
#include "redlock/runtime/push.h"
#include "tests/support/rig.h"

static struct rig rig;
static struct rlk_acquire acquire;
static char asked_for[192]; /* the waiter's token */
static char holder[192];    /* as the nodes name it */
static bool silent;         /* they file it, and their answers are lost */
static bool handed;         /* the key is its own when it gives up */

/* Somebody holds it everywhere, and who waits has a place. */
static bool all_queue(struct rig *of, int node,
                      const struct rig_request *request,
                      struct rlk_answer *answer)
{
    (void)of, (void)node;
    *answer = (struct rlk_answer){.kind = RLK_ANSWER_YES, .remaining_ms = -1};
    if (request->verb == RLK_VERB_GRANT)
        answer->kind = RLK_ANSWER_HELD;
    if (request->verb == RLK_VERB_PASS && !handed)
        answer->kind = RLK_ANSWER_MISSING;
    if (request->verb != RLK_VERB_ASK)
        return true;
    answer->kind = RLK_ANSWER_QUEUED;
    answer->ticket = 7;
    answer->text = holder;
    answer->text_length = strlen(holder);
    snprintf(asked_for, sizeof(asked_for), "%s", request->token);
    return !silent;
}

static void wait_for_it(void)
{
    acquire = (struct rlk_acquire){.call.completion.run = rig_ignore};
    cr_assert_eq(rlk_acquire_start(&acquire, &rig.core.runtime,
                                   &(struct redlock_request){
                                       .resource = "cup",
                                       .wait_ms = REDLOCK_FOREVER,
                                   },
                                   rig.now),
                 REDLOCK_OK);
    rig_pass(&rig, 5 * RLK_NS_PER_MS); /* it has no doubt of the holder yet */
    cr_assert_neq(asked_for[0], '\0');
}

static void give_up_a_wait(void)
{
    struct rlk_runtime_settings settings = rig_settings();

    rig_open(&rig, &settings);
    rig.accepts = true;
    rig.answers = all_queue;
    strcpy(holder, "other");
    silent = false;
    handed = false;
    rig_pass(&rig, RLK_NS_PER_MS);
    wait_for_it();
    rlk_acquire_cancel(&acquire, rig.now);
    rig_pass(&rig, 10 * RLK_NS_PER_MS);
    cr_assert_eq(acquire.call.status, REDLOCK_CANCELLED);
}

/* The predecessor named it before it knew. */
static void push_to(int node, const char *token)
{
    struct rlk_push push = {.set = true, .us = 1};

    memcpy(push.memory, rig.core.nodes[node].identity.replid, 8);
    cr_assert(rlk_token_copy(&push.token, token));
    rlk_core_pushed(&rig.core, node, &push, rig.now);
}

static void push_it(int node)
{
    push_to(node, asked_for);
}

static void stop(void)
{
    rig_close(&rig);
}

TestSuite(handed_late, .init = give_up_a_wait, .fini = stop, .timeout = 60);

/* A release alone would leave those who wait to their next renewals. */
Test(handed_late, it_is_handed_on)
{
    uint64_t passed = rig.node[1].asked[RLK_VERB_PASS];
    uint64_t released = rig.node[1].asked[RLK_VERB_RELEASE];

    push_it(1);
    cr_expect_eq(rig.node[1].asked[RLK_VERB_PASS], passed + 1);
    cr_expect_eq(rig.node[1].asked[RLK_VERB_RELEASE], released);
}

/* Its place is there, though the answer that said so was lost. */
Test(handed_late, where_nobody_was_told_of_its_place_it_is_handed_on)
{
    uint64_t passed;

    silent = true;
    wait_for_it();
    rlk_acquire_cancel(&acquire, rig.now);
    passed = rig.node[1].asked[RLK_VERB_PASS];
    push_it(1);
    cr_expect_eq(rig.node[1].asked[RLK_VERB_PASS], passed + 1);
}

/* By then somebody else may be next. */
Test(handed_late, after_its_connection_broke_it_is_released_alone)
{
    uint64_t passed = rig.node[1].asked[RLK_VERB_PASS];
    uint64_t released = rig.node[1].asked[RLK_VERB_RELEASE];

    rig.accepts = false;
    rig_break(&rig, 1, REDLOCK_REASON_BROKEN);
    push_it(1);
    rig.accepts = true;
    rig_pass(&rig, RLK_NS_PER_S);
    cr_expect_eq(rig.node[1].asked[RLK_VERB_PASS], passed);
    cr_expect_eq(rig.node[1].asked[RLK_VERB_RELEASE], released + 1);
}

/* What is handed to one that is not remembered stays for its claim. */
Test(handed_late, of_the_last_sixty_four_it_is_handed_on)
{
    uint64_t passed;
    char first[192];

    memcpy(first, asked_for, sizeof(first));
    for (int i = 1; i < 64; i++) {
        wait_for_it();
        rlk_acquire_cancel(&acquire, rig.now);
        rig_pass(&rig, 10 * RLK_NS_PER_MS);
    }
    passed = rig.node[1].asked[RLK_VERB_PASS];
    push_to(1, first);
    cr_expect_eq(rig.node[1].asked[RLK_VERB_PASS], passed + 1);
    wait_for_it();
    rlk_acquire_cancel(&acquire, rig.now);
    rig_pass(&rig, 10 * RLK_NS_PER_MS);
    passed = rig.node[1].asked[RLK_VERB_PASS];
    push_to(1, first);
    cr_expect_eq(rig.node[1].asked[RLK_VERB_PASS], passed);
    push_it(1);
    cr_expect_eq(rig.node[1].asked[RLK_VERB_PASS], passed + 1);
}

/* --- where it was handed over as it gave up ---------------------------------
 */

/*
 * Whoever held it knew of nobody later, and hands over at every node: where
 * that comes before its client has stopped to listen, and is not read any more,
 * the key would be there for a claim.
 */
Test(handed_late, a_key_that_was_its_own_by_then_is_handed_on_at_all_nodes)
{
    handed = true;
    wait_for_it();
    rlk_acquire_cancel(&acquire, rig.now);
    rig_pass(&rig, 10 * RLK_NS_PER_MS);
    cr_expect_eq(rig.node[0].asked[RLK_VERB_PASS], 2, "of both waits");
    cr_expect_eq(rig.node[1].asked[RLK_VERB_PASS], 1);
    cr_expect_eq(rig.node[2].asked[RLK_VERB_PASS], 1);
}

Test(handed_late, a_place_that_is_taken_back_costs_no_other_node_anything)
{
    cr_expect_eq(rig.node[0].asked[RLK_VERB_PASS], 1);
    cr_expect_eq(rig.node[1].asked[RLK_VERB_PASS], 0);
    cr_expect_eq(rig.node[2].asked[RLK_VERB_PASS], 0);
}

/* --- where the push was lost ------------------------------------------------
 */

/* A node that names it says that it was handed over, and nobody heard. */
Test(handed_late, a_key_that_nobody_was_told_of_is_handed_on)
{
    uint64_t passed = rig.node[0].asked[RLK_VERB_PASS];

    strcpy(holder, asked_for);
    wait_for_it();
    cr_expect_eq(rig.node[0].asked[RLK_VERB_PASS], passed + 1);
    cr_expect_eq(rig.node[1].asked[RLK_VERB_PASS], 0, "it named nobody");
}

/* It is whoever adopts it that has it. */
Test(handed_late, a_key_that_was_left_to_others_is_not)
{
    char left[192];
    uint64_t passed;

    wait_for_it();
    push_it(0);
    push_it(1);
    rig_pass(&rig, RLK_NS_PER_MS);
    cr_assert_eq(acquire.call.status, REDLOCK_OK);
    strcpy(left, asked_for);
    rlk_release_detach(acquire.lock, rig.now);
    strcpy(holder, left);
    wait_for_it();
    cr_assert_str_neq(asked_for, left);
    passed = rig.node[2].asked[RLK_VERB_PASS];
    push_to(2, left);
    cr_expect_eq(rig.node[2].asked[RLK_VERB_PASS], passed);
}
