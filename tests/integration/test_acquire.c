/* SPDX-License-Identifier: MIT */
/* Acquiring: what lands on the masters, and what a refusal tells. */

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "tests/support/fleet.h"

static struct fleet fleet;
static struct redlock_client *client;
static struct redlock_lock *lock;
static struct redlock_report report;

static void open_five(void)
{
    fleet_start(&fleet, 5);
    client = fleet_open(&fleet, UNHURRIED_MS);
}

static void close_all(void)
{
    redlock_close(client);
    fleet_stop(&fleet);
}

static enum redlock_status acquire(const char *resource)
{
    return redlock_acquire(
        client,
        &(struct redlock_request){.resource = resource, .report = &report},
        &lock);
}

TestSuite(acquire, .init = open_five, .fini = close_all, .timeout = 120);

/* The nodes beyond the quorum are asked too: later failures cost less. */
Test(acquire, a_free_lock_is_granted_on_every_node)
{
    cr_assert_eq(acquire("cup"), REDLOCK_OK);
    cr_assert_not_null(lock);
    fleet_await(&fleet, client, "cup", 5);
    cr_assert(redlock_held(lock));
    cr_assert_str_eq(redlock_resource(lock), "cup");
    cr_assert_eq(report.nodes, 5);
    cr_assert_eq(report.quorum, 3);
    cr_assert_geq(report.granted, 3);
    cr_assert_eq(report.attempts, 1);
    redlock_release(&lock, NULL);
}

Test(acquire, the_validity_is_the_ttl_less_the_drift)
{
    cr_assert_eq(acquire("cup"), REDLOCK_OK);
    cr_assert_leq(redlock_remaining_ms(lock), 30000 - 300 - 2);
    cr_assert_gt(redlock_remaining_ms(lock), 0);
    cr_assert_leq(redlock_valid_until_ms(lock), boot_ms() + 30000 - 300 - 2);
}

/* Every other Redlock on these keys can read it. */
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

/* A lock of ours makes another's SET return nil on a quorum. */
Test(acquire, another_redlock_is_refused_while_ours_is_held)
{
    char text[64];
    int refused = 0;

    cr_assert_eq(acquire("cup"), REDLOCK_OK);
    fleet_await(&fleet, client, "cup", 5);
    for (int i = 0; i < 5; i++)
        refused += !server_text(&fleet.server[i], text, sizeof(text),
                                "SET cup theirs NX PX 60000");
    cr_assert_geq(refused, 3);
}

/* Another's SET on a quorum is somebody who holds it. */
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

Test(acquire, a_minority_of_foreign_keys_does_not_refuse)
{
    fleet_run(&fleet, 0, 1, "SET cup theirs NX PX 60000");
    cr_assert_eq(acquire("cup"), REDLOCK_OK);
    cr_assert_eq(report.node[0].vote, REDLOCK_VOTE_DENIED, "%s",
                 votes_of(&report));
    cr_assert_eq(report.node[0].reason, REDLOCK_REASON_HELD, "%s",
                 votes_of(&report));
    cr_assert_eq(report.node[2].vote, REDLOCK_VOTE_GRANTED, "%s",
                 votes_of(&report));
}

Test(acquire, a_refused_attempt_leaves_the_holders_keys_alone)
{
    struct redlock_lock *second = NULL;
    struct redlock_client *other = fleet_open(&fleet, UNHURRIED_MS);

    cr_assert_eq(acquire("cup"), REDLOCK_OK);
    cr_assert_eq(redlock_acquire(other,
                                 &(struct redlock_request){.resource = "cup"},
                                 &second),
                 REDLOCK_BUSY);
    cr_assert_null(second);
    fleet_await(&fleet, client, "cup", 5);
    cr_assert(redlock_held(lock));
    redlock_close(other);
    cr_assert_eq(redlock_release(&lock, NULL), REDLOCK_OK);
}

/* Nobody holds it, and nobody can tell: not the same. */
Test(acquire, masters_that_are_down_are_no_holder)
{
    for (int i = 0; i < 3; i++)
        server_kill(&fleet.server[i]);
    cr_assert_eq(acquire("cup"), REDLOCK_NO_QUORUM);
    cr_assert_null(lock);
    for (int i = 0; i < 3; i++)
        cr_assert(report.node[i].reason == REDLOCK_REASON_REFUSED ||
                      report.node[i].reason == REDLOCK_REASON_BROKEN,
                  "node %d: %s", i, redlock_reason_text(report.node[i].reason));
    fleet_await(&fleet, client, "cup", 0);
}

Test(acquire, the_label_ends_the_token)
{
    struct redlock_client *named =
        open_client(&(struct redlock_settings){.nodes = fleet.nodes,
                                               .node_timeout_ms = UNHURRIED_MS,
                                               .label = "backup:7"});
    char token[REDLOCK_TOKEN_MAX], pid[16];

    cr_assert_eq(redlock_acquire(
                     named, &(struct redlock_request){.resource = "a"}, &lock),
                 REDLOCK_OK);
    cr_assert_str_eq(redlock_token_label(redlock_token(lock, token)),
                     "backup:7");
    redlock_close(named);

    lock = NULL;
    cr_assert_eq(acquire("b"), REDLOCK_OK);
    snprintf(pid, sizeof(pid), ":%d", (int)getpid());
    cr_assert_not_null(strstr(redlock_token(lock, token), pid), "%s", token);
}

