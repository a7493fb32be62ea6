/* SPDX-License-Identifier: MIT */
/*
 * Connections that come and go, scripts that are not known, nodes that are not
 * what they should be: the whole core on a transport in the test's hand.
 */

#include <criterion/criterion.h>
#include <string.h>

#include "tests/support/three_nodes.h"

TestSuite(core_link, .init = open_three);

/* --- connecting
 * ---------------------------------------------------------------
 */

Test(core_link, opening_connects_to_every_node_once)
{
    for (int node = 0; node < 3; node++)
        cr_assert_eq(rig.node[node].connects, 1);
}

Test(core_link, what_is_asked_while_connecting_goes_out_when_it_stands)
{
    struct rig_acquire acquire;

    open_unconnected();
    rig_acquire(&rig, &acquire, &job);
    cr_assert_str_eq(rig_said(&rig), "");
    rig_connect(&rig, 0);
    cr_assert_str_eq(rig_said(&rig), "grant n1 10000");
    rig_yes(&rig, 0);
    rig_connect(&rig, 1);
    cr_assert_str_eq(rig_said(&rig), "grant n2 10000");
}

Test(core_link, a_refused_connection_is_tried_again_after_a_pause)
{
    rig_break(&rig, 0, REDLOCK_REASON_REFUSED);
    cr_assert_eq(rig.node[0].connects, 1);
    rig_pass(&rig, 50 * MS - 1);
    cr_assert_eq(rig.node[0].connects, 1);
    rig_pass(&rig, SECOND);
    cr_assert_eq(rig.node[0].connects, 2);
}

Test(core_link, the_pauses_grow_up_to_five_seconds)
{
    int64_t least = 0;

    for (int failures = 0; failures < 12; failures++) {
        int before = rig.node[0].connects;
        int64_t begun = rig.now;
        rig_break(&rig, 0, REDLOCK_REASON_REFUSED);
        while (rig.node[0].connects == before)
            rig_pass(&rig, 10 * MS);
        cr_assert_geq(rig.now - begun + 10 * MS, least);
        cr_assert_leq(rig.now - begun, 5 * SECOND);
        least = rig.now - begun;
    }
    cr_assert_gt(least, SECOND);
}

Test(core_link, a_connection_that_stood_long_is_made_anew_at_once)
{
    rig_pass(&rig, SECOND);
    rig_break(&rig, 0, REDLOCK_REASON_BROKEN);
    cr_assert_eq(rig.node[0].connects, 2);
}

Test(core_link, a_connection_that_broke_soon_waits)
{
    rig_pass(&rig, SECOND - MS);
    rig_break(&rig, 0, REDLOCK_REASON_BROKEN);
    cr_assert_eq(rig.node[0].connects, 1);
}

Test(core_link, a_connection_that_never_stands_is_given_up)
{
    open_unconnected();
    rig_pass(&rig, SECOND - 1);
    cr_assert_eq(rig.node[0].disconnects, 0);
    rig_pass(&rig, 1);
    cr_assert_eq(rig.node[0].disconnects, 1);
    rig_pass(&rig, SECOND);
    cr_assert_eq(rig.node[0].connects, 2);
}

/* Ten time-outs, a second at least. */
Test(core_link, a_node_that_stays_silent_is_connected_to_anew)
{
    struct rig_acquire acquire;

    rig_acquire(&rig, &acquire, &job);
    rig_pass(&rig, 100 * MS);
    rig_yes(&rig, 1);
    rig_yes(&rig, 2);
    rig_pass(&rig, 900 * MS);
    cr_assert_eq(rig.node[0].disconnects, 0);
    rig_pass(&rig, 200 * MS);
    cr_assert_eq(rig.node[0].disconnects, 1);
    cr_assert_eq(rig.node[1].disconnects, 0);
}

Test(core_link, a_silent_node_is_asked_again_when_it_is_connected_anew)
{
    static struct rig_acquire acquire[2];

    rig_acquire(&rig, &acquire[0], &job);
    rig_pass(&rig, 100 * MS);
    rig_yes(&rig, 1);
    rig_yes(&rig, 2);
    rig_break(&rig, 0, REDLOCK_REASON_BROKEN);
    rig_connect(&rig, 0);
    (void)rig_said(&rig);
    rig_acquire(&rig, &acquire[1], &job);
    cr_assert_str_eq(rig_said(&rig), "grant n1 10000");
}

Test(core_link, a_node_that_answers_is_not_connected_to_anew)
{
    struct rig_acquire acquire;

    rig_acquire(&rig, &acquire, &job);
    rig_pass(&rig, 100 * MS);
    rig_yes(&rig, 0);
    rig_yes(&rig, 1);
    rig_yes(&rig, 2);
    rig_pass(&rig, 8 * SECOND);
    cr_assert_eq(rig.node[0].disconnects, 0);
}

