/* SPDX-License-Identifier: MIT */
/* Waiting for a lock. */

#include "cli/base/acquire_wait.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli/base/message.h"
#include "cli/base/signals.h"
#include "cli/base/wait_line.h"
#include "cli/text/report_text.h"
#include "cli/text/wait_text.h"

/* The wait that is under way: there is one at a time. */
static struct {
    const struct options *options;
    acquire_wait_fn *changed;
    struct wait_text text;
    bool is_line; /* it is drawn on a terminal; else said once: */
    bool said;
    bool cut_off; /* too few nodes could be reached, as reported last */
} wait;

static bool is_worth_waiting(enum redlock_status status,
                             const struct options *options)
{
    return status == REDLOCK_BUSY || status == REDLOCK_TOO_SLOW ||
           (status == REDLOCK_NO_QUORUM && options->wait_given);
}

/* --- what is shown ---------------------------------------------------------
 */

static void begin_line(void)
{
    if (!wait.is_line && !wait.said && !message_is_silent() &&
        wait_line_possible())
        wait.is_line = wait_line_begin(&wait.text);
}

static bool is_wanted(void)
{
    return wait.options->verbose || isatty(STDERR_FILENO);
}

static void say_once(void)
{
    char words[WAIT_TEXT_MAX];

    if (wait.said || !is_wanted())
        return;
    wait.said = true;
    message(wait.text.resource, "%s", wait_text_words(&wait.text, words));
}

/* Reported whether -v is given or not: the wait is longer than it has to be. */
static void report_reach(const struct redlock_waiting *waiting)
{
    wait.cut_off = !wait.cut_off;
    if (wait.cut_off)
        message(wait.text.resource,
                "%d of %d nodes can be reached, %d needed; waiting",
                waiting->reachable, waiting->nodes, waiting->quorum);
    else
        message(wait.text.resource,
                "%d of %d nodes can be reached again; waiting",
                waiting->reachable, waiting->nodes);
}

/* Which of them it waits for, where there are several. */
static const char *operand_named(const char *name)
{
    const struct options *options = wait.options;

    for (int i = 0; i < options->operand_count; i++) {
        if (strcmp(options->operands[i], name) == 0)
            return options->operands[i];
    }
    return options->title;
}

static void show(const struct redlock_waiting *waiting, void *user)
{
    (void)user;
    wait_text_holder(&wait.text, waiting->holder);
    wait.text.place = waiting->place;
    wait.text.resource = operand_named(waiting->resource);
    wait.text.nodes = waiting->nodes;
    wait.text.quorum = waiting->quorum;
    wait.text.reachable = waiting->reachable;
    if (wait.changed != NULL)
        wait.changed(wait.options, waiting);
    begin_line();
    if (wait.is_line)
        wait_line_change(&wait.text);
    else if (wait.cut_off != (waiting->reachable < waiting->quorum))
        report_reach(waiting);
    else
        say_once();
}

/* The first attempt was in vain, and there will be others. */
static void show_beginning(enum redlock_status status,
                           const struct redlock_report *report)
{
    struct report_holder holder = report_holder(report);

    if (status != REDLOCK_BUSY) {
        if (is_wanted())
            message(wait.options->title, "%s; waiting",
                    redlock_strerror(status));
        return;
    }
    if (holder.label != NULL)
        (void)snprintf(wait.text.label, sizeof(wait.text.label), "%s",
                       holder.label);
    begin_line();
}

/* --- the wait --------------------------------------------------------------
 */

static enum redlock_status wait_for_it(struct redlock_client *client,
                                       struct redlock_request *request,
                                       struct redlock_lock **lock)
{
    const struct options *options = wait.options;
    enum redlock_status status;
    int attempts;

    /* 0 is one attempt without a deadline; a --wait is a deadline. */
    request->wait_ms =
        options->wait_ms == REDLOCK_FOREVER ? 0 : options->wait_ms;
    status = redlock_acquire(client, request, lock);
    if (options->wait_ms != REDLOCK_FOREVER ||
        !is_worth_waiting(status, options))
        return status;
    show_beginning(status, request->report);
    attempts = request->report->attempts;
    request->wait_ms = REDLOCK_FOREVER;
    status = redlock_acquire(client, request, lock);
    request->report->attempts += attempts;
    return status;
}

enum redlock_status acquire_wait(struct redlock_client *client,
                                 const struct options *options,
                                 struct redlock_request *request,
                                 acquire_wait_fn *changed,
                                 struct redlock_lock **lock)
{
    enum redlock_status status;

    memset(&wait, 0, sizeof(wait));
    wait.options = options;
    wait.changed = changed;
    wait.text.resource = options->title;
    request->more = (const char *const *)options->operands + 1;
    request->more_count = options->operand_count - 1;
    wait.text.place = -1;
    request->waiting = show;
    status = signals_cancel(&request->cancel);
    if (status == REDLOCK_OK)
        status = wait_for_it(client, request, lock);
    wait_line_end();
    return status;
}
