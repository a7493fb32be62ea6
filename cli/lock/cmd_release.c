/* SPDX-License-Identifier: MIT */
/* redlock release: ends a lock that redlock acquire acquired. */

#include <signal.h>
#include <stdio.h>

#include "cli/base/exits.h"
#include "cli/base/message.h"
#include "cli/base/nodes.h"
#include "cli/base/option_parser.h"
#include "cli/base/outcome.h"
#include "cli/commands.h"
#include "cli/lock/adopt.h"
#include "cli/lock/keep_record.h"
#include "cli/lock/release_force.h"
#include "cli/text/report_text.h"

static const char help[] =
    "Usage: redlock release [OPTION...] RESOURCE --token T\n"
    "       redlock release [OPTION...] RESOURCE --force [--yes]\n"
    "\n"
    "Releases the lock on every node. Only its owner's token does. What was\n"
    "acquired with --shared is released with it, for a token does not tell;\n"
    "what was acquired with --slots, with the same and --slot.\n"
    "\n"
    "--force takes it from whoever holds it, when that has been said and you\n"
    "have agreed to it. The holder hears of it when it renews the lock next.\n"
    "\n"
    "Exit status: 0; 1 it was gone already: expired, or somebody else's; or\n"
    "you did not agree; 64 wrong usage; 69 no quorum could be reached, and it\n"
    "expires by itself; 75 --force: another has come to hold it meanwhile; 77 "
    "a\n"
    "majority refuses the credentials, as with 69.\n";

const struct options_taker cmd_release_taker = {
    .name = "release",
    .help = help,
    .takes = OPTIONS_CLIENT | OPTIONS_TOKEN | OPTIONS_MODE | OPTIONS_JSON |
             OPTIONS_FORCE | OPTIONS_YES | OPTIONS_MESSAGES,
    .resources_most = 1,
};

static void print_outcome(const struct options *options,
                          enum redlock_status status,
                          const struct redlock_report *report)
{
    struct json json;

    if (status != REDLOCK_OK)
        outcome_print(options, status, report);
    adopt_hint(options, status, report);
    if (options->json) {
        outcome_json_open(&json, stdout, options, status);
        outcome_json_close(&json, report, REPORT_RELEASE);
    } else if (status == REDLOCK_OK && options->verbose) {
        message(options->resource, "released");
        if (!options->quiet)
            report_print(stderr, report, true);
    }
}

/* With its token. */
static int release(struct options *options)
{
    struct redlock_client *client = NULL;
    struct redlock_lock *lock = NULL;
    struct redlock_report report = {.nodes = 0};
    enum redlock_status outcome;
    pid_t keeper;
    int status = adopt_lock(options, "release", &client, &lock);

    if (status >= 0)
        return status;
    keeper = keep_record_give_up(options, lock);
    outcome = redlock_release(&lock, &report);
    if (keeper != 0)
        (void)kill(keeper, SIGUSR1); /* it is done */
    print_outcome(options, outcome, &report);
    nodes_close(client);
    return exits_of(outcome, EXITS_BUSY);
}

int cmd_release(int argc, char **argv)
{
    struct options options;
    int status = option_parser_read(&cmd_release_taker, argc, argv, &options);

    if (status < 0 && options.yes && !options.force) {
        message_always("release", "--yes goes with --force");
        status = EXITS_USAGE;
    }
    if (status < 0)
        status = options.force ? release_force(&options) : release(&options);
    option_parser_clear(&options);
    return status;
}