/* --- whom a node may be
 * --------------------------------------------------------
 */

Test(core_link, a_replica_is_refused_by_name)
{
    struct rlk_identity identity = rig_identity(0);
    struct rig_acquire acquire;

    identity.replica = true;
    rig_break(&rig, 0, REDLOCK_REASON_BROKEN);
    rig_connect_as(&rig, 0, &identity);
    cr_assert_eq(rig.node[0].disconnects, 1);
    rig_acquire(&rig, &acquire, &job);
    cr_assert_str_eq(rig_said(&rig), "grant n2 10000");
    rig_yes(&rig, 1);
    rig_yes(&rig, 2);
    cr_assert_eq(report.node[0].vote, REDLOCK_VOTE_UNREACHED);
    cr_assert_eq(report.node[0].reason, REDLOCK_REASON_REPLICA);
}

Test(core_link, one_server_is_not_two_nodes)
{
    struct rlk_identity identity = rig_identity(0);
    struct rig_acquire acquire;

    rig_break(&rig, 1, REDLOCK_REASON_BROKEN);
    rig_connect_as(&rig, 1, &identity);
    cr_assert_eq(rig.node[1].disconnects, 1);
    rig_acquire(&rig, &acquire, &job);
    rig_yes(&rig, 0);
    rig_yes(&rig, 2);
    cr_assert_eq(report.node[1].reason, REDLOCK_REASON_SAME_SERVER);
    cr_assert_str_eq(report.node[1].message, "the same server as node 01");
}

/* Twelve servers without a name are not one. */
Test(core_link, a_server_that_does_not_say_who_it_is_is_nobodys_twin)
{
    struct rlk_identity identity = {.client_id = 0};

    for (int node = 0; node < 3; node++) {
        rig_break(&rig, node, REDLOCK_REASON_BROKEN);
        rig_connect_as(&rig, node, &identity);
        cr_assert_eq(rig.node[node].disconnects, 0);
    }
}

/* --- scripts
 * ---------------------------------------------------------------------
 */

Test(core_link, a_script_that_is_not_known_goes_whole_in_the_same_round)
{
    struct redlock_lock *lock = rig_lock(&rig, &job);
    struct rig_extend extend;

    rig_pass(&rig, SECOND);
    rig_extend(&rig, &extend, lock, 10000, NULL);
    cr_assert_not(rig_asked(&rig, 0)->by_text);
    rig_error(&rig, 0, REDLOCK_REASON_NOSCRIPT);
    cr_assert_eq(rig_asked(&rig, 0)->verb, RLK_VERB_EXTEND);
    cr_assert(rig_asked(&rig, 0)->by_text);
    rig_yes(&rig, 0);
    rig_yes(&rig, 1);
    cr_assert(extend.done);
    cr_assert_eq(extend.extend.call.status, REDLOCK_OK);
}

Test(core_link, a_release_goes_whole_until_the_node_has_run_it)
{
    struct rig_release release;

    rig_release(&rig, &release, rig_lock(&rig, &job), NULL);
    cr_assert(rig_asked(&rig, 0)->by_text);
    rig_all_yes(&rig);
    rig_release(&rig, &release, rig_lock(&rig, &job), NULL);
    cr_assert_not(rig_asked(&rig, 0)->by_text);
    rig_all_yes(&rig);
    rig_break(&rig, 0, REDLOCK_REASON_BROKEN);
    rig_connect(&rig, 0);
    rig_release(&rig, &release, rig_lock(&rig, &job), NULL);
    cr_assert(rig_asked(&rig, 0)->by_text);
}

/* Nobody waited for the answer any more, so that it was not sent again. */
Test(core_link, who_lacks_the_script_of_the_grant_gets_the_next_one_whole)
{
    struct redlock_request fenced = job;
    struct rig_acquire acquire;

    fenced.fencing = true;
    rig_acquire(&rig, &acquire, &fenced);
    cr_assert_not(rig_asked(&rig, 0)->by_text);
    rlk_acquire_cancel(&acquire.acquire, rig.now);
    rig_settle(&rig);
    rig_error(&rig, 0, REDLOCK_REASON_NOSCRIPT);
    rig_all_yes(&rig);
    rig_acquire(&rig, &acquire, &fenced);
    cr_assert_eq(rig_asked(&rig, 0)->verb, RLK_VERB_GRANT);
    cr_assert(rig_asked(&rig, 0)->by_text);
    rig_all_yes(&rig);
    rig_acquire(&rig, &acquire, &fenced);
    cr_assert_not(rig_asked(&rig, 0)->by_text);
}

/* --- what broken connections carried
 * -------------------------------------------
 */

/* Breaks the node's connection with a grant on it, and comes back. */
static void orphaned(int node, const struct rlk_identity *again)
{
    static struct rig_acquire acquire;

    rig_acquire(&rig, &acquire, &job);
    while (rig_asked(&rig, node) == NULL)
        rig_all_yes(&rig);
    rig_break(&rig, node, REDLOCK_REASON_BROKEN);
    (void)rig_said(&rig);
    rig_connect_as(&rig, node, again);
}

