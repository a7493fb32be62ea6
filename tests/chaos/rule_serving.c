/* SPDX-License-Identifier: MIT */
/* Counts, availability and keys that are left. */

#include <stdio.h>
#include <string.h>

#include "redlock/redlock.h"
#include "tests/chaos/judge_rules.h"

#define WORKERS_MAX 64
#define S(ns) ((double)(ns) / 1e9)
#define MS(ns) ((double)(ns) / 1e6)

/* The events that a worker recorded, and its own counts of them. */
struct account {
    char who[NAME_BYTES];
    int64_t tries, acquired, refused, writes, reads, released;
    const struct event *ended;
};

static struct account *account_of(struct account *accounts, const char *who)
{
    for (size_t i = 0; i < WORKERS_MAX; i++) {
        if (accounts[i].who[0] == '\0')
            snprintf(accounts[i].who, sizeof(accounts[i].who), "%s", who);
        if (strcmp(accounts[i].who, who) == 0)
            return &accounts[i];
    }
    return NULL;
}

static void judge_answer(struct verdict *verdict, const struct event *event)
{
    int64_t status = value_number(event->keys, "status");
    char answer[NAME_BYTES];

    if (status == REDLOCK_BUSY || status == REDLOCK_NO_QUORUM ||
        status == REDLOCK_TOO_SLOW || status == REDLOCK_CANCELLED ||
        status == REDLOCK_DEADLINE)
        return;
    violate(verdict, "%s was answered: %s", event->who,
            value_text(event->keys, "answer", answer, sizeof(answer)));
}

static void count_event(struct verdict *verdict, struct account *accounts,
                        const struct event *event)
{
    struct account *account;

    if (event->what >= WHAT_START)
        return;
    account = account_of(accounts, event->who);
    if (account == NULL)
        return;
    account->tries += event->what == WHAT_TRY;
    account->acquired += event->what == WHAT_ACQUIRED;
    account->refused += event->what == WHAT_REFUSED;
    account->writes += event->what == WHAT_WROTE;
    account->reads += event->what == WHAT_READ;
    account->released += event->what == WHAT_RELEASED;
    verdict->extended += event->what == WHAT_EXTENDED;
    verdict->lost += event->what == WHAT_LOST;
    if (event->what == WHAT_ENDED)
        account->ended = event;
    if (event->what == WHAT_REFUSED)
        judge_answer(verdict, event);
}

static void judge_account(struct verdict *verdict, const struct account *mine)
{
    const char *said;

    verdict->tries += (unsigned)mine->tries;
    verdict->acquired += (unsigned)mine->acquired;
    verdict->refused += (unsigned)mine->refused;
    verdict->writes += (unsigned)mine->writes;
    if (mine->ended == NULL) {
        violate(verdict, "%s did not end regularly", mine->who);
        return;
    }
    said = mine->ended->keys;
    if (value_number(said, "tries") != mine->tries ||
        value_number(said, "acquired") != mine->acquired ||
        value_number(said, "refused") != mine->refused ||
        value_number(said, "writes") != mine->writes ||
        value_number(said, "reads") != mine->reads ||
        mine->tries != mine->acquired + mine->refused ||
        mine->acquired != mine->released)
        violate(
            verdict,
            "%s: the counts do not add up: reported %.60s; recorded %d tries, "
            "%d acquired, %d refused, %d released, %d writes",
            mine->who, said, (int)mine->tries, (int)mine->acquired,
            (int)mine->refused, (int)mine->released, (int)mine->writes);
}

void rule_counts(struct verdict *verdict)
{
    struct account accounts[WORKERS_MAX] = {0};

    for (size_t i = 0; i < verdict->history.count; i++)
        count_event(verdict, accounts, &verdict->history.events[i]);
    for (size_t i = 0; i < WORKERS_MAX && accounts[i].who[0] != '\0'; i++)
        judge_account(verdict, &accounts[i]);
    if (verdict->acquired == 0)
        violate(verdict, "no lock was ever acquired");
    if (verdict->history.bad > 0)
        violate(verdict, "%zu lines of the history cannot be parsed: %.80s",
                verdict->history.bad, verdict->history.bad_line);
}

