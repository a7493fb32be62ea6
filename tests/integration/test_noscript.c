/* SPDX-License-Identifier: MIT */
/* A master that has lost the scripts gets them again in the same round. */

#include <criterion/criterion.h>
#include <string.h>

#include "tests/support/fixture.h"

static struct redlock_lock *lock;

static void hold_job(void)
{
    open_three();
    cr_assert_eq(fleet_acquire(client, "cup", &lock), REDLOCK_OK);
    fleet_await(&fleet, client, "cup", 3);
}

TestSuite(noscript, .init = hold_job, .fini = close_all, .timeout = 120);

Test(noscript, an_extension_survives_a_script_flush)
{
    cr_assert_eq(redlock_extend(lock, 30000, &report), REDLOCK_OK);
    fleet_run(&fleet, 0, 2, "SCRIPT FLUSH");
    cr_assert_eq(redlock_extend(lock, 30000, &report), REDLOCK_OK);
    cr_assert_eq(report.attempts, 1);
    cr_assert_geq(report.granted, 2);
}

Test(noscript, a_release_survives_a_script_flush)
{
    struct redlock_lock *second = NULL;

    cr_assert_eq(fleet_acquire(client, "other", &second), REDLOCK_OK);
    fleet_await(&fleet, client, "other", 3);
    redlock_release(&lock, NULL);
    fleet_await(&fleet, client, "cup", 0);
    fleet_run(&fleet, 0, 2, "SCRIPT FLUSH");
    cr_assert_eq(redlock_release(&second, NULL), REDLOCK_OK);
    fleet_await(&fleet, client, "other", 0);
}

Test(noscript, a_repair_survives_a_script_flush)
{
    fleet_run(&fleet, 0, 2, "SCRIPT FLUSH");
    server_run(&fleet.server[0], "DEL cup");
    cr_assert_eq(redlock_extend(lock, 30000, NULL), REDLOCK_OK);
    fleet_await(&fleet, client, "cup", 3);
}

Test(noscript, an_inspection_survives_a_script_flush)
{
    cr_assert_eq(redlock_inspect(client, "cup", &report), REDLOCK_OK);
    fleet_run(&fleet, 0, 2, "SCRIPT FLUSH");
    cr_assert_eq(redlock_inspect(client, "cup", &report), REDLOCK_OK);
}

/* Some proxies forbid it, and a failover loses the scripts. */
Test(noscript, scripts_are_never_loaded_beforehand)
{
    static char text[65536];

    cr_assert_eq(redlock_extend(lock, 30000, NULL), REDLOCK_OK);
    cr_assert_eq(redlock_release(&lock, NULL), REDLOCK_OK);
    server_text(&fleet.server[0], text, sizeof(text), "INFO commandstats");
    cr_assert_null(strstr(text, "script"), "%s", text);
    cr_assert_not_null(strstr(text, "cmdstat_evalsha"));
}
