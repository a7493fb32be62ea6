/* SPDX-License-Identifier: MIT */
/* Ends a target before its lock expires. */

#include "cli/warden/supervision.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "cli/base/clock.h"
#include "cli/base/message.h"
#include "cli/base/signals.h"

int lock_news_open(void)
{
    return eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
}

/* The request's callback. user: the descriptor's address. */
static void tell_news(struct redlock_lock *lock, void *user)
{
    const uint64_t one = 1;
    const int *fd = user;

    (void)lock;
    (void)!write(*fd, &one, sizeof(one));
}

/* Makes it unreadable; must be called before the lock is read. */
static void lock_news_drain(int fd)
{
    uint64_t count;

    (void)!read(fd, &count, sizeof(count));
}

/* No watchdog is started for a target that ends sooner than this. */
#define WATCHDOG_DELAY_MS 50

/* After a failure, the watchdog is retried every TTL / WATCHDOG_RETRY_PART. */
#define WATCHDOG_RETRY_PART 10

/*
 * A late vote moves the lock's end by a moment. Only a move of at least TTL /
 * MOMENT_PART counts as a renewal.
 */
#define MOMENT_PART 20

/* The interval at which KILL is repeated while processes are left. */
#define KILL_AGAIN_MS 200

/* The default advance warning is this part of the TTL. */
#define WARNING_PART 5

