/* SPDX-License-Identifier: MIT */
/* Watching over a command and its lock. */

#include "cli/run/supervise.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/base/clock.h"
#include "cli/base/message.h"
#include "cli/base/options.h"
#include "cli/base/owner.h"
#include "cli/base/signals.h"
#include "cli/base/terminal.h"
#include "cli/run/child.h"
#include "cli/run/environment.h"
#include "cli/run/event.h"
#include "cli/run/lock_words.h"
#include "cli/run/metrics.h"
#include "cli/run/metrics_file.h"
#include "cli/run/nesting.h"
#include "cli/run/service.h"
#include "cli/warden/custody.h"
#include "cli/warden/watchdog.h"

/* --- job control ----------------------------------------------------------
 */

/*
 * Job control: to the shell that started us, we and our command are one job.
 * When the command stops we stop, when we go on it goes on, and the terminal
 * goes with it.
 *
 * While we are stopped nothing renews the lock: the watchdog ends a command
 * that is stopped for too long.
 */

/* With the terminal, if it is ours to lend. */
static void resume(const struct terminal *terminal, const struct child *child)
{
    if (child->lent && terminal_has(terminal, getpgrp()))
        terminal_give(terminal, child->group);
    child_signal(child, SIGCONT);
}

/* If the leader has stopped: lends it the terminal, or stops with it. */
static void job_control_stop(const struct terminal *terminal,
                             struct child *child)
{
    int number = child->stopped_by;
    bool wants_terminal = number == SIGTTIN || number == SIGTTOU;
    bool had_terminal = terminal_has(terminal, child->group);

    child->stopped_by = 0;
    if (number == 0 || terminal->fd < 0)
        return;
    if (wants_terminal)
        child->lent = true;
    if (wants_terminal && terminal_has(terminal, getpgrp())) {
        resume(terminal, child);
        return;
    }
    /* A plain kill -STOP: no shell waits for us to stop as well. */
    if (number == SIGSTOP && !had_terminal)
        return;
    if (had_terminal)
        terminal_give(terminal, getpgrp());
    signals_stop_group(wants_terminal ? number : SIGTSTP);
    /*
     * After a stop we find a SIGCONT here. Without a stop, because the kernel
     * does not stop a group that no shell could continue, the command has to go
     * on as well; but one that wants a terminal it cannot have would stop
     * again, for ever.
     */
    if (!wants_terminal || terminal_has(terminal, getpgrp()))
        (void)raise(SIGCONT);
}

/* If we were told to go on, or to stop: so is the command. */
static void job_control_continue(const struct terminal *terminal,
                                 const struct child *child)
{
    if (signals_came(SIGTSTP))
        child_signal(child, SIGTSTP);
    if (signals_came(SIGCONT))
        resume(terminal, child);
}

/* --- status pipe ----------------------------------------------------------
 */

/* The command's view of its lock. */

static void close_end(int *fd)
{
    if (*fd >= 0)
        (void)close(*fd);
    *fd = -1;
}

/* A line that a reader does not take, or no longer can, is dropped. */
static void write_line(const struct status_pipe *status, const char *line)
{
    ssize_t ignored = write(status->write_fd, line, strlen(line));

    (void)ignored;
}

bool status_pipe_open(struct status_pipe *status)
{
    int ends[2];

    if (pipe2(ends, O_CLOEXEC) < 0)
        return false;
    status->read_fd = ends[0];
    status->write_fd = ends[1];
    /* Only our end does not block: the two ends have flags of their own. */
    return fcntl(status->write_fd, F_SETFL, O_NONBLOCK) == 0;
}

/* The command has its end now. */
static void status_pipe_started(struct status_pipe *status)
{
    close_end(&status->read_fd);
}

/* A line that finds the pipe full is dropped. */
static void status_pipe_held(struct status_pipe *status, int64_t valid_until_ms)
{
    char line[40];

    if (status->write_fd < 0)
        return;
    (void)snprintf(line, sizeof(line), "held %" PRId64 "\n", valid_until_ms);
    write_line(status, line);
}

