/* SPDX-License-Identifier: MIT */
/* redlock release: ends a lock that redlock acquire acquired. */

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli/base/exits.h"
#include "cli/base/message.h"
#include "cli/base/nodes.h"
#include "cli/base/option_parser.h"
#include "cli/base/options.h"
#include "cli/base/outcome.h"
#include "cli/base/secrets.h"
#include "cli/commands.h"
#include "cli/lock/adopt.h"
#include "cli/lock/keep.h"
#include "cli/text/duration.h"
#include "cli/text/layout.h"
#include "cli/text/report_text.h"
#include "redlock/admin.h"

/* --- release force --------------------------------------------------------
 */

/* redlock release --force: a lock is taken away from whoever holds it. */

/* Returns an exit status, or -1: the nodes have told what is there. */
static int look(const struct options *options, struct redlock_report *seen)
{
    struct redlock_client *client = NULL;
    enum redlock_status outcome;
    int status = nodes_open(options, "release", &client);

    if (status >= 0)
        return status;
    outcome = redlock_inspect(client, options->resource, seen);
    nodes_close(client);
    if (outcome == REDLOCK_OK)
        return -1;
    outcome_print(options, outcome, seen);
    return exits_of(outcome, EXITS_BUSY);
}

/* What is broken, to whoever has to agree to it. */
static void warn(FILE *out, const struct options *options,
                 const struct redlock_report *seen)
{
    struct report_holder holder = report_holder(seen);
    char text[REPORT_LINE_MAX];
    char span[DURATION_TEXT_MAX];

    plain_print(out, "redlock: %s: held by %s on %d of %d nodes",
                options->resource, report_holder_text(&holder, text),
                holder.nodes, seen->nodes);
    if (holder.others > 0)
        (void)fprintf(out, ", by others on %d: theirs go too", holder.others);
    (void)fprintf(out, "%s\n", report_waiting_text(report_waiting(seen), text));
    (void)fprintf(out,
                  "redlock: it is not asked, and goes on to believe that it "
                  "holds the lock until it\n"
                  "redlock: renews it next%s%s: another may hold it by then. "
                  "Only what checks the\n"
                  "redlock: fence is safe from both.\n",
                  holder.remaining_ms < 0 ? "" : ", or for ",
                  holder.remaining_ms < 0
                      ? ""
                      : duration_text(holder.remaining_ms, span));
}

/* Returns an exit status, or -1: go on. */
static int ask(const struct options *options)
{
    char line[16] = "";

    if (options->yes)
        return -1;
    if (!isatty(STDIN_FILENO) || !isatty(STDERR_FILENO)) {
        message_always("release", "there is no terminal to ask: --force wants "
                                  "--yes");
        return EXITS_USAGE;
    }
    (void)fputs("redlock: take it away? [y/N] ", stderr);
    (void)fflush(stderr);
    if (fgets(line, sizeof(line), stdin) != NULL &&
        (strcmp(line, "y\n") == 0 || strcmp(line, "yes\n") == 0))
        return -1;
    message(options->resource, "not released");
    return EXITS_GONE;
}

static void force_print_outcome(const struct options *options,
                                enum redlock_status status,
                                const struct redlock_report *report)
{
    struct json json;

    if (status == REDLOCK_OK)
        message(options->resource, "released by force on %d of %d nodes",
                report->granted, report->nodes);
    else if (status == REDLOCK_BUSY)
        message(options->resource,
                "another has come to hold it meanwhile: look, and decide anew");
    else if (status == REDLOCK_UNREACHABLE)
        message(options->resource,
                "too few nodes could be reached: who holds it keeps it");
    if (status != REDLOCK_OK && status != REDLOCK_BUSY &&
        status != REDLOCK_UNREACHABLE)
        outcome_print(options, status, report);
    else if (!message_is_silent())
        report_print(stderr, report, options->verbose);
    if (options->json) {
        outcome_json_open(&json, stdout, options, status);
        outcome_json_close(&json, report, REPORT_RELEASE);
    }
}

/* Only what was seen goes: who comes to hold it meanwhile is left alone. */
static int force(const struct options *options,
                 const struct redlock_report *seen)
{
    struct redlock_report report = {.size = sizeof(report)};
    struct redlock_problem problem = {.position = 0};
    struct redlock_settings settings;
    char password[SECRETS_PASSWORD_MAX];
    enum redlock_status outcome;
    int status = nodes_settings(options, "release", &settings, password);

    if (status >= 0)
        return status;
    outcome = redlock_force_release(&settings, options->resource, seen, &report,
                                    &problem);
    secrets_forget(password);
    force_print_outcome(options, outcome, &report);
    return exits_of(outcome, EXITS_BUSY);
}

/* What is held there is not one key that could be taken away. */
static bool has_slots(const struct redlock_report *seen)
{
    for (int i = 0; i < seen->nodes; i++) {
        if (seen->node[i].slots_taken > 0)
            return true;
    }
    return false;
}

/* Returns the exit status. */
static int release_force(const struct options *options)
{
    const struct redlock_report nothing = {.size = sizeof(nothing)};
    struct redlock_report seen = {.size = sizeof(seen)};
    int status;

    if (options->token != NULL || options->mode != REDLOCK_EXCLUSIVE ||
        options->reentrant || options->slots != 0) {
        message_always("release", "--force takes no --token, --shared, "
                                  "--reentrant or --slots: it is whoever's, "
                                  "and takes no slot");
        return EXITS_USAGE;
    }
    status = look(options, &seen);
    if (status >= 0)
        return status;
    if (report_holder(&seen).label == NULL) {
        if (has_slots(&seen))
            message(options->resource, "its slots are not taken away by force: "
                                       "end who holds them, or wait");
        force_print_outcome(options, REDLOCK_GONE, &nothing);
        return EXITS_GONE;
    }
    if (!message_is_silent() || !options->yes)
        warn(stderr, options, &seen);
    status = ask(options);
    return status < 0 ? force(options, &seen) : status;
}

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
