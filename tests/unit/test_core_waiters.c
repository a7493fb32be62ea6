/* SPDX-License-Identifier: MIT */
/* What those are told who wait in the nodes' queues, and behind each other. */

#include <criterion/criterion.h>
#include <string.h>

#include "clock/clock.h"
#include "tests/support/rig.h"

#define MS RLK_NS_PER_MS

/* One who waits, and what he was told last. */
struct waiter {
    struct rlk_acquire acquire;
    int told; /* so often */
    int place;
    char holder[REDLOCK_TOKEN_MAX];
};

static struct rig rig;
static struct waiter first, second, third;
static int rank; /* at the gate */
static const char *holder;
static bool refuses; /* the nodes' user may not queue, as they are to say yet */
static struct redlock_report report;

/* Somebody has it on all nodes; where they queue, so many wait already. */
static bool taken(struct rig *of, int node, const struct rig_request *request,
                  struct rlk_answer *answer)
{
    (void)of, (void)node;
    *answer = (struct rlk_answer){.kind = RLK_ANSWER_HELD,
                                  .remaining_ms = 600000,
                                  .text = holder,
                                  .text_length = strlen(holder)};
    if (request->verb == RLK_VERB_GRANT) /* SET NX does not say whose it is */
        answer->text_length = 0;
    if (request->verb == RLK_VERB_ASK && refuses) {
        answer->kind = RLK_ANSWER_ERROR;
        answer->reason = REDLOCK_REASON_NOPERM;
    } else if (request->verb == RLK_VERB_ASK) {
        answer->kind = RLK_ANSWER_QUEUED;
        answer->rank = rank;
        answer->ticket = 1000;
    }
    return true;
}

static void begin(void)
{
    struct rlk_runtime_settings settings = rig_settings();

    rig_open(&rig, &settings);
    rig.accepts = true;
    rig.answers = taken;
    rank = 2;
    holder = "her";
    rig_pass(&rig, MS);
}

static void end(void)
{
    rig_close(&rig);
}

TestSuite(core_waiters, .init = begin, .fini = end);

static void be_told(const struct redlock_waiting *waiting, void *user)
{
    struct waiter *waiter = user;

    cr_assert_str_eq(waiting->resource, "cup");
    waiter->told++;
    waiter->place = waiting->place;
    strcpy(waiter->holder, waiting->holder == NULL ? "" : waiting->holder);
}

static void news(struct rlk_completion *completion)
{
    struct waiter *waiter =
        RLK_OWNER_OF(completion, struct waiter, acquire.call.news);
    struct rlk_wait_told told;

    if (!rlk_acquire_take_news(&waiter->acquire, &told, rig.now))
        return;
    told.told(&told.waiting, told.user);
    rlk_wait_told_clear(&told);
}

static void wait_for(struct waiter *waiter, int64_t wait_ms)
{
    waiter->acquire.call.completion.run = rig_ignore;
    waiter->acquire.call.news.run = news;
    cr_assert_eq(rlk_acquire_start(&waiter->acquire, &rig.core.runtime,
                                   &(struct redlock_request){
                                       .size = sizeof(struct redlock_request),
                                       .resource = "cup",
                                       .wait_ms = wait_ms,
                                       .report = &report,
                                       .waiting = be_told,
                                       .user = waiter},
                                   rig.now),
                 REDLOCK_OK);
    rig_settle(&rig);
    rig_pass(&rig, MS);
}

Test(core_waiters, are_told_their_place_and_the_holder_once)
{
    wait_for(&first, REDLOCK_FOREVER);
    cr_assert_eq(first.told, 1);
    cr_assert_eq(first.place, 2);
    cr_assert_str_eq(first.holder, "her");
    rig_pass(&rig, 5000 * MS);
    cr_assert_gt(rig.node[0].asked[RLK_VERB_ASK] +
                     rig.node[1].asked[RLK_VERB_ASK] +
                     rig.node[2].asked[RLK_VERB_ASK],
                 3);
    cr_assert_eq(first.told, 1);
}

Test(core_waiters, are_told_when_they_move_up_or_another_has_it)
{
    wait_for(&first, REDLOCK_FOREVER);
    rank = 1;
    rig_pass(&rig, 2000 * MS);
    cr_assert_eq(first.told, 2);
    cr_assert_eq(first.place, 1);
    holder = "him";
    rig_pass(&rig, 2000 * MS);
    cr_assert_eq(first.told, 3);
    cr_assert_str_eq(first.holder, "him");
}

/* One of a client has the place on the network; the others stand behind it. */
Test(core_waiters, of_one_client_have_places_behind_each_other)
{
    wait_for(&first, REDLOCK_FOREVER);
    wait_for(&second, REDLOCK_FOREVER);
    wait_for(&third, REDLOCK_FOREVER);
    cr_assert_eq(second.place, 3);
    cr_assert_str_eq(second.holder, "her");
    cr_assert_eq(third.place, 4);
    rank = 0;
    rig_pass(&rig, 2000 * MS);
    cr_assert_eq(first.place, 0);
    cr_assert_eq(second.place, 1);
    cr_assert_eq(third.place, 2);
    cr_assert_eq(third.told, 2);
    rlk_acquire_cancel(&second.acquire, rig.now);
    rig_settle(&rig);
    cr_assert_eq(second.told, 2);
    cr_assert_eq(third.place, 1);
}

/* Who was behind has the network's place next, and is told when it has it. */
Test(core_waiters, that_become_the_first_are_told_their_own_place)
{
    wait_for(&first, REDLOCK_FOREVER);
    wait_for(&second, REDLOCK_FOREVER);
    rank = 7;
    rlk_acquire_cancel(&first.acquire, rig.now);
    rig_pass(&rig, 10 * MS);
    cr_assert_eq(second.place, 7);
    cr_assert_eq(second.told, 2);
}

Test(core_waiters, that_make_one_attempt_are_told_nothing)
{
    wait_for(&first, 0);
    rig_pass(&rig, 1000 * MS);
    cr_assert_eq(first.acquire.call.status, REDLOCK_BUSY);
    cr_assert_eq(first.told, 0);
}

Test(core_waiters, that_have_ended_are_told_nothing)
{
    wait_for(&first, 1000);
    cr_assert_eq(first.told, 1);
    rig_pass(&rig, 2000 * MS);
    cr_assert_eq(first.acquire.call.status, REDLOCK_BUSY);
    rank = 0;
    rig_pass(&rig, 2000 * MS);
    cr_assert_eq(first.told, 1);
}

/* Whose key it is comes with the answers to the undo. */
Test(core_waiters, that_no_node_queues_know_no_place)
{
    rig_refuse_queues(&rig);
    wait_for(&first, REDLOCK_FOREVER);
    rig_pass(&rig, 3000 * MS);
    cr_assert_eq(first.place, -1);
    cr_assert_str_eq(first.holder, "her");
    cr_assert_leq(first.told, 2);
}

/* One gate after the other says so, and none of them costs a pause. */
Test(core_waiters, that_may_not_queue_soon_ask_as_if_there_were_none)
{
    refuses = true;
    wait_for(&first, REDLOCK_FOREVER);
    rig_pass(&rig, 100 * MS);
    cr_assert_eq(first.told, 1);
    cr_assert_eq(first.place, -1);
    cr_assert_geq(rig.node[0].asked[RLK_VERB_GRANT], 5);
}
