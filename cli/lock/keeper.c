/* SPDX-License-Identifier: MIT */
/* A lock until another process has ended. */

#include "cli/lock/keeper.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/base/clock.h"
#include "cli/base/exits.h"
#include "cli/base/message.h"
#include "cli/base/signals.h"
#include "cli/text/duration.h"
#include "cli/warden/lock_news.h"
#include "cli/warden/notice.h"

/* How often it is looked for the end of what has no descriptor. */
#define POLL_MS 200

static const char killed_text[] =
    "redlock: the keeper of a lock was killed: the process that it was kept "
    "for was ended\n";
static const char stopped_text[] =
    "redlock: the keeper of a lock did not renew it any more: the process that "
    "it was kept for was ended\n";

static long pid_of(const struct keeper *keeper)
{
    return (long)keeper->keep->process.pid;
}

/* --- what is told ----------------------------------------------------------
 */

static void told_moved(void *user, int64_t valid_until_ms, bool renewed,
                       int64_t now_ms)
{
    const struct keeper *keeper = user;
    char span[DURATION_TEXT_MAX];

    if (renewed && keeper->custody.options->verbose)
        message(keeper->custody.options->title, "renewed: valid for %s",
                duration_text(valid_until_ms - now_ms, span));
}

/* Not silent with --json: nobody else says why the process is gone. */
static void told_lost(void *user, int64_t grace_ms)
{
    const struct keeper *keeper = user;
    const struct options *options = keeper->custody.options;
    char span[DURATION_TEXT_MAX];

    if (options->quiet)
        return;
    if (grace_ms == 0)
        message_always(options->title,
                       "the lock is lost, and another may hold it now: process "
                       "%ld gets KILL",
                       pid_of(keeper));
    else
        message_always(options->title,
                       "%s; process %ld gets TERM now, KILL in %s",
                       keeper->custody.unwatched_ms != 0
                           ? "no watchdog could be started"
                           : "the lock is lost: no quorum has renewed it",
                       pid_of(keeper), duration_text(grace_ms, span));
    if (!process_signal(&keeper->keep->process, 0) && errno == EPERM)
        message_always(options->title,
                       "process %ld is another user's now: it goes on without "
                       "the lock",
                       pid_of(keeper));
}

static const struct custody_calls calls = {
    .moved = told_moved,
    .lost = told_lost,
};

static void print_end(const struct keeper *keeper, bool given_up,
                      enum redlock_status released)
{
    const struct options *options = keeper->custody.options;

    if (keeper->custody.lost || given_up)
        return;
    if (released == REDLOCK_OK && options->verbose)
        message(options->title, "process %ld has ended: released",
                pid_of(keeper));
    else if (released == REDLOCK_UNREACHABLE || released == REDLOCK_NO_RIGHTS)
        message(options->title,
                "no quorum heard the release: the lock expires by itself");
    else if (released == REDLOCK_GONE)
        message(options->title,
                "the lock was gone at its release: somebody else deleted it, "
                "or it expired");
}

/* --- the keeping -----------------------------------------------------------
 */

bool keeper_open(struct keeper *keeper, struct keep *keep)
{
    *keeper = (struct keeper){
        .keep = keep,
        .record.fd = -1,
        .custody = {.timer = -1, .tether.ends = {-1, -1}},
        .target = {.process = keep->process, .spared = getpid()},
    };
    keeper->news_fd = lock_news_open();
    return keeper->news_fd >= 0 && keep_record_open(&keeper->record);
}

bool keeper_request(struct keeper *keeper, const struct options *options,
                    struct redlock_request *request)
{
    request->keep = true;
    request->notice_ms = options->notice_ms;
    request->lost = lock_news_tell;
    request->renewed = lock_news_tell;
    request->user = &keeper->news_fd;
    return custody_times(options, "acquire", request);
}

void keeper_note(struct keeper *keeper, const struct options *options,
                 const struct redlock_lock *lock)
{
    keep_record_set(&keeper->record, options, lock);
}