/* The last line, and the end of the file. */
static void status_pipe_lost(struct status_pipe *status)
{
    if (status->write_fd < 0)
        return;
    write_line(status, "lost\n");
    close_end(&status->write_fd);
}

void status_pipe_close(struct status_pipe *status)
{
    close_end(&status->read_fd);
    close_end(&status->write_fd);
}

/*
 * The last process of a group may be no child of ours: then its end has to be
 * polled for.
 */
#define LINGER_POLL_MS 200
#define LINGER_PRINT_MS 1000

/* So is a service manager's queue, where it is full. */
#define READY_POLL_MS 100

static const char killed_text[] =
    "redlock: redlock was killed: its command was ended\n";

static const char stopped_text[] =
    "redlock: redlock did not renew the lock any more: its command was ended\n";

static const int forwarded_signals[] = {SIGTERM, SIGINT,  SIGHUP,  SIGQUIT,
                                        SIGUSR1, SIGUSR2, SIGWINCH};

/* Last of all that follows a change: whoever reads it can wait. */
static void write_metrics(struct supervision *supervision)
{
    int error = metrics_file_error();

    supervision->metrics->held = !supervision->custody.lost;
    metrics_file_write(supervision->metrics);
    if (error != 0)
        event_no_metrics(supervision->options, error);
}

static void told_lost(void *user, int64_t grace_ms)
{
    struct supervision *supervision = user;

    status_pipe_lost(supervision->status);
    service_lost(supervision->options->resource);
    if (supervision->custody.unwatched_ms != 0 && grace_ms > 0)
        event_unwatched(supervision->options, grace_ms);
    else
        event_lost(supervision->options, grace_ms);
    write_metrics(supervision);
}

static void told_moved(void *user, int64_t valid_until_ms, bool renewed,
                       int64_t now_ms)
{
    struct supervision *supervision = user;

    status_pipe_held(supervision->status, valid_until_ms);
    if (!renewed)
        return;
    event_renewed(supervision->options, valid_until_ms, now_ms);
    write_metrics(supervision);
}

static const struct custody_calls calls = {
    .moved = told_moved,
    .lost = told_lost,
};

static void tell_ready(struct supervision *supervision)
{
    if (!supervision->ready_told && !supervision->custody.lost)
        supervision->ready_told = service_ready(supervision->options->resource);
}

static void wait_for_event(struct supervision *supervision)
{
    int64_t latest = INT64_MAX;

    if (!supervision->ready_told && !supervision->custody.lost)
        latest = clock_now_ms() + READY_POLL_MS;
    else if (supervision->child.leader_gone)
        latest = clock_now_ms() + LINGER_POLL_MS;
    custody_wait(&supervision->custody, latest, -1);
}

static void run_due(struct supervision *supervision)
{
    custody_run_due(&supervision->custody);
    tell_ready(supervision);
    if (supervision->linger_ms != 0 &&
        clock_now_ms() >= supervision->linger_ms) {
        supervision->linger_ms = INT64_MAX;
        event_lingers(supervision->options);
    }
}

static void forward_signals(struct supervision *supervision)
{
    for (size_t i = 0;
         i < sizeof(forwarded_signals) / sizeof(forwarded_signals[0]); i++) {
        if (!signals_came(forwarded_signals[i]))
            continue;
        child_signal(&supervision->child, forwarded_signals[i]);
        if (forwarded_signals[i] == SIGINT || forwarded_signals[i] == SIGQUIT)
            supervision->interrupt_forwarded = true;
        if (forwarded_signals[i] != SIGWINCH)
            event_signal(supervision->options, forwarded_signals[i]);
    }
    job_control_continue(&supervision->terminal, &supervision->child);
    if (!supervision->custody.lost)
        job_control_stop(&supervision->terminal, &supervision->child);
}

/* While the terminal is still the command's. */
static bool died_by_terminal(const struct supervision *supervision)
{
    int number = child_signal_of_end(&supervision->child);

    return (number == SIGINT || number == SIGQUIT) &&
           !supervision->interrupt_forwarded &&
           terminal_has(&supervision->terminal, supervision->child.group);
}

