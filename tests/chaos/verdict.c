/* SPDX-License-Identifier: MIT */
/* Reads a run and applies every rule. */

#include "tests/chaos/verdict.h"

#include <stdio.h>
#include <string.h>

#include "tests/chaos/judge_rules.h"

void violate(struct verdict *verdict, const char *format, ...)
{
    va_list args;

    if (verdict->violations < VIOLATIONS_KEPT) {
        va_start(args, format);
        vsnprintf(verdict->violation[verdict->violations], TEXT_BYTES, format,
                  args);
        va_end(args);
    }
    verdict->violations++;
}

bool about_a_fault(const struct verdict *verdict, int64_t at)
{
    for (size_t i = 0; i < verdict->fault_count; i++)
        if (verdict->faults[i].begin <= at &&
            at < verdict->faults[i].end + verdict->scenario.ttl_ns)
            return true;
    return false;
}

static void begin_fault(struct verdict *verdict, const struct event *event)
{
    struct fault *fault = &verdict->faults[verdict->fault_count];

    if (verdict->fault_count == FAULTS_MAX) {
        violate(verdict, "more than %d faults", FAULTS_MAX);
        return;
    }
    verdict->fault_count++;
    *fault = (struct fault){.begin = event->at, .end = INT64_MAX};
    value_text(event->keys, "fault", fault->name, sizeof(fault->name));
}

static void end_fault(struct verdict *verdict, const struct event *event)
{
    char name[NAME_BYTES];

    value_text(event->keys, "fault", name, sizeof(name));
    for (size_t i = 0; i < verdict->fault_count; i++) {
        struct fault *fault = &verdict->faults[i];

        if (fault->end == INT64_MAX && strcmp(fault->name, name) == 0) {
            fault->end = event->at;
            return;
        }
    }
    violate(verdict, "%s ended without a beginning", name);
}

/* Determines when it ran, and when which fault lasted. */
static void survey(struct verdict *verdict)
{
    for (size_t i = 0; i < verdict->history.count; i++) {
        const struct event *event = &verdict->history.events[i];

        if (event->what == WHAT_START)
            verdict->start = event->at;
        if (event->what == WHAT_STOP)
            verdict->stop = event->at;
        if (event->what == WHAT_BEGIN)
            begin_fault(verdict, event);
        if (event->what == WHAT_END)
            end_fault(verdict, event);
    }
    if (verdict->start == 0 || verdict->stop <= verdict->start)
        violate(verdict, "the run has no start or no stop");
    for (size_t i = 0; i < verdict->fault_count; i++)
        if (verdict->faults[i].end == INT64_MAX)
            verdict->faults[i].end = verdict->stop;
}

int verdict_reach(struct verdict *verdict, const char *dir)
{
    *verdict = (struct verdict){
        .before = -1, .during = -1, .after = -1, .recovery_ms = -1};
    if (history_load(&verdict->history, dir) == -1)
        return -1;
    scenario_parse(&verdict->scenario, verdict->history.scenario);
    if (verdict->scenario.skipped[0] != '\0')
        return 0;
    if (claims_gather(&verdict->claims, &verdict->history) == -1)
        return -1;
    survey(verdict);
    rule_exclusion(verdict);
    rule_fences(verdict);
    rule_uses(verdict);
    rule_resources(verdict, dir);
    rule_sets(verdict);
    rule_slots(verdict);
    rule_readers(verdict);
    rule_counts(verdict);
    rule_availability(verdict);
    rule_nothing_left(verdict);
    return 0;
}

void verdict_free(struct verdict *verdict)
{
    claims_free(&verdict->claims);
    history_free(&verdict->history);
}
