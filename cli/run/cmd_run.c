/* SPDX-License-Identifier: MIT */
/* redlock run: a command under a lock. */

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli/base/acquire_wait.h"
#include "cli/base/exits.h"
#include "cli/base/message.h"
#include "cli/base/nodes.h"
#include "cli/base/option_parser.h"
#include "cli/base/outcome.h"
#include "cli/base/owner.h"
#include "cli/base/signals.h"
#include "cli/commands.h"
#include "cli/run/event.h"
#include "cli/run/metrics_file.h"
#include "cli/run/nesting.h"
#include "cli/run/service.h"
#include "cli/run/supervise.h"
#include "cli/text/report_text.h"
#include "cli/warden/custody.h"

static const char help[] =
    "Usage: redlock run [OPTION...] RESOURCE... -- COMMAND [ARGUMENT...]\n"
    "\n"
    "Runs the command while a quorum of the nodes holds the lock for it. The\n"
    "lock is renewed until the command and all of its process group have\n"
    "ended, and then released. If it is lost because no quorum renews it, the\n"
    "group gets TERM, and KILL before anybody else can have the lock. If\n"
    "somebody took its keys away, another may hold it, and the group gets "
    "KILL\n"
    "as soon as that is heard.\n"
    "\n"
    "Of several resources it holds all or none, whatever the order in which\n"
    "others name them; the loss of one is the loss of all.\n"
    "\n"
    "A run inside another that holds the same name is refused, for it would\n"
    "wait for itself. With --reentrant in both it just runs, with the same\n"
    "fence, and the command finds REDLOCK_OWNER. With --shared in both it\n"
    "runs its command under the lock of the outer one.\n"
    "\n"
    "The command finds REDLOCK_RESOURCE; REDLOCK_FENCE, a number smaller than\n"
    "that of every later exclusive holder, for the resource to check;\n"
    "REDLOCK_VALID_UNTIL_MS (boot clock); and REDLOCK_STATUS_FD: lines \"held\n"
    "VALID_UNTIL_MS\" at each renewal, and the end of the file when the lock\n"
    "is not to be relied on any more. Of several resources each has a fence\n"
    "of its own: REDLOCK_FENCES is \"NAME=FENCE NAME=FENCE...\",\n"
    "REDLOCK_RESOURCES \"NAME NAME...\", with %XX for bytes other than\n"
    "letters, digits and -._/; then there is no REDLOCK_FENCE.\n"
    "\n"
    "Exit status: the command's own, or 128+n for signal n; 64 wrong usage;\n"
    "69 no quorum could be reached; 71 the system refused something; 75 held\n"
    "by another until the wait ran out; 77 a majority refuses the\n"
    "credentials; 78 an unsafe or wrong set-up; 79 the lock was lost\n"
    "before the command began, or while it ran; 126 the command cannot be\n"
    "executed; 127 there is no such command.\n";

const struct options_taker cmd_run_taker = {
    .name = "run",
    .help = help,
    .takes = OPTIONS_CLIENT | OPTIONS_TTL | OPTIONS_ACQUIRE | OPTIONS_FENCE |
             OPTIONS_MODE | OPTIONS_COMMAND | OPTIONS_NOTICE | OPTIONS_JSON |
             OPTIONS_MESSAGES | OPTIONS_SET,
    .resources_most = REDLOCK_SET_MAX,
};

/* --- the metrics -----------------------------------------------------------
 */

/* false: it has said why. */
static bool open_metrics(struct redlock_client *client,
                         const struct options *options)
{
    struct metrics_file_start start = {
        .path = options->metrics_file,
        .client = client,
        .resources = (const char *const *)options->operands,
        .resources_count = options->operand_count,
    };

    if (metrics_file_open(&start))
        return true;
    message_always(options->title, "--metrics-file: %s", strerror(errno));
    return false;
}

static void note_fences(struct metrics_run *metrics,
                        const struct redlock_lock *lock)
{
    for (int i = 0; i < redlock_count(lock); i++)
        metrics->fences[i] = redlock_fence_of(lock, i);
}

