/* SPDX-License-Identifier: MIT */
/* The nodes at which a waiter queues, its renewals, and hand-offs. */

#include <criterion/criterion.h>

#include "quorum/wait.h"

#define MS RLK_NS_PER_MS
#define SECOND RLK_NS_PER_S
#define PPM 10000 /* a hundredth */

#define N1 UINT32_C(1)
#define N2 UINT32_C(2)
#define N3 UINT32_C(4)
#define ALL (N1 | N2 | N3)

static struct rlk_wait wait;

static void three(void)
{
    rlk_wait_init(&wait, 3, 2, 0);
}

TestSuite(wait, .init = three);

/* --- how long ---------------------------------------------------------------
 */

/* The settings of redlock run: a claim of two seconds would be too short. */
Test(wait, a_kept_lock_is_handed_over_for_its_warning_and_two_seconds)
{
    struct rlk_wait_terms terms =
        rlk_wait_terms(30 * SECOND, 6 * SECOND, PPM, true);

    cr_assert_eq(terms.claim_ns, 8 * SECOND);
    cr_assert_not(terms.woken_only);
    cr_assert_gt(terms.renewal_ns, 600 * MS);
    cr_assert_leq(terms.renewal_ns, RLK_WAIT_LEASE_NS / 3);
}

Test(wait, the_claim_is_no_longer_than_the_ttl)
{
    cr_assert_eq(rlk_wait_terms(3 * SECOND, 2 * SECOND, PPM, true).claim_ns,
                 3 * SECOND);
}

/* No keeper would extend a shorter one. */
Test(wait, a_lock_that_is_not_kept_is_handed_over_for_its_ttl)
{
    cr_assert_eq(rlk_wait_terms(30 * SECOND, 6 * SECOND, PPM, false).claim_ns,
                 30 * SECOND);
}

Test(wait, a_waiter_renews_before_its_request_is_too_old)
{
    struct rlk_wait_terms terms =
        rlk_wait_terms(1000 * MS, 400 * MS, PPM, true);

    cr_assert_eq(terms.renewal_ns, (1000 - 12 - 400) * MS / 3);
    cr_assert_not(terms.woken_only);
}

Test(wait, with_a_short_ttl_a_waiter_is_only_woken)
{
    struct rlk_wait_terms terms = rlk_wait_terms(100 * MS, 50 * MS, PPM, true);

    cr_assert(terms.woken_only);
    cr_assert_geq(terms.renewal_ns, RLK_WAIT_RENEWAL_LEAST_NS);
    cr_assert_lt(terms.renewal_ns, 100 * MS);
}

Test(wait, renewals_vary_by_a_fifth_at_most)
{
    struct rlk_wait_terms terms = {.renewal_ns = 100 * MS};

    cr_assert_eq(rlk_wait_renewal(&terms, 0), 80 * MS);
    cr_assert_eq(rlk_wait_renewal(&terms, UINT64_MAX), 120 * MS);
}

Test(wait, patience_is_two_round_trips_and_at_least_a_millisecond)
{
    cr_assert_eq(rlk_wait_patience(5 * MS), 10 * MS);
    cr_assert_eq(rlk_wait_patience(MS / 10), MS);
    cr_assert_eq(rlk_wait_patience(RLK_NEVER), MS);
}

Test(wait, the_pause_after_lost_claims_grows_and_is_bounded)
{
    cr_assert_eq(rlk_wait_backoff(MS, 0, UINT64_MAX), 2 * MS);
    cr_assert_eq(rlk_wait_backoff(MS, 2, UINT64_MAX), 8 * MS);
    cr_assert_eq(rlk_wait_backoff(MS, 40, UINT64_MAX),
                 RLK_WAIT_BACKOFF_MOST_NS);
    cr_assert_eq(rlk_wait_backoff(100 * MS, 40, UINT64_MAX), 200 * MS);
    cr_assert_eq(rlk_wait_backoff(MS, 5, 0), 0);
}

/* --- utterances
 * ---------------------------------------------------------------
 *
 * A vote that was handed over and is counted from the last request that was
 * answered, or from when the hand-off message came, outlives its key: two hold
 * one lock.
 */

