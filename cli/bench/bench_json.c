/* SPDX-License-Identifier: MIT */
/* A measurement, for programs. */

#include "cli/bench/bench_json.h"

#include "cli/text/json_words.h"

static void write_spans(struct json *json, const char *name,
                        const struct bench_samples *samples)
{
    json_object(json, name);
    json_number(json, "p50_ns", bench_samples_percentile(samples, 50));
    json_number(json, "p90_ns", bench_samples_percentile(samples, 90));
    json_number(json, "p99_ns", bench_samples_percentile(samples, 99));
    json_number(json, "p99_9_ns", bench_samples_percentile(samples, 99.9));
    json_number(json, "max_ns", bench_samples_percentile(samples, 100));
    json_close(json, '}');
}

void bench_json(struct json *json, const char *strategy,
                const struct bench_run *run)
{
    json_object(json, NULL);
    json_text(json, "strategy", strategy);
    json_number(json, "pairs", (int64_t)run->both.count);
    json_number(json, "elapsed_ns", run->elapsed_ns);
    json_number(json, "pairs_min", run->fewest);
    json_number(json, "pairs_max", run->most);
    if (run->both.count > 0) {
        write_spans(json, "acquire", &run->acquire);
        write_spans(json, "release", &run->release);
        write_spans(json, "both", &run->both);
    }
    json_object(json, "failed");
    for (int s = 0; s < BENCH_STATUSES; s++) {
        if (run->failed[s] > 0)
            json_number(json, json_words_status((enum redlock_status)s),
                        run->failed[s]);
    }
    json_close(json, '}');
    json_close(json, '}');
}
