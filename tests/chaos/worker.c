/* SPDX-License-Identifier: MIT */
/*
 * One contender: takes locks, writes to what they protect for as long as it
 * may, gives them back, and notes all of it. Sees the public header alone.
 */

#include <err.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "redlock/redlock.h"
#include "tests/chaos/journal.h"
#include "tests/chaos/resource.h"
#include "tests/chaos/worker.h"

#define NS_PER_MS INT64_C(1000000)
#define PAUSE_MS 3 /* between two writes, and after a refusal */

struct tenure {
    char name[48];
    const char *lock_name;
    int resource;
    struct redlock_lock *lock;
    enum style style;
    int64_t hold_until;
    int64_t valid_until; /* as last noted */
};

static struct redlock_client *client;
static volatile sig_atomic_t stopping;

/*
 * Who waits is served, or cancelled when this is over: a wait that is given up
 * in the moment in which it is handed the lock leaves keys for a claim, and all
 * are called in at once.
 */
#define CANCEL_AFTER_S 2

static void on_term(int number)
{
    (void)number;
    stopping = 1;
    (void)alarm(CANCEL_AFTER_S);
}

static void on_alarm(int number)
{
    (void)number;
    redlock_cancel(client);
}

static uint64_t roll(struct worker *worker, uint64_t sides)
{
    worker->dice ^= worker->dice << 13;
    worker->dice ^= worker->dice >> 7;
    worker->dice ^= worker->dice << 17;
    return worker->dice % sides;
}

static void pause_ms(int64_t ms)
{
    nanosleep(&(struct timespec){.tv_sec = ms / 1000,
                                 .tv_nsec = ms % 1000 * NS_PER_MS},
              NULL);
}

/* --- what is noted -------------------------------------------------------- */

/* How many nodes gave which reason: "2*no-answer;1*connection-refused". */
static void why(const struct redlock_report *report, char *text, size_t room)
{
    int seen[64] = {0};
    size_t used = 0;

    text[0] = '\0';
    for (int i = 0; i < report->nodes; i++)
        if (report->node[i].reason < 64)
            seen[report->node[i].reason]++;
    for (int reason = 1; reason < 64 && used < room; reason++) {
        if (seen[reason] == 0)
            continue;
        used += (size_t)snprintf(
            text + used, room - used, "%s%d*%s", used > 0 ? ";" : "",
            seen[reason], redlock_reason_text((enum redlock_reason)reason));
    }
    for (char *space = text; (space = strchr(space, ' ')) != NULL;)
        *space = '-';
}

/* The validity's end in nanoseconds where it moved, else 0. */
static int64_t moved(struct tenure *tenure)
{
    int64_t until = redlock_valid_until_ms(tenure->lock) * NS_PER_MS;

    if (until == 0 || until == tenure->valid_until)
        return 0;
    tenure->valid_until = until;
    return until;
}

static void note_refusal(const char *lock, enum redlock_status status,
                         const struct redlock_report *report)
{
    char reasons[256];
    char words[64];

    why(report, reasons, sizeof(reasons));
    snprintf(words, sizeof(words), "%s", redlock_strerror(status));
    words[strcspn(words, ":")] = '\0';
    for (char *space = words; (space = strchr(space, ' ')) != NULL;)
        *space = '-';
    journal_note(boot_ns(), "refused lock=%s status=%d answer=%s why=%s", lock,
                 (int)status, words, reasons);
}

/* --- one tenure ----------------------------------------------------------- */

static enum style choose_style(struct worker *worker)
{
    uint64_t sides;

    if (worker->style != STYLE_MIXED)
        return worker->style;
    sides = roll(worker, 40);
    return sides < 3 ? (enum style)(sides + 1) : STYLE_SHORT;
}

static int64_t choose_hold_ms(struct worker *worker, enum style style)
{
    if (worker->hold_ms > 0)
        return worker->hold_ms;
    if (style == STYLE_SHORT)
        return 5 + (int64_t)roll(worker, 60);
    if (style == STYLE_TO_END)
        return worker->ttl_ms * 2;
    return worker->ttl_ms + (int64_t)roll(worker, (uint64_t)worker->ttl_ms / 2);
}

/* Writes once if what is left of the validity lets it. */
static void write_once(struct worker *worker, struct tenure *tenure)
{
    int64_t checked = boot_ns();
    int64_t at, value, until;

    if (redlock_remaining_ms(tenure->lock) < worker->ttl_ms / 5)
        return;
    until = moved(tenure);
    value = resource_write(tenure->resource, tenure->name,
                           redlock_fence(tenure->lock), &at);
    worker->writes++;
    journal_note(at,
                 "wrote lock=%s tenure=%s value=%" PRId64 " checked=%" PRId64
                 " until=%" PRId64 " fence=%" PRId64,
                 tenure->lock_name, tenure->name, value, checked, until,
                 redlock_fence(tenure->lock));
}

