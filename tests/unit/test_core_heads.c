/* SPDX-License-Identifier: MIT */
/*
 * Whom a holder names that was handed the lock: those whom the pushes told of,
 * as far as they can be true. The whole core on a transport in the test's hand.
 */

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "tests/support/rig.h"

#define NEXT "fedcba9876543210fedcba9876543210-7:next"

static struct rig rig;
static struct rig_acquire acquire;
static struct rig_release released;
static char token[192]; /* of the last ask */

/* Somebody holds it, and whoever asks is queued. */
static bool somebody_holds(struct rig *of, int node,
                           const struct rig_request *request,
                           struct rlk_answer *answer)
{
    (void)of, (void)node;
    *answer = (struct rlk_answer){
        .kind = RLK_ANSWER_YES, .remaining_ms = -1, .text = ""};
    if (request->verb == RLK_VERB_GRANT) {
        answer->kind = RLK_ANSWER_HELD;
    } else if (request->verb == RLK_VERB_ASK) {
        memcpy(token, request->token, sizeof(token));
        answer->kind = RLK_ANSWER_QUEUED;
        answer->ticket = 17;
    }
    return true;
}

static void wait_in_the_queue(void)
{
    struct rlk_runtime_settings settings = rig_settings();

    rig_open(&rig, &settings);
    rig.accepts = true;
    rig.answers = somebody_holds;
    rig_pass(&rig, RLK_NS_PER_MS);
    rig_acquire(&rig, &acquire,
                &(struct redlock_request){.resource = "cup",
                                          .wait_ms = REDLOCK_FOREVER});
    rig_pass(&rig, RLK_NS_PER_MS);
    for (int node = 0; node < 3; node++) {
        if (rig.node[node].listening)
            rig_listening(&rig, node);
    }
    rig_pass(&rig, RLK_NS_PER_MS);
}

static void close_rig(void)
{
    rig_close(&rig);
}

TestSuite(core_heads, .init = wait_in_the_queue, .fini = close_rig);

/* Every node hands the lock over, and tells of one who is next. */
static void hand_over(int64_t px_ms)
{
    struct rlk_push push = {
        .set = true,
        .us = 1,
        .head = {.ticket = 18, .px_ms = px_ms},
    };

    cr_assert(rlk_token_copy(&push.token, token));
    cr_assert(rlk_token_copy(&push.head.token, NEXT));
    for (int node = 0; node < 3; node++) {
        struct rlk_identity identity = rig_identity(node);
        snprintf(push.memory, sizeof(push.memory), "%.8s", identity.replid);
        rlk_core_pushed(&rig.core, node, &push, rig.now);
        rig_settle(&rig);
    }
    cr_assert(acquire.done);
    cr_assert_eq(acquire.acquire.call.status, REDLOCK_OK);
}

/* How many of the nodes were named the next one when it was given back. */
static int named(void)
{
    int before = rig.count;
    int count = 0;

    rig_release(&rig, &released, acquire.acquire.lock, NULL);
    for (int i = before; i < rig.count; i++) {
        const struct rig_request *sent = &rig.sent[i % RIG_SENT_MAX];
        count += strcmp(sent->successor.token.text, NEXT) == 0;
    }
    return count;
}

Test(core_heads, are_named_at_every_node)
{
    hand_over(30000);
    cr_assert_eq(named(), 3);
}

/* Else one node's word would keep all of them for as long as it says. */
Test(core_heads, that_no_lock_can_have_are_not_named)
{
    hand_over(RLK_SUCCESSOR_PX_MOST);
    cr_assert_eq(named(), 0);
}