/* The last of it, once everything else is done. Returns the exit status. */
static int end_metrics(const struct options *options,
                       struct metrics_run *metrics, int status)
{
    int error;

    metrics->waiting = metrics->held = false;
    metrics->ended = true;
    metrics->exit_status = status;
    metrics_file_write(metrics);
    metrics_file_close();
    error = metrics_file_error();
    if (error != 0)
        event_no_metrics(options, error);
    return status;
}

/* --- the run ---------------------------------------------------------------
 */

/* The exit status for a signal that came before the command was started. */
static int end_by_signal(const struct options *options, int number)
{
    char why[64];

    (void)snprintf(why, sizeof(why), "not run: %s", strsignal(number));
    event_not_started(options, EVENT_SIGNALLED, why);
    message_end();
    return exits_after_signal(number);
}

/* The exit status for a lock that was lost before the command began. */
static int end_too_late(struct supervision *supervision)
{
    event_not_started(supervision->options, EVENT_TOO_LATE,
                      "not run: the lock was lost before the command began");
    supervision->custody.lost = true;
    return EXITS_LOST;
}

/* The exit status for how the command and its lock have ended. */
static int exit_status_of(struct supervision *supervision)
{
    const struct options *options = supervision->options;
    int error = child_exec_error(&supervision->child);
    char why[256];

    if (error == CHILD_TOO_LATE)
        return end_too_late(supervision);
    if (error != 0) {
        (void)snprintf(why, sizeof(why), "cannot execute %s: %s",
                       options->command[0], strerror(error));
        event_not_started(options, EVENT_NOT_EXECUTED, why);
    }
    if (supervision->custody.lost)
        return EXITS_LOST;
    return child_exit_status(&supervision->child);
}

/* Says who has the resource now, if the nodes can tell. */
static void print_successor(struct redlock_client *client,
                            const struct options *options, const char *resource)
{
    struct redlock_report report = {.nodes = 0};
    char text[REPORT_LINE_MAX];
    FILE *out;

    if (message_is_silent())
        return;
    if (redlock_inspect(client, resource, &report) == REDLOCK_OK &&
        report_holder(&report).label != NULL)
        message(resource, "it is now %s", report_held_text(&report, text));
    out = message_open();
    report_print(out, &report, options->verbose);
    message_close(out);
}

/*
 * The signal by which we are to end too: an INT or QUIT that the command died
 * of, where there is a terminal that it can have come from; else 0.
 */
static int interrupted(const struct supervision *supervision)
{
    int number = child_signal_of_end(&supervision->child);

    if (supervision->custody.lost || supervision->terminal.fd < 0)
        return 0;
    return number == SIGINT || number == SIGQUIT ? number : 0;
}

/*
 * Runs the command under the lock, which is released when nothing of the
 * command is left.
 */
static int run_command(struct redlock_client *client,
                       const struct options *options,
                       const struct redlock_request *request,
                       struct redlock_lock *lock, struct status_pipe *pipe,
                       struct metrics_run *metrics)
{
    const int *news_fd = request->user;
    struct supervision supervision = {
        .options = options,
        .status = pipe,
        .metrics = metrics,
        .custody = {.lock = lock,
                    .news_fd = *news_fd,
                    .ttl_ms = request->ttl_ms,
                    .notice_ms = request->notice_ms},
    };
    enum redlock_status released;
    int interrupt = 0;
    int status = EXITS_SYSTEM;
    char why[256];

    if (supervise_start(&supervision)) {
        supervise_until_end(&supervision);
        service_ends();
        status = exit_status_of(&supervision);
        interrupt = interrupted(&supervision);
    } else if (errno == ETIME) {
        status = end_too_late(&supervision);
    } else {
        (void)snprintf(why, sizeof(why), "cannot start the command: %s",
                       strerror(errno));
        event_not_started(options, EVENT_NO_PROCESS, why);
    }
    supervise_close(&supervision);
    released = redlock_release(&lock, NULL);
    for (int i = 0; supervision.custody.lost && i < options->operand_count; i++)
        print_successor(client, options, options->operands[i]);
    event_ended(options, supervision.custody.lost ? REDLOCK_LOST : released,
                status);
    (void)end_metrics(options, metrics, status);
    nodes_close(client);
    message_end();
    return interrupt != 0 ? exits_by_signal(interrupt, supervision.by_terminal)
                          : status;
}