int64_t keeper_latest_ms(const struct redlock_request *request,
                         const struct redlock_lock *lock)
{
    return notice_term_ms(redlock_valid_until_ms(lock), request->notice_ms);
}

static void set_custody(struct keeper *keeper, const struct options *options,
                        const struct redlock_request *request,
                        struct redlock_lock *lock)
{
    struct custody *custody = &keeper->custody;

    custody->options = options;
    custody->lock = lock;
    custody->target = &keeper->target;
    custody->ttl_ms = request->ttl_ms;
    custody->notice_ms = request->notice_ms;
    custody->news_fd = keeper->news_fd;
    custody->calls = &calls;
    custody->user = keeper;
    custody->dog.given_up = keep_record_given_up(&keeper->record);
    if (!options->quiet) {
        custody->dog.killed_text = killed_text;
        custody->dog.stopped_text = stopped_text;
    }
}

static void collect_children(struct custody *custody)
{
    pid_t pid;

    while ((pid = waitpid(-1, NULL, WNOHANG)) > 0)
        custody_child_ended(custody, pid);
}

/*
 * A lock that is wanted no more is first released by whoever says so, and would
 * else find that it is gone. Then comes the signal; or it is missed, and the
 * lock is found gone by the next renewal.
 */
static bool is_over(const struct keeper *keeper)
{
    if (keeper->custody.lost)
        return target_gone(&keeper->target);
    if (process_ended(&keeper->keep->process))
        return true;
    return atomic_load(keep_record_given_up(&keeper->record)) &&
           (signals_came(SIGUSR1) ||
            redlock_valid_until_ms(keeper->custody.lock) == 0);
}

/* Returns whether the lock was given up. */
static bool guard(struct keeper *keeper)
{
    const struct process *process = &keeper->keep->process;
    const atomic_bool *given_up = keep_record_given_up(&keeper->record);
    struct custody *custody = &keeper->custody;

    while (!is_over(keeper)) {
        bool polls = custody->lost || process->fd < 0;

        collect_children(custody);
        custody_check(custody);
        custody_run_due(custody);
        custody_wait(custody, polls ? clock_now_ms() + POLL_MS : INT64_MAX,
                     custody->lost ? -1 : process->fd);
    }
    return !custody->lost && atomic_load(given_up);
}

/* false: errno says why. */
static bool begin(struct keeper *keeper)
{
    struct custody *custody = &keeper->custody;
    const struct process *process = &keeper->keep->process;

    if (!custody_open(custody))
        return false;
    (void)tether_tie(&custody->tether, process->pid);
    if (process_ended(process)) /* and its number may have been another's */
        tether_untie(&custody->tether);
    if (!keep_detach(keeper->keep, notice_term_ms(custody->valid_until_ms,
                                                  custody->notice_ms)))
        return false;
    signals_catch_job();
    custody_start(custody, clock_now_ms());
    return true;
}

int keeper_run(struct keeper *keeper, const struct options *options,
               const struct redlock_request *request,
               struct redlock_lock **lock)
{
    struct custody *custody = &keeper->custody;
    enum redlock_status released;
    bool begun;
    bool late;
    bool given_up = false;

    set_custody(keeper, options, request, *lock);
    message_end();
    begun = begin(keeper);
    late = !begun && errno == ETIME;
    message_queue(message_dropped, NULL);
    if (begun) {
        given_up = guard(keeper);
        if (!given_up && custody_ended(custody))
            message(options->title,
                    "the lock was lost before process %ld had ended",
                    pid_of(keeper));
    }
    tether_untie(&custody->tether);
    custody_close(custody);
    released = redlock_release(lock, NULL);
    if (begun)
        print_end(keeper, given_up, released);
    if (late)
        message_always(options->title, "the lock was lost before it was kept");
    return begun ? EXITS_OK : late ? EXITS_LOST : EXITS_SYSTEM;
}

void keeper_close(struct keeper *keeper)
{
    keep_record_close(&keeper->record);
    if (keeper->news_fd >= 0)
        (void)close(keeper->news_fd);
    keeper->news_fd = -1;
}