Test(wait, a_hand_off_counts_from_the_request_that_it_shows)
{
    struct rlk_request_sequence said;

    rlk_request_sequence_init(&said);
    cr_assert_eq(rlk_request_sequence_add(&said, 10), 0);
    cr_assert_eq(rlk_request_sequence_add(&said, 20), 1);
    cr_assert_eq(rlk_request_sequence_add(&said, 30), 2);
    cr_assert_eq(rlk_request_sequence_sent(&said, 0), 10);
    cr_assert_eq(rlk_request_sequence_sent(&said, 1), 20);
    cr_assert_eq(rlk_request_sequence_sent(&said, 2), 30);
}

Test(wait, a_forgotten_generation_counts_from_the_first_request)
{
    struct rlk_request_sequence said;

    rlk_request_sequence_init(&said);
    for (int i = 0; i < 40; i++)
        (void)rlk_request_sequence_add(&said, 10 + i);
    cr_assert_eq(rlk_request_sequence_sent(&said, 39), 49);
    cr_assert_eq(rlk_request_sequence_sent(&said, 40 - RLK_WAIT_REQUESTS),
                 50 - RLK_WAIT_REQUESTS);
    cr_assert_eq(rlk_request_sequence_sent(&said, 39 - RLK_WAIT_REQUESTS), 10);
}

Test(wait, an_unknown_generation_counts_from_the_first_request)
{
    struct rlk_request_sequence said;

    rlk_request_sequence_init(&said);
    (void)rlk_request_sequence_add(&said, 10);
    (void)rlk_request_sequence_add(&said, 20);
    cr_assert_eq(rlk_request_sequence_sent(&said, 2), 10);
    cr_assert_eq(rlk_request_sequence_sent(&said, INT64_MAX), 10);
    cr_assert_eq(rlk_request_sequence_sent(&said, -1), 10);
}

/* --- at which nodes
 * -----------------------------------------------------------
 */

Test(wait, the_gate_is_the_first_usable_node_of_the_order)
{
    cr_assert_eq(rlk_wait_enter(&wait, ALL), N1);
    cr_assert_eq(rlk_wait_enter(&wait, N2 | N3), N2);
    rlk_wait_init(&wait, 3, 2, 2);
    cr_assert_eq(rlk_wait_enter(&wait, ALL), N3);
    cr_assert_eq(rlk_wait_enter(&wait, N1 | N2), N1);
    cr_assert_eq(rlk_wait_enter(&wait, 0), 0);
}

Test(wait, behind_a_gate_that_answered_no_other_node_is_asked)
{
    (void)rlk_wait_enter(&wait, ALL);
    rlk_wait_refused(&wait, 0, 7);
    cr_assert_eq(rlk_wait_silent(&wait, ALL), 0);
}

Test(wait, without_a_gate_no_node_is_silent)
{
    cr_assert_eq(rlk_wait_silent(&wait, ALL), 0);
}

Test(wait, behind_two_gates_one_answer_is_enough)
{
    rlk_wait_init(&wait, 5, 3, 0);
    (void)rlk_wait_enter(&wait, 0x1f);
    cr_assert_eq(rlk_wait_silent(&wait, 0x1f), N2);
    rlk_wait_refused(&wait, 1, 7);
    cr_assert_eq(rlk_wait_silent(&wait, 0x1f), 0);
}

/* The other three may be free: a dead contender leaves such keys. */
Test(wait, a_holder_that_two_of_five_nodes_name_is_in_doubt)
{
    rlk_wait_init(&wait, 5, 3, 0);
    (void)rlk_wait_enter(&wait, 0x1f);
    rlk_wait_refused(&wait, 0, 7);
    cr_assert_eq(rlk_wait_renew(&wait, 0x1f), N1 | N2);
    rlk_wait_refused(&wait, 0, 7);
    rlk_wait_refused(&wait, 1, 7);
    cr_assert_eq(rlk_wait_renew(&wait, 0x1f), N1 | N2 | N3);
    for (int node = 0; node < 3; node++)
        rlk_wait_refused(&wait, node, 7);
    cr_assert_eq(rlk_wait_renew(&wait, 0x1f), N1);
}

