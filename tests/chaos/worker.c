/* SPDX-License-Identifier: MIT */
/*
 * One contender: acquires locks, uses what they protect while they are valid,
 * releases them, and records all of it. Includes only the public header.
 */

#include <err.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "redlock/redlock.h"
#include "tests/chaos/journal.h"
#include "tests/chaos/resource.h"
#include "tests/chaos/tenure.h"
#include "tests/chaos/worker.h"

#define PAUSE_MS 3 /* between two uses, and after a refusal */

static struct redlock_client *client;
static struct redlock_cancel *cancel;
static volatile sig_atomic_t stopping;

/*
 * A waiter is served, or cancelled after this time. A wait that is cancelled at
 * the moment of a hand-off leaves keys for a claim, and all waiters are
 * cancelled at the same time.
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
    redlock_cancel_trigger(cancel);
}

static uint64_t roll(struct worker *worker, uint64_t sides)
{
    worker->dice ^= worker->dice << 13;
    worker->dice ^= worker->dice >> 7;
    worker->dice ^= worker->dice << 17;
    return worker->dice % sides;
}

void worker_pause(struct worker *worker)
{
    int64_t ms = PAUSE_MS + (int64_t)roll(worker, PAUSE_MS);

    nanosleep(&(struct timespec){.tv_nsec = (long)(ms * NS_PER_MS)}, NULL);
}

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

/*
 * Chooses one name, or several in any order, into chosen. Returns their number.
 */
static unsigned choose_locks(struct worker *worker, unsigned chosen[LOCKS_MAX])
{
    unsigned count = 1;

    for (unsigned i = 0; i < worker->lock_count; i++)
        chosen[i] = i;
    for (unsigned i = 0; i < worker->lock_count; i++) {
        unsigned other = i + (unsigned)roll(worker, worker->lock_count - i);
        unsigned kept = chosen[i];

        chosen[i] = chosen[other];
        chosen[other] = kept;
    }
    if (worker->kind == KIND_SETS)
        count += (unsigned)roll(worker, worker->lock_count);
    return count;
}

/* Records what the grant says it is of. */
static void describe(const struct worker *worker, struct tenure *tenure)
{
    tenure->parts = (unsigned)redlock_count(tenure->lock);
    for (unsigned i = 0; i < tenure->parts; i++) {
        struct part *part = &tenure->part[i];
        const char *name = redlock_resource_of(tenure->lock, (int)i);

        if (worker->kind == KIND_SLOTS)
            snprintf(part->lock, sizeof(part->lock), "%s:slot:%d", name,
                     redlock_slot(tenure->lock));
        else
            snprintf(part->lock, sizeof(part->lock), "%s", name);
        snprintf(part->tenure, sizeof(part->tenure), "%s.%u%s%s", worker->name,
                 worker->tries, i > 0 ? "+" : "", i > 0 ? name : "");
        part->fence = redlock_fence_of(tenure->lock, (int)i);
        part->resource = resource_open(worker->dir, part->lock);
    }
}

static void use(struct worker *worker, struct tenure *tenure)
{
    int64_t now = boot_ns();

    worker->acquired++;
    describe(worker, tenure);
    tenure_note_grant(tenure, now);
    tenure->hold_until =
        now + choose_hold_ms(worker, tenure->style) * NS_PER_MS;
    tenure_hold(worker, tenure, &stopping);
    tenure_give_back(tenure);
}

static void try_once(struct worker *worker)
{
    struct tenure tenure = {.style = choose_style(worker)};
    struct redlock_report report = {0};
    const char *names[LOCKS_MAX];
    unsigned chosen[LOCKS_MAX];
    unsigned count = choose_locks(worker, chosen);
    char asked[LOCKS_MAX * TENURE_NAME_BYTES] = "";
    struct redlock_request request = {.size = sizeof(request),
                                      .ttl_ms = worker->ttl_ms,
                                      .wait_ms = worker->wait_ms,
                                      .keep = tenure.style == STYLE_KEPT,
                                      .fencing = true,
                                      .report = &report,
                                      .cancel = cancel,
                                      .more = names + 1,
                                      .more_count = (int)count - 1};
    enum redlock_status status;

    for (unsigned i = 0; i < count; i++) {
        names[i] = worker->locks[chosen[i]];
        snprintf(asked + strlen(asked), sizeof(asked) - strlen(asked), "%s%s",
                 i > 0 ? "," : "", names[i]);
    }
    request.resource = names[0];
    tenure.shared = worker->kind == KIND_READERS && roll(worker, 4) > 0;
    request.slots = worker->slots;
    request.mode = tenure.shared ? REDLOCK_SHARED : REDLOCK_EXCLUSIVE;
    worker->tries++;
    journal_note(boot_ns(), "try lock=%s", asked);
    status = redlock_acquire(client, &request, &tenure.lock);
    if (status == REDLOCK_OK) {
        use(worker, &tenure);
        return;
    }
    worker->refused++;
    note_refusal(asked, status, &report);
    worker_pause(worker);
}

static void prepare(struct worker *worker)
{
    struct sigaction action = {.sa_handler = on_term};
    struct redlock_problem problem = {0};
    char path[4096];

    snprintf(path, sizeof(path), "%s/%s.history", worker->dir, worker->name);
    journal_open(path, worker->name);
    worker->settings.label = worker->name;
    if (redlock_open(&worker->settings, &client, &problem) != REDLOCK_OK)
        errx(1, "%s", problem.text);
    if (redlock_cancel_new(&cancel) != REDLOCK_OK)
        errx(1, "no handle to cancel by");
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
    redlock_close(client);
    journal_note(boot_ns(),
                 "ended tries=%u acquired=%u refused=%u writes=%u reads=%u",
                 worker.tries, worker.acquired, worker.refused, worker.writes,
                 worker.reads);
    return 0;
}