static void collect_children(struct supervision *supervision)
{
    bool was_gone = supervision->child.leader_gone;
    pid_t other;

    while ((other = child_collect(&supervision->child)) != 0)
        custody_child_ended(&supervision->custody, other);
    if (!supervision->child.leader_gone || was_gone)
        return;
    supervision->linger_ms = clock_now_ms() + LINGER_PRINT_MS;
    supervision->by_terminal = died_by_terminal(supervision);
}

static bool start_child(struct supervision *supervision)
{
    const struct options *options = supervision->options;
    char token[REDLOCK_TOKEN_MAX];
    char *held = nesting_list(options);
    char *resources = lock_words_resources(supervision->custody.lock);
    char *fences = lock_words_fences(supervision->custody.lock);
    char *owned = owner_list(options, options->resource,
                             redlock_fence(supervision->custody.lock));
    bool listed = held != NULL && resources != NULL && fences != NULL &&
                  (owned != NULL || options->owner == NULL);
    struct environment_lock lock = {
        .resource = options->resource,
        .resources = resources,
        .fences = fences,
        .held = held,
        .owner = options->owner,
        .owned = owned,
        .token = options->export_token
                     ? redlock_token(supervision->custody.lock, token)
                     : NULL,
        .valid_until_ms = supervision->custody.valid_until_ms,
        .fence = redlock_fence(supervision->custody.lock),
        .slot = redlock_slot(supervision->custody.lock),
        .status_fd = supervision->status->read_fd,
    };
    struct child_start start = {
        .command = options->command,
        .environment = listed ? environment_new(&lock) : NULL,
        .status_fd = supervision->status->read_fd,
        .tether = &supervision->custody.tether,
        .terminal = &supervision->terminal,
        .foreground = terminal_wanted(&supervision->terminal),
        .latest_ms = notice_term_ms(supervision->custody.valid_until_ms,
                                    supervision->custody.notice_ms),
    };
    bool started =
        start.environment != NULL && child_start(&supervision->child, &start);

    environment_free(start.environment);
    free(owned);
    free(fences);
    free(resources);
    free(held);
    return started;
}

static void set_custody(struct supervision *supervision)
{
    struct custody *custody = &supervision->custody;

    custody->options = supervision->options;
    custody->target = &supervision->target;
    custody->calls = &calls;
    custody->user = supervision;
    if (!message_is_silent()) {
        custody->dog.killed_text = killed_text;
        custody->dog.stopped_text = stopped_text;
    }
}

bool supervise_start(struct supervision *supervision)
{
    int64_t now = clock_now_ms();

    supervision->terminal.fd = -1;
    set_custody(supervision);
    if (!custody_open(&supervision->custody))
        return false;
    terminal_open(&supervision->terminal);
    status_pipe_held(supervision->status, supervision->custody.valid_until_ms);
    if (!start_child(supervision))
        return false;
    supervision->target.process.fd = -1;
    supervision->target.group = supervision->child.group;
    status_pipe_started(supervision->status);
    signals_catch_stop();
    custody_start(&supervision->custody, now);
    tell_ready(supervision);
    return true;
}

void supervise_until_end(struct supervision *supervision)
{
    for (;;) {
        collect_children(supervision);
        if (child_ended(&supervision->child))
            break;
        /*
         * The lock first: a command that was stopped until its lock was lost
         * must not be continued by forward_signals().
         */
        custody_check(&supervision->custody);
        run_due(supervision);
        forward_signals(supervision);
        wait_for_event(supervision);
    }
    if (custody_ended(&supervision->custody))
        event_lost(supervision->options, -1);
}

void supervise_close(struct supervision *supervision)
{
    if (supervision->child.group > 0 &&
        terminal_has(&supervision->terminal, supervision->child.group))
        terminal_give(&supervision->terminal, getpgrp());
    terminal_close(&supervision->terminal);
    custody_close(&supervision->custody);
}
