/* SPDX-License-Identifier: MIT */
/* Watching over a command and its lock. */

#include "cli/run/supervise.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/base/clock.h"
#include "cli/base/message.h"
#include "cli/base/owner.h"
#include "cli/base/signals.h"
#include "cli/run/environment.h"
#include "cli/run/event.h"
#include "cli/run/job_control.h"
#include "cli/run/lock_news.h"
#include "cli/run/lock_words.h"
#include "cli/run/metrics_file.h"
#include "cli/run/nesting.h"
#include "cli/run/notice.h"
#include "cli/run/service.h"

/* A command that ends sooner than this does not pay for a watchdog. */
#define WATCHDOG_DELAY_MS 50

/*
 * The last process of a group may be no child of ours: then its end has to be
 * polled for.
 */
#define LINGER_POLL_MS 200
#define LINGER_PRINT_MS 1000

/* How long after a failure the watchdog is tried again: the TTL by this. */
#define WATCHDOG_RETRY_PART 10

/*
 * A vote that comes late moves the lock's end on by a moment, less than the TTL
 * by this: that is no renewal.
 */
#define MOMENT_PART 20

static const int forwarded_signals[] = {SIGTERM, SIGINT,  SIGHUP,  SIGQUIT,
                                        SIGUSR1, SIGUSR2, SIGWINCH};

