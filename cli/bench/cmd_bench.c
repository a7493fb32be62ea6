/* SPDX-License-Identifier: MIT */
/* redlock bench: how long a lock takes, on the user's own nodes. */

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "cli/base/exits.h"
#include "cli/base/message.h"
#include "cli/base/nodes.h"
#include "cli/base/option_parser.h"
#include "cli/base/signals.h"
#include "cli/bench/bench_json.h"
#include "cli/bench/bench_run.h"
#include "cli/bench/bench_text.h"
#include "cli/commands.h"
#include "cli/text/duration.h"
#include "cli/text/json_words.h"

#define TIME_MS 3000

static const char help[] =
    "Usage: redlock bench [OPTION...]\n"
    "\n"
    "Measures how long it takes to acquire and to release a lock, first the\n"
    "sequential way and then the parallel one, unless --strategy names one.\n"
    "Percentiles come from every sample. The locks are fenced, as those of\n"
    "redlock run are, unless --no-fence is given. The keys it uses begin with\n"
    "redlock-bench: and are gone afterwards, but for the fences' counters, "
    "one\n"
    "for each resource, which stay for two days: {redlock-bench:...}:fence. "
    "It\n"
    "puts load on the nodes.\n"
    "\n"
    "Exit status: 0; 64 wrong usage; 69 not one lock was acquired.\n";

const struct options_taker cmd_bench_taker = {
    .name = "bench",
    .help = help,
    .takes = OPTIONS_CLIENT | OPTIONS_TTL | OPTIONS_FENCE | OPTIONS_BENCH |
             OPTIONS_JSON | OPTIONS_MESSAGES,
};

static void print_head(const struct options *options,
                       const struct bench_run *run)
{
    char text[DURATION_TEXT_MAX];

    (void)printf("%d nodes, quorum %d; ", run->nodes, run->quorum);
    if (options->contenders > 0)
        (void)printf("%d contenders for one lock", options->contenders);
    else
        (void)printf("%d at once, each a lock of its own", options->depth);
    if (options->hold_ms > 0)
        (void)printf(", held for %s", duration_text(options->hold_ms, text));
    (void)printf("; %s, guard %s", options->no_fence ? "not fenced" : "fenced",
                 json_words_guard(options->settings.guard));
    (void)printf("; TTL %s", duration_text(options->ttl_ms, text));
    (void)printf("; %s each\n", duration_text(options->time_ms, text));
}

static void print_run(const struct options *options,
                      const struct bench_run *run, bool first)
{
    const char *name = json_words_strategy(options->settings.strategy);

    if (first)
        print_head(options, run);
    (void)fputc('\n', stdout);
    bench_text(stdout, name, run);
    bench_histogram(stdout, "acquire", &run->acquire);
    if (options->verbose)
        bench_histogram(stdout, "release", &run->release);
    (void)fflush(stdout);
}

static void open_json(struct json *json, const struct options *options,
                      const struct bench_run *run)
{
    json_start(json, stdout);
    json_object(json, NULL);
    json_number(json, "node_count", run->nodes);
    json_number(json, "quorum", run->quorum);
    if (options->contenders > 0)
        json_number(json, "contenders", options->contenders);
    else
        json_number(json, "depth", options->depth);
    json_number(json, "hold_ms", options->hold_ms);
    json_number(json, "time_ms", options->time_ms);
    json_number(json, "ttl_ms", options->ttl_ms);
    json_bool(json, "fenced", !options->no_fence);
    json_text(json, "guard", json_words_guard(options->settings.guard));
    json_array(json, "runs");
}

static void close_json(struct json *json)
{
    json_close(json, ']');
    json_close(json, '}');
    json_finish(json);
}

/*
 * Measures one strategy and prints it; printed: how many were before. Returns
 * an exit status, or -1 to go on with the next strategy.
 */
static int measure(struct options *options, enum redlock_strategy strategy,
                   struct json *json, int *printed)
{
    struct bench_run run;
    int status;

    options->settings.strategy = strategy;
    status = bench_run(options, &run);
    if (status < 0 && (run.both.count > 0 || signals_ending() == 0)) {
        if (options->json && *printed == 0)
            open_json(json, options, &run);
        if (options->json)
            bench_json(json, json_words_strategy(strategy), &run);
        else
            print_run(options, &run, *printed == 0);
        (*printed)++;
        if (run.both.count == 0)
            status = EXITS_NO_QUORUM;
    }
    bench_run_clear(&run);
    return status;
}

static int measure_all(struct options *options)
{
    struct json json;
    int printed = 0;
    int status;

    if (options->strategy_given) {
        status = measure(options, options->settings.strategy, &json, &printed);
    } else {
        status = measure(options, REDLOCK_SEQUENTIAL, &json, &printed);
        if (status < 0 && signals_ending() == 0)
            status = measure(options, REDLOCK_PARALLEL, &json, &printed);
    }
    if (options->json && printed > 0)
        close_json(&json);
    if (signals_ending() != 0)
        return exits_after_signal(signals_ending());
    return status < 0 ? EXITS_OK : status;
}

int cmd_bench(int argc, char **argv)
{
    struct options options;
    int status = option_parser_read(&cmd_bench_taker, argc, argv, &options);

    if (status < 0 && options.depth > 0 && options.contenders > 0) {
        message_always("bench", "--depth or --contenders, not both");
        status = EXITS_USAGE;
    }
    if (status < 0)
        status = nodes_read_password(&options, "bench");
    if (status < 0 && !signals_catch()) {
        message_always("bench", "%s", strerror(errno));
        status = EXITS_SYSTEM;
    }
    if (status < 0) {
        signals_catch_pipe();
        if (options.depth == 0)
            options.depth = 1;
        if (options.ttl_ms == 0)
            options.ttl_ms = REDLOCK_TTL_DEFAULT_MS;
        if (options.time_ms == 0)
            options.time_ms = TIME_MS;
        status = measure_all(&options);
    }
    nodes_forget_password(&options);
    option_parser_clear(&options);
    return status;
}
