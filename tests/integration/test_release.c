/* SPDX-License-Identifier: MIT */
/* Releasing: only what is ours, everywhere, and an answer in every case. */

#include <criterion/criterion.h>

#include "redlock/admin.h"
#include "tests/support/fleet.h"

static struct fleet fleet;
static struct redlock_client *client;
static struct redlock_lock *lock;
static struct redlock_report report;

static void hold_job(void)
{
    fleet_start(&fleet, 5);
    client = fleet_open(&fleet, SILENT_MS);
    cr_assert_eq(redlock_acquire(client,
                                 &(struct redlock_request){.resource = "cup",
                                                           .wait_ms = 10000},
                                 &lock),
                 REDLOCK_OK);
    fleet_await(&fleet, client, "cup", 5);
}

static void close_all(void)
{
    redlock_close(client);
    fleet_stop(&fleet);
}

TestSuite(release, .init = hold_job, .fini = close_all, .timeout = 120);

Test(release, the_key_is_gone_from_every_node)
{
    cr_assert_eq(redlock_release(&lock, &report), REDLOCK_OK);
    cr_assert_null(lock);
    cr_assert_geq(report.granted, 3);
    fleet_await(&fleet, client, "cup", 0);
}

/* The release carries the token, so another's key is not touched. */
Test(release, another_holders_key_stays)
{
    char text[64];

    server_run(&fleet.server[0], "SET cup theirs");
    cr_assert_eq(redlock_release(&lock, NULL), REDLOCK_OK);
    fleet_await(&fleet, client, "cup", 1);
    server_text(&fleet.server[0], text, sizeof(text), "GET cup");
    cr_assert_str_eq(text, "theirs");
}

Test(release, an_expired_lock_is_gone)
{
    int missing = 0;

    fleet_run(&fleet, 0, 4, "DEL cup");
    cr_assert_eq(redlock_release(&lock, &report), REDLOCK_GONE);
    cr_assert_null(lock);
    for (int i = 0; i < 5; i++)
        missing += report.node[i].reason == REDLOCK_REASON_MISSING;
    cr_assert_geq(missing, 3, "%s", votes_of(&report));
}

Test(release, masters_that_are_down_are_unreachable)
{
    for (int i = 0; i < 5; i++)
        server_kill(&fleet.server[i]);
    cr_assert_eq(redlock_release(&lock, &report), REDLOCK_UNREACHABLE);
    cr_assert_null(lock);
}

Test(release, masters_that_refuse_the_credentials_are_NO_RIGHTS)
{
    struct redlock_client *stranger;
    struct redlock_lock *adopted = NULL;
    char token[REDLOCK_TOKEN_MAX];

    fleet_run(&fleet, 0, 2, "CONFIG SET requirepass sesame");
    stranger = fleet_open(&fleet, UNHURRIED_MS);
    cr_assert_eq(
        redlock_adopt(stranger, "cup", redlock_token(lock, token), &adopted),
        REDLOCK_OK);
    cr_assert_eq(redlock_extend(adopted, 30000, &report), REDLOCK_NO_RIGHTS);
    cr_assert_eq(redlock_release(&adopted, &report), REDLOCK_NO_RIGHTS);
    cr_assert_null(adopted);
    cr_assert_eq(redlock_inspect(stranger, "cup", &report), REDLOCK_NO_RIGHTS);
    redlock_close(stranger);
}

Test(release, the_report_has_one_round_and_its_duration)
{
    cr_assert_eq(redlock_inspect(client, "cup", &report), REDLOCK_OK);
    cr_assert_eq(report.attempts, 1);
    cr_assert_gt(report.elapsed_us, 0);
    cr_assert_eq(redlock_release(&lock, &report), REDLOCK_OK);
    cr_assert_eq(report.attempts, 1);
    cr_assert_gt(report.elapsed_us, 0);
    cr_assert_eq(redlock_init_nodes(client, &report), REDLOCK_OK);
    cr_assert_eq(report.attempts, 1);
    cr_assert_gt(report.elapsed_us, 0);
}

Test(release, releasing_NULL_is_allowed)
{
    struct redlock_lock *none = NULL;

    redlock_release(&none, NULL);
    redlock_release(NULL, NULL);
    cr_assert(redlock_held(lock));
}

Test(release, closing_the_client_releases_its_locks)
{
    redlock_close(client);
    client = NULL;
    fleet_await(&fleet, client, "cup", 0);
}

/* For who passes the token on: every node has heard, and nothing is undone. */
Test(release, a_detached_lock_keeps_its_keys)
{
    struct redlock_lock *other = NULL;

    cr_assert_eq(redlock_acquire(client,
                                 &(struct redlock_request){.resource = "other"},
                                 &other),
                 REDLOCK_OK);
    redlock_detach(&other);
    cr_assert_null(other);
    cr_assert_eq(fleet_holding(&fleet, "other"), 5);
    redlock_close(client);
    client = NULL;
    cr_assert_eq(fleet_holding(&fleet, "other"), 5);
    fleet_await(&fleet, NULL, "cup", 0);
    redlock_detach(NULL);
    redlock_detach(&other);
}
