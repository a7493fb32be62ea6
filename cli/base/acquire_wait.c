/* SPDX-License-Identifier: MIT */
/* Waiting for a lock. */

#include "cli/base/acquire_wait.h"

#include <stddef.h>
#include <unistd.h>

#include "cli/base/message.h"
#include "cli/base/signals.h"
#include "cli/text/report_text.h"

static bool is_worth_waiting(enum redlock_status status,
                             const struct options *options)
{
    return status == REDLOCK_BUSY || status == REDLOCK_TOO_SLOW ||
           (status == REDLOCK_NO_QUORUM && options->wait_given);
}

static void print_waiting(const struct options *options,
                          enum redlock_status status,
                          const struct redlock_report *report)
{
    char text[REPORT_LINE_MAX];

    if (!options->verbose && !isatty(STDERR_FILENO))
        return;
    message(options->resource, "%s; waiting",
            status == REDLOCK_BUSY ? report_held_text(report, text)
                                   : redlock_strerror(status));
}

static enum redlock_status wait_for_it(struct redlock_client *client,
                                       const struct options *options,
                                       struct redlock_request *request,
                                       struct redlock_lock **lock)
{
    enum redlock_status status;
    int attempts;

    /* 0 is one attempt without a deadline; a --wait is a deadline. */
    request->wait_ms =
        options->wait_ms == REDLOCK_FOREVER ? 0 : options->wait_ms;
    status = redlock_acquire(client, request, lock);
    if (options->wait_ms != REDLOCK_FOREVER ||
        !is_worth_waiting(status, options))
        return status;
    print_waiting(options, status, request->report);
    attempts = request->report->attempts;
    request->wait_ms = REDLOCK_FOREVER;
    status = redlock_acquire(client, request, lock);
    request->report->attempts += attempts;
    return status;
}

enum redlock_status acquire_wait(struct redlock_client *client,
                                 const struct options *options,
                                 struct redlock_request *request,
                                 struct redlock_lock **lock)
{
    enum redlock_status status;

    signals_cancel(client);
    status = signals_ending() != 0
                 ? REDLOCK_CANCELLED
                 : wait_for_it(client, options, request, lock);
    signals_cancel(NULL);
    return status;
}
