/* SPDX-License-Identifier: MIT */
/*
 * digest PREFIX [shares]: reads what a driver has written and says it in
 * figures, a line each: PREFIX NAME VALUE. Percentiles are those of all
 * samples, by the nearest rank. Times are microseconds. With "shares", how many
 * pairs each of the workers had, too, the unluckiest first.
 */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/driver.h"

struct spans {
    size_t count;
    size_t room;
    int64_t *ns;
};

static struct spans acquires;
static struct spans releases;
static struct spans pairs;
static int64_t per_worker[DRIVER_WORKERS_MAX];
static const char *prefix;

static void add(struct spans *spans, int64_t ns)
{
    if (spans->count == spans->room) {
        spans->room = spans->room > 0 ? spans->room * 2 : 65536;
        spans->ns = realloc(spans->ns, spans->room * sizeof(*spans->ns));
        if (!spans->ns)
            driver_fail("no memory for samples");
    }
    spans->ns[spans->count++] = ns;
}

static int by_size(const void *a, const void *b)
{
    const int64_t *x = a;
    const int64_t *y = b;

    return (*x > *y) - (*x < *y);
}

static double percentile_us(const struct spans *spans, double percent)
{
    double exact = percent / 100 * (double)spans->count;
    size_t rank = (size_t)exact;

    if ((double)rank < exact)
        rank++;
    return (double)spans->ns[rank > 0 ? rank - 1 : 0] / 1e3;
}

static void say(const char *name, double value)
{
    (void)printf("%s %s %.6g\n", prefix, name, value);
}

static void say_spans(const char *name, struct spans *spans)
{
    static const double percents[] = {1,  5,  10, 25,   50, 75,
                                      90, 95, 99, 99.9, 100};

    qsort(spans->ns, spans->count, sizeof(*spans->ns), by_size);
    for (size_t i = 0; i < sizeof(percents) / sizeof(percents[0]); i++) {
        char text[32];

        (void)snprintf(text, sizeof(text), "%s_p%g", name, percents[i]);
        say(text, percentile_us(spans, percents[i]));
    }
    free(spans->ns);
}

static void say_shares(size_t workers)
{
    struct spans shares = {.count = 0};

    for (size_t i = 0; i < workers && i < DRIVER_WORKERS_MAX; i++)
        add(&shares, per_worker[i]);
    qsort(shares.ns, shares.count, sizeof(*shares.ns), by_size);
    say("fewest", (double)shares.ns[0]);
    say("most", (double)shares.ns[shares.count - 1]);
    for (size_t i = 0; i < shares.count; i++) {
        char text[32];

        (void)snprintf(text, sizeof(text), "share_%03zu", i);
        say(text, (double)shares.ns[i]);
    }
    free(shares.ns);
}

/* What is said at the end. */
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

    if (argc < 2 || argc > 3)
        driver_fail("usage: digest PREFIX [shares] <SAMPLES");
    prefix = argv[1];
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
    }
    say_spans("pair", &pairs);
    say_spans("acquire", &acquires);
    say_spans("release", &releases);
    if (argc == 3 && totals[WORKERS].value > 0)
        say_shares((size_t)totals[WORKERS].value);
    return 0;
}
