/* SPDX-License-Identifier: MIT */
/* redlock release: ends a lock that redlock acquire acquired. */

#include <stdio.h>

#include "cli/base/exits.h"
#include "cli/base/message.h"
#include "cli/base/nodes.h"
#include "cli/base/option_parser.h"
#include "cli/base/outcome.h"
#include "cli/commands.h"
#include "cli/lock/adopt.h"
#include "cli/text/report_text.h"

static const char help[] =
    "Usage: redlock release [OPTION...] RESOURCE --token T\n"
    "\n"
    "Releases the lock on every node. Only its owner's token does. What was\n"
    "acquired with --shared is released with it, for a token does not tell.\n"
    "\n"
    "Exit status: 0; 1 it was gone already: expired, or somebody else's;\n"
    "64 wrong usage; 69 no quorum could be reached, and it expires by itself;\n"
    "77 a majority refuses the credentials, likewise.\n";

static const struct options_taker taker = {
    .name = "release",
    .help = help,
    .takes = OPTIONS_CLIENT | OPTIONS_TOKEN | OPTIONS_MODE | OPTIONS_JSON |
             OPTIONS_MESSAGES,
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

int cmd_release(int argc, char **argv)
{
    struct redlock_client *client = NULL;
    struct redlock_lock *lock = NULL;
    struct redlock_report report = {.nodes = 0};
    enum redlock_status outcome;
    struct options options;
    int status = option_parser_read(&taker, argc, argv, &options);

    if (status < 0)
        status = adopt_lock(&options, "release", &client, &lock);
    if (status < 0) {
        outcome = redlock_release(&lock, &report);
        print_outcome(&options, outcome, &report);
        nodes_close(client);
        status = exits_of(outcome, EXITS_BUSY);
    }
    option_parser_clear(&options);
    return status;
}
