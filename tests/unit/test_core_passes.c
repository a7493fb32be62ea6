/* SPDX-License-Identifier: MIT */
/* Releases that hand on: with a single node, and where a node refuses them. */

#include <criterion/criterion.h>
#include <string.h>

#include "clock/clock.h"
#include "tests/support/three_nodes.h"

static struct rig_acquire acquire;
static struct rig_release release;

static void close_rig(void)
{
    rig_close(&rig);
}

TestSuite(core_passes, .init = open_three, .fini = close_rig);

static const struct rig_request *last(void)
{
    return &rig.sent[(rig.count - 1) % RIG_SENT_MAX];
}

/* --- one node
 * ----------------------------------------------------------------
 */

static void open_one(void)
{
    struct rlk_runtime_settings settings = rig_settings();

    settings.nodes = 1;
    settings.quorum = 1;
    rig_close(&rig);
    rig_open_connected(&rig, &settings);
    (void)rig_said(&rig);
}

static void wait_at_the_gate(void)
{
    struct redlock_request request = job;

    request.wait_ms = 60000;
    rig_acquire(&rig, &acquire, &request);
    rig_held(&rig, 0, -1);
    rig_answer(&rig, 0,
               &(struct rlk_answer){.kind = RLK_ANSWER_QUEUED,
                                    .remaining_ms = 9000,
                                    .ticket = 1000,
                                    .text = "somebody",
                                    .text_length = 8});
    cr_assert_str_eq(rig_said(&rig), "grant n1 10000, ask n1");
}

static void pushed(const char *head)
{
    struct rlk_push push = {.set = true, .alone = true};
    struct rlk_identity identity = rig_identity(0);

    memcpy(push.memory, identity.replid, 8);
    cr_assert(rlk_token_copy(&push.token, last()->token));
    if (head != NULL) {
        push.head = (struct rlk_successor){.ticket = 2000, .px_ms = 5000};
        cr_assert(rlk_token_copy(&push.head.token, head));
    }
    rlk_core_pushed(&rig.core, 0, &push, rig.now);
    rig_settle(&rig);
}

Test(core_passes, one_push_of_one_node_is_the_lock)
{
    int64_t asked;

    open_one();
    wait_at_the_gate();
    asked = last()->at;
    rig_pass(&rig, 100 * MS);
    pushed(NULL);
    cr_assert(acquire.done);
    cr_assert_eq(acquire.acquire.call.status, REDLOCK_OK);
    cr_assert_eq(acquire.acquire.lock->tenure.validity,
                 asked + 10000 * MS - 102 * MS);
    rig_pass(&rig, 500 * MS);
    cr_assert_str_empty(rig_said(&rig), "there is nobody else to be claimed");
}

Test(core_passes, one_node_hands_on_to_whom_it_named)
{
    open_one();
    wait_at_the_gate();
    pushed("next");
    cr_assert(acquire.done);
    rig_release(&rig, &release, acquire.acquire.lock, NULL);
    cr_assert_str_eq(rig_said(&rig), "pass n1");
    cr_assert_str_eq(last()->successor.token.text, "next");
    rig_yes(&rig, 0);
    cr_assert(release.done);
    cr_assert_eq(release.release.call.status, REDLOCK_OK);
}

/* --- what is refused
 * ---------------------------------------------------------
 */

/* A release of a lock of which nobody else is known: the gate's hands on. */
static void release_it(void)
{
    struct redlock_lock *lock = rig_lock(&rig, &job);

    (void)rig_said(&rig);
    rig_release(&rig, &release, lock, NULL);
    cr_assert_str_eq(rig_said(&rig), "pass n1, release n2, release n3");
    rig_yes(&rig, 1);
    rig_yes(&rig, 2);
}

/* What is owed is a release that names nobody and looks at no queue. */
static void owes_a_release(void)
{
    cr_assert_eq(rig.core.nodes[0].backlog.count, 1);
    cr_assert_str_eq(rig_said(&rig), "release n1");
    rig_error(&rig, 0, REDLOCK_REASON_IN_SCRIPT);
    cr_assert_str_empty(rig_said(&rig));
    rig_pass(&rig, SECOND);
    cr_assert_str_eq(rig_said(&rig), "release n1");
    rig_yes(&rig, 0);
    cr_assert_eq(rig.core.nodes[0].backlog.count, 0);
}

/*
 * Something else has the queue's name. The key is let go all the same, later,
 * by a release that looks at nothing else.
 */
Test(core_passes, where_the_queue_is_none_a_plain_release_is_owed)
{
    release_it();
    rig_error(&rig, 0, REDLOCK_REASON_WRONGTYPE);
    cr_assert_not(rig.core.nodes[0].lacks_queue, "it is this one's alone");
    owes_a_release();
}

/* It may be that the script alone was refused: a plain one follows at once. */
static void is_refused(enum redlock_reason reason)
{
    release_it();
    rig_error(&rig, 0, reason);
    cr_assert_str_eq(rig_said(&rig), "release n1");
    cr_assert_eq(rig.core.nodes[0].backlog.count, 0);
    rig_error(&rig, 0, reason);
    owes_a_release();
}

Test(core_passes, where_nothing_may_be_written_a_plain_release_is_owed)
{
    is_refused(REDLOCK_REASON_READONLY);
    cr_assert_not(rig.core.nodes[0].lacks_queue);
}

Test(core_passes, where_there_is_no_disk_a_plain_release_is_owed)
{
    is_refused(REDLOCK_REASON_MISCONF);
    cr_assert_not(rig.core.nodes[0].lacks_queue);
}

Test(core_passes, where_a_right_is_missing_no_queue_is_asked_for_any_more)
{
    release_it();
    rig_error(&rig, 0, REDLOCK_REASON_NOPERM);
    cr_assert_str_eq(rig_said(&rig), "release n1");
    cr_assert(rig.core.nodes[0].lacks_queue);
    rig_yes(&rig, 0);
    cr_assert_eq(rig.core.nodes[0].backlog.count, 0);
}

/* Those who wait and are refused there stand at the next one. */
Test(core_passes, where_a_right_is_missing_the_next_node_hands_on)
{
    release_it();
    rig_error(&rig, 0, REDLOCK_REASON_NOPERM);
    rig_yes(&rig, 0);
    (void)rig_said(&rig);
    rig_release(&rig, &release, rig_lock(&rig, &job), NULL);
    cr_assert_str_eq(rig_said(&rig), "release n1, pass n2, release n3");
}

/* What is owed for an attempt that was given up is, too. */
Test(core_passes, of_an_attempt_that_was_given_up_are_owed_as_well)
{
    wait_at_the_gate();
    rlk_acquire_cancel(&acquire.acquire, rig.now);
    rig_settle(&rig);
    cr_assert_str_eq(rig_said(&rig), "pass n1");
    rig_error(&rig, 0, REDLOCK_REASON_WRONGTYPE);
    owes_a_release();
}
