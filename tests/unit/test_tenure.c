/* SPDX-License-Identifier: MIT */
/* A lock's validity, and its loss, which is final. */

#include <criterion/criterion.h>
#include <signal.h>

#include "clock/clock.h"
#include "quorum/tenure.h"
#include "tests/support/dice.h"

#define MS RLK_NS_PER_MS

/* Without a drift factor a vote ends 2 ms before its TTL. */
enum {
    NODES = 5,
    QUORUM = 3
};
static const int64_t ttl = 102 * MS;
static const int64_t ttl_max = 1000 * MS;

static struct {
    struct rlk_tenure tenure;
    int64_t votes[NODES];
    int64_t behind;
} held;

/* When the node's probation began; RLK_NO_VOTE: it is not on probation. */
static int64_t probation(int node)
{
    return rlk_node_set_has(held.tenure.on_probation, node) ? held.votes[node]
                                                            : RLK_NO_VOTE;
}

static void init(bool adopted)
{
    static const struct rlk_tenure_settings settings = {
        .nodes = NODES,
        .quorum = QUORUM,
        .drift_ppm = 0,
        .ttl_max_ns = 1000 * MS,
    };

    rlk_tenure_init(&held.tenure, &settings, adopted);
}

/* The first count nodes grant for requests of instant 0: valid to 100 ms. */
static void won_by(int count)
{
    init(false);
    for (int node = 0; node < count; node++)
        rlk_tenure_grant(&held.tenure, node, 0, ttl, 1 * MS);
}

static bool extend(int node, int64_t sent, int64_t now)
{
    return rlk_tenure_extended(&held.tenure, node, sent, ttl, false, now);
}

/* --- unconfirmed -------------------------------------------------------------
 */

Test(tenure, has_no_validity_with_fewer_grants_than_the_quorum)
{
    won_by(2);
    cr_assert_eq(held.tenure.validity, RLK_NO_VOTE);
    cr_assert_not(rlk_tenure_held(&held.tenure, 1 * MS));
    cr_assert_not(held.tenure.lost);
}

Test(tenure, is_held_before_its_validity_and_not_at_it)
{
    won_by(3);
    cr_assert_eq(held.tenure.validity, 100 * MS);
    cr_assert(rlk_tenure_held(&held.tenure, 100 * MS - 1));
    cr_assert_not(rlk_tenure_held(&held.tenure, 100 * MS));
}

Test(tenure, drift_factor_shortens_every_vote)
{
    const struct rlk_tenure_settings settings = {
        .nodes = 1,
        .quorum = 1,
        .drift_ppm = 10000,
        .ttl_max_ns = ttl_max,
    };

    rlk_tenure_init(&held.tenure, &settings, false);
    rlk_tenure_grant(&held.tenure, 0, 0, 100 * MS, 1 * MS);
    cr_assert_eq(held.tenure.validity, 97 * MS);
}

Test(tenure, validity_is_the_quorum_th_largest_of_the_grants)
{
    init(false);
    for (int node = 0; node < NODES; node++)
        rlk_tenure_grant(&held.tenure, node, node * MS, ttl, 10 * MS);
    cr_assert_eq(held.tenure.validity, 102 * MS);
}

Test(tenure, surplus_grant_raises_the_validity)
{
    init(false);
    for (int node = 0; node < 3; node++)
        rlk_tenure_grant(&held.tenure, node, node * MS, ttl, 10 * MS);
    cr_assert_eq(held.tenure.validity, 100 * MS);
    rlk_tenure_grant(&held.tenure, 3, 5 * MS, ttl, 20 * MS);
    cr_assert_eq(held.tenure.validity, 101 * MS);
}

Test(tenure, second_grant_of_a_node_never_shortens_its_vote)
{
    won_by(3);
    for (int node = 0; node < 3; node++)
        rlk_tenure_grant(&held.tenure, node, -10 * MS, ttl, 20 * MS);
    cr_assert_eq(held.tenure.validity, 100 * MS);
}

/* A timed-out node's grant can be that old when the others found the lock. */
Test(tenure, expired_grant_changes_nothing)
{
    init(false);
    rlk_tenure_grant(&held.tenure, 0, -100 * MS, ttl, 1 * MS);
    for (int node = 1; node < 4; node++)
        rlk_tenure_grant(&held.tenure, node, 0, ttl, 1 * MS);
    cr_assert_eq(rlk_tenure_vote_end(&held.tenure, 0), RLK_NO_VOTE);
    cr_assert(rlk_tenure_held(&held.tenure, 1 * MS));
}

/* --- the latch ------------------------------------------------------------ */

