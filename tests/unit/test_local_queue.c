/* SPDX-License-Identifier: MIT */
/* The queue of a client's waiters, and the choice of a successor. */

#include <criterion/criterion.h>
#include <string.h>

#include "quorum/wait.h"
#include "redlock/core/local_queue.h"
#include "redlock/core/lock.h"
#include "redlock/core/op.h"
#include "redlock/core/waiter.h"
#include "redlock/runtime/resource.h"
#include "tests/support/ground.h"

#define PEOPLE 20
#define IN_A_ROW 16

struct person {
    struct rlk_local_waiter who;
    struct rlk_waiter waiter;
    int turns;
    int moves;
};

static struct ground ground;
static struct rlk_resource *cup, *mug;
static struct redlock_lock *lock;
static struct rlk_op op;
static struct person people[PEOPLE];
static struct rlk_successor head, next;

static void turn(struct rlk_local_waiter *who, int64_t now)
{
    cr_assert_eq(now, ground.now);
    RLK_OWNER_OF(who, struct person, who)->turns++;
}

static void moved(struct rlk_local_waiter *who)
{
    RLK_OWNER_OF(who, struct person, who)->moves++;
}

static void begin(void)
{
    struct rlk_runtime_settings settings = ground_settings();

    ground_open(&ground, &settings);
    cup = rlk_resource_new("cup", NULL);
    mug = rlk_resource_new("mug", NULL);
    lock = rlk_lock_new(&ground.runtime, &(struct rlk_lock_settings){
                                             .resource = rlk_resource_hold(cup),
                                             .ttl_ns = SECOND,
                                             .repair = true,
                                         });
    op.key_lives_ms = 1100;
    for (int i = 0; i < PEOPLE; i++)
        people[i] = (struct person){.who = {.turn = turn, .moved = moved}};
}

static void end(void)
{
    for (int i = 0; i < PEOPLE; i++)
        rlk_local_queue_drop(&people[i].who);
    rlk_lock_free(lock);
    rlk_resource_drop(cup);
    rlk_resource_drop(mug);
    ground_close(&ground);
}

TestSuite(line, .init = begin, .fini = end);

static struct rlk_local_waiter *join(int number, struct rlk_resource *resource)
{
    struct rlk_local_waiter *who = &people[number].who;

    cr_assert(rlk_local_queue_join(who, &ground.runtime, resource));
    return who;
}

/* The nodes have its queue entry, so a release may name it. */
static void queue(int number, int64_t ticket)
{
    struct person *person = &people[number];

    person->waiter = (struct rlk_waiter){
        .runtime = &ground.runtime,
        .settings.lock = lock,
        .op = &op,
        .queued = 1,
        .ticket = ticket,
    };
    person->waiter.token.length = 1;
    person->waiter.token.text[0] = (char)('a' + number);
    rlk_request_sequence_init(&person->waiter.said);
    (void)rlk_request_sequence_add(&person->waiter.said, ground.now);
    person->who.waiter = &person->waiter;
}

static void others_wait_since(int64_t ticket)
{
    head = (struct rlk_successor){.ticket = ticket};
    cr_assert(rlk_token_copy(&head.token, "theirs"));
}

static bool choose(const struct rlk_successor *of_nodes)
{
    return rlk_local_queue_choose(&ground.runtime, cup, of_nodes, &next,
                                  ground.now);
}

static bool chooses_ours(void)
{
    return choose(&head) && strcmp(next.token.text, "theirs") != 0;
}

/* --- one behind the other ---------------------------------------------------
 */

Test(line, begins_with_the_waiter_that_came_first)
{
    for (int i = 0; i < 3; i++)
        (void)join(i, cup);
    cr_assert(rlk_local_queue_is_first(&people[0].who));
    cr_assert_not(rlk_local_queue_is_first(&people[1].who));
    for (int i = 0; i < 3; i++)
        cr_assert_eq(rlk_local_queue_rank(&people[i].who), i);
}

Test(line, a_waiter_in_no_queue_is_not_the_first)
{
    cr_assert_not(rlk_local_queue_is_first(&people[0].who));
    cr_assert_eq(rlk_local_queue_rank(&people[0].who), 0);
    rlk_local_queue_moved(&people[0].who);
    rlk_local_queue_leave(&people[0].who, true, ground.now);
    cr_assert_eq(people[0].turns + people[0].moves, 0);
}

Test(line, each_resource_has_its_own)
{
    (void)join(0, cup);
    cr_assert(rlk_local_queue_exists(&ground.runtime, cup));
    cr_assert_not(rlk_local_queue_exists(&ground.runtime, mug));
    cr_assert(rlk_local_queue_is_first(join(1, mug)));
    rlk_local_queue_leave(&people[0].who, false, ground.now);
    cr_assert_not(rlk_local_queue_exists(&ground.runtime, cup));
    cr_assert(rlk_local_queue_exists(&ground.runtime, mug));
}