static int64_t earlier(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

static void inform_watchdog(const struct supervision *supervision)
{
    watchdog_inform(&supervision->watchdog,
                    &(struct watchdog_news){
                        .valid_until_ms = supervision->valid_until_ms,
                        .ending = supervision->lost,
                    });
}

static void start_watchdog(struct supervision *supervision)
{
    struct release_process *releases =
        release_processes_new(supervision->options, supervision->lock);
    const struct watchdog_start start = {
        .group = supervision->child.group,
        .tether = &supervision->tether,
        .releases = releases,
        .releases_count =
            releases == NULL ? 0 : redlock_count(supervision->lock),
        .notice_ms = supervision->notice_ms,
        .news = {.valid_until_ms = supervision->valid_until_ms,
                 .ending = supervision->lost},
        .quiet = message_is_silent(),
    };

    if (watchdog_start(&supervision->watchdog, &start)) {
        supervision->watchdog_ms = 0;
    } else {
        supervision->watchdog_ms =
            clock_now_ms() + supervision->ttl_ms / WATCHDOG_RETRY_PART;
        message(supervision->options->title, "cannot start the watchdog: %s",
                strerror(errno));
    }
    release_processes_free(releases, start.releases_count);
}

/* Last of all that follows a change: whoever reads it can wait. */
static void write_metrics(struct supervision *supervision)
{
    int error = metrics_file_error();

    supervision->metrics->held = !supervision->lost;
    metrics_file_write(supervision->metrics);
    if (error != 0)
        event_no_metrics(supervision->options, error);
}

/*
 * TERM now; KILL by the lock's end, and not much later than TERM. KILL at once
 * where the keys were taken away: another may hold it now.
 */
static void end_command(struct supervision *supervision)
{
    int64_t now = clock_now_ms();
    bool shielded = redlock_valid_until_ms(supervision->lock) != 0 ||
                    redlock_shielded_until_ms(supervision->lock) > now;

    supervision->lost = true;
    supervision->kill_ms = earlier(
        notice_kill_ms(supervision->valid_until_ms, supervision->notice_ms),
        now + supervision->notice_ms);
    if (!shielded)
        supervision->kill_ms = now;
    child_signal(&supervision->child, shielded ? SIGTERM : SIGKILL);
    child_signal(&supervision->child, SIGCONT);
    inform_watchdog(supervision);
    status_pipe_lost(supervision->status);
    service_lost(supervision->options->resource);
    event_lost(supervision->options,
               supervision->kill_ms > now ? supervision->kill_ms - now : 0);
    write_metrics(supervision);
}

/*
 * The lock's last known end is no farther away than the notice. If that is so
 * because we were stopped, the watchdog has ended the command, and a renewal
 * comes too late.
 */
static bool is_too_late(const struct supervision *supervision, int64_t now)
{
    return now >=
           notice_term_ms(supervision->valid_until_ms, supervision->notice_ms);
}

/* The end that was noted is at most a moment earlier than the lock's. */
static void note_end(struct supervision *supervision, int64_t valid_until,
                     int64_t now)
{
    bool renewed = valid_until - supervision->valid_until_ms >=
                   supervision->ttl_ms / MOMENT_PART;

    if (!renewed && valid_until >= supervision->valid_until_ms)
        return;
    supervision->valid_until_ms = valid_until;
    inform_watchdog(supervision);
    status_pipe_held(supervision->status, valid_until);
    if (!renewed)
        return;
    event_renewed(supervision->options, valid_until, now);
    write_metrics(supervision);
}

/* Looks at the lock: renewed, lost, or so near its end that it is as good. */
static void check_lock(struct supervision *supervision)
{
    int64_t now = clock_now_ms();
    int64_t valid_until = redlock_valid_until_ms(supervision->lock);

    if (supervision->lost)
        return;
    /*
     * If the watchdog has begun to end the command, it has not heard of the
     * renewal in time.
     */
    if (is_too_late(supervision, now) ||
        watchdog_acted(&supervision->watchdog)) {
        end_command(supervision);
        return;
    }
    if (valid_until != 0)
        note_end(supervision, valid_until, now);
    if (valid_until == 0 || is_too_late(supervision, now))
        end_command(supervision);
}

static int64_t wakeup(const struct supervision *supervision)
{
    int64_t wakeup = supervision->lost
                         ? supervision->kill_ms
                         : notice_term_ms(supervision->valid_until_ms,
                                          supervision->notice_ms);

    if (supervision->watchdog_ms != 0)
        wakeup = earlier(wakeup, supervision->watchdog_ms);
    if (supervision->child.leader_gone)
        wakeup = earlier(wakeup, clock_now_ms() + LINGER_POLL_MS);
    return wakeup;
}

static void wait_for_event(struct supervision *supervision)
{
    struct pollfd fds[] = {
        {.fd = signals_fd(), .events = POLLIN},
        {.fd = supervision->timer, .events = POLLIN},
        {.fd = supervision->lost ? -1 : redlock_lost_fd(supervision->lock),
         .events = POLLIN},
        {.fd = supervision->news_fd, .events = POLLIN},
    };

    clock_timer_set(supervision->timer, wakeup(supervision));
    (void)poll(fds, sizeof(fds) / sizeof(fds[0]), -1);
    signals_drain();
    lock_news_drain(supervision->news_fd);
}

static void run_due(struct supervision *supervision)
{
    int64_t now = clock_now_ms();

    if (supervision->watchdog_ms != 0 && now >= supervision->watchdog_ms)
        start_watchdog(supervision);
    if (supervision->linger_ms != 0 && now >= supervision->linger_ms) {
        supervision->linger_ms = INT64_MAX;
        event_lingers(supervision->options);
    }
    if (supervision->lost && now >= supervision->kill_ms) {
        child_signal(&supervision->child, SIGKILL);
        /* Again, for what was forked in between. */
        supervision->kill_ms = now + LINGER_POLL_MS;
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
    if (!supervision->lost)
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

    while ((other = child_collect(&supervision->child)) != 0) {
        if (watchdog_was(&supervision->watchdog, other) && !supervision->lost)
            supervision->watchdog_ms = clock_now_ms();
    }
    if (!supervision->child.leader_gone || was_gone)
        return;
    supervision->linger_ms = clock_now_ms() + LINGER_PRINT_MS;
    supervision->by_terminal = died_by_terminal(supervision);
}

static bool start_child(struct supervision *supervision)
{
    const struct options *options = supervision->options;
    char token[REDLOCK_TOKEN_MAX];
    char *held = nesting_list(options->operands, options->operand_count);
    char *resources = lock_words_resources(supervision->lock);
    char *fences = lock_words_fences(supervision->lock);
    char *owned = owner_list(options, options->resource,
                             redlock_fence(supervision->lock));
    bool listed = held != NULL && resources != NULL && fences != NULL &&
                  (owned != NULL || options->owner == NULL);
    struct environment_lock lock = {
        .resource = options->resource,
        .resources = resources,
        .fences = fences,
        .held = held,
        .owner = options->owner,
        .owned = owned,
        .token = options->export_token ? redlock_token(supervision->lock, token)
                                       : NULL,
        .valid_until_ms = supervision->valid_until_ms,
        .fence = redlock_fence(supervision->lock),
        .slot = redlock_slot(supervision->lock),
        .status_fd = supervision->status->read_fd,
    };
    struct child_start start = {
        .command = options->command,
        .environment = listed ? environment_new(&lock) : NULL,
        .status_fd = supervision->status->read_fd,
        .tether = &supervision->tether,
        .terminal = &supervision->terminal,
        .foreground = terminal_wanted(&supervision->terminal),
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

bool supervise_start(struct supervision *supervision)
{
    int64_t now = clock_now_ms();

    supervision->terminal.fd = -1;
    supervision->timer = clock_timer();
    /*
     * A lock that is lost already answers 0, an instant in the past, and is
     * found lost at the first look.
     */
    supervision->valid_until_ms = redlock_valid_until_ms(supervision->lock);
    if (!tether_open(&supervision->tether) || supervision->timer < 0)
        return false;
    terminal_open(&supervision->terminal);
    status_pipe_held(supervision->status, supervision->valid_until_ms);
    if (!start_child(supervision))
        return false;
    status_pipe_started(supervision->status);
    signals_catch_stop();
    supervision->watchdog_ms =
        now +
        earlier(WATCHDOG_DELAY_MS, (notice_term_ms(supervision->valid_until_ms,
                                                   supervision->notice_ms) -
                                    now) /
                                       2);
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
        check_lock(supervision);
        run_due(supervision);
        forward_signals(supervision);
        wait_for_event(supervision);
    }
    /* Before the process group's number can be anybody else's. */
    watchdog_end(&supervision->watchdog);
    if (!supervision->lost && (is_too_late(supervision, clock_now_ms()) ||
                               watchdog_acted(&supervision->watchdog) ||
                               !redlock_held(supervision->lock))) {
        supervision->lost = true;
        event_lost(supervision->options, -1);
    }
}

void supervise_close(struct supervision *supervision)
{
    watchdog_end(&supervision->watchdog);
    if (supervision->child.group > 0 &&
        terminal_has(&supervision->terminal, supervision->child.group))
        terminal_give(&supervision->terminal, getpgrp());
    terminal_close(&supervision->terminal);
    tether_close(&supervision->tether);
    if (supervision->timer >= 0)
        (void)close(supervision->timer);
}