/* A holder that was stopped for long learns of the loss by its first query. */
Test(tenure, loss_found_by_a_query_is_final)
{
    won_by(3);
    cr_assert_not(rlk_tenure_held(&held.tenure, 500 * MS));
    cr_assert(held.tenure.lost);
    cr_assert_not(rlk_tenure_held(&held.tenure, 50 * MS));
}

Test(tenure, late_grant_does_not_bring_a_passed_validity_back)
{
    won_by(3);
    for (int node = 0; node < 3; node++)
        rlk_tenure_grant(&held.tenure, node, 90 * MS, ttl, 100 * MS);
    cr_assert(held.tenure.lost);
    cr_assert_eq(held.tenure.validity, 100 * MS);
}

Test(tenure, extension_after_the_validity_does_not_count)
{
    won_by(3);
    rlk_tenure_grant(&held.tenure, 3, 50 * MS, ttl, 51 * MS);
    rlk_tenure_grant(&held.tenure, 4, 50 * MS, ttl, 51 * MS);
    cr_assert_eq(held.tenure.validity, 100 * MS);
    /* Node 3's vote is still valid; the lock is lost. */
    cr_assert_not(extend(3, 90 * MS, 100 * MS));
    cr_assert(held.tenure.lost);
    cr_assert_eq(rlk_tenure_vote_end(&held.tenure, 3), 150 * MS);
}

Test(tenure, nothing_counts_after_giving_up)
{
    won_by(3);
    rlk_tenure_lose(&held.tenure);
    rlk_tenure_grant(&held.tenure, 4, 10 * MS, ttl, 11 * MS);
    rlk_tenure_withdraw(&held.tenure, 0, 11 * MS);
    cr_assert_not(extend(1, 10 * MS, 11 * MS));
    cr_assert_not(rlk_tenure_held(&held.tenure, 11 * MS));
    cr_assert_eq(held.tenure.validity, 100 * MS);
}

Test(tenure, that_was_never_won_cannot_be_extended)
{
    won_by(2);
    for (int node = 0; node < NODES; node++)
        cr_assert_not(extend(node, 5 * MS, 6 * MS));
    cr_assert_eq(held.tenure.validity, RLK_NO_VOTE);
    cr_assert_not(held.tenure.lost);
}

/* --- continuity ----------------------------------------------------------- */

Test(tenure, quorum_of_extensions_moves_the_validity)
{
    won_by(3);
    cr_assert(extend(0, 50 * MS, 51 * MS));
    cr_assert(extend(1, 50 * MS, 51 * MS));
    cr_assert_eq(held.tenure.validity, 100 * MS);
    cr_assert(extend(2, 50 * MS, 99 * MS));
    cr_assert_eq(held.tenure.validity, 150 * MS);
}

Test(tenure, late_answer_to_an_early_extension_never_shortens_a_vote)
{
    won_by(3);
    cr_assert(extend(0, 50 * MS, 51 * MS));
    cr_assert(extend(0, 10 * MS, 60 * MS));
    cr_assert_eq(rlk_tenure_vote_end(&held.tenure, 0), 150 * MS);
}

Test(tenure, extension_whose_vote_would_be_over_keeps_the_longer_one)
{
    won_by(3);
    cr_assert(
        rlk_tenure_extended(&held.tenure, 0, 50 * MS, 3 * MS, false, 60 * MS));
    cr_assert_eq(rlk_tenure_vote_end(&held.tenure, 0), 100 * MS);
}

Test(tenure, node_that_never_voted_begins_a_probation)
{
    won_by(3);
    cr_assert_not(extend(3, 50 * MS, 51 * MS));
    cr_assert_eq(rlk_tenure_vote_end(&held.tenure, 3), RLK_NO_VOTE);
    cr_assert_eq(probation(3), 51 * MS);
}

/* Extends the votes of four nodes up to that instant, and not node 4's. */
static void keep_up(int64_t from, int64_t to)
{
    for (int64_t now = from; now < to; now += 50 * MS)
        for (int node = 0; node < 4; node++)
            cr_assert(extend(node, now, now + 1 * MS));
}

Test(tenure, extension_counts_just_before_the_former_vote_ends)
{
    won_by(5);
    keep_up(50 * MS, 100 * MS);
    cr_assert(extend(4, 90 * MS, 100 * MS - 1));
}

Test(tenure, extension_does_not_count_when_the_former_vote_has_ended)
{
    won_by(5);
    keep_up(50 * MS, 100 * MS);
    cr_assert_not(extend(4, 90 * MS, 100 * MS));
    cr_assert_eq(rlk_tenure_vote_end(&held.tenure, 4), RLK_NO_VOTE);
    cr_assert_eq(probation(4), 100 * MS);
}