Test(core_link, a_connection_that_broke_with_a_request_is_killed_first)
{
    struct rlk_identity again = rig_identity(0);

    again.client_id = 777;
    orphaned(0, &again);
    cr_assert_eq(rig_asked(&rig, 0)->verb, RLK_VERB_KILL_CLIENT);
    cr_assert_eq(rig_asked(&rig, 0)->client_id, 100);
    rig_yes(&rig, 0);
    (void)rig_said(&rig);
    rig_break(&rig, 0, REDLOCK_REASON_BROKEN);
    rig_connect_as(&rig, 0, &again);
    cr_assert_null(strstr(rig_said(&rig), "kill"));
}

Test(core_link, a_kill_that_was_refused_is_tried_again)
{
    struct rlk_identity again = rig_identity(0);
    int kills = 0;

    orphaned(0, &again);
    for (int second = 0; second < 30; second++) {
        while (rig_asked(&rig, 0) != NULL) {
            bool kill = rig_asked(&rig, 0)->verb == RLK_VERB_KILL_CLIENT;
            kills += kill;
            if (kill)
                rig_error(&rig, 0, REDLOCK_REASON_LOADING);
            else
                rig_yes(&rig, 0);
        }
        rig_pass(&rig, SECOND);
    }
    cr_assert_geq(kills, 2);
    cr_assert_leq(kills, 31);
}

/* What it leaves may be executed after its release, which then took nothing. */
Test(core_link, a_kill_that_could_not_be_sent_comes_before_what_is_owed)
{
    static struct rig_acquire acquire;

    rig_acquire(&rig, &acquire, &job);
    while (rig_asked(&rig, 0) == NULL)
        rig_all_yes(&rig);
    rlk_acquire_cancel(&acquire.acquire, rig.now);
    rig_break(&rig, 0, REDLOCK_REASON_BROKEN);
    (void)rig_said(&rig);
    rig.out_of_memory = true;
    rig_connect(&rig, 0);
    rig.out_of_memory = false;
    cr_assert_null(rig_asked(&rig, 0));
    rlk_node_send_backlog(&rig.core.runtime.nodes[0], rig.now);
    cr_assert_null(rig_asked(&rig, 0));
    for (int tenth = 0; rig_asked(&rig, 0) == NULL; tenth++) {
        cr_assert_lt(tenth, 100);
        rig_pass(&rig, SECOND / 10);
    }
    cr_assert_eq(rig_asked(&rig, 0)->verb, RLK_VERB_KILL_CLIENT);
    rig_yes(&rig, 0);
    cr_assert_eq(rig_asked(&rig, 0)->verb, RLK_VERB_RELEASE);
}

Test(core_link, another_run_of_the_server_has_nothing_to_kill)
{
    struct rlk_identity again = rig_identity(0);

    again.run_id[1] = 'f';
    orphaned(0, &again);
    cr_assert_null(strstr(rig_said(&rig), "kill"));
}

Test(core_link, a_connection_without_a_request_on_it_is_no_orphan)
{
    rig_break(&rig, 0, REDLOCK_REASON_BROKEN);
    rig_connect(&rig, 0);
    cr_assert_str_eq(rig_said(&rig), "");
}

Test(core_link, a_connection_whose_number_is_not_known_is_not_killed)
{
    struct rlk_identity again = rig_identity(0);

    again.client_id = 0;
    rig_break(&rig, 0, REDLOCK_REASON_BROKEN);
    rig_connect_as(&rig, 0, &again);
    orphaned(0, &again);
    cr_assert_null(strstr(rig_said(&rig), "kill"));
}

/* The oldest of more than four is forgotten: it is the likeliest to be gone. */
Test(core_link, four_broken_connections_are_remembered)
{
    struct rlk_identity identity = rig_identity(0);
    int kills = 0;

    for (int64_t number = 1; number <= 6; number++) {
        static struct rig_acquire acquire[6];
        identity.client_id = number;
        rig_break(&rig, 0, REDLOCK_REASON_BROKEN);
        rig_connect_as(&rig, 0, &identity);
        rig_acquire(&rig, &acquire[number - 1], &job);
    }
    rig_break(&rig, 0, REDLOCK_REASON_BROKEN);
    (void)rig_said(&rig);
    identity.client_id = 7;
    rig_connect_as(&rig, 0, &identity);
    for (; rig_asked(&rig, 0) != NULL; rig_yes(&rig, 0)) {
        if (rig_asked(&rig, 0)->verb == RLK_VERB_KILL_CLIENT)
            cr_assert_eq(rig_asked(&rig, 0)->client_id, 3 + kills++);
    }
    cr_assert_eq(kills, 4);
}