Test(line, when_the_first_leaves_the_next_has_its_turn)
{
    for (int i = 0; i < 3; i++)
        (void)join(i, cup);
    rlk_local_queue_leave(&people[0].who, false, ground.now);
    cr_assert_eq(people[1].turns, 1);
    cr_assert_eq(people[2].turns, 0);
    cr_assert_eq(people[2].moves, 1, "it has moved up");
    cr_assert_eq(rlk_local_queue_rank(&people[2].who), 1);
}

Test(line, when_another_leaves_no_waiter_has_its_turn)
{
    for (int i = 0; i < 3; i++)
        (void)join(i, cup);
    rlk_local_queue_leave(&people[1].who, false, ground.now);
    cr_assert_eq(people[0].turns + people[2].turns, 0);
    cr_assert_eq(people[2].moves, 1);
    cr_assert_eq(rlk_local_queue_rank(&people[2].who), 1);
}

Test(line, of_a_closed_client_gives_no_waiter_its_turn)
{
    (void)join(0, cup);
    (void)join(1, cup);
    rlk_local_queue_drop(&people[0].who);
    cr_assert_eq(people[1].turns, 0);
    cr_assert(rlk_local_queue_is_first(&people[1].who));
}

Test(line, all_waiters_report_the_entry_of_the_first)
{
    (void)join(0, cup);
    people[1].who.moved = NULL; /* wants no reports */
    (void)join(1, cup);
    (void)join(2, cup);
    cr_assert_null(rlk_local_queue_waiter(&people[2].who));
    queue(0, 10);
    cr_assert_eq(rlk_local_queue_waiter(&people[2].who), &people[0].waiter);
    rlk_local_queue_moved(&people[0].who);
    cr_assert_eq(people[0].moves, 1);
    cr_assert_eq(people[1].moves, 0);
    cr_assert_eq(people[2].moves, 1);
}

/* --- who is next ------------------------------------------------------------
 */

Test(line, without_waiters_no_successor_is_chosen)
{
    cr_assert_not(choose(NULL));
    (void)join(0, mug);
    queue(0, 10);
    cr_assert_not(choose(NULL), "it waits for another");
    (void)join(1, cup);
    cr_assert_not(choose(NULL), "no node has filed it");
}

Test(line, without_local_waiters_the_nodes_waiter_is_chosen)
{
    others_wait_since(100);
    cr_assert(choose(&head));
    cr_assert_str_eq(next.token.text, "theirs");
}

Test(line, without_a_waiter_at_the_nodes_the_local_one_is_chosen)
{
    (void)join(0, cup);
    queue(0, 10);
    cr_assert(choose(NULL));
    cr_assert_str_eq(next.token.text, "a");
    cr_assert_eq(next.ticket, 10);
    cr_assert_eq(next.px_ms, 1100);
    cr_assert_eq(next.generation, 1,
                 "the release that names it is an utterance");
    cr_assert(people[0].waiter.named);
}

Test(line, the_waiter_with_the_smaller_ticket_is_chosen)
{
    others_wait_since(100);
    (void)join(0, cup);
    queue(0, 99);
    cr_assert(chooses_ours());
    queue(0, 101);
    cr_assert_not(chooses_ours());
    cr_assert_not(people[0].waiter.named);
}

/* The nodes served the first waiter by its ticket; the others came later. */
static void serve_one_before(int64_t ticket)
{
    for (int i = 0; i < PEOPLE; i++)
        (void)join(i, cup);
    queue(0, ticket);
    rlk_local_queue_leave(&people[0].who, true, ground.now);
}

Test(line, is_served_before_waiters_that_came_after_its_last_turn)
{
    serve_one_before(50);
    queue(1, 200);
    others_wait_since(100);
    cr_assert(chooses_ours());
    others_wait_since(49);
    cr_assert_not(chooses_ours(), "it came before");
}

Test(line, is_served_at_most_16_times_in_a_row)
{
    serve_one_before(50);
    others_wait_since(100);
    for (int i = 1; i <= IN_A_ROW; i++) {
        queue(i, 200);
        cr_assert(chooses_ours(), "number %d", i);
        rlk_local_queue_leave(&people[i].who, true, ground.now);
    }
    queue(IN_A_ROW + 1, 200);
    cr_assert_not(chooses_ours());
}

Test(line, is_served_in_a_row_for_at_most_a_lease)
{
    serve_one_before(50);
    others_wait_since(100);
    queue(1, 200);
    ground.now += RLK_WAIT_LEASE_NS - 1;
    cr_assert(chooses_ours());
    ground.now++;
    cr_assert_not(chooses_ours());
}

Test(line, that_no_node_has_served_yet_does_not_go_first)
{
    for (int i = 0; i < 2; i++)
        (void)join(i, cup);
    queue(0, 50);
    rlk_local_queue_leave(&people[0].who, false, ground.now);
    queue(1, 200);
    others_wait_since(100);
    cr_assert_not(chooses_ours());
}