/* --- probation ------------------------------------------------------------ */

Test(tenure, probation_lasts_for_the_longest_ttl_from_its_first_answer)
{
    won_by(5);
    keep_up(50 * MS, 100 * MS);
    cr_assert_not(extend(4, 110 * MS, 111 * MS));
    keep_up(100 * MS, 500 * MS);
    cr_assert_not(extend(4, 510 * MS, 511 * MS));
    cr_assert_eq(probation(4), 111 * MS);
    keep_up(500 * MS, 1100 * MS);
    cr_assert_not(extend(4, 1110 * MS, 1111 * MS - 1));
    cr_assert(extend(4, 1110 * MS, 1111 * MS));
    cr_assert_eq(rlk_tenure_vote_end(&held.tenure, 4), 1210 * MS);
    cr_assert_eq(probation(4), RLK_NO_VOTE);
}

Test(tenure, probation_does_not_end_with_a_vote_that_is_over)
{
    won_by(5);
    keep_up(50 * MS, 100 * MS);
    cr_assert_not(extend(4, 110 * MS, 111 * MS));
    keep_up(100 * MS, 1200 * MS);
    cr_assert_not(extend(4, 1050 * MS, 1200 * MS));
    cr_assert_eq(probation(4), 111 * MS);
}

/* A repaired node does not count, and its probation begins. */
Test(tenure, repaired_node_does_not_count_before_its_probation_is_over)
{
    won_by(5);
    rlk_tenure_withdraw(&held.tenure, 4, 10 * MS);
    rlk_tenure_repaired(&held.tenure, 4, 12 * MS);
    cr_assert_eq(rlk_tenure_vote_end(&held.tenure, 4), RLK_NO_VOTE);
    cr_assert_eq(probation(4), 12 * MS);
    cr_assert_not(extend(4, 20 * MS, 21 * MS));
    keep_up(50 * MS, 1000 * MS);
    cr_assert_not(extend(4, 1010 * MS, 1011 * MS));
    cr_assert(extend(4, 1010 * MS, 1012 * MS));
}

Test(tenure, second_repair_begins_the_probation_again)
{
    won_by(5);
    rlk_tenure_repaired(&held.tenure, 4, 12 * MS);
    rlk_tenure_repaired(&held.tenure, 4, 30 * MS);
    cr_assert_eq(probation(4), 30 * MS);
}

Test(tenure, repair_of_a_node_that_was_needed_ends_the_tenure)
{
    won_by(3);
    rlk_tenure_repaired(&held.tenure, 0, 12 * MS);
    cr_assert(held.tenure.lost);
}

/* --- withdrawal ----------------------------------------------------------- */

Test(tenure, withdrawal_of_a_surplus_vote_keeps_the_lock)
{
    won_by(4);
    rlk_tenure_withdraw(&held.tenure, 0, 10 * MS);
    cr_assert_eq(rlk_tenure_vote_end(&held.tenure, 0), RLK_NO_VOTE);
    cr_assert(rlk_tenure_held(&held.tenure, 10 * MS));
}

Test(tenure, withdrawal_below_the_quorum_is_a_loss)
{
    won_by(4);
    rlk_tenure_withdraw(&held.tenure, 0, 10 * MS);
    rlk_tenure_withdraw(&held.tenure, 1, 10 * MS);
    cr_assert(held.tenure.lost);
    cr_assert_not(rlk_tenure_held(&held.tenure, 10 * MS));
}

Test(tenure, withdrawal_may_move_the_validity_back)
{
    won_by(5);
    for (int node = 0; node < 3; node++)
        cr_assert(extend(node, 50 * MS, 51 * MS));
    cr_assert_eq(held.tenure.validity, 150 * MS);
    rlk_tenure_withdraw(&held.tenure, 0, 60 * MS);
    cr_assert_eq(held.tenure.validity, 100 * MS);
    cr_assert(rlk_tenure_held(&held.tenure, 60 * MS));
}

Test(tenure, withdrawal_that_leaves_a_validity_in_the_past_is_a_loss)
{
    won_by(5);
    for (int node = 0; node < 3; node++)
        cr_assert(extend(node, 50 * MS, 51 * MS));
    rlk_tenure_withdraw(&held.tenure, 0, 100 * MS);
    cr_assert(held.tenure.lost);
}

Test(tenure, withdrawal_after_the_validity_finds_the_loss_and_moves_nothing)
{
    won_by(5);
    rlk_tenure_withdraw(&held.tenure, 0, 100 * MS);
    cr_assert(held.tenure.lost);
    cr_assert_eq(held.tenure.validity, 100 * MS);
    cr_assert_eq(rlk_tenure_vote_end(&held.tenure, 0), 100 * MS);
}