/* Protocol 2: reusing a token lets a late release delete the next vote. */
Test(acquire, no_two_attempts_share_a_token)
{
    char tokens[8][REDLOCK_TOKEN_MAX];

    for (int i = 0; i < 8; i++) {
        cr_assert_eq(acquire("cup"), REDLOCK_OK);
        redlock_token(lock, tokens[i]);
        cr_assert_eq(redlock_release(&lock, NULL), REDLOCK_OK);
        for (int j = 0; j < i; j++)
            cr_assert_str_neq(tokens[i], tokens[j]);
    }
}

Test(acquire, a_name_with_any_bytes_is_the_key_as_it_is)
{
    static const char *const names[] = {"a b", "x\r\n$-1\r\n", "{slot}:é",
                                        "%s%n", "\x01\xff"};

    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        cr_assert_eq(acquire(names[i]), REDLOCK_OK);
        fleet_await(&fleet, client, names[i], 5);
        cr_assert_eq(redlock_release(&lock, NULL), REDLOCK_OK);
        fleet_await(&fleet, client, names[i], 0);
    }
}

Test(acquire, the_longest_name_is_taken_and_a_longer_one_refused)
{
    char name[REDLOCK_RESOURCE_MAX + 2];

    memset(name, 'x', sizeof(name));
    name[REDLOCK_RESOURCE_MAX + 1] = '\0';
    cr_assert_eq(acquire(name), REDLOCK_BAD_REQUEST);
    name[REDLOCK_RESOURCE_MAX] = '\0';
    cr_assert_eq(acquire(name), REDLOCK_OK);
    fleet_await(&fleet, client, name, 5);
}

Test(acquire, a_request_out_of_range_sends_nothing)
{
    static const struct {
        struct redlock_request request;
        enum redlock_status status;
    } wrong[] = {
        {{.resource = NULL}, REDLOCK_BAD_REQUEST},
        {{.resource = ""}, REDLOCK_BAD_REQUEST},
        {{.resource = "redlock:inst"}, REDLOCK_BAD_REQUEST},
        {{.resource = "{a}:fence"}, REDLOCK_BAD_REQUEST},
        {{.resource = "a", .ttl_ms = -1}, REDLOCK_BAD_REQUEST},
        {{.resource = "a", .wait_ms = -1}, REDLOCK_BAD_REQUEST},
        {{.resource = "a", .ttl_ms = 1}, REDLOCK_TTL_TOO_SHORT},
        {{.resource = "a", .ttl_ms = 301000}, REDLOCK_TTL_TOO_LONG},
        {{.resource = "a", .ttl_ms = INT64_MAX}, REDLOCK_TTL_TOO_LONG},
    };

    for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
        cr_assert_eq(redlock_acquire(client, &wrong[i].request, &lock),
                     wrong[i].status, "row %zu", i);
        cr_assert_null(lock);
    }
    cr_assert_eq(fleet_holding(&fleet, "a"), 0);
}

Test(acquire, locks_on_different_resources_do_not_meet)
{
    struct redlock_lock *other = NULL;

    cr_assert_eq(acquire("one"), REDLOCK_OK);
    cr_assert_eq(redlock_acquire(client,
                                 &(struct redlock_request){.resource = "two"},
                                 &other),
                 REDLOCK_OK);
    cr_assert(redlock_held(lock) && redlock_held(other));
}

/* A minority more than the margin allows: a quorum of all wants all. */
Test(acquire, a_quorum_of_all_fails_with_one_master_down)
{
    struct redlock_client *all =
        open_client(&(struct redlock_settings){.nodes = fleet.nodes,
                                               .node_timeout_ms = UNHURRIED_MS,
                                               .quorum = REDLOCK_QUORUM_ALL});

    cr_assert_eq(redlock_quorum(all), 5);
    cr_assert_eq(
        redlock_acquire(all, &(struct redlock_request){.resource = "a"}, &lock),
        REDLOCK_OK);
    cr_assert_eq(redlock_release(&lock, NULL), REDLOCK_OK);
    server_kill(&fleet.server[4]);
    cr_assert_eq(
        redlock_acquire(all, &(struct redlock_request){.resource = "a"}, &lock),
        REDLOCK_NO_QUORUM);
    fleet_await(&fleet, client, "a", 0);
    redlock_close(all);
}

TestSuite(fleets, .timeout = 120);

/* Even fleets and single nodes too, in both orders of asking. */
Test(fleets, any_number_of_masters_serves)
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

/* N = 2 split one to one and N = 4 two to two settle, as held. */
Test(fleets, a_split_vote_settles)
{
    for (int count = 2; count <= 4; count += 2) {
        fleet_start(&fleet, count);
        client = fleet_open(&fleet, UNHURRIED_MS);
        fleet_run(&fleet, 0, count / 2 - 1, "SET cup theirs NX PX 60000");
        cr_assert_eq(acquire("cup"), REDLOCK_BUSY);
        fleet_await(&fleet, client, "cup", count / 2);
        redlock_close(client);
        fleet_stop(&fleet);
    }
}