Test(wait, the_next_node_is_asked_early_while_the_holder_is_in_doubt)
{
    rlk_wait_init(&wait, 5, 3, 0);
    cr_assert_eq(rlk_wait_doubt(&wait, 0x1f), 0, "nobody was asked");
    (void)rlk_wait_enter(&wait, 0x1f);
    cr_assert_not(rlk_wait_doubts(&wait, 0x1f), "no answer yet");
    rlk_wait_refused(&wait, 0, 7);
    cr_assert(rlk_wait_doubts(&wait, 0x1f));
    cr_assert_eq(rlk_wait_doubt(&wait, 0x1f), N2);
    cr_assert_not(rlk_wait_doubts(&wait, 0x1f));
    rlk_wait_refused(&wait, 1, 7);
    cr_assert_eq(rlk_wait_doubt(&wait, 0x1f), N3);
    rlk_wait_refused(&wait, 2, 8);
    cr_assert_eq(rlk_wait_doubt(&wait, 0x1f), 0, "no more than a quorum");
    rlk_wait_refused(&wait, 2, 7);
    cr_assert_eq(rlk_wait_doubt(&wait, 0x1f), 0, "no doubt is left");
}

Test(wait, doubt_begins_after_four_round_trips_and_ten_milliseconds_at_least)
{
    cr_assert_eq(rlk_wait_doubt_after(RLK_NEVER), 10 * MS);
    cr_assert_eq(rlk_wait_doubt_after(1 * MS), 10 * MS);
    cr_assert_eq(rlk_wait_doubt_after(5 * MS), 20 * MS);
}

/* Without these nodes no quorum is free, so the doubt ends. */
Test(wait, nodes_that_are_down_count_as_naming_the_holder)
{
    rlk_wait_init(&wait, 5, 3, 0);
    (void)rlk_wait_enter(&wait, 0x07);
    rlk_wait_refused(&wait, 0, 7);
    cr_assert_eq(rlk_wait_renew(&wait, 0x07), N1);
}

Test(wait, behind_an_unchanged_holder_a_waiter_stays_at_one_gate)
{
    (void)rlk_wait_enter(&wait, ALL);
    rlk_wait_refused(&wait, 0, 7);
    (void)rlk_wait_renew(&wait, ALL);
    rlk_wait_refused(&wait, 0, 7);
    rlk_wait_refused(&wait, 1, 7);
    for (int i = 0; i < 10; i++) {
        cr_assert_eq(rlk_wait_renew(&wait, ALL), N1);
        rlk_wait_refused(&wait, 0, 7);
    }
}

Test(wait, a_gate_that_names_another_holder_is_in_doubt)
{
    rlk_wait_init(&wait, 5, 3, 0);
    (void)rlk_wait_enter(&wait, 0x1f);
    rlk_wait_refused(&wait, 0, 7);
    (void)rlk_wait_renew(&wait, 0x1f);
    rlk_wait_refused(&wait, 0, 7);
    rlk_wait_refused(&wait, 1, 8);
    cr_assert_eq(rlk_wait_renew(&wait, 0x1f), 0x07);
    rlk_wait_refused(&wait, 0, 7);
    rlk_wait_refused(&wait, 1, 8);
    rlk_wait_refused(&wait, 2, 8);
    cr_assert_eq(rlk_wait_renew(&wait, 0x1f), 0x07, "no more than a quorum");
}

Test(wait, a_gate_that_is_free_and_does_not_serve_is_in_doubt)
{
    (void)rlk_wait_enter(&wait, ALL);
    rlk_wait_refused(&wait, 0, 0);
    cr_assert_eq(rlk_wait_renew(&wait, ALL), N1 | N2);
}

/* Another node would grant past those waiters. */
Test(wait, a_reader_behind_earlier_waiters_asks_no_other_gate)
{
    (void)rlk_wait_enter(&wait, ALL);
    rlk_wait_refused(&wait, 0, 7);
    rlk_wait_behind(&wait, 0);
    cr_assert_eq(rlk_wait_renew(&wait, ALL), N1);
    cr_assert_eq(rlk_wait_renew(&wait, ALL), N1 | N2, "it is silent");
    rlk_wait_refused(&wait, 0, 7);
    cr_assert_eq(rlk_wait_renew(&wait, ALL), N1 | N2, "it is the holder");
}