Test(tenure, withdrawal_ends_a_probation)
{
    won_by(5);
    rlk_tenure_repaired(&held.tenure, 4, 12 * MS);
    rlk_tenure_withdraw(&held.tenure, 4, 13 * MS);
    cr_assert_eq(probation(4), RLK_NO_VOTE);
}

/* --- adopted -------------------------------------------------------------- */

Test(tenure, adopted_is_not_held_and_not_lost_before_a_quorum_answers)
{
    init(true);
    cr_assert(extend(0, 10 * MS, 11 * MS));
    cr_assert(extend(1, 10 * MS, 11 * MS));
    cr_assert_not(rlk_tenure_held(&held.tenure, 11 * MS));
    cr_assert(held.tenure.unconfirmed);
    cr_assert_not(held.tenure.lost);
}

Test(tenure, adopted_is_held_after_a_quorum_of_extensions)
{
    init(true);
    for (int node = 0; node < 3; node++)
        cr_assert(extend(node, 10 * MS, 11 * MS));
    cr_assert_not(held.tenure.unconfirmed);
    cr_assert_eq(held.tenure.validity, 110 * MS);
    cr_assert(rlk_tenure_held(&held.tenure, 11 * MS));
}

Test(tenure, adopted_counts_by_continuity_once_held)
{
    init(true);
    for (int node = 0; node < 3; node++)
        cr_assert(extend(node, 10 * MS, 11 * MS));
    cr_assert_not(extend(3, 10 * MS, 12 * MS));
    for (int node = 0; node < 3; node++)
        cr_assert(extend(node, 60 * MS, 61 * MS));
    cr_assert_eq(held.tenure.validity, 160 * MS);
}

/* Votes that did not overlap are no quorum, and no loss. */
Test(tenure, adopted_is_not_held_by_expired_votes)
{
    init(true);
    cr_assert(extend(0, 0, 1 * MS));
    cr_assert(extend(1, 90 * MS, 100 * MS));
    cr_assert(extend(2, 90 * MS, 100 * MS));
    cr_assert(held.tenure.unconfirmed);
    cr_assert_not(rlk_tenure_held(&held.tenure, 100 * MS));
    cr_assert_not(held.tenure.lost);
    cr_assert(extend(0, 100 * MS, 101 * MS));
    cr_assert(rlk_tenure_held(&held.tenure, 101 * MS));
}

Test(tenure, adopted_ignores_an_answer_with_an_expired_vote)
{
    init(true);
    cr_assert_not(extend(0, 0, 100 * MS));
    cr_assert_eq(rlk_tenure_vote_end(&held.tenure, 0), RLK_NO_VOTE);
}

Test(tenure, adopted_survives_missing_keys_before_it_is_held)
{
    init(true);
    cr_assert(extend(0, 10 * MS, 11 * MS));
    rlk_tenure_withdraw(&held.tenure, 0, 12 * MS);
    rlk_tenure_withdraw(&held.tenure, 4, 12 * MS);
    cr_assert_not(held.tenure.lost);
    for (int node = 1; node < 4; node++)
        cr_assert(extend(node, 20 * MS, 21 * MS));
    cr_assert(rlk_tenure_held(&held.tenure, 21 * MS));
}

/* --- any order of events ---------------------------------------------------
 */

/* One answer of any kind; its request left up to 20 ms ago. */
static void random_event(struct dice *dice, int64_t now)
{
    int node = (int)dice_below(dice, NODES);
    int64_t sent = now - dice_below(dice, 20) * MS;

    switch (dice_below(dice, 100)) {
    case 0:
        rlk_tenure_withdraw(&held.tenure, node, now);
        break;
    case 1:
        rlk_tenure_withdraw(&held.tenure, node, now);
        rlk_tenure_repaired(&held.tenure, node, now);
        break;
    case 2:
        (void)rlk_tenure_held(&held.tenure, now);
        break;
    default:
        (void)extend(node, sent, now);
        break;
    }
}

static int standing(int64_t now)
{
    int count = 0;

    for (int node = 0; node < NODES; node++)
        count += rlk_tenure_vote_end(&held.tenure, node) > now;
    return count;
}

/* A lock is held by a quorum of valid votes, and never after its loss. */
static void check(bool *was_lost, int64_t *last_validity, int64_t now, int seed)
{
    if (*was_lost) {
        cr_assert(held.tenure.lost, "seed %d", seed);
        cr_assert_eq(held.tenure.validity, *last_validity, "seed %d", seed);
    }
    if (!held.tenure.lost && now < held.tenure.validity)
        cr_assert_geq(standing(now), QUORUM, "seed %d", seed);
    *was_lost = held.tenure.lost;
    *last_validity = held.tenure.validity;
}

