/* SPDX-License-Identifier: MIT */
/* Waiting to share a lock, in the core: what differs from any other wait. */

#include <criterion/criterion.h>
#include <string.h>

#include "redlock/core/place.h"
#include "redlock/kinds/kinds.h"
#include "tests/support/three_nodes.h"

#define TICKET 1000

static struct rig_acquire acquire;
static struct rig_acquire other;

static struct redlock_request reading(void)
{
    struct redlock_request request = job;

    request.size = sizeof(request);
    request.mode = REDLOCK_SHARED;
    request.wait_ms = 60000;
    return request;
}

static void answered(int node, enum rlk_answer_kind kind, const char *text)
{
    rig_answer(&rig, node,
               &(struct rlk_answer){
                   .kind = kind,
                   .remaining_ms = 9000,
                   .ticket = TICKET,
                   .rank = 2,
                   .text = text,
                   .text_length = strlen(text),
               });
}

static const struct rig_request *last(void)
{
    return &rig.sent[(rig.count - 1) % RIG_SENT_MAX];
}

/* Refused at the gate, it has asked for a place there, and has got it. */
static void wait_at_the_gate(struct rig_acquire *of)
{
    struct redlock_request request = reading();

    rig_acquire(&rig, of, &request);
    if (last()->verb != RLK_VERB_ASK)
        answered(0, RLK_ANSWER_HELD, "a writer");
    cr_assert_eq(last()->verb, RLK_VERB_ASK);
    answered(0, RLK_ANSWER_QUEUED, "a writer");
    (void)rig_said(&rig);
}

static void woken(int node, const struct rig_acquire *who)
{
    struct rlk_push push = {
        .memory = "00000000",
        .alone = true,
        .token = who->acquire.place->token,
    };

    rlk_core_pushed(&rig.core, node, &push, rig.now);
    rig_settle(&rig);
}

TestSuite(core_shared_waits, .init = open_three);

Test(core_shared_waits, one_who_is_refused_asks_the_gate_for_a_place)
{
    struct redlock_request request = reading();

    rig_acquire(&rig, &acquire, &request);
    answered(0, RLK_ANSWER_HELD, "a writer");
    cr_assert_str_eq(rig_said(&rig), "grant n1 10000, ask n1");
    cr_assert_eq(last()->kind, &rlk_shared);
    cr_assert_eq(last()->ask.flags, RLK_PLACE_WOKEN | RLK_PLACE_SHARES);
    cr_assert_not(last()->ask.claiming);
}

/* Whoever waits to have it alone, and was told of by the grant. */
Test(core_shared_waits, one_who_would_pass_somebody_asks_the_gate_for_a_place)
{
    struct redlock_request request = reading();

    rig_acquire(&rig, &acquire, &request);
    answered(0, RLK_ANSWER_QUEUED, "a writer");
    cr_assert_str_eq(rig_said(&rig), "grant n1 10000, ask n1");
}

/* At another one nobody may wait, and readers would let it in. */
Test(core_shared_waits, behind_a_writer_among_readers_it_asks_the_gate_alone)
{
    struct redlock_request request = reading();
    const char *said;
    int asked = 0;

    rig_acquire(&rig, &acquire, &request);
    answered(0, RLK_ANSWER_QUEUED, RLK_TOKEN_READERS);
    rig_pass(&rig, 3 * MS);
    cr_assert_str_eq(rig_said(&rig), "grant n1 10000, ask n1");
    answered(0, RLK_ANSWER_QUEUED, RLK_TOKEN_READERS);
    for (int i = 0; i < 300; i++) {
        rig_pass(&rig, 10 * MS);
        said = rig_said(&rig);
        if (*said == '\0')
            continue;
        cr_assert_str_eq(said, "ask n1");
        asked++;
        answered(0, RLK_ANSWER_QUEUED, RLK_TOKEN_READERS);
    }
    cr_assert_geq(asked, 3);
}

Test(core_shared_waits, one_who_is_woken_claims_all_nodes)
{
    wait_at_the_gate(&acquire);
    woken(0, &acquire);
    cr_assert_str_eq(rig_said(&rig), "ask n1, ask n2, ask n3");
    cr_assert(last()->ask.claiming);
    rig_yes(&rig, 0);
    cr_assert_not(acquire.done);
    rig_yes(&rig, 1);
    cr_assert(acquire.done);
    cr_assert_eq(acquire.acquire.call.status, REDLOCK_OK);
    rig_yes(&rig, 2);
}

