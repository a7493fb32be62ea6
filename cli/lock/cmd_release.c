/* SPDX-License-Identifier: MIT */
/* redlock release: releases a lock that redlock acquire acquired. */

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli/base/exits.h"
#include "cli/base/message.h"
#include "cli/base/nodes.h"
#include "cli/base/outcome.h"
#include "cli/commands.h"
#include "cli/lock/adopt.h"
#include "cli/lock/keep.h"
#include "cli/text/duration.h"
#include "cli/text/layout.h"
#include "cli/text/report_text.h"
#include "redlock/admin.h"

/* --- release force -------------------------------------------------------- */

/* Asks the nodes. Returns an exit status; or -1: they have answered. */
static int look(struct options *options, struct redlock_report *seen)
{
    struct redlock_client *client = NULL;
    enum redlock_status outcome;
    int status = nodes_open(options, &client);

    if (status >= 0)
        return status;
    outcome = redlock_inspect(client, options->resource, seen);
    nodes_close(client);
    if (outcome == REDLOCK_OK)
        return -1;
    outcome_print(options, outcome, seen);
    return exits_of(outcome, EXITS_BUSY);
}

/* Prints the consequences before the operator confirms the release. */
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
        (void)fprintf(out, ", by others on %d, which are deleted too",
                      holder.others);
    (void)fprintf(out, "%s\n", report_waiting_text(report_waiting(seen), text));
    (void)fputs(
        "redlock: the holder is not notified. It believes that it holds "
        "the lock until its\n"
        "redlock: next renewal",
        out);
    if (holder.remaining_ms >= 0)
        (void)fprintf(out, ", or until its keys expire in %s",
                      duration_text(holder.remaining_ms, span));
    (void)fputs(
        ".\n"
        "redlock: Another client may hold the lock before that. Only a "
        "resource that\n"
        "redlock: checks the fencing token can refuse the old holder.\n",
        out);
}

/* Asks for confirmation. Returns an exit status, or -1 to continue. */
static int ask(const struct options *options)
{
    char line[16] = "";

    if (options->yes)
        return -1;
    if (!isatty(STDIN_FILENO) || !isatty(STDERR_FILENO))
        return message_fail(
            EXITS_USAGE, "release",
            "--force asks on a terminal, and there is none: add --yes");
    (void)fputs("redlock: release it by force? [y/N] ", stderr);
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
    if (status == REDLOCK_OK)
        message(options->resource, "released by force on %d of %d nodes",
                report->granted, report->nodes);
    else if (status == REDLOCK_BUSY)
        message(options->resource,
                "not released: another client has acquired the lock meanwhile; "
                "check redlock status and try again");
    else if (status == REDLOCK_UNREACHABLE)
        message(options->resource,
                "too few nodes could be reached; the nodes that were reached "
                "may have deleted their keys");
    if (status != REDLOCK_OK && status != REDLOCK_BUSY &&
        status != REDLOCK_UNREACHABLE)
        outcome_print(options, status, report);
    else if (!message_is_silent())
        report_print(stderr, report, options->verbose);
    outcome_json(options, status, report, REPORT_RELEASE);
}

/* Releases only the locks that were seen, and not those of later holders. */
static int force(struct options *options, const struct redlock_report *seen)
{
    struct redlock_report report = {.size = sizeof(report)};
    struct redlock_problem problem = {.position = 0};
    struct redlock_settings settings;
    enum redlock_status outcome;
    int status = nodes_settings(options, &settings);

    if (status >= 0)
        return status;
    outcome = redlock_force_release(&settings, options->resource, seen, &report,
                                    &problem);
    force_print_outcome(options, outcome, &report);
    return exits_of(outcome, EXITS_BUSY);
}

/* Slots cannot be released by force, as they are not a single key. */
static bool has_slots(const struct redlock_report *seen)
{
    for (int i = 0; i < seen->nodes; i++) {
        if (seen->node[i].slots_taken > 0)
            return true;
    }
    return false;
}

/* Returns the exit status. */
static int release_force(struct options *options)
{
    const struct redlock_report nothing = {.size = sizeof(nothing)};
    struct redlock_report seen = {.size = sizeof(seen)};
    int status;

    if (options->token != NULL || options->mode != REDLOCK_EXCLUSIVE ||
        options->reentrant || options->slots != 0)
        return message_fail(
            EXITS_USAGE, "release",
            "--force takes no --token, --shared, --reentrant or --slots: it "
            "releases the lock of any holder, but no slots");
    status = look(options, &seen);
    if (status >= 0)
        return status;
    if (report_holder(&seen).label == NULL) {
        if (has_slots(&seen))
            message(options->resource,
                    "slots cannot be released by force: end their holders, or "
                    "wait until the slots expire");
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
    "Releases the lock on every node. This needs the lock's own token. A lock\n"
    "that was acquired with --shared or --slots is released with the same\n"
    "option, and a slot with --slot too.\n"
    "\n"
    "--force releases the lock of any holder. The command first prints the\n"
    "consequences, and asks. The holder notices when it next renews the lock.\n"
    "\n"
    "Exit status: 0; 1 the lock was gone already: expired, or held by another\n"
    "client; or you did not confirm --force; 64 wrong usage; 69 no quorum\n"
    "could be reached, and the lock expires by itself; 75 --force: another\n"
    "client has acquired the lock meanwhile; 77 a majority of the nodes\n"
    "refuses the credentials, and the lock expires by itself.\n";

static void print_outcome(const struct options *options,
                          enum redlock_status status,
                          const struct redlock_report *report)
{
    if (status != REDLOCK_OK)
        outcome_print(options, status, report);
    adopt_hint(options, status, report);
    outcome_json(options, status, report, REPORT_RELEASE);
    if (status == REDLOCK_OK && options->verbose && !options->json) {
        message(options->resource, "released");
        if (!options->quiet)
            report_print(stderr, report, true);
    }
}

/* Releases the lock of a token. */
static int release(struct options *options)
{
    struct redlock_client *client = NULL;
    struct redlock_lock *lock = NULL;
    struct redlock_report report = {.nodes = 0};
    enum redlock_status outcome;
    pid_t keeper;
    int status = adopt_lock(options, &client, &lock);

    if (status >= 0)
        return status;
    keeper = keep_record_give_up(options, lock);
    outcome = redlock_release(&lock, &report);
    if (keeper != 0)
        (void)kill(keeper, SIGUSR1); /* the lock is released */
    print_outcome(options, outcome, &report);
    nodes_close(client);
    return exits_of(outcome, EXITS_BUSY);
}

static int run(struct options *options)
{
    if (options->yes && !options->force)
        return message_fail(EXITS_USAGE, "release", "--yes needs --force");
    return options->force ? release_force(options) : release(options);
}

const struct subcommand cmd_release = {
    .name = "release",
    .what = "release an acquired lock",
    .help = help,
    .takes = OPTIONS_CLIENT | OPTIONS_TOKEN | OPTIONS_MODE | OPTIONS_JSON |
             OPTIONS_FORCE | OPTIONS_YES | OPTIONS_MESSAGES,
    .resources_most = 1,
    .run = run,
};