static void extend(const struct worker *worker, struct tenure *tenure)
{
    enum redlock_status status =
        redlock_extend(tenure->lock, worker->ttl_ms, NULL);

    journal_note(boot_ns(),
                 "extended lock=%s tenure=%s status=%d until=%" PRId64,
                 tenure->lock_name, tenure->name, (int)status, moved(tenure));
}

/* Holds the lock until its time has come or it is lost. */
static void hold(struct worker *worker, struct tenure *tenure)
{
    bool held = redlock_held(tenure->lock);
    int64_t half = worker->ttl_ms / 2;

    while (held && boot_ns() < tenure->hold_until && !stopping) {
        write_once(worker, tenure);
        if (tenure->style == STYLE_EXTENDED &&
            redlock_remaining_ms(tenure->lock) < half)
            extend(worker, tenure);
        pause_ms(PAUSE_MS + (int64_t)roll(worker, PAUSE_MS));
        held = redlock_held(tenure->lock);
    }
    if (!held)
        journal_note(boot_ns(), "%s lock=%s tenure=%s",
                     tenure->style == STYLE_TO_END ? "expired" : "lost",
                     tenure->lock_name, tenure->name);
}

static void give_back(struct tenure *tenure)
{
    int64_t until = moved(tenure);
    int64_t at = boot_ns();
    enum redlock_status status;

    journal_note(at, "releasing lock=%s tenure=%s until=%" PRId64,
                 tenure->lock_name, tenure->name, until);
    status = redlock_release(&tenure->lock, NULL);
    journal_note(boot_ns(), "released lock=%s tenure=%s status=%d",
                 tenure->lock_name, tenure->name, (int)status);
}

static void try_once(struct worker *worker)
{
    unsigned which = (unsigned)roll(worker, worker->lock_count);
    struct tenure tenure = {.lock_name = worker->locks[which],
                            .resource = worker->resources[which],
                            .style = choose_style(worker)};
    struct redlock_report report = {0};
    struct redlock_request request = {.resource = tenure.lock_name,
                                      .ttl_ms = worker->ttl_ms,
                                      .wait_ms = worker->wait_ms,
                                      .keep = tenure.style == STYLE_KEPT,
                                      .fencing = true,
                                      .report = &report};
    enum redlock_status status;
    int64_t now;

    snprintf(tenure.name, sizeof(tenure.name), "%s.%u", worker->name,
             ++worker->tries);
    journal_note(boot_ns(), "try lock=%s", tenure.lock_name);
    status = redlock_acquire(client, &request, &tenure.lock);
    now = boot_ns();
    if (status != REDLOCK_OK) {
        worker->refused++;
        note_refusal(tenure.lock_name, status, &report);
        pause_ms(PAUSE_MS + (int64_t)roll(worker, PAUSE_MS));
        return;
    }
    worker->acquired++;
    journal_note(now,
                 "acquired lock=%s tenure=%s until=%" PRId64 " fence=%" PRId64,
                 tenure.lock_name, tenure.name, moved(&tenure),
                 redlock_fence(tenure.lock));
    tenure.hold_until = now + choose_hold_ms(worker, tenure.style) * NS_PER_MS;
    hold(worker, &tenure);
    give_back(&tenure);
}

static void prepare(struct worker *worker)
{
    struct sigaction action = {.sa_handler = on_term};
    struct redlock_problem problem = {0};
    char path[4096];

    snprintf(path, sizeof(path), "%s/%s.history", worker->dir, worker->name);
    journal_open(path, worker->name);
    for (unsigned i = 0; i < worker->lock_count; i++)
        worker->resources[i] = resource_open(worker->dir, worker->locks[i]);
    worker->settings.label = worker->name;
    if (redlock_open(&worker->settings, &client, &problem) != REDLOCK_OK)
        errx(1, "%s", problem.text);
    sigaction(SIGTERM, &action, NULL);
    sigaction(SIGINT, &action, NULL);
    action.sa_handler = on_alarm;
    sigaction(SIGALRM, &action, NULL);
}

int main(int argc, char **argv)
{
    struct worker worker = {.style = STYLE_MIXED,
                            .ttl_ms = 1000,
                            .wait_ms = 400,
                            .until = INT64_MAX,
                            .dice = 88172645463325252U};

    worker_parse(&worker, argc, argv);
    prepare(&worker);
    while (!stopping && boot_ns() < worker.until &&
           (worker.tenures_max == 0 || worker.acquired < worker.tenures_max))
        try_once(&worker);
    signal(SIGTERM, SIG_IGN); /* nobody is to cancel what is closed */
    signal(SIGINT, SIG_IGN);
    signal(SIGALRM, SIG_IGN);
    redlock_close(client);
    journal_note(boot_ns(), "ended tries=%u acquired=%u refused=%u writes=%u",
                 worker.tries, worker.acquired, worker.refused, worker.writes);
    return 0;
}
