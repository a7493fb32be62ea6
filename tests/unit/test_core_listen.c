/* SPDX-License-Identifier: MIT */
/*
 * A node's second connection: when it is there, and what becomes of it when
 * the server, or the first connection, goes. The whole core on a transport in
 * the test's hand.
 */

#include <criterion/criterion.h>
#include <string.h>

#include "tests/support/three_nodes.h"

TestSuite(core_listen, .init = open_three);

#define IDLE RLK_NODE_LISTEN_IDLE_NS

/* Somebody waits. */
static void want(void)
{
    rlk_node_listen(&rig.core.nodes[0], rig.now);
    rig_settle(&rig);
}

/* ... for so long, and says so every second. */
static void want_for(int64_t ns)
{
    for (; ns > 0; ns -= SECOND) {
        want();
        rig_pass(&rig, ns < SECOND ? ns : SECOND);
    }
}

static bool listens(void)
{
    return rlk_node_listens(&rig.core.nodes[0]);
}

/* The server that took the place of the first one's. */
static struct rlk_identity another_server(void)
{
    struct rlk_identity identity = rig_identity(0);

    memset(identity.run_id, 'f', 40);
    return identity;
}

Test(core_listen, is_for_who_waits)
{
    rig_pass(&rig, 2 * IDLE);
    cr_assert_eq(rig.node[0].listens, 0);
    want();
    cr_assert_eq(rig.node[0].listens, 1);
    cr_assert_not(listens());
    rig_listening(&rig, 0);
    cr_assert(listens());
    want();
    cr_assert_eq(rig.node[0].listens, 1);
    cr_assert_eq(rig.node[1].listens, 0);
}

Test(core_listen, ends_a_minute_after_the_last_who_waited)
{
    want();
    rig_listening(&rig, 0);
    want_for(3 * IDLE);
    cr_assert_eq(rig.node[0].unlistens, 0);
    rig_pass(&rig, IDLE - SECOND - 1);
    cr_assert(listens());
    rig_pass(&rig, 1);
    cr_assert_not(listens());
    cr_assert_eq(rig.node[0].unlistens, 1);
    want();
    cr_assert_eq(rig.node[0].listens, 2);
}

Test(core_listen, begins_when_the_first_connection_stands)
{
    open_unconnected();
    want();
    cr_assert_eq(rig.node[0].listens, 0);
    rig_connect(&rig, 0);
    cr_assert_eq(rig.node[0].listens, 1);
}

Test(core_listen, does_not_begin_for_who_waited_long_ago)
{
    open_unconnected();
    want();
    rig_pass(&rig, IDLE);
    rig_break(&rig, 0, REDLOCK_REASON_REFUSED);
    rig_pass(&rig, SECOND);
    rig_connect(&rig, 0);
    cr_assert_eq(rig.node[0].listens, 0);
}

Test(core_listen, is_made_anew_at_once_where_it_had_stood_for_long)
{
    want();
    rig_listening(&rig, 0);
    want_for(SECOND);
    rig_deaf(&rig, 0, REDLOCK_REASON_BROKEN);
    cr_assert_not(listens());
    cr_assert_eq(rig.node[0].listens, 2);
}

Test(core_listen, waits_where_it_broke_soon)
{
    want();
    rig_listening(&rig, 0);
    rig_pass(&rig, SECOND - 1);
    rig_deaf(&rig, 0, REDLOCK_REASON_BROKEN);
    rig_pass(&rig, 50 * MS - 1);
    cr_assert_eq(rig.node[0].listens, 1);
    rig_pass(&rig, SECOND);
    cr_assert_eq(rig.node[0].listens, 2);
}

Test(core_listen, pauses_grow_up_to_five_seconds)
{
    int64_t least = 0;

    want();
    for (int failures = 0; failures < 12; failures++) {
        int before = rig.node[0].listens;
        int64_t begun = rig.now;
        want();
        rig_deaf(&rig, 0, REDLOCK_REASON_REFUSED);
        while (rig.node[0].listens == before)
            rig_pass(&rig, 10 * MS);
        cr_assert_geq(rig.now - begun + 10 * MS, least);
        cr_assert_leq(rig.now - begun, 5 * SECOND);
        least = rig.now - begun;
    }
    cr_assert_gt(least, SECOND);
}

Test(core_listen, is_not_tried_again_for_nobody)
{
    want();
    rig_listening(&rig, 0);
    rig_pass(&rig, IDLE - 1);
    rig_deaf(&rig, 0, REDLOCK_REASON_BROKEN);
    cr_assert_eq(rig.node[0].listens, 2);
    rig_deaf(&rig, 0, REDLOCK_REASON_REFUSED);
    rig_pass(&rig, 10 * SECOND);
    cr_assert_eq(rig.node[0].listens, 2);
    cr_assert_not(rig.node[0].listening);
}