/* --- availability ----------------------------------------------------------
 */

static bool in_a_fault(const struct verdict *verdict, int64_t at)
{
    for (size_t i = 0; i < verdict->fault_count; i++)
        if (verdict->faults[i].begin <= at && at < verdict->faults[i].end)
            return true;
    return false;
}

/* How long at least one fault lasted; *last: when the last one ended. */
static int64_t broken_ns(const struct verdict *verdict, int64_t *last)
{
    int64_t sum = 0;

    *last = verdict->start;
    for (size_t i = 0; i < verdict->fault_count; i++) {
        const struct fault *fault = &verdict->faults[i];
        int64_t from = fault->begin > *last ? fault->begin : *last;

        if (fault->end > from)
            sum += fault->end - from;
        if (fault->end > *last)
            *last = fault->end;
    }
    return sum;
}

/* Acquisitions in a second within that time; -1: the time is empty. */
static double rate(const struct verdict *verdict, int64_t from, int64_t until)
{
    unsigned count = 0;

    for (size_t i = 0; i < verdict->claims.count; i++) {
        int64_t at = verdict->claims.tenures[i].start;

        count += from <= at && at < until;
    }
    return until > from ? count / S(until - from) : -1;
}

/* Measures acquisitions around a fault: from the last fault to the next one. */
static void measure(struct verdict *verdict, struct fault *fault)
{
    int64_t since = verdict->start;
    int64_t until = verdict->stop;

    for (size_t i = 0; i < verdict->fault_count; i++) {
        const struct fault *other = &verdict->faults[i];

        if (other->end <= fault->begin && other->end > since)
            since = other->end;
        if (other->begin >= fault->end && other->begin < until)
            until = other->begin;
    }
    fault->before = rate(verdict, since, fault->begin);
    fault->during = rate(verdict, fault->begin, fault->end);
    fault->after = rate(verdict, fault->end, until);
    fault->recovery_ms = -1;
    for (size_t i = 0; i < verdict->claims.count; i++)
        if (verdict->claims.tenures[i].start >= fault->end) {
            fault->recovery_ms =
                MS(verdict->claims.tenures[i].start - fault->end);
            return;
        }
}

static void judge_recovery(struct verdict *verdict, const struct fault *fault)
{
    if (in_a_fault(verdict, fault->end))
        return;
    if (fault->recovery_ms < 0)
        violate(verdict, "no lock was granted after %s", fault->name);
    else if (fault->recovery_ms > MS(verdict->scenario.recover_ns))
        violate(verdict, "%.0f ms until a lock was granted after %s",
                fault->recovery_ms, fault->name);
    if (fault->recovery_ms > verdict->recovery_ms)
        verdict->recovery_ms = fault->recovery_ms;
}

/* Not applied to the comparison, which grants a lock to every worker once. */
void rule_availability(struct verdict *verdict)
{
    bool hurt = verdict->fault_count > 0;
    int64_t broken, last;
    unsigned during = 0;

    if (verdict->scenario.two_holders[0] != '\0')
        return;
    broken = broken_ns(verdict, &last);
    for (size_t i = 0; i < verdict->claims.count; i++)
        during += in_a_fault(verdict, verdict->claims.tenures[i].start);
    verdict->before = rate(verdict, verdict->start,
                           hurt ? verdict->faults[0].begin : verdict->stop);
    verdict->during = broken > 0 ? during / S(broken) : -1;
    verdict->after = hurt ? rate(verdict, last, verdict->stop) : -1;
    if (verdict->scenario.served && broken > 0 && during == 0)
        violate(verdict, "no lock was granted while the faults lasted");
    for (size_t i = 0; i < verdict->fault_count; i++) {
        measure(verdict, &verdict->faults[i]);
        judge_recovery(verdict, &verdict->faults[i]);
    }
}

void rule_nothing_left(struct verdict *verdict)
{
    for (size_t i = 0; i < verdict->history.count; i++)
        if (verdict->history.events[i].what == WHAT_LEFT)
            violate(verdict, "left behind: %.120s",
                    verdict->history.events[i].keys);
}
