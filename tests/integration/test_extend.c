/* SPDX-License-Identifier: MIT */
/* Extending: what counts, what is lost, and what is given back. */

#include <criterion/criterion.h>
#include <string.h>

#include "tests/support/fleet.h"

static struct fleet fleet;
static struct redlock_client *client;
static struct redlock_lock *lock;
static struct redlock_report report;
static char token[REDLOCK_TOKEN_MAX];

static void hold(struct redlock_request *request)
{
    request->resource = "cup";
    cr_assert_eq(redlock_acquire(client, request, &lock), REDLOCK_OK);
    redlock_token(lock, token);
    fleet_await(&fleet, client, "cup", fleet.count);
}

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

static int holding_ours(int node)
{
    char text[REDLOCK_TOKEN_MAX];

    return server_text(&fleet.server[node], text, sizeof(text), "GET cup") &&
           strcmp(text, token) == 0;
}

/* The last answers of a round come in behind the call. */
static void await_ttl(int node, long long more_than_ms)
{
    long long until = boot_ms() + 15000;

    while (server_integer(&fleet.server[node], "PTTL cup") <= more_than_ms) {
        cr_assert_lt(boot_ms(), until, "node %d was not extended", node);
        cr_assert_eq(redlock_inspect(client, "nothing", &report), REDLOCK_OK);
    }
}

/* How many nodes named this reason. */
static int naming(enum redlock_reason reason)
{
    int count = 0;

    for (int i = 0; i < report.nodes; i++)
        count += report.node[i].reason == reason;
    return count;
}

TestSuite(extend, .init = open_five, .fini = close_all, .timeout = 120);

Test(extend, an_extension_moves_the_validity_and_the_expiry_of_the_keys)
{
    int64_t before;

    hold(&(struct redlock_request){.ttl_ms = 20000});
    before = redlock_valid_until_ms(lock);
    cr_assert_eq(redlock_extend(lock, 60000, &report), REDLOCK_OK);
    cr_assert_gt(redlock_valid_until_ms(lock), before + 30000);
    cr_assert_geq(report.granted, 3);
    for (int i = 0; i < 5; i++)
        await_ttl(i, 30000);
}

Test(extend, a_key_missing_on_a_quorum_is_a_loss_and_not_restored)
{
    hold(&(struct redlock_request){0});
    fleet_run(&fleet, 0, 2, "DEL cup");
    cr_assert_eq(redlock_extend(lock, 30000, &report), REDLOCK_LOST);
    cr_assert_geq(naming(REDLOCK_REASON_MISSING), 3, "%s", votes_of(&report));
    cr_assert_not(redlock_held(lock));
    cr_assert_eq(redlock_remaining_ms(lock), 0);
    cr_assert_eq(redlock_valid_until_ms(lock), 0);
    sleep_ms(300);
    for (int i = 0; i <= 2; i++)
        cr_assert_eq(server_integer(&fleet.server[i], "EXISTS cup"), 0);
}

Test(extend, a_key_missing_on_a_minority_is_restored)
{
    hold(&(struct redlock_request){0});
    fleet_run(&fleet, 0, 1, "DEL cup");
    cr_assert_eq(redlock_extend(lock, 30000, NULL), REDLOCK_OK);
    cr_assert(redlock_held(lock));
    fleet_await(&fleet, client, "cup", 5);
    cr_assert(holding_ours(0) && holding_ours(1));
}

Test(extend, an_adopted_lock_is_held_after_a_quorum_extended_it)
{
    struct redlock_client *other = fleet_open(&fleet, UNHURRIED_MS);
    struct redlock_lock *adopted = NULL;

    hold(&(struct redlock_request){.no_repair = true});
    cr_assert_eq(redlock_adopt(other, "cup", token, &adopted), REDLOCK_OK);
    cr_assert_not(redlock_held(adopted));
    cr_assert_eq(redlock_extend(adopted, 40000, NULL), REDLOCK_OK);
    cr_assert(redlock_held(adopted));
    cr_assert_eq(redlock_release(&adopted, NULL), REDLOCK_OK);
    fleet_await(&fleet, other, "cup", 0);
    redlock_close(other);
}

Test(extend, an_adopted_token_without_keys_is_lost)
{
    struct redlock_lock *adopted = NULL;

    cr_assert_eq(redlock_adopt(client, "cup", "no such token", &adopted),
                 REDLOCK_OK);
    cr_assert_eq(redlock_extend(adopted, 30000, NULL), REDLOCK_LOST);
    cr_assert_eq(redlock_release(&adopted, NULL), REDLOCK_GONE);
    cr_assert_eq(fleet_holding(&fleet, "cup"), 0);
}

Test(extend, an_adopted_lock_distinguishes_a_failure_from_a_loss)
{
    struct redlock_lock *adopted = NULL;

    for (int i = 0; i < 3; i++)
        server_kill(&fleet.server[i]);
    cr_assert_eq(redlock_adopt(client, "cup", "some token", &adopted),
                 REDLOCK_OK);
    cr_assert_eq(redlock_extend(adopted, 30000, NULL), REDLOCK_NO_QUORUM);
}