Test(core_listen, that_is_never_confirmed_is_given_up)
{
    want();
    rig_pass(&rig, SECOND - 1);
    cr_assert_eq(rig.node[0].unlistens, 0);
    rig_pass(&rig, 1);
    cr_assert_eq(rig.node[0].unlistens, 1);
    cr_assert_eq(rig.core.nodes[0].listening.reason, REDLOCK_REASON_SILENT);
    rig_pass(&rig, SECOND);
    cr_assert_eq(rig.node[0].listens, 2);
}

/* A loop that did not turn: that span is not the server's. */
Test(core_listen, that_nobody_looked_for_has_its_time_yet)
{
    want();
    rlk_core_overlook(&rig.core, 10 * SECOND);
    rig.now += 10 * SECOND;
    rig_pass(&rig, SECOND - 1);
    cr_assert_eq(rig.node[0].unlistens, 0);
    rig_pass(&rig, 1);
    cr_assert_eq(rig.node[0].unlistens, 1);
}

Test(core_listen, is_tried_at_once_where_nobody_looked_for_long)
{
    want();
    for (int failures = 0; failures < 3; failures++) {
        rig_deaf(&rig, 0, REDLOCK_REASON_REFUSED);
        if (failures < 2)
            rig_pass(&rig, SECOND);
    }
    cr_assert_eq(rig.node[0].listens, 3);
    rlk_core_try_again(&rig.core, 3 * SECOND, rig.now);
    cr_assert_eq(rig.node[0].listens, 4);
}

/* --- whose pushes they are --------------------------------------------------
 */

/* A replica's subscribers hear what is published at its master. */
Test(core_listen, at_another_server_is_none)
{
    struct rlk_identity other = another_server();

    want();
    rig_listening_as(&rig, 0, &other);
    cr_assert_not(listens());
    cr_assert_eq(rig.node[0].unlistens, 1);
    rig_pass(&rig, SECOND);
    cr_assert_eq(rig.node[0].listens, 2);
    rig_listening(&rig, 0);
    cr_assert(listens());
}

Test(core_listen, at_a_server_that_does_not_say_who_it_is_is_none)
{
    struct rlk_identity nobody = {.client_id = 7};

    want();
    rig_listening_as(&rig, 0, &nobody);
    cr_assert_not(listens());
    want_for(10 * SECOND);
    cr_assert_eq(rig.node[0].listens, 1);
}

Test(core_listen, where_the_first_server_did_not_say_who_it_is_is_none)
{
    struct rlk_identity nobody = {.client_id = 7};

    open_unconnected();
    rig_connect_as(&rig, 0, &nobody);
    want_for(10 * SECOND);
    cr_assert_eq(rig.node[0].listens, 0);
}

Test(core_listen, goes_with_the_server_that_it_was_of)
{
    struct rlk_identity other = another_server();

    want();
    rig_listening(&rig, 0);
    rig_break(&rig, 0, REDLOCK_REASON_BROKEN);
    rig_pass(&rig, SECOND);
    cr_assert(listens());
    rig_connect_as(&rig, 0, &other);
    cr_assert_eq(rig.node[0].unlistens, 1);
    cr_assert_eq(rig.node[0].listens, 2);
    rig_listening_as(&rig, 0, &other);
    cr_assert(listens());
}

Test(core_listen, stays_where_the_first_connection_comes_back_to_its_server)
{
    want();
    rig_listening(&rig, 0);
    rig_pass(&rig, SECOND);
    rig_break(&rig, 0, REDLOCK_REASON_BROKEN);
    rig_connect(&rig, 0);
    cr_assert(listens());
    cr_assert_eq(rig.node[0].listens, 1);
}

/* --- refusals
 * -----------------------------------------------------------------
 */

Test(core_listen, without_the_right_to_it_is_not_tried_again)
{
    want();
    rig_deaf(&rig, 0, REDLOCK_REASON_NOPERM);
    want_for(3 * IDLE);
    cr_assert_eq(rig.node[0].listens, 1);
    cr_assert_eq(rig.core.nodes[0].listening.reason, REDLOCK_REASON_NOPERM);
}

Test(core_listen, without_the_right_to_it_is_tried_on_the_next_connection)
{
    want();
    rig_deaf(&rig, 0, REDLOCK_REASON_NOPERM);
    rig_pass(&rig, SECOND);
    rig_break(&rig, 0, REDLOCK_REASON_BROKEN);
    rig_connect(&rig, 0);
    cr_assert_eq(rig.node[0].listens, 2);
}
