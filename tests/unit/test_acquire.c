/* SPDX-License-Identifier: MIT */
/* How often one that waits asks the nodes. */

#include <criterion/criterion.h>

#include "clock/clock.h"
#include "tests/support/puppet.h"

#define MINUTE_NS (60 * RLK_NS_PER_S)

static struct puppet puppet;
static struct rlk_acquire acquire;
static int64_t free_at; /* when the holder's keys run out */

/* Somebody holds it on every node, and has died. */
static bool all_refuse(struct puppet *of, int node,
                       const struct puppet_question *question,
                       struct rlk_answer *answer)
{
    int64_t left = free_at - of->now;

    (void)node;
    *answer = (struct rlk_answer){.kind = RLK_ANSWER_YES, .remaining_ms = -1};
    if (left <= 0)
        return true;
    answer->kind = RLK_ANSWER_HELD;
    if (question->verb == RLK_VERB_RELEASE) /* as the script says it; SET not */
        answer->remaining_ms = (left + RLK_NS_PER_MS - 1) / RLK_NS_PER_MS;
    return true;
}

static void ignore(struct rlk_completion *completion)
{
    (void)completion;
}

static void wait_for_it(int64_t pause_max_ns)
{
    puppet_start(&puppet, &(struct rlk_core_settings){
                              .nodes = 3, .pause_max_ns = pause_max_ns});
    puppet.answers = all_refuse;
    free_at = 10 * MINUTE_NS;
    puppet_pass(&puppet, RLK_NS_PER_MS);
    acquire = (struct rlk_acquire){.completion.run = ignore};
    cr_assert_eq(rlk_acquire_start(&acquire, &puppet.core,
                                   &(struct redlock_request){
                                       .resource = "job",
                                       .wait_ms = REDLOCK_FOREVER,
                                   },
                                   puppet.now),
                 REDLOCK_OK);
    rlk_core_arm(&puppet.core);
}

/* How many attempts that long brings about. */
static uint64_t attempts_within(int64_t span_ns)
{
    uint64_t before = puppet.node[0].asked[RLK_VERB_GRANT];

    puppet_pass(&puppet, span_ns);
    return puppet.node[0].asked[RLK_VERB_GRANT] - before;
}

static void stop(void)
{
    puppet_stop(&puppet);
}

TestSuite(acquire, .fini = stop, .timeout = 60);

/* Two a second on the average, where the bound has grown to one. */
Test(acquire, that_has_waited_for_long_asks_seldom)
{
    uint64_t at_first;

    wait_for_it(0);
    at_first = attempts_within(RLK_NS_PER_S / 4);
    cr_expect(at_first >= 6, "%ju", (uintmax_t)at_first);
    (void)attempts_within(MINUTE_NS);
    cr_expect_leq(attempts_within(MINUTE_NS), 150);
    cr_expect_leq(puppet_asked(&puppet, RLK_VERB_GRANT), 1000);
}

Test(acquire, asks_more_often_if_it_was_told_to)
{
    wait_for_it(5 * RLK_NS_PER_MS);
    (void)attempts_within(MINUTE_NS);
    cr_expect_geq(attempts_within(RLK_NS_PER_S), 200);
}

/* A holder that died costs no pause, however long somebody has waited. */
Test(acquire, never_pauses_beyond_the_end_that_was_told)
{
    wait_for_it(0);
    (void)attempts_within(free_at - puppet.now - RLK_NS_PER_MS);
    cr_assert_eq(acquire.status, REDLOCK_BUSY);
    (void)attempts_within(4 * RLK_NS_PER_MS);
    cr_assert_eq(acquire.status, REDLOCK_OK);
}

Test(acquire, that_is_cancelled_while_it_pauses_says_so)
{
    wait_for_it(0);
    (void)attempts_within(RLK_NS_PER_S);
    rlk_acquire_cancel(&acquire, puppet.now);
    puppet_settle(&puppet);
    cr_assert_eq(acquire.status, REDLOCK_CANCELLED);
    cr_assert_eq(attempts_within(MINUTE_NS), 0);
}