/* Its members are in nobody's way: it is not to be extended at once. */
Test(core_shared_waits, what_it_has_won_lasts_for_its_whole_ttl)
{
    wait_at_the_gate(&acquire);
    woken(0, &acquire);
    rig_all_yes(&rig);
    cr_assert_eq(acquire.acquire.call.status, REDLOCK_OK);
    cr_assert_geq(acquire.acquire.lock->tenure.validity, rig.now + 9 * SECOND);
}

Test(core_shared_waits, of_one_client_each_has_a_place_of_its_own)
{
    wait_at_the_gate(&acquire);
    wait_at_the_gate(&other);
    cr_assert_neq(acquire.acquire.place, other.acquire.place);
    woken(0, &other);
    rig_all_yes(&rig);
    cr_assert_eq(other.acquire.call.status, REDLOCK_OK);
    cr_assert_not(acquire.done);
}

Test(core_shared_waits, one_who_gives_up_leaves_wherever_it_asked)
{
    wait_at_the_gate(&acquire);
    rlk_acquire_cancel(&acquire.acquire, rig.now);
    rig_settle(&rig);
    cr_assert_str_eq(rig_said(&rig), "release n1");
    cr_assert_eq(last()->kind, &rlk_shared);
    rig_yes(&rig, 0);
    /* Nothing else may have been set to its token. */
    cr_assert_str_eq(rig_said(&rig), "");
}

Test(core_shared_waits, a_release_leaves_by_the_kind_of_the_lock)
{
    struct rig_release release;

    wait_at_the_gate(&acquire);
    woken(0, &acquire);
    rig_all_yes(&rig);
    (void)rig_said(&rig);
    rig_release(&rig, &release, acquire.acquire.lock, NULL);
    cr_assert_str_eq(rig_said(&rig), "release n1, release n2, release n3");
    rig_all_yes(&rig);
    cr_assert(release.done);
}

/* It would lose its place by that: the gate finds it by itself. */
Test(core_shared_waits, who_is_only_woken_is_not_named)
{
    static const char next[] =
        "17 13000 20 0 0123456789abcdef0123456789abcdef-2a:a-reader";
    struct redlock_request request = job;
    struct rig_release release;

    request.wait_ms = 60000;
    rig_acquire(&rig, &other, &request);
    answered(0, RLK_ANSWER_HELD, "a writer");
    rig_answer(&rig, 0,
               &(struct rlk_answer){.kind = RLK_ANSWER_YES,
                                    .remaining_ms = -1,
                                    .text = next,
                                    .text_length = sizeof(next) - 1});
    rig_all_yes(&rig);
    cr_assert_eq(other.acquire.call.status, REDLOCK_OK);
    cr_assert_eq(other.acquire.lock->place->head.ticket, 17);
    (void)rig_said(&rig);
    rig_release(&rig, &release, other.acquire.lock, NULL);
    cr_assert_str_eq(rig_said(&rig), "pass n1, release n2, release n3");
    rig_all_yes(&rig);
}

Test(core_shared_waits, one_with_its_owners_number_has_no_place)
{
    struct redlock_request request = job;

    request.size = sizeof(request);
    request.wait_ms = 60000;
    request.owner = "me";
    request.fencing = true;
    request.owner_fence = 7;
    rig_acquire(&rig, &acquire, &request);
    answered(0, RLK_ANSWER_HELD, "a writer");
    answered(1, RLK_ANSWER_HELD, "a writer");
    cr_assert_eq(last()->verb, RLK_VERB_RELEASE);
    rlk_acquire_cancel(&acquire.acquire, rig.now);
    rig_settle(&rig);
}

static int told;
static char told_holder[64];

static void tell(const struct redlock_waiting *waiting, void *user)
{
    (void)user;
    told = waiting->place;
    told_holder[0] = '\0';
    if (waiting->holder != NULL)
        strcpy(told_holder, waiting->holder);
}

Test(core_shared_waits, is_told_its_place)
{
    struct redlock_request request = reading();
    struct rlk_wait_told news;

    request.waiting = tell;
    rig_begin(&acquire);
    acquire.acquire.call.news.run = rig_ignore;
    cr_assert_eq(rlk_acquire_start(&acquire.acquire, &rig.core.runtime,
                                   &request, rig.now),
                 REDLOCK_OK);
    rig_settle(&rig);
    answered(0, RLK_ANSWER_HELD, "a writer");
    answered(0, RLK_ANSWER_QUEUED, "a writer");
    cr_assert(rlk_acquire_take_news(&acquire.acquire, &news, rig.now));
    news.told(&news.waiting, NULL);
    cr_assert_eq(told, 2);
    cr_assert_str_eq(told_holder, "a writer");
    rlk_wait_told_clear(&news);
}