Test(tenure, that_is_lost_never_comes_back_whatever_happens)
{
    int64_t longest = 0;

    for (int seed = 0; seed < 2000; seed++) {
        struct dice dice = {(uint64_t)seed};
        bool was_lost = false;
        int64_t last_validity = 0;
        int64_t now = 1 * MS;
        won_by(3 + (int)dice_below(&dice, 3));
        for (int i = 0; i < 500; i++) {
            now += dice_below(&dice, 8) * MS;
            random_event(&dice, now);
            check(&was_lost, &last_validity, now, seed);
        }
        if (last_validity > longest)
            longest = last_validity;
    }
    /* Some locks lasted longer than a probation. */
    cr_assert_gt(longest, ttl_max);
}

/* --- our own bugs --------------------------------------------------------- */

Test(tenure, impossible_node_asserts, .signal = SIGABRT)
{
    won_by(3);
    rlk_tenure_withdraw(&held.tenure, NODES, 1 * MS);
}

/* --- a node that lost its memory, or its time --------------------------------
 */

Test(tenure, valid_vote_continues_through_a_quarantine)
{
    won_by(3);
    cr_assert(
        rlk_tenure_extended(&held.tenure, 0, 50 * MS, ttl, true, 60 * MS));
}

Test(tenure, probation_does_not_end_in_a_quarantine)
{
    int64_t later = 20 * MS;

    won_by(3);
    rlk_tenure_grant(&held.tenure, 3, 0, 10 * ttl_max, 10 * MS);
    rlk_tenure_grant(&held.tenure, 0, 0, 10 * ttl_max, 10 * MS);
    rlk_tenure_grant(&held.tenure, 1, 0, 10 * ttl_max, 10 * MS);
    rlk_tenure_repaired(&held.tenure, 2, 10 * MS);
    later += ttl_max;
    cr_assert_not(
        rlk_tenure_extended(&held.tenure, 2, later, ttl, true, later));
    cr_assert(rlk_tenure_extended(&held.tenure, 2, later, ttl, false, later));
}

Test(tenure, adopted_does_not_count_a_quarantined_node)
{
    init(true);
    cr_assert_not(rlk_tenure_extended(&held.tenure, 0, 0, ttl, true, 1 * MS));
    cr_assert(rlk_tenure_extended(&held.tenure, 0, 0, ttl, false, 1 * MS));
}

Test(tenure, step_of_the_nodes_clock_ends_the_vote_earlier)
{
    won_by(4);
    int64_t end = rlk_tenure_vote_end(&held.tenure, 0);

    rlk_tenure_shorten(&held.tenure, 0, 30 * MS, 2 * MS);
    cr_assert_eq(rlk_tenure_vote_end(&held.tenure, 0), end - 30 * MS);
    cr_assert_eq(held.tenure.validity, end);
    rlk_tenure_shorten(&held.tenure, 1, 40 * MS, 2 * MS);
    cr_assert_eq(held.tenure.validity, end - 30 * MS);
    cr_assert_not(held.tenure.lost);
    rlk_tenure_shorten(&held.tenure, 2, 1000000 * MS, 2 * MS);
    cr_assert_eq(held.tenure.validity, end - 40 * MS);
    rlk_tenure_shorten(&held.tenure, 3, 1000000 * MS, 2 * MS);
    cr_assert(held.tenure.lost);
    /* After the loss no vote moves. */
    rlk_tenure_shorten(&held.tenure, 0, 1 * MS, 2 * MS);
    cr_assert_eq(rlk_tenure_vote_end(&held.tenure, 0), end - 30 * MS);
}

Test(tenure, clock_of_a_node_without_a_vote_changes_nothing)
{
    won_by(3);
    rlk_tenure_shorten(&held.tenure, 4, 30 * MS, 2 * MS);
    cr_assert_eq(rlk_tenure_vote_end(&held.tenure, 4), RLK_NO_VOTE);
    cr_assert_not(held.tenure.lost);
}

Test(tenure, reads_no_vote_behind_the_last)
{
    init(false);
    held.behind = RLK_NEVER;
    rlk_tenure_grant(&held.tenure, 0, 0, ttl, 1 * MS);
    rlk_tenure_grant(&held.tenure, 1, 0, ttl, 1 * MS);
    cr_assert_not(rlk_tenure_held(&held.tenure, 1 * MS));
}
