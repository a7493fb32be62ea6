/* SPDX-License-Identifier: MIT */
/* redlock extend: extends a lock that redlock acquire acquired. */

#include <stdio.h>

#include "cli/base/exits.h"
#include "cli/base/message.h"
#include "cli/base/nodes.h"
#include "cli/base/outcome.h"
#include "cli/commands.h"
#include "cli/lock/adopt.h"
#include "cli/text/duration.h"
#include "cli/text/report_text.h"

static const char help[] =
    "Usage: redlock extend [OPTION...] RESOURCE --token T\n"
    "\n"
    "Moves the lock's expiry to --ttl from now, if a quorum of the nodes "
    "still\n"
    "has the lock. The expiry is never moved earlier. A lock that was "
    "acquired\n"
    "with --shared or --slots is extended with the same option, and a slot\n"
    "with --slot too. The lock's mode does not change.\n"
    "\n"
    "Exit status: 0; 64 wrong usage; 69 no quorum could be reached; 77 a\n"
    "majority of the nodes refuses the credentials; 79 the lock is lost.\n";

static void print_outcome(const struct options *options,
                          enum redlock_status status,
                          const struct redlock_report *report,
                          const struct redlock_lock *lock)
{
    char span[DURATION_TEXT_MAX];
    struct json json;

    if (status != REDLOCK_OK)
        outcome_print(options, status, report);
    adopt_hint(options, status, report);
    if (options->json) {
        outcome_json_open(&json, stdout, options, status);
        if (status == REDLOCK_OK) {
            json_number(&json, "valid_until_ms", redlock_valid_until_ms(lock));
            json_number(&json, "valid_for_ms", redlock_remaining_ms(lock));
        }
        outcome_json_close(&json, report, REPORT_EXTEND);
    } else if (status == REDLOCK_OK) {
        message(options->resource, "extended: valid for %s",
                duration_text(redlock_remaining_ms(lock), span));
        if (options->verbose && !options->quiet)
            report_print(stderr, report, true);
    }
}

static int run(struct options *options)
{
    struct redlock_client *client = NULL;
    struct redlock_lock *lock = NULL;
    struct redlock_report report = {.nodes = 0};
    enum redlock_status outcome;
    int status = adopt_lock(options, &client, &lock);

    if (status >= 0)
        return status;
    outcome = redlock_extend(lock, options->ttl_ms, &report);
    print_outcome(options, outcome, &report, lock);
    redlock_detach(&lock); /* otherwise closing the client releases it */
    nodes_close(client);
    return exits_of(outcome, EXITS_BUSY);
}

const struct subcommand cmd_extend = {
    .name = "extend",
    .what = "move the expiry of an acquired lock",
    .help = help,
    .takes = OPTIONS_CLIENT | OPTIONS_TTL | OPTIONS_TOKEN | OPTIONS_MODE |
             OPTIONS_JSON | OPTIONS_MESSAGES,
    .resources_most = 1,
    .run = run,
};
