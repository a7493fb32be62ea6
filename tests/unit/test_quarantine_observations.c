/* SPDX-License-Identifier: MIT */
/* Observations that several short commands pass on. */

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/base/quarantine_observations.h"

static char folder[] = "/tmp/redlock-test-XXXXXX";
static struct redlock_quarantine_observation
    kept[REDLOCK_QUARANTINE_OBSERVATIONS_MAX];

static void make_folder(void)
{
    cr_assert_not_null(mkdtemp(folder));
    cr_assert_eq(setenv("REDLOCK_STATE_DIR", folder, 1), 0);
}

static void remove_folder(void)
{
    char path[64];

    snprintf(path, sizeof(path), "%s/observations", folder);
    (void)unlink(path);
    (void)rmdir(folder);
}

TestSuite(observations, .init = make_folder, .fini = remove_folder);

/* A command ends that saw the marker since then, with that clock. */
static void keep(int64_t since_ms, int64_t answered_ms, int64_t ahead_us)
{
    struct redlock_quarantine_observation seen = {
        .marker = "a",
        .since_ms = since_ms,
        .answered_ms = answered_ms,
        .ahead_least_us = ahead_us,
        .ahead_most_us = ahead_us,
    };

    observations_save(&seen, 1);
}

static void are(int64_t since_ms, int64_t answered_ms, int64_t ahead_us)
{
    cr_assert_eq(observations_read(kept), 1);
    cr_assert_eq(kept[0].since_ms, since_ms);
    cr_assert_eq(kept[0].answered_ms, answered_ms);
    cr_assert_eq(kept[0].ahead_least_us, ahead_us);
}

/* Both see the same marker, and neither sees the step between them. */
Test(observations, of_two_concurrent_commands_hide_no_step)
{
    keep(1000, 5000, 0);
    keep(4000, 6000, 8000000);
    are(1000, 5000, 0);
}

Test(observations, of_two_concurrent_commands_hide_no_step_in_either_order)
{
    keep(4000, 5000, 8000000);
    keep(1000, 6000, 0);
    are(1000, 6000, 0);
}

Test(observations, that_continue_have_the_clock_compared_last)
{
    keep(1000, 5000, 0);
    keep(1000, 9000, 10);
    are(1000, 9000, 10);
    keep(1000, 7000, 5);
    are(1000, 9000, 10);
}
