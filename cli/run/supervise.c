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
#include "cli/base/signals.h"
#include "cli/run/environment.h"
#include "cli/run/event.h"
#include "cli/run/job_control.h"
#include "cli/run/nesting.h"

/* A command that ends sooner than this does not pay for a guardian. */
#define GUARDIAN_DELAY_MS 50

/* The last of a group may be nobody's child of ours: then we have to look. */
#define LINGER_LOOK_MS 200
#define LINGER_SAY_MS 1000

/* As often as this in a TTL, and at least so far apart. */
#define LOOKS_PER_TTL 10
#define LOOK_MIN_MS 5

static const int forwarded[] = {SIGTERM, SIGINT,  SIGHUP,  SIGQUIT,
                                SIGUSR1, SIGUSR2, SIGWINCH};

static int64_t earlier(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

static void tell_guardian(const struct vigil *vigil)
{
    guardian_tell(&vigil->guardian, &(struct guardian_news){
                                        .valid_until_ms = vigil->valid_until_ms,
                                        .ending = vigil->lost,
                                    });
}

static void start_guardian(struct vigil *vigil)
{
    char token[REDLOCK_TOKEN_MAX];
    struct bequest bequest;
    bool bequeaths = bequest_write(&bequest, vigil->options,
                                   redlock_token(vigil->lock, token));
    const struct guardian_start start = {
        .group = vigil->child.group,
        .tether = &vigil->tether,
        .bequest = bequeaths ? &bequest : NULL,
        .notice_ms = vigil->notice_ms,
        .news = {.valid_until_ms = vigil->valid_until_ms,
                 .ending = vigil->lost},
        .quiet = vigil->options->quiet || vigil->options->json,
    };

    if (guardian_start(&vigil->guardian, &start)) {
        vigil->guardian_ms = 0;
    } else {
        vigil->guardian_ms = deadline_now_ms() + vigil->ttl_ms / LOOKS_PER_TTL;
        message(vigil->options, vigil->options->resources[0],
                "cannot start the guardian: %s", strerror(errno));
    }
    bequest_clear(&bequest);
}

/*
 * TERM now; KILL by the lock's end, and not much later than TERM. KILL at once
 * where the keys were taken away: another may hold it now.
 */
static void lose(struct vigil *vigil)
{
    int64_t now = deadline_now_ms();
    bool shielded = redlock_valid_until_ms(vigil->lock) != 0 ||
                    redlock_shielded_until_ms(vigil->lock) > now;

    vigil->lost = true;
    vigil->kill_ms =
        earlier(deadline_kill_ms(vigil->valid_until_ms, vigil->notice_ms),
                now + vigil->notice_ms);
    if (!shielded)
        vigil->kill_ms = now;
    child_signal(&vigil->child, shielded ? SIGTERM : SIGKILL);
    child_signal(&vigil->child, SIGCONT);
    tell_guardian(vigil);
    status_pipe_lost(vigil->status);
    event_lost(vigil->options, vigil->kill_ms > now ? vigil->kill_ms - now : 0);
}

/*
 * What we last knew has run out, but for the notice. If we were stopped
 * meanwhile, the guardian has ended the command: a renewal comes too late.
 */
static bool overslept(const struct vigil *vigil, int64_t now)
{
    return now >= deadline_term_ms(vigil->valid_until_ms, vigil->notice_ms);
}

/* Looks at the lock: renewed, lost, or so near its end that it is as good. */
static void look(struct vigil *vigil)
{
    int64_t now = deadline_now_ms();
    int64_t valid_until = redlock_valid_until_ms(vigil->lock);

    if (vigil->lost)
        return;
    /* If it has begun to end the command, news of us came too late to it. */
    if (overslept(vigil, now) || guardian_acted(&vigil->guardian)) {
        lose(vigil);
        return;
    }
    if (valid_until != 0 && valid_until != vigil->valid_until_ms) {
        vigil->valid_until_ms = valid_until;
        tell_guardian(vigil);
        status_pipe_held(vigil->status, valid_until);
        event_renewed(vigil->options, valid_until, now);
    }
    if (valid_until == 0 || overslept(vigil, now)) {
        lose(vigil);
        return;
    }
    vigil->look_ms = now + vigil->ttl_ms / LOOKS_PER_TTL + LOOK_MIN_MS;
}

static int64_t wakeup(const struct vigil *vigil)
{
    int64_t wakeup =
        vigil->lost
            ? vigil->kill_ms
            : earlier(vigil->look_ms, deadline_term_ms(vigil->valid_until_ms,
                                                       vigil->notice_ms));

    if (vigil->guardian_ms != 0)
        wakeup = earlier(wakeup, vigil->guardian_ms);
    if (vigil->child.leader_gone)
        wakeup = earlier(wakeup, deadline_now_ms() + LINGER_LOOK_MS);
    return wakeup;
}

static void wait_for_something(struct vigil *vigil)
{
    struct pollfd fds[] = {
        {.fd = signals_fd(), .events = POLLIN},
        {.fd = vigil->timer, .events = POLLIN},
        {.fd = vigil->lost ? -1 : redlock_lost_fd(vigil->lock),
         .events = POLLIN},
    };

    deadline_set(vigil->timer, wakeup(vigil));
    (void)poll(fds, sizeof(fds) / sizeof(fds[0]), -1);
    signals_drain();
}

static void act_on_time(struct vigil *vigil)
{
    int64_t now = deadline_now_ms();

    if (vigil->guardian_ms != 0 && now >= vigil->guardian_ms)
        start_guardian(vigil);
    if (vigil->linger_ms != 0 && now >= vigil->linger_ms) {
        vigil->linger_ms = INT64_MAX;
        event_lingers(vigil->options);
    }
    if (vigil->lost && now >= vigil->kill_ms) {
        child_signal(&vigil->child, SIGKILL);
        /* Once more, should something have been forked in between. */
        vigil->kill_ms = now + LINGER_LOOK_MS;
    }
}

static void hand_signals_on(struct vigil *vigil)
{
    for (size_t i = 0; i < sizeof(forwarded) / sizeof(forwarded[0]); i++) {
        if (!signals_take(forwarded[i]))
            continue;
        child_signal(&vigil->child, forwarded[i]);
        if (forwarded[i] == SIGINT || forwarded[i] == SIGQUIT)
            vigil->handed_on = true;
        if (forwarded[i] != SIGWINCH)
            event_signal(vigil->options, forwarded[i]);
    }
    jobs_continue(&vigil->terminal, &vigil->child);
    if (!vigil->lost)
        jobs_stop(&vigil->terminal, &vigil->child);
}

/* While the terminal is still the command's. */
static bool died_by_terminal(const struct vigil *vigil)
{
    int number = child_signal_of_end(&vigil->child);

    return (number == SIGINT || number == SIGQUIT) && !vigil->handed_on &&
           terminal_has(&vigil->terminal, vigil->child.group);
}

static void collect(struct vigil *vigil)
{
    bool was_gone = vigil->child.leader_gone;
    pid_t other;

    while ((other = child_collect(&vigil->child)) != 0) {
        if (guardian_was(&vigil->guardian, other) && !vigil->lost)
            vigil->guardian_ms = deadline_now_ms();
    }
    if (!vigil->child.leader_gone || was_gone)
        return;
    vigil->linger_ms = deadline_now_ms() + LINGER_SAY_MS;
    vigil->by_terminal = died_by_terminal(vigil);
}

static bool start_child(struct vigil *vigil)
{
    const struct options *options = vigil->options;
    char token[REDLOCK_TOKEN_MAX];
    char *held = nesting_list(options->resources[0]);
    struct environment_lock lock = {
        .resource = options->resources[0],
        .held = held,
        .token =
            options->export_token ? redlock_token(vigil->lock, token) : NULL,
        .valid_until_ms = vigil->valid_until_ms,
        .fence = redlock_fence(vigil->lock),
        .status_fd = vigil->status->read_fd,
    };
    struct child_start start = {
        .command = options->command,
        .environment = held != NULL ? environment_new(&lock) : NULL,
        .status_fd = vigil->status->read_fd,
        .tether = &vigil->tether,
        .terminal = &vigil->terminal,
        .foreground = terminal_wanted(&vigil->terminal),
    };
    bool started =
        start.environment != NULL && child_start(&vigil->child, &start);

    environment_free(start.environment);
    free(held);
    return started;
}

bool vigil_start(struct vigil *vigil)
{
    int64_t now = deadline_now_ms();

    vigil->terminal.fd = -1;
    vigil->timer = deadline_timer();
    /* Zero: lost already, and an instant in the past is when that ends. */
    vigil->valid_until_ms = redlock_valid_until_ms(vigil->lock);
    if (!tether_open(&vigil->tether) || vigil->timer < 0)
        return false;
    terminal_open(&vigil->terminal);
    status_pipe_held(vigil->status, vigil->valid_until_ms);
    if (!start_child(vigil))
        return false;
    status_pipe_started(vigil->status);
    signals_catch_stop();
    vigil->look_ms = now;
    vigil->guardian_ms =
        now +
        earlier(
            GUARDIAN_DELAY_MS,
            (deadline_term_ms(vigil->valid_until_ms, vigil->notice_ms) - now) /
                2);
    return true;
}

void vigil_keep(struct vigil *vigil)
{
    for (;;) {
        collect(vigil);
        if (child_ended(&vigil->child))
            break;
        /* First the lock: a command that was stopped for too long stays so. */
        look(vigil);
        act_on_time(vigil);
        hand_signals_on(vigil);
        wait_for_something(vigil);
    }
    /* Before the process group's number can be anybody else's. */
    guardian_end(&vigil->guardian);
    if (!vigil->lost &&
        (overslept(vigil, deadline_now_ms()) ||
         guardian_acted(&vigil->guardian) || !redlock_held(vigil->lock))) {
        vigil->lost = true;
        event_lost(vigil->options, -1);
    }
}

void vigil_end(struct vigil *vigil)
{
    guardian_end(&vigil->guardian);
    if (vigil->child.group > 0 &&
        terminal_has(&vigil->terminal, vigil->child.group))
        terminal_give(&vigil->terminal, getpgrp());
    terminal_close(&vigil->terminal);
    tether_close(&vigil->tether);
    if (vigil->timer >= 0)
        (void)close(vigil->timer);
}
