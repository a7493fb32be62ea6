/* SPDX-License-Identifier: MIT */
/* How often one that waits asks the nodes, where none of them queues. */

#include <criterion/criterion.h>

#include "clock/clock.h"
#include "tests/support/rig.h"

#define MINUTE_NS (60 * RLK_NS_PER_S)

static struct rig rig;
static struct dice dice;
static struct rlk_acquire acquire;
static int64_t free_at; /* when the holder's keys run out */

/* Somebody holds it on every node, and has died. */
static bool all_refuse(struct rig *of, int node,
                       const struct rig_request *request,
                       struct rlk_answer *answer)
{
    int64_t left = free_at - of->now;

    (void)node;
    *answer = (struct rlk_answer){.kind = RLK_ANSWER_YES, .remaining_ms = -1};
    if (left <= 0)
        return true;
    answer->kind = RLK_ANSWER_HELD;
    if (request->verb == RLK_VERB_RELEASE) /* as the script says it; SET not */
        answer->remaining_ms = (left + RLK_NS_PER_MS - 1) / RLK_NS_PER_MS;
    return true;
}

static void wait_for_it(int64_t pause_max_ns)
{
    struct rlk_runtime_settings settings = rig_settings();

    settings.pause_max_ns = pause_max_ns;
    rig_open(&rig, &settings);
    dice = (struct dice){1};
    rig.dice = &dice;
    rig.accepts = true;
    rig.answers = all_refuse;
    free_at = rig.now + 10 * MINUTE_NS;
    rig_pass(&rig, RLK_NS_PER_MS);
    rig_refuse_queues(&rig);
    acquire = (struct rlk_acquire){.call.completion.run = rig_ignore};
    cr_assert_eq(rlk_acquire_start(&acquire, &rig.core.runtime,
                                   &(struct redlock_request){
                                       .resource = "cup",
                                       .wait_ms = REDLOCK_FOREVER,
                                   },
                                   rig.now),
                 REDLOCK_OK);
    rig_settle(&rig);
}

/* How many attempts that long brings about. */
static uint64_t attempts_within(int64_t span_ns)
{
    uint64_t before = rig.node[0].asked[RLK_VERB_GRANT];

    rig_pass(&rig, span_ns);
    return rig.node[0].asked[RLK_VERB_GRANT] - before;
}

static void stop(void)
{
    rig_close(&rig);
}

TestSuite(core_waits, .fini = stop, .timeout = 60);

/* Two a second on the average, where the bound has grown to one. */
Test(core_waits, that_has_waited_for_long_asks_seldom)
{
    uint64_t at_first;

    wait_for_it(0);
    at_first = attempts_within(RLK_NS_PER_S / 4);
    cr_expect(at_first >= 6, "%ju", (uintmax_t)at_first);
    (void)attempts_within(MINUTE_NS);
    cr_expect_leq(attempts_within(MINUTE_NS), 150);
    cr_expect_leq(rig.node[0].asked[RLK_VERB_GRANT], 333, "%ju",
                  (uintmax_t)rig.node[0].asked[RLK_VERB_GRANT]);
}

Test(core_waits, asks_more_often_if_it_was_told_to)
{
    wait_for_it(5 * RLK_NS_PER_MS);
    (void)attempts_within(MINUTE_NS);
    cr_expect_geq(attempts_within(RLK_NS_PER_S), 200);
}

/* A holder that died costs no pause, however long somebody has waited. */
Test(core_waits, never_pauses_beyond_the_end_that_was_told)
{
    wait_for_it(0);
    (void)attempts_within(free_at - rig.now - RLK_NS_PER_MS);
    cr_assert_eq(acquire.call.status, REDLOCK_BUSY);
    (void)attempts_within(4 * RLK_NS_PER_MS);
    cr_assert_eq(acquire.call.status, REDLOCK_OK);
}

Test(core_waits, that_is_cancelled_while_it_pauses_says_so)
{
    wait_for_it(0);
    (void)attempts_within(RLK_NS_PER_S);
    rlk_acquire_cancel(&acquire, rig.now);
    rig_settle(&rig);
    cr_assert_eq(acquire.call.status, REDLOCK_CANCELLED);
    cr_assert_eq(attempts_within(MINUTE_NS), 0);
}

static bool undos_are_not_answered(struct rig *of, int node,
                                   const struct rig_request *request,
                                   struct rlk_answer *answer)
{
    return request->verb == RLK_VERB_GRANT &&
           all_refuse(of, node, request, answer);
}

/* Nobody would take back what is asked for then. */
Test(core_waits, that_is_cancelled_while_it_undoes_asks_for_nothing_more)
{
    wait_for_it(0);
    (void)attempts_within(RLK_NS_PER_S);
    rig.answers = undos_are_not_answered;
    for (int i = 0; acquire.call.op == NULL && i < 2000; i++)
        rig_pass(&rig, RLK_NS_PER_MS);
    cr_assert_not_null(acquire.call.op);
    rig.core.nodes[1].lacks_queue = false; /* it was connected to anew */
    rlk_acquire_cancel(&acquire, rig.now);
    rig_settle(&rig);
    cr_expect_eq(acquire.call.status, REDLOCK_CANCELLED);
    cr_expect_eq(rig.node[1].asked[RLK_VERB_ASK], 0);
}