static int run(struct redlock_client *client, const struct options *options,
               struct status_pipe *pipe, int *news_fd)
{
    struct redlock_report report = {.nodes = 0};
    struct redlock_request request = {
        .size = sizeof(request),
        .resource = options->resource,
        .ttl_ms = options->ttl_ms,
        .notice_ms = options->notice_ms,
        .keep = true,
        .fencing = !options->no_fence,
        .no_repair = options->export_token,
        .fair = options->fair,
        .mode = options->mode,
        .slots = options->slots,
        .lost = lock_news_tell,
        .renewed = lock_news_tell,
        .user = news_fd,
        .report = &report,
    };
    struct redlock_lock *lock = NULL;
    struct metrics_run metrics = {.waiting = true};
    enum redlock_status status;
    int exit_status;

    owner_request(options, &request);
    if (!custody_times(options, "run", &request)) {
        nodes_close(client);
        return EXITS_USAGE;
    }
    if (!open_metrics(client, options)) {
        nodes_close(client);
        return EXITS_SYSTEM;
    }
    metrics_file_write(&metrics);
    service_waits(options->resource);
    status = acquire_wait(client, options, &request, event_waiting, &lock);
    if (signals_ending() != 0) {
        exit_status = exits_after_signal(signals_ending());
        (void)end_metrics(options, &metrics, exit_status);
        nodes_close(client); /* releases what was acquired after all */
        return end_by_signal(options, signals_ending());
    }
    if (status != REDLOCK_OK) {
        event_refused(options, status, &report);
        exit_status = exits_of(status, options->busy_status);
        (void)end_metrics(options, &metrics, exit_status);
        nodes_close(client);
        return exit_status;
    }
    event_acquired(options, lock, &report);
    metrics.waiting = false;
    metrics.held = true;
    note_fences(&metrics, lock);
    metrics_file_write(&metrics);
    return run_command(client, options, &request, lock, pipe, &metrics);
}

/* Which token would that be? */
static int refuse_one_token(const struct options *options)
{
    if (!options->export_token || options->operand_count < 2)
        return -1;
    message_always("run", "--export-token: of several resources each has a "
                          "token of its own, and there is no one to give");
    return EXITS_USAGE;
}

int cmd_run(int argc, char **argv)
{
    struct status_pipe pipe = {.read_fd = -1, .write_fd = -1};
    struct redlock_client *client = NULL;
    struct options options;
    int news_fd = -1;
    int status = option_parser_read(&cmd_run_taker, argc, argv, &options);

    if (status < 0)
        status = refuse_one_token(&options);
    if (status < 0)
        status = owner_settle(&options, "run", true);
    if (status < 0)
        status = nodes_read_password(&options, "run");
    /* The pipe first: shells want a descriptor of one digit. */
    if (status < 0 && (!status_pipe_open(&pipe) ||
                       (news_fd = lock_news_open()) < 0 || !signals_catch())) {
        message_always("run", "%s", strerror(errno));
        status = EXITS_SYSTEM;
    }
    if (status < 0 && nesting_shares(&options))
        status = nesting_run(&options);
    if (status < 0)
        status = nesting_refuse(&options);
    if (status < 0) {
        signals_catch_job();
        message_queue(event_dropped, &options);
        status = nodes_open(&options, "run", &client);
    }
    if (status < 0)
        status = run(client, &options, &pipe, &news_fd);
    message_end();
    status_pipe_close(&pipe);
    if (news_fd >= 0)
        (void)close(news_fd);
    nodes_forget_password(&options);
    option_parser_clear(&options);
    return status;
}