static int64_t earlier(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

/* Schedules the next try, for one TTL. Reports the first failure. */
static void note_unwatched(struct supervision *supervision, int error)
{
    int64_t now = clock_now_ms();

    supervision->watchdog_ms =
        now + supervision->charge.ttl_ms / WATCHDOG_RETRY_PART;
    if (supervision->unwatched_ms != 0)
        return;
    supervision->unwatched_ms = now + supervision->charge.ttl_ms;
    message_always(supervision->charge.options->title,
                   "cannot start the watchdog: %s. If none can be started "
                   "within the TTL, the processes under the lock are ended",
                   strerror(error));
}

static void start_watchdog(struct supervision *supervision)
{
    if (watchdog_start(&supervision->watchdog, &supervision->charge,
                       supervision->valid_until_ms, supervision->lost)) {
        supervision->watchdog_ms = 0;
        supervision->unwatched_ms = 0;
    } else {
        note_unwatched(supervision, errno);
    }
}

/* Can no other client hold the lock? */
static bool is_shielded(const struct redlock_lock *lock)
{
    return redlock_valid_until_ms(lock) != 0 ||
           redlock_shielded_until_ms(lock) > clock_now_ms();
}

static const char *reason_of_end(const struct supervision *supervision)
{
    if (!is_shielded(supervision->charge.lock))
        return "the lock is lost, and another client may hold it now";
    return supervision->unwatched_ms != 0
               ? "no watchdog could be started"
               : "the lock is lost: no quorum has renewed it";
}

/*
 * Sends TERM, and KILL in time. If the keys were deleted, sends KILL
 * immediately, as another client may hold the lock now; and also if the search
 * for TERM has lasted until KILL is due.
 */
static void end_target(struct supervision *supervision)
{
    const struct charge *charge = &supervision->charge;
    int64_t now = clock_now_ms();
    int64_t grace = 0;
    int64_t due =
        earlier(now, charge_term_ms(charge, supervision->valid_until_ms));
    bool shielded = is_shielded(charge->lock);
    bool terminated;

    /* Read after the lock: redlock release sets it before it releases. */
    if (charge->given_up != NULL && atomic_load(charge->given_up))
        return;
    supervision->lost = true;
    supervision->kill_ms =
        shielded ? charge_kill_ms(charge, supervision->valid_until_ms, now)
                 : now;
    if (supervision->calls->ending != NULL)
        supervision->calls->ending(supervision->user);
    terminated =
        shielded && charge_terminate(charge, due, &supervision->kill_ms);
    /* Before KILL: TERM and CONT of the watchdog would undo its STOP. */
    watchdog_inform(&supervision->watchdog, supervision->valid_until_ms, true);
    if (!terminated)
        target_kill(charge->target);
    now = clock_now_ms();
    if (terminated)
        grace = supervision->kill_ms > now ? supervision->kill_ms - now : 1;
    supervision->calls->lost(supervision->user, reason_of_end(supervision),
                             grace);
}

/*
 * Is the lock's last known end closer than the advance warning? If this process
 * was stopped until then, the watchdog has ended the target, and a renewal
 * comes too late.
 */
static bool is_too_late(const struct supervision *supervision, int64_t now)
{
    return now >=
           charge_term_ms(&supervision->charge, supervision->valid_until_ms);
}

/* Records the end, unless it is only a moment later than the recorded one. */
static void note_end(struct supervision *supervision, int64_t valid_until,
                     int64_t now)
{
    bool renewed = valid_until - supervision->valid_until_ms >=
                   supervision->charge.ttl_ms / MOMENT_PART;

    if (!renewed && valid_until >= supervision->valid_until_ms)
        return;
    supervision->valid_until_ms = valid_until;
    watchdog_inform(&supervision->watchdog, valid_until, false);
    supervision->calls->moved(supervision->user, valid_until, renewed, now);
}

void supervision_check(struct supervision *supervision)
{
    int64_t now = clock_now_ms();
    int64_t valid_until = redlock_valid_until_ms(supervision->charge.lock);

    if (supervision->lost)
        return;
    /*
     * If the watchdog has begun to end the target, it did not receive the
     * renewal in time.
     */
    if (is_too_late(supervision, now) ||
        watchdog_acted(&supervision->watchdog)) {
        end_target(supervision);
        return;
    }
    if (valid_until != 0)
        note_end(supervision, valid_until, now);
    if (valid_until == 0 || is_too_late(supervision, now))
        end_target(supervision);
}

void supervision_run_due(struct supervision *supervision)
{
    int64_t now = clock_now_ms();

    if (supervision->lost && now >= supervision->kill_ms) {
        target_kill(supervision->charge.target);
        /* Repeated, for processes forked in between. */
        supervision->kill_ms = now + KILL_AGAIN_MS;
    }
    if (supervision->watchdog_ms != 0 && now >= supervision->watchdog_ms)
        start_watchdog(supervision);
    if (supervision->unwatched_ms != 0 && now >= supervision->unwatched_ms &&
        !supervision->lost)
        end_target(supervision);
}

void supervision_child_ended(struct supervision *supervision, pid_t pid)
{
    if (watchdog_was(&supervision->watchdog, pid) && !supervision->lost)
        supervision->watchdog_ms = clock_now_ms();
}

static int64_t wakeup(const struct supervision *supervision)
{
    int64_t wakeup =
        supervision->lost
            ? supervision->kill_ms
            : charge_term_ms(&supervision->charge, supervision->valid_until_ms);

    if (supervision->unwatched_ms != 0 && !supervision->lost)
        wakeup = earlier(wakeup, supervision->unwatched_ms);
    if (supervision->watchdog_ms != 0)
        wakeup = earlier(wakeup, supervision->watchdog_ms);
    return wakeup;
}

void supervision_wait(const struct supervision *supervision, int64_t latest_ms,
                      int fd)
{
    struct pollfd fds[] = {
        {.fd = signals_fd(), .events = POLLIN},
        {.fd = supervision->timer, .events = POLLIN},
        {.fd =
             supervision->lost ? -1 : redlock_lost_fd(supervision->charge.lock),
         .events = POLLIN},
        {.fd = supervision->news_fd, .events = POLLIN},
        {.fd = fd, .events = POLLIN},
    };

    clock_timer_set(supervision->timer,
                    earlier(latest_ms, wakeup(supervision)));
    (void)poll(fds, sizeof(fds) / sizeof(fds[0]), -1);
    signals_drain();
    lock_news_drain(supervision->news_fd);
}

bool supervision_request(const struct options *options, int *news_fd,
                         struct redlock_request *request)
{
    const char *where = config_where(options, "kill-after");

    request->keep = true;
    request->lost = request->renewed = tell_news;
    request->user = news_fd;
    request->warning_ms = options->kill_after_ms;
    if (request->warning_ms == 0)
        request->warning_ms =
            (request->ttl_ms + WARNING_PART - 1) / WARNING_PART;
    else if (request->warning_ms > request->ttl_ms / 2) {
        if (where == NULL)
            where = config_where(options, "ttl");
        message_always(where != NULL ? where : options->name,
                       "--kill-after: at most half of the TTL, or no "
                       "renewal comes in time");
        return false;
    }
    return true;
}

bool supervision_open(struct supervision *supervision)
{
    supervision->timer = clock_timer();
    supervision->valid_until_ms =
        redlock_valid_until_ms(supervision->charge.lock);
    return death_signal_open(&supervision->charge.death_signal) &&
           supervision->timer >= 0 && watchdog_open(&supervision->watchdog);
}

void supervision_start(struct supervision *supervision, int64_t now)
{
    int64_t term =
        charge_term_ms(&supervision->charge, supervision->valid_until_ms);

    supervision->watchdog_ms =
        now + earlier(WATCHDOG_DELAY_MS, (term - now) / 2);
}

bool supervision_ended(struct supervision *supervision)
{
    watchdog_end(&supervision->watchdog);
    if (supervision->lost || (!is_too_late(supervision, clock_now_ms()) &&
                              !watchdog_acted(&supervision->watchdog) &&
                              redlock_held(supervision->charge.lock)))
        return false;
    supervision->lost = true;
    return true;
}

void supervision_close(struct supervision *supervision)
{
    watchdog_end(&supervision->watchdog);
    death_signal_close(&supervision->charge.death_signal);
    if (supervision->timer >= 0)
        (void)close(supervision->timer);
    supervision->timer = -1;
}
