/* SPDX-License-Identifier: MIT */
/*
 * digest PREFIX [HOLD_US]: reads the output of a driver and prints figures, one
 * in each line: PREFIX NAME VALUE. Percentiles are computed over all samples,
 * as by redlock bench. Times are in microseconds.
 *
 * With HOLD_US the workers contend for one lock, and hold it for that time.
 * Then the figures include the number of pairs of each worker, in ascending
 * order, and how long the lock took from one holder to the next: handoff_us,
 * without the hold; turn_us, with the hold, multiplied by the number of
 * workers.
 */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/driver.h"
#include "cli/bench/bench_samples.h"

static struct bench_samples acquires;
static struct bench_samples releases;
static struct bench_samples pairs;
static int64_t per_worker[DRIVER_WORKERS_MAX];
static const char *prefix;

static void add(struct bench_samples *samples, int64_t value)
{
    if (!bench_samples_add(samples, value))
        driver_fail("no memory for samples");
}

static void say(const char *name, double value)
{
    (void)printf("%s %s %.6g\n", prefix, name, value);
}

static void say_percentiles(const char *name, struct bench_samples *samples)
{
    static const double percents[] = {1,  5,  10, 25,   50, 75,
                                      90, 95, 99, 99.9, 100};

    bench_samples_sort(samples);
    for (size_t i = 0; i < sizeof(percents) / sizeof(percents[0]); i++) {
        char text[32];

        (void)snprintf(text, sizeof(text), "%s_p%g", name, percents[i]);
        say(text, (double)bench_samples_percentile(samples, percents[i]) / 1e3);
    }
    bench_samples_clear(samples);
}

static void say_shares(size_t workers)
{
    struct bench_samples shares = {.count = 0};

    for (size_t i = 0; i < workers && i < DRIVER_WORKERS_MAX; i++)
        add(&shares, per_worker[i]);
    bench_samples_sort(&shares);
    say("fewest", (double)shares.ns[0]);
    say("most", (double)shares.ns[shares.count - 1]);
    for (size_t i = 0; i < shares.count; i++) {
        char text[32];

        (void)snprintf(text, sizeof(text), "share_%03zu", i);
        say(text, (double)shares.ns[i]);
    }
    bench_samples_clear(&shares);
}

/* wall_us: the time in which the pairs ran one after the other. */
static void say_turns(double wall_us, double workers, double hold_us)
{
    double cycle_us = wall_us / (double)pairs.count;

    say("handoff_us", cycle_us - hold_us);
    say("turn_us", cycle_us * workers);
}

/* Figures that are printed at the end. */
static struct {
    const char *name;
    int64_t value;
} totals[] = {{"workers", 0}, {"wall_ns", 0},           {"cpu_ns", 0},
              {"failed", 0},  {"failed_longest_ns", 0}, {"done", 0}};

enum {
    WORKERS,
    WALL,
    CPU,
    FAILED,
    FAILED_LONGEST,
    DONE,
    TOTALS,
};

static bool read_total(const char *line)
{
    size_t length = strcspn(line, " ");

    for (size_t i = 0; i < TOTALS; i++) {
        if (strlen(totals[i].name) == length &&
            strncmp(line, totals[i].name, length) == 0) {
            totals[i].value = strtoll(line + length, NULL, 10);
            return true;
        }
    }
    return false;
}

static void read_sample(const char *line)
{
    char *end;
    int64_t worker = strtoll(line, &end, 10);
    int64_t acquire = strtoll(end, &end, 10);
    int64_t release = strtoll(end, &end, 10);

    if (end == line || *end != '\n' || worker < 0 ||
        worker >= DRIVER_WORKERS_MAX)
        driver_fail("no sample: %s", line);
    add(&acquires, acquire);
    add(&releases, release);
    add(&pairs, acquire + release);
    per_worker[worker]++;
}

int main(int argc, char **argv)
{
    char line[128];
    int64_t hold_us;

    if (argc < 2 || argc > 3)
        driver_fail("usage: digest PREFIX [HOLD_US] <SAMPLES");
    prefix = argv[1];
    hold_us = argc == 3 ? driver_number("digest", argv[2], INT64_MAX) : -1;
    while (fgets(line, sizeof(line), stdin)) {
        if (!read_total(line))
            read_sample(line);
    }
    say("pairs", (double)pairs.count);
    if (totals[DONE].value > 0)
        say("done", (double)totals[DONE].value);
    say("failed", (double)totals[FAILED].value);
    say("failed_longest", (double)totals[FAILED_LONGEST].value / 1e3);
    if (pairs.count == 0)
        return 0;
    if (totals[WALL].value > 0) {
        say("pairs_per_s",
            (double)pairs.count * 1e9 / (double)totals[WALL].value);
        say("cpu_us", (double)totals[CPU].value / 1e3 / (double)pairs.count);
        if (hold_us >= 0)
            say_turns((double)totals[WALL].value / 1e3,
                      (double)totals[WORKERS].value, (double)hold_us);
    }
    say_percentiles("pair", &pairs);
    say_percentiles("acquire", &acquires);
    say_percentiles("release", &releases);
    if (hold_us >= 0 && totals[WORKERS].value > 0)
        say_shares((size_t)totals[WORKERS].value);
    return 0;
}
