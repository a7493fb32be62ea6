/* SPDX-License-Identifier: MIT */
/* A target is ended before its lock does. */

#include "cli/warden/custody.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "cli/base/clock.h"
#include "cli/base/config.h"
#include "cli/base/message.h"
#include "cli/base/options.h"
#include "cli/base/signals.h"
#include "cli/warden/process.h"
#include "cli/warden/watchdog.h"
#include "redlock/redlock.h"

/* --- lock news ------------------------------------------------------------
 */

/* News of the lock as a descriptor. */

int lock_news_open(void)
{
    return eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
}

void lock_news_tell(struct redlock_lock *lock, void *user)
{
    const uint64_t one = 1;
    const int *fd = user;
    ssize_t ignored = write(*fd, &one, sizeof(one));

    (void)lock;
    (void)ignored;
}

/* Makes it unreadable; to be called before the lock is looked at. */
static void lock_news_drain(int fd)
{
    uint64_t count;
    ssize_t ignored = read(fd, &count, sizeof(count));

    (void)ignored;
}

/* A target that ends sooner than this does not pay for a watchdog. */
#define WATCHDOG_DELAY_MS 50

/* How long after a failure the watchdog is tried again: the TTL by this. */
#define WATCHDOG_RETRY_PART 10

/*
 * A vote that comes late moves the lock's end on by a moment, less than the TTL
 * by this: that is no renewal.
 */
#define MOMENT_PART 20

/* How long after KILL it is sent again, while something is left. */
#define KILL_AGAIN_MS 200

/* Which part of the TTL a target has to end in. */
#define NOTICE_PART 5

