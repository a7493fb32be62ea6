/* SPDX-License-Identifier: MIT */
/* A measurement, for people: a table and a histogram. */

#include "cli/bench/bench_text.h"

#include <inttypes.h>
#include <string.h>

#define ROWS 16
#define BAR_MAX 44
#define SPAN_MAX 32

static const char bar[BAR_MAX + 1] =
    "############################################";

/* Writes a latency with three digits: 78.2 us, 1.42 ms. Returns text. */
static const char *span(int64_t ns, char text[SPAN_MAX])
{
    static const char *const units[] = {"ns", "us", "ms", "s"};
    double value = (double)ns;
    size_t unit = 0;
    int decimals;

    while (value >= 1000 && unit < 3) {
        value /= 1000;
        unit++;
    }
    decimals = value >= 100 || unit == 0 ? 0 : value >= 10 ? 1 : 2;
    (void)snprintf(text, SPAN_MAX, "%.*f %s", decimals, value, units[unit]);
    return text;
}

static void print_row(FILE *out, const char *name,
                      const struct bench_samples *samples)
{
    static const double percents[] = {50, 90, 99, 99.9, 100};
    char text[SPAN_MAX];

    (void)fprintf(out, "  %-10s", name);
    for (size_t i = 0; i < sizeof(percents) / sizeof(percents[0]); i++)
        (void)fprintf(
            out, " %10s",
            span(bench_samples_percentile(samples, percents[i]), text));
    (void)fputc('\n', out);
}

static void print_failures(FILE *out, const struct bench_run *run)
{
    for (int s = 0; s < BENCH_STATUSES; s++) {
        if (run->failed[s] > 0)
            (void)fprintf(out, "  %" PRId64 " failed: %s\n", run->failed[s],
                          redlock_strerror((enum redlock_status)s));
    }
}

void bench_text(FILE *out, const char *strategy, const struct bench_run *run)
{
    double seconds = (double)run->elapsed_ns / 1e9;

    (void)fprintf(out, "%-12s %10s %10s %10s %10s %10s\n", strategy, "p50",
                  "p90", "p99", "p99.9", "most");
    if (run->both.count > 0) {
        print_row(out, "acquire", &run->acquire);
        print_row(out, "release", &run->release);
        print_row(out, "both", &run->both);
    }
    (void)fprintf(out, "  %zu pairs, %.0f a second", run->both.count,
                  (double)run->both.count / seconds);
    if (run->fewest != run->most)
        (void)fprintf(out, "; a worker had %" PRId64 " to %" PRId64,
                      run->fewest, run->most);
    (void)fputc('\n', out);
    print_failures(out, run);
}

/* Steps of equal ratio: the k-th begins at low * ratio^k. */
static double ratio_of(int64_t low, int64_t high)
{
    double ratio = 1;
    double wanted = (double)high / (double)low;

    /* The ROWS-th root, by halving: no call for the mathematics library. */
    double upper = wanted;

    for (int i = 0; i < 60; i++) {
        double middle = (ratio + upper) / 2;
        double power = 1;

        for (int k = 0; k < ROWS; k++)
            power *= middle;
        if (power < wanted)
            ratio = middle;
        else
            upper = middle;
    }
    return upper;
}

void bench_histogram(FILE *out, const char *title,
                     const struct bench_samples *samples)
{
    size_t counts[ROWS] = {0};
    size_t most = 1;
    int64_t low = bench_samples_percentile(samples, 0);
    int64_t high = bench_samples_percentile(samples, 99.9);
    double ratio;
    double edge;
    size_t next = 0;
    char text[SPAN_MAX];

    if (samples->count == 0 || low <= 0 || high <= low)
        return;
    ratio = ratio_of(low, high);
    edge = (double)low;
    for (int row = 0; row < ROWS; row++) {
        edge *= ratio;
        while (next < samples->count &&
               (row == ROWS - 1 || (double)samples->ns[next] < edge)) {
            counts[row]++;
            next++;
        }
        most = counts[row] > most ? counts[row] : most;
    }
    (void)fprintf(out, "\n%s\n", title);
    edge = (double)low;
    for (int row = 0; row < ROWS; row++) {
        int length = (int)(counts[row] * BAR_MAX / most);

        (void)fprintf(out, "  %10s |%.*s%s %zu\n", span((int64_t)edge, text),
                      length, bar, length == 0 && counts[row] > 0 ? "." : "",
                      counts[row]);
        edge *= ratio;
    }
}
