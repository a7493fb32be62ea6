/* SPDX-License-Identifier: MIT */
/*
 * What an hour's wait behind one holder costs the nodes, in virtual time: all
 * requests that the waiters' client sends are counted, on every node. The
 * holder is the test's, and what its keeper sends is not among them.
 */

#include <criterion/criterion.h>
#include <string.h>

#include "clock/clock.h"
#include "tests/support/rig.h"

#define MS RLK_NS_PER_MS
#define SECOND RLK_NS_PER_S
#define HOUR_S 3600

/* The holder extends a lock of thirty seconds every ten. */
#define TTL_MS 30000
#define EXTENDED_MS 10000

static struct rig rig;
static struct dice dice;
static struct rig_acquire waiters[8];

static bool held(struct rig *of, int node, const struct rig_request *request,
                 struct rlk_answer *answer)
{
    (void)node;
    *answer = (struct rlk_answer){
        .kind =
            request->verb == RLK_VERB_ASK ? RLK_ANSWER_QUEUED : RLK_ANSWER_HELD,
        .remaining_ms = TTL_MS - of->now / MS % EXTENDED_MS,
        .ticket = 1000,
        .text = "holder",
        .text_length = 6,
    };
    return true;
}

static void open_five(void)
{
    struct rlk_runtime_settings settings = rig_settings();

    settings.nodes = 5;
    settings.quorum = 3;
    rig_open(&rig, &settings);
    dice = (struct dice){4711};
    rig.dice = &dice;
    rig.accepts = true;
    rig.answers = held;
    rig_pass(&rig, SECOND);
}

static void close_rig(void)
{
    rig_close(&rig);
}

TestSuite(core_hour, .init = open_five, .fini = close_rig);

static uint64_t commands(void)
{
    uint64_t sum = 0;

    for (int node = 0; node < 5; node++) {
        for (int verb = 0; verb < RLK_VERBS; verb++)
            sum += rig.node[node].asked[verb];
    }
    return sum;
}

/* So many of one client wait for an hour; what they sent. */
static uint64_t wait_an_hour(int count, const struct redlock_request *request)
{
    for (int i = 0; i < count; i++)
        rig_acquire(&rig, &waiters[i], request);
    rig_pass(&rig, SECOND / 10);
    for (int node = 0; node < 5; node++)
        rig_listening(&rig, node);
    rig_pass(&rig, HOUR_S * SECOND);
    for (int i = 0; i < count; i++)
        cr_assert_not(waiters[i].done);
    return commands();
}

/* As redlock run has it. */
static const struct redlock_request kept = {.resource = "cup",
                                            .ttl_ms = TTL_MS,
                                            .wait_ms = REDLOCK_FOREVER,
                                            .notice_ms = 6000,
                                            .keep = true};

Test(core_hour, costs_less_than_two_commands_a_second)
{
    cr_assert_leq(wait_an_hour(1, &kept), 2 * HOUR_S);
    cr_assert_geq(commands(), HOUR_S, "or its place is lost");
    for (int node = 0; node < 5; node++) {
        cr_assert_eq(rig.node[node].connects, 1);
        cr_assert_eq(rig.node[node].listens, 1);
    }
}

Test(core_hour, costs_no_more_where_nobody_keeps_the_lock)
{
    struct redlock_request request = kept;

    request.keep = false;
    cr_assert_leq(wait_an_hour(1, &request), 2 * HOUR_S);
}

Test(core_hour, costs_no_more_where_many_of_one_client_wait)
{
    cr_assert_leq(wait_an_hour(8, &kept), 2 * HOUR_S);
}