Test(wait, with_one_node_there_is_one_gate)
{
    rlk_wait_init(&wait, 1, 1, 0);
    cr_assert_eq(rlk_wait_enter(&wait, 1), 1);
    rlk_wait_refused(&wait, 0, 7);
    cr_assert_eq(rlk_wait_renew(&wait, 1), 1);
}

/*
 * Otherwise a client that cannot reach the first gate delays others for
 * seconds.
 */
Test(wait, after_a_lost_claim_the_gate_is_a_node_with_the_holders_key)
{
    rlk_wait_init(&wait, 5, 3, 0);
    (void)rlk_wait_enter(&wait, 0x1f);
    rlk_wait_refused(&wait, 1, 9);
    rlk_wait_refused(&wait, 2, 8);
    rlk_wait_refused(&wait, 3, 8);
    rlk_wait_lost(&wait);
    cr_assert_eq(rlk_wait_enter(&wait, 0x1f), 1 << 2);
    cr_assert_eq(rlk_wait_enter(&wait, 0x1f & ~(1 << 2)), 1);
}

/*
 * If one dead key prevents a quorum, the client waits at that node and does not
 * ask all nodes repeatedly.
 */
Test(wait, a_nodes_holder_is_forgotten_when_the_node_grants)
{
    rlk_wait_init(&wait, 2, 2, 0);
    (void)rlk_wait_enter(&wait, N1 | N2);
    rlk_wait_refused(&wait, 0, 7);
    rlk_wait_granted(&wait, 0);
    rlk_wait_refused(&wait, 1, 8);
    rlk_wait_lost(&wait);
    cr_assert_eq(rlk_wait_enter(&wait, N1 | N2), N2);
}

Test(wait, a_waiter_stays_at_a_gate_with_the_holders_key)
{
    rlk_wait_init(&wait, 5, 3, 0);
    (void)rlk_wait_enter(&wait, 0x1f);
    rlk_wait_refused(&wait, 2, 8);
    rlk_wait_refused(&wait, 3, 8);
    rlk_wait_lost(&wait);
    cr_assert_eq(rlk_wait_enter(&wait, 0x1f), N3);
    rlk_wait_refused(&wait, 2, 8);
    rlk_wait_refused(&wait, 3, 8);
    rlk_wait_refused(&wait, 4, 8);
    cr_assert_eq(rlk_wait_renew(&wait, 0x1f), N3, "three of five name him");
    rlk_wait_refused(&wait, 2, 0);
    cr_assert_eq(rlk_wait_renew(&wait, 0x1f), N3 | N1);
}

/* A node may have another holder after the claim. */
Test(wait, refusals_before_a_lost_claim_are_forgotten)
{
    rlk_wait_init(&wait, 5, 3, 0);
    (void)rlk_wait_enter(&wait, 0x1f);
    for (int node = 0; node < 3; node++)
        rlk_wait_refused(&wait, node, 7);
    cr_assert_eq(rlk_wait_renew(&wait, 0x1f), N1);
    rlk_wait_refused(&wait, 0, 7);
    rlk_wait_lost(&wait);
    cr_assert_eq(rlk_wait_renew(&wait, 0x1f), N1 | N2);
}

Test(wait, without_the_preferred_gate_the_first_node_is_the_gate)
{
    (void)rlk_wait_enter(&wait, ALL);
    rlk_wait_refused(&wait, 2, 8);
    rlk_wait_lost(&wait);
    cr_assert_eq(rlk_wait_enter(&wait, N1 | N2), N1);
    rlk_wait_refused(&wait, 0, 7);
    rlk_wait_refused(&wait, 1, 7);
    cr_assert_eq(rlk_wait_renew(&wait, N1 | N2), N1);
}

Test(wait, after_a_lost_claim_without_refusals_the_first_node_is_the_gate)
{
    (void)rlk_wait_enter(&wait, ALL);
    rlk_wait_lost(&wait);
    cr_assert_eq(rlk_wait_enter(&wait, ALL), N1);
}

Test(wait, a_gate_that_is_gone_is_replaced)
{
    (void)rlk_wait_enter(&wait, ALL);
    cr_assert_eq(rlk_wait_renew(&wait, N2 | N3) & N1, 0);
    cr_assert_eq(rlk_wait_renew(&wait, 0), 0);
    cr_assert_eq(rlk_wait_renew(&wait, N3), N3);
}