static int64_t earlier(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

static void inform_watchdog(const struct custody *custody)
{
    watchdog_inform(&custody->watchdog,
                    &(struct watchdog_news){
                        .valid_until_ms = custody->valid_until_ms,
                        .ending = custody->lost,
                    });
}

/* It is tried again for one TTL; the first failure is reported. */
static void note_unwatched(struct custody *custody, int error)
{
    int64_t now = clock_now_ms();

    custody->watchdog_ms = now + custody->ttl_ms / WATCHDOG_RETRY_PART;
    if (custody->unwatched_ms != 0)
        return;
    custody->unwatched_ms = now + custody->ttl_ms;
    message_always(custody->options->title,
                   "cannot start the watchdog: %s. If none can be started "
                   "within the TTL, the processes under the lock are ended",
                   strerror(error));
}

static void start_watchdog(struct custody *custody)
{
    struct release_process *releases =
        release_processes_new(custody->options, custody->lock);
    struct watchdog_start start = custody->dog;

    start.target = custody->target;
    start.tether = &custody->tether;
    start.releases = releases;
    start.releases_count = releases == NULL ? 0 : redlock_count(custody->lock);
    start.notice_ms = custody->notice_ms;
    start.news = (struct watchdog_news){
        .valid_until_ms = custody->valid_until_ms,
        .ending = custody->lost,
    };
    if (watchdog_start(&custody->watchdog, &start)) {
        custody->watchdog_ms = 0;
        custody->unwatched_ms = 0;
    } else {
        note_unwatched(custody, errno);
    }
    release_processes_free(releases, start.releases_count);
}

/*
 * TERM now; KILL by the lock's end, and not much later than TERM. KILL at once
 * where the keys were taken away: another may hold it now.
 */
static void end_target(struct custody *custody)
{
    const atomic_bool *given_up = custody->dog.given_up;
    int64_t now = clock_now_ms();
    bool shielded = redlock_valid_until_ms(custody->lock) != 0 ||
                    redlock_shielded_until_ms(custody->lock) > now;

    /* Read after the lock: a releaser has set it before. */
    if (given_up != NULL && atomic_load(given_up))
        return;
    custody->lost = true;
    custody->kill_ms =
        earlier(notice_kill_ms(custody->valid_until_ms, custody->notice_ms),
                now + custody->notice_ms);
    if (!shielded)
        custody->kill_ms = now;
    if (custody->calls->ending != NULL)
        custody->calls->ending(custody->user);
    target_signal(custody->target, shielded ? SIGTERM : SIGKILL);
    target_signal(custody->target, SIGCONT);
    inform_watchdog(custody);
    custody->calls->lost(custody->user,
                         custody->kill_ms > now ? custody->kill_ms - now : 0);
}

/*
 * The lock's last known end is no farther away than the notice. If that is so
 * because we were stopped, the watchdog has ended the target, and a renewal
 * comes too late.
 */
static bool is_too_late(const struct custody *custody, int64_t now)
{
    return now >= notice_term_ms(custody->valid_until_ms, custody->notice_ms);
}

/* The end that was noted is at most a moment earlier than the lock's. */
static void note_end(struct custody *custody, int64_t valid_until, int64_t now)
{
    bool renewed =
        valid_until - custody->valid_until_ms >= custody->ttl_ms / MOMENT_PART;

    if (!renewed && valid_until >= custody->valid_until_ms)
        return;
    custody->valid_until_ms = valid_until;
    inform_watchdog(custody);
    custody->calls->moved(custody->user, valid_until, renewed, now);
}

void custody_check(struct custody *custody)
{
    int64_t now = clock_now_ms();
    int64_t valid_until = redlock_valid_until_ms(custody->lock);

    if (custody->lost)
        return;
    /*
     * If the watchdog has begun to end the target, it has not heard of the
     * renewal in time.
     */
    if (is_too_late(custody, now) || watchdog_acted(&custody->watchdog)) {
        end_target(custody);
        return;
    }
    if (valid_until != 0)
        note_end(custody, valid_until, now);
    if (valid_until == 0 || is_too_late(custody, now))
        end_target(custody);
}

void custody_run_due(struct custody *custody)
{
    int64_t now = clock_now_ms();

    if (custody->watchdog_ms != 0 && now >= custody->watchdog_ms)
        start_watchdog(custody);
    if (custody->unwatched_ms != 0 && now >= custody->unwatched_ms &&
        !custody->lost)
        end_target(custody);
    if (custody->lost && now >= custody->kill_ms) {
        target_signal(custody->target, SIGKILL);
        /* Again, for processes forked in between. */
        custody->kill_ms = now + KILL_AGAIN_MS;
    }
}

void custody_child_ended(struct custody *custody, pid_t pid)
{
    if (watchdog_was(&custody->watchdog, pid) && !custody->lost)
        custody->watchdog_ms = clock_now_ms();
}

static int64_t wakeup(const struct custody *custody)
{
    int64_t wakeup = custody->lost ? custody->kill_ms
                                   : notice_term_ms(custody->valid_until_ms,
                                                    custody->notice_ms);

    if (custody->unwatched_ms != 0 && !custody->lost)
        wakeup = earlier(wakeup, custody->unwatched_ms);
    if (custody->watchdog_ms != 0)
        wakeup = earlier(wakeup, custody->watchdog_ms);
    return wakeup;
}

void custody_wait(const struct custody *custody, int64_t latest_ms, int fd)
{
    struct pollfd fds[] = {
        {.fd = signals_fd(), .events = POLLIN},
        {.fd = custody->timer, .events = POLLIN},
        {.fd = custody->lost ? -1 : redlock_lost_fd(custody->lock),
         .events = POLLIN},
        {.fd = custody->news_fd, .events = POLLIN},
        {.fd = fd, .events = POLLIN},
    };

    clock_timer_set(custody->timer, earlier(latest_ms, wakeup(custody)));
    (void)poll(fds, sizeof(fds) / sizeof(fds[0]), -1);
    signals_drain();
    lock_news_drain(custody->news_fd);
}

bool custody_times(const struct options *options,
                   struct redlock_request *request)
{
    const char *where = config_where(options, "kill-after");

    if (where == NULL)
        where = config_where(options, "ttl");
    if (request->notice_ms == 0) {
        request->notice_ms = (request->ttl_ms + NOTICE_PART - 1) / NOTICE_PART;
    } else if (request->notice_ms > request->ttl_ms / 2) {
        message_always(where != NULL ? where : options->name,
                       "--kill-after: at most half of the TTL, or no "
                       "renewal comes in time");
        return false;
    }
    return true;
}

bool custody_open(struct custody *custody)
{
    custody->timer = clock_timer();
    custody->valid_until_ms = redlock_valid_until_ms(custody->lock);
    return tether_open(&custody->tether) && custody->timer >= 0 &&
           watchdog_open(&custody->watchdog);
}

void custody_start(struct custody *custody, int64_t now)
{
    int64_t term = notice_term_ms(custody->valid_until_ms, custody->notice_ms);

    custody->watchdog_ms = now + earlier(WATCHDOG_DELAY_MS, (term - now) / 2);
}

bool custody_ended(struct custody *custody)
{
    watchdog_end(&custody->watchdog);
    if (custody->lost ||
        (!is_too_late(custody, clock_now_ms()) &&
         !watchdog_acted(&custody->watchdog) && redlock_held(custody->lock)))
        return false;
    custody->lost = true;
    return true;
}

void custody_close(struct custody *custody)
{
    watchdog_end(&custody->watchdog);
    tether_close(&custody->tether);
    if (custody->timer >= 0)
        (void)close(custody->timer);
    custody->timer = -1;
}
