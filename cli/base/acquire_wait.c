/* SPDX-License-Identifier: MIT */
/* Waiting for a lock. */

#include "cli/base/acquire_wait.h"

#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include "cli/base/clock.h"
#include "cli/base/message.h"
#include "cli/base/option_table.h"
#include "cli/base/owner.h"
#include "cli/base/signals.h"
#include "cli/base/writer.h"
#include "cli/text/report_text.h"
#include "cli/text/wait_text.h"

/* --- wait line ------------------------------------------------------------ */

/*
 * The wait, shown in one line on the terminal behind standard error. A thread
 * owns the terminal's descriptor. It redraws the line at each change and, as
 * the line contains the time waited, each second.
 */

#define COLUMNS_MOST 80
#define SECOND_MS 1000

/* How long acquire_wait() waits for the line to be erased at the end. */
#define END_MS 2000

static struct writer writer = WRITER_NONE;

/* Set before the thread is started. */
static int terminal;

static int64_t since_ms;

/* Is standard error a terminal on which a line can be redrawn? */
static bool wait_line_possible(void)
{
    const char *kind = getenv("TERM");

    return isatty(STDERR_FILENO) && (kind == NULL || strcmp(kind, "dumb") != 0);
}

/*
 * Opens the terminal anew: O_NONBLOCK belongs to the open file, and other
 * processes share the one behind standard error.
 */
static int open_terminal(void)
{
    char name[64];

    (void)snprintf(name, sizeof(name), "/proc/self/fd/%d", STDERR_FILENO);
    return open(name, O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
}

/* A background process must not write over the foreground job's line. */
static bool is_ours(void)
{
    pid_t group = tcgetpgrp(terminal);

    return group < 0 || group == getpgrp();
}

static int columns(void)
{
    struct winsize size;

    if (ioctl(terminal, TIOCGWINSZ, &size) < 0 || size.ws_col == 0 ||
        size.ws_col > COLUMNS_MOST)
        return COLUMNS_MOST;
    return size.ws_col;
}

/* Draws the text over the line, cut to the terminal's width. */
static bool put(const char *text)
{
    char line[WAIT_TEXT_MAX + 8];
    int length = snprintf(line, sizeof(line), "\r%s\033[K", text);

    return is_ours() && length > 0 && write(terminal, line, (size_t)length) > 0;
}

static bool draw(struct wait_text *wait)
{
    char text[WAIT_TEXT_MAX];

    wait->waited_ms = clock_now_ms() - since_ms;
    /* In the last column some terminals would go on to the next line. */
    return put(wait_text_line(wait, columns() - 1, text));
}

/* Waits for a new text, at most until the next full second. */
static bool take(int queue, struct wait_text *wait)
{
    struct pollfd change = {.fd = queue, .events = POLLIN};
    int64_t part_ms = (clock_now_ms() - since_ms) % SECOND_MS;

    return poll(&change, 1, (int)(SECOND_MS - part_ms)) <= 0 ||
           recv(queue, wait, sizeof(*wait), 0) > 0;
}

static void *keep_drawing(void *end)
{
    struct wait_text wait;
    bool goes_on = recv(writer_end(end), &wait, sizeof(wait), 0) > 0;
    bool drawn = false;

    while (goes_on) {
        drawn = draw(&wait) || drawn;
        goes_on = take(writer_end(end), &wait);
    }
    if (drawn)
        (void)put("");
    (void)close(terminal);
    (void)close(writer_end(end));
    return NULL;
}

/* false: the system refuses a resource. */
static bool wait_line_begin(const struct wait_text *wait)
{
    terminal = open_terminal();
    if (terminal < 0)
        return false;
    since_ms = clock_now_ms();
    if (writer_open(&writer) && writer_send(&writer, wait, sizeof(*wait)) &&
        writer_start(&writer, keep_drawing))
        return true;
    writer_close(&writer, 0);
    (void)close(terminal);
    return false;
}

/* The wait in progress; there is one at a time. */
static struct {
    const struct options *options;
    acquire_wait_fn *changed;
    struct wait_text text;
    bool is_line; /* drawn on a terminal; otherwise printed once */
    bool said;
    bool cut_off; /* the last report: too few nodes can be reached */
} wait;

static bool is_worth_waiting(enum redlock_status status,
                             const struct options *options)
{
    return status == REDLOCK_BUSY || status == REDLOCK_TOO_SLOW ||
           (status == REDLOCK_NO_QUORUM && option_given(options, "wait"));
}

/* --- the display ---------------------------------------------------------- */

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

/* Printed without -v too: the wait is longer than it has to be. */
static void report_reach(const struct redlock_waiting *waiting)
{
    wait.cut_off = !wait.cut_off;
    if (wait.cut_off)
        message(wait.text.resource,
                "waiting: %d of %d nodes can be reached, %d needed",
                waiting->reachable, waiting->nodes, waiting->quorum);
    else
        message(wait.text.resource,
                "waiting: %d of %d nodes can be reached again",
                waiting->reachable, waiting->nodes);
}

/* The operand of that name, if there are several resources. */
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
    wait.text.position = waiting->position;
    wait.text.resource = operand_named(waiting->resource);
    wait.text.nodes = waiting->nodes;
    wait.text.quorum = waiting->quorum;
    wait.text.reachable = waiting->reachable;
    if (wait.changed != NULL)
        wait.changed(wait.options, waiting);
    begin_line();
    if (wait.is_line)
        (void)writer_send(&writer, &wait.text, sizeof(wait.text));
    else if (wait.cut_off != (waiting->reachable < waiting->quorum))
        report_reach(waiting);
    else
        say_once();
}

/* The first attempt has failed, and more will follow. */
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

/* --- the wait ------------------------------------------------------------- */

static enum redlock_status wait_for_it(struct redlock_client *client,
                                       struct redlock_request *request,
                                       struct redlock_lock **lock)
{
    const struct options *options = wait.options;
    enum redlock_status status;
    int attempts;

    /* Without --wait there is one attempt without a deadline (0). */
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

struct redlock_request acquire_request(const struct options *options,
                                       struct redlock_report *report)
{
    struct redlock_request request = {
        .size = sizeof(request),
        .resource = options->resource,
        .ttl_ms = options->ttl_ms,
        .fencing = !options->no_fence,
        .fair = options->fair,
        .mode = options->mode,
        .slots = options->slots,
        .more = (const char *const *)options->operands + 1,
        .more_count = options->operand_count - 1,
        .modes = options->operand_count > 1 ? options->modes : NULL,
        .report = report,
    };

    owner_request(options, &request);
    return request;
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
    wait.text.position = -1;
    request->waiting = show;
    status = signals_cancel(&request->cancel);
    if (status == REDLOCK_OK)
        status = wait_for_it(client, request, lock);
    writer_close(&writer, END_MS);
    return status;
}
