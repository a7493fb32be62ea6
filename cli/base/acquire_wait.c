/* SPDX-License-Identifier: MIT */
/* Waiting for a lock. */

#include "cli/base/acquire_wait.h"

#include <fcntl.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

#include "cli/base/clock.h"
#include "cli/base/message.h"
#include "cli/base/options.h"
#include "cli/base/signals.h"
#include "cli/text/report_text.h"
#include "cli/text/wait_text.h"

/* --- wait line ------------------------------------------------------------
 */

/*
 * A line on the terminal behind standard error that says how a wait stands, and
 * is drawn over each second, by a thread. Nothing here waits for the terminal:
 * what finds no room there is left out. One at a time.
 */

#define COLUMNS_MOST 80
#define SECOND_MS 1000

static const char line_begin[] = "\r";

static const char line_end[] = "\033[K";

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static pthread_cond_t wait_changed; /* the wait, or it is to end */

static pthread_t thread;

static bool begun;

/* Guarded by the mutex. */
static struct wait_text shown;

static bool ends;

/* The thread's, and afterwards ours. */
static int terminal = -1;

static int64_t since_ms;

static bool drawn;

/* Is there a terminal that a line can be drawn over on? */
static bool wait_line_possible(void)
{
    const char *kind = getenv("TERM");

    return isatty(STDERR_FILENO) && (kind == NULL || strcmp(kind, "dumb") != 0);
}

/*
 * The terminal, opened anew: that writing does not wait is a property of the
 * open file, and the one behind standard error is others' too.
 */
static int open_terminal(void)
{
    char name[64];

    (void)snprintf(name, sizeof(name), "/proc/self/fd/%d", STDERR_FILENO);
    return open(name, O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
}

/* In the background the terminal's line is somebody else's. */
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

/* What finds no room is left out. */
static void put(const char *text)
{
    char line[WAIT_TEXT_MAX + 8];
    int length =
        snprintf(line, sizeof(line), "%s%s%s", line_begin, text, line_end);

    if (length > 0 && write(terminal, line, (size_t)length) > 0)
        drawn = true;
}

static void draw(struct wait_text *wait)
{
    char text[WAIT_TEXT_MAX];

    if (!is_ours())
        return;
    wait->waited_ms += clock_now_ms() - since_ms;
    /* In the last column some terminals would go on to the next line. */
    put(wait_text_line(wait, columns() - 1, text));
}

/* Until the line is to be drawn again: a second more has passed. */
static void pause_until_next(void)
{
    int64_t waited = shown.waited_ms + clock_now_ms() - since_ms;
    int64_t left_ms = SECOND_MS - waited % SECOND_MS;
    struct timespec until;

    (void)clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_nsec += (long)left_ms * 1000000;
    until.tv_sec += until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    (void)pthread_cond_timedwait(&wait_changed, &mutex, &until);
}

static void *keep_drawing(void *unused)
{
    pthread_mutex_lock(&mutex);
    while (!ends) {
        struct wait_text now = shown;

        pthread_mutex_unlock(&mutex);
        draw(&now);
        pthread_mutex_lock(&mutex);
        if (!ends)
            pause_until_next();
    }
    pthread_mutex_unlock(&mutex);
    return unused;
}

/*
 * With all signals blocked: TTOU too, which a background process gets for
 * writing to its terminal.
 */
static bool start_thread(void)
{
    pthread_condattr_t monotonic;
    sigset_t before;
    bool started;

    (void)pthread_condattr_init(&monotonic);
    (void)pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    (void)pthread_cond_init(&wait_changed, &monotonic);
    (void)pthread_condattr_destroy(&monotonic);
    signals_block(&before);
    started = pthread_create(&thread, NULL, keep_drawing, NULL) == 0;
    signals_restore(&before);
    if (!started)
        (void)pthread_cond_destroy(&wait_changed);
    return started;
}

/*
 * Begins to draw. wait: copied, but for the resource's name; its waited_ms
 * counts on from here. false: the system refuses a resource for it.
 */
static bool wait_line_begin(const struct wait_text *wait)
{
    terminal = open_terminal();
    if (terminal < 0)
        return false;
    shown = *wait;
    since_ms = clock_now_ms();
    ends = false;
    drawn = false;
    begun = start_thread();
    if (!begun)
        (void)close(terminal);
    return begun;
}

/* Draws another holder and place. */
static void wait_line_change(const struct wait_text *wait)
{
    int64_t waited_ms;

    if (!begun)
        return;
    pthread_mutex_lock(&mutex);
    waited_ms = shown.waited_ms;
    shown = *wait;
    shown.waited_ms = waited_ms;
    pthread_cond_signal(&wait_changed);
    pthread_mutex_unlock(&mutex);
}

static void erase(void)
{
    sigset_t before;

    signals_block(&before);
    if (drawn && is_ours())
        put("");
    signals_restore(&before);
}

/* Erases it. Fine where none was begun. */
static void wait_line_end(void)
{
    if (!begun)
        return;
    pthread_mutex_lock(&mutex);
    ends = true;
    pthread_cond_signal(&wait_changed);
    pthread_mutex_unlock(&mutex);
    (void)pthread_join(thread, NULL);
    (void)pthread_cond_destroy(&wait_changed);
    erase();
    (void)close(terminal);
    begun = false;
}

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

/* --- the display ---------------------------------------------------------
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
                "waiting: %d of %d nodes can be reached, %d needed",
                waiting->reachable, waiting->nodes, waiting->quorum);
    else
        message(wait.text.resource,
                "waiting: %d of %d nodes can be reached again",
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
    if (request->more_count > 0)
        request->modes = options->modes;
    wait.text.place = -1;
    request->waiting = show;
    status = signals_cancel(&request->cancel);
    if (status == REDLOCK_OK)
        status = wait_for_it(client, request, lock);
    wait_line_end();
    return status;
}
