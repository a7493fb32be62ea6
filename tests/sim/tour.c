/* SPDX-License-Identifier: MIT */
/* Runs one profile after the other, and prints the results. */

#include "tests/sim/tour.h"

#include <inttypes.h>

#include "tests/sim/commit.h"
#include "tests/sim/report.h"

#define PROFILES_MAX 32
#define CELL_MAX 24

/* A violated assumption must lead to two holders within that many seeds. */
#define ASSUMPTION_SEEDS 2000

struct leg {
    const struct sim_profile *profile;
    struct sim_outcome outcome;
};

/* A violated assumption must lead to two holders; no other rule is checked. */
static bool shows_two_holders(const struct sim_profile *profile)
{
    return profile->broken != 0 && profile->judged == 0;
}

static int count_sound(void)
{
    int count = 0;

    for (int i = 0; sim_profile_at(i) != NULL; i++)
        count += !shows_two_holders(sim_profile_at(i));
    return count;
}

static void travel(struct leg *leg, const struct sim_work *all, FILE *out)
{
    struct sim_work work = *all;

    work.profile = leg->profile;
    if (shows_two_holders(leg->profile)) {
        work.last = work.first + ASSUMPTION_SEEDS - 1;
        work.seconds = 0;
        work.blind = ~SIM_RULE_BIT(SIM_RULE_EXCLUSION);
    } else {
        work.seconds = all->seconds / count_sound();
        if (work.blind == 0 && leg->profile->judged != 0)
            work.blind = ~leg->profile->judged;
    }
    sim_jobs_run(&work, &leg->outcome);
    if (leg->outcome.failed && !shows_two_holders(leg->profile))
        sim_report_failure(out, &work, &leg->outcome);
}

static bool good(const struct leg *leg)
{
    if (shows_two_holders(leg->profile))
        return leg->outcome.failed && leg->outcome.rule == SIM_RULE_EXCLUSION;
    return !leg->outcome.failed;
}

/* "1 234 567", as docs/simulator.md writes numbers. */
static const char *grouped(uint64_t number, char *text)
{
    char digits[CELL_MAX];
    int length = snprintf(digits, sizeof(digits), "%" PRIu64, number);
    char *out = text;

    for (int i = 0; i < length; i++) {
        if (i > 0 && (length - i) % 3 == 0)
            *out++ = ' ';
        *out++ = digits[i];
    }
    *out = '\0';
    return text;
}

static void print_leg(FILE *out, const struct leg *leg)
{
    const struct sim_tally *tally = &leg->outcome.tally;
    const uint64_t numbers[] = {
        tally->schedules,  tally->virtual_ns / UINT64_C(3600000000000),
        tally->events,     tally->acquired,
        tally->lost_locks, tally->repaired,
    };
    char text[2 * CELL_MAX];

    fprintf(out, "| %-9s |", leg->profile->name);
    for (size_t i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++)
        fprintf(out, " %13s |", grouped(numbers[i], text));
    if (shows_two_holders(leg->profile) && good(leg))
        fprintf(out, " two holders, as it must |\n");
    else if (good(leg))
        fprintf(out, " none |\n");
    else if (leg->outcome.failed)
        fprintf(out, " %s, seed %" PRIu64 " |\n",
                leg->outcome.died ? "the process died"
                                  : sim_rule_name(leg->outcome.rule),
                leg->outcome.seed);
    else
        fprintf(out, " NOT FOUND, and must be |\n");
}

static void print_table(FILE *out, const struct leg *legs, int count)
{
    fprintf(out,
            "| %-9s | %13s | %13s | %13s | %13s | %13s | %13s | rule "
            "broken |\n",
            "profile", "schedules", "virtual hours", "events", "acquired",
            "lost", "put back");
    fputs("| --- | ---: | ---: | ---: | ---: | ---: | ---: | --- |\n", out);
    for (int i = 0; i < count; i++)
        print_leg(out, &legs[i]);
}

bool sim_tour(const struct sim_work *work, FILE *out)
{
    struct leg legs[PROFILES_MAX] = {0};
    struct sim_tally sum = {0};
    double seconds = 0;
    bool all_good = true;
    int count = 0;

    for (; count < PROFILES_MAX && sim_profile_at(count) != NULL; count++) {
        struct leg *leg = &legs[count];
        leg->profile = sim_profile_at(count);
        travel(leg, work, out);
        fprintf(stderr, "%s: %s\n", leg->profile->name,
                good(leg) ? "done" : "FAILED");
        seconds += leg->outcome.seconds;
        all_good = all_good && good(leg);
        if (!shows_two_holders(leg->profile))
            sim_tally_add(&sum, &leg->outcome.tally);
    }
    print_table(out, legs, count);
    fputs("\nall of them whose assumptions hold:\n\n", out);
    sim_tally_print(out, &sum);
    fprintf(out, "%.0f s on %d cores, commit %s\n", seconds, work->jobs,
            SIM_COMMIT);
    return all_good;
}
