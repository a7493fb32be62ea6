/* SPDX-License-Identifier: MIT */
/* Acquiring and extending: the keys of the masters, and a refusal. */

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "tests/support/fixture.h"

static struct redlock_lock *lock;

static enum redlock_status acquire(const char *resource)
{
    return redlock_acquire(
        client,
        &(struct redlock_request){.resource = resource, .report = &report},
        &lock);
}

TestSuite(acquire, .init = open_five, .fini = close_all, .timeout = 120);

/* Other Redlock libraries read the same key. */
Test(acquire, the_key_is_a_plain_string_with_the_token_and_the_ttl)
{
    char text[REDLOCK_TOKEN_MAX], token[REDLOCK_TOKEN_MAX];

    cr_assert_eq(acquire("cup"), REDLOCK_OK);
    fleet_await(&fleet, client, "cup", 5);
    redlock_token(lock, token);
    for (int i = 0; i < 5; i++) {
        struct server *server = &fleet.server[i];
        long long ttl = server_integer(server, "PTTL cup");

        server_text(server, text, sizeof(text), "TYPE cup");
        cr_assert_str_eq(text, "string");
        server_text(server, text, sizeof(text), "GET cup");
        cr_assert_str_eq(text, token);
        /* The TTL, and a tenth of it in slack. */
        cr_assert(ttl > 30000 && ttl <= 33000, "PTTL %lld", ttl);
        cr_assert_eq(server_integer(server, "DBSIZE"), 1);
    }
}

/* A key that another client has set on a quorum is a held lock. */
Test(acquire, ours_is_refused_while_another_redlock_holds_it)
{
    fleet_run(&fleet, 0, 2, "SET cup theirs NX PX 60000");
    cr_assert_eq(acquire("cup"), REDLOCK_BUSY);
    cr_assert_null(lock);
    cr_assert_str_eq(report.node[0].holder, "theirs");
    cr_assert_gt(report.free_in_ms, 0);
    cr_assert_leq(report.free_in_ms, 60000);
    fleet_await(&fleet, client, "cup", 3);
}

Test(acquire, an_extension_moves_the_validity_and_the_expiry_of_the_keys)
{
    int64_t before;

    cr_assert_eq(acquire("cup"), REDLOCK_OK);
    fleet_await(&fleet, client, "cup", 5);
    before = redlock_valid_until_ms(lock);
    cr_assert_eq(redlock_extend(lock, 90000, &report), REDLOCK_OK);
    cr_assert_gt(redlock_valid_until_ms(lock), before + 30000);
    cr_assert_geq(report.granted, 3);
    /* The last answers may come after the call has returned. */
    for (int i = 0; i < 5; i++)
        while (server_integer(&fleet.server[i], "PTTL cup") <= 60000)
            cr_assert_eq(redlock_inspect(client, "nothing", &report),
                         REDLOCK_OK);
}

Test(acquire, the_label_ends_the_token)
{
    struct redlock_client *named =
        open_client(&(struct redlock_settings){.nodes = fleet.nodes,
                                               .node_timeout_ms = UNHURRIED_MS,
                                               .label = "backup:7"});
    char token[REDLOCK_TOKEN_MAX], pid[16];

    cr_assert_eq(fleet_acquire(named, "a", &lock), REDLOCK_OK);
    cr_assert_str_eq(redlock_token_label(redlock_token(lock, token)),
                     "backup:7");
    redlock_close(named);

    lock = NULL;
    cr_assert_eq(acquire("b"), REDLOCK_OK);
    snprintf(pid, sizeof(pid), ":%d", (int)getpid());
    cr_assert_not_null(strstr(redlock_token(lock, token), pid), "%s", token);
}

Test(acquire, a_quorum_of_all_fails_with_one_master_down)
{
    struct redlock_client *all =
        open_client(&(struct redlock_settings){.nodes = fleet.nodes,
                                               .node_timeout_ms = UNHURRIED_MS,
                                               .quorum = REDLOCK_QUORUM_ALL});

    cr_assert_eq(redlock_quorum(all), 5);
    cr_assert_eq(fleet_acquire(all, "a", &lock), REDLOCK_OK);
    cr_assert_eq(redlock_release(&lock, NULL), REDLOCK_OK);
    server_kill(&fleet.server[4]);
    cr_assert_eq(fleet_acquire(all, "a", &lock), REDLOCK_NO_QUORUM);
    fleet_await(&fleet, client, "a", 0);
    redlock_close(all);
}

TestSuite(fleets, .timeout = 120);

/* Even fleets and single nodes too, in both orders of asking. */
Test(fleets, a_lock_works_with_any_number_of_masters)
{
    for (int count = 1; count <= 7; count++) {
        fleet_start(&fleet, count);
        for (int strategy = 0; strategy <= 1; strategy++) {
            client = open_client(&(struct redlock_settings){
                .nodes = fleet.nodes,
                .node_timeout_ms = UNHURRIED_MS,
                .strategy = (enum redlock_strategy)strategy});
            cr_assert_eq(redlock_nodes(client), count);
            cr_assert_eq(redlock_quorum(client), count / 2 + 1);
            cr_assert_eq(acquire("cup"), REDLOCK_OK);
            fleet_await(&fleet, client, "cup", count);
            cr_assert_eq(redlock_release(&lock, NULL), REDLOCK_OK);
            fleet_await(&fleet, client, "cup", 0);
            redlock_close(client);
        }
        fleet_stop(&fleet);
    }
}
