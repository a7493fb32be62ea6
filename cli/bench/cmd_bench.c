/* SPDX-License-Identifier: MIT */
/* redlock bench: measures how long a lock takes on the user's own nodes. */

#include <assert.h>
#include <inttypes.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/base/clock.h"
#include "cli/base/exits.h"
#include "cli/base/message.h"
#include "cli/base/nodes.h"
#include "cli/base/option_table.h"
#include "cli/base/signals.h"
#include "cli/bench/bench_samples.h"
#include "cli/commands.h"
#include "cli/text/draft.h"
#include "cli/text/duration.h"
#include "cli/text/json.h"
#include "cli/text/words.h"

enum part {
    PART_ACQUIRE,
    PART_RELEASE,
    PART_BOTH,
    PARTS,
};

static const char *const part_names[PARTS] = {"acquire", "release", "both"};

/* What is measured: locks as the options ask for them, or one lock type. */
enum lock_type {
    AS_ASKED,
    PLAIN,
    FENCED,
    SHARED,
    OWNER,
    SLOTS,
    SET,
    TYPES
};

static const char *const type_names[TYPES] = {
    NULL, "plain", "fenced", "shared", "owner", "slots", "set",
};

#define STATUSES 32 /* greater than every enum redlock_status */

struct figures {
    struct bench_samples parts[PARTS];
    int64_t failed[STATUSES]; /* indexed by enum redlock_status */
};

static void clear(struct figures *figures)
{
    for (int part = 0; part < PARTS; part++)
        bench_samples_clear(&figures->parts[part]);
}

/* The results of one measurement. */
struct bench_run {
    int nodes;
    int quorum;
    struct figures figures;
    int64_t elapsed_ns;
    int64_t fewest; /* pairs of the slowest thread */
    int64_t most;   /* pairs of the fastest thread */
    struct bench_samples reads[REDLOCK_NODES_MAX]; /* first: round trips */
    char *names[REDLOCK_NODES_MAX];                /* owned; NULL: no reads */
};

/*
 * The median of two round trips to the slowest node of the fastest quorum; 0:
 * not measured.
 */
static int64_t floor_ns;

static size_t pairs_of(const struct bench_run *run)
{
    return run->figures.parts[PART_BOTH].count;
}

/* The output, collected until all measurements are done. */
static struct draft draft;

/* --- for people ----------------------------------------------------------- */

#define SPAN_MAX 32

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

static void print_row(const char *name, const struct bench_samples *samples)
{
    static const double percents[] = {50, 90, 99, 99.9, 100};
    char text[SPAN_MAX];

    (void)fprintf(draft.out, "  %-10s", name);
    for (size_t i = 0; i < sizeof(percents) / sizeof(percents[0]); i++)
        (void)fprintf(
            draft.out, " %10s",
            span(bench_samples_percentile(samples, percents[i]), text));
    (void)fputc('\n', draft.out);
}

static void print_failures(const struct bench_run *run)
{
    const int64_t *failed = run->figures.failed;

    for (int s = 0; s < STATUSES; s++) {
        if (failed[s] > 0)
            (void)fprintf(draft.out, "  %" PRId64 " failed: %s\n", failed[s],
                          redlock_strerror((enum redlock_status)s));
    }
}

static void bench_text(const char *strategy, const struct bench_run *run)
{
    double seconds = (double)run->elapsed_ns / 1e9;

    (void)fprintf(draft.out, "%-12s %10s %10s %10s %10s %10s\n", strategy,
                  "p50", "p90", "p99", "p99.9", "most");
    for (int part = 0; part < PARTS && pairs_of(run) > 0; part++)
        print_row(part_names[part], &run->figures.parts[part]);
    (void)fprintf(draft.out, "  %zu pairs, %.0f per second", pairs_of(run),
                  (double)pairs_of(run) / seconds);
    if (run->fewest != run->most)
        (void)fprintf(draft.out,
                      "; %" PRId64 " to %" PRId64 " pairs per worker",
                      run->fewest, run->most);
    (void)fputc('\n', draft.out);
    print_failures(run);
}

static void print_ratio(const char *name, const struct bench_samples *samples,
                        int64_t of_ns)
{
    char p50[SPAN_MAX];
    char p99[SPAN_MAX];
    int64_t median = bench_samples_percentile(samples, 50);

    (void)fprintf(draft.out, "  %-36s %10s %10s", name, span(median, p50),
                  span(bench_samples_percentile(samples, 99), p99));
    if (of_ns > 0)
        (void)fprintf(draft.out, " %10.2f", (double)median / (double)of_ns);
    (void)fputc('\n', draft.out);
}

static void print_nodes(const struct bench_run *run)
{
    char text[SPAN_MAX];

    (void)fprintf(draft.out, "\n%-38s %10s %10s\n", "round trip to", "p50",
                  "p99");
    for (int node = 0; node < run->nodes; node++) {
        if (run->reads[node].count > 0)
            print_ratio(run->names[node], &run->reads[node], 0);
        else
            (void)fprintf(draft.out, "  %-36s no answer\n", run->names[node]);
    }
    (void)fprintf(draft.out,
                  "  floor of a lock: two round trips to a quorum, %s\n",
                  span(floor_ns, text));
}

static void print_type(enum lock_type type, const struct bench_run *run)
{
    if (type == PLAIN)
        (void)fprintf(draft.out, "\n%-38s %10s %10s %10s\n", "both, parallel",
                      "p50", "p99", "p50/floor");
    if (pairs_of(run) > 0)
        print_ratio(type_names[type], &run->figures.parts[PART_BOTH], floor_ns);
    print_failures(run);
}

/* --- for programs --------------------------------------------------------- */

static void write_part(struct json *json, const char *name,
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

static void write_nodes(struct json *json, const struct bench_run *run)
{
    json_number(json, "floor_ns", floor_ns);
    json_array(json, "round_trips");
    for (int node = 0; node < run->nodes; node++) {
        json_object(json, NULL);
        json_text(json, "name", run->names[node]);
        if (run->reads[node].count > 0)
            write_part(json, "read", &run->reads[node]);
        json_close(json, '}');
    }
    json_close(json, ']');
}

/* Writes one object of an array. */
static void bench_json(struct json *json, const char *strategy,
                       enum lock_type type, const struct bench_run *run)
{
    json_object(json, NULL);
    json_text(json, "strategy", strategy);
    if (type != AS_ASKED)
        json_text(json, "lock_type", type_names[type]);
    json_number(json, "pairs", (int64_t)pairs_of(run));
    json_number(json, "elapsed_ns", run->elapsed_ns);
    json_number(json, "pairs_min", run->fewest);
    json_number(json, "pairs_max", run->most);
    if (pairs_of(run) > 0) {
        write_part(json, "acquire", &run->figures.parts[PART_ACQUIRE]);
        write_part(json, "release", &run->figures.parts[PART_RELEASE]);
        write_part(json, "both", &run->figures.parts[PART_BOTH]);
    }
    json_object(json, "failed");
    for (int s = 0; s < STATUSES; s++)
        json_number_from(json, json_words_status((enum redlock_status)s), 1,
                         run->figures.failed[s]);
    json_close(json, '}');
    json_close(json, '}');
}

/* --- threads that acquire and release until the time is over -------------- */

#define NS_PER_MS INT64_C(1000000)
#define RESOURCE_MAX 64

/* A thread, and its measurements. */
struct worker {
    const struct options *options;
    enum lock_type type;
    struct redlock_client *client; /* a client of its own with --contenders */
    pthread_t thread;
    int index;
    int64_t end; /* no pair begins after this instant */
    int64_t pairs;
    bool out_of_memory;
    struct figures figures;
};

static void count_failure(struct worker *worker, enum redlock_status status)
{
    bool ran_out = status == REDLOCK_BUSY || status == REDLOCK_DEADLINE;

    /* A wait cut short by the end of the measurement is not a failure. */
    if (ran_out && worker->options->contenders > 0 &&
        clock_now_ns() >= worker->end)
        return;
    worker->figures.failed[(int)status < STATUSES ? (int)status : 0]++;
}

static void run_pair(struct worker *worker,
                     const struct redlock_request *request, bool counts)
{
    struct bench_samples *parts = worker->figures.parts;
    struct redlock_lock *lock = NULL;
    int64_t start = clock_now_ns();
    enum redlock_status status =
        redlock_acquire(worker->client, request, &lock);
    int64_t acquire = clock_now_ns() - start;
    int64_t release;

    if (status == REDLOCK_OK) {
        clock_sleep_us(worker->options->hold_ms * 1000);
        start = clock_now_ns();
        status = redlock_release(&lock, NULL);
    }
    release = clock_now_ns() - start;
    if (!counts)
        return;
    if (status != REDLOCK_OK) {
        count_failure(worker, status);
        return;
    }
    worker->pairs++;
    if (!bench_samples_add(&parts[PART_ACQUIRE], acquire) ||
        !bench_samples_add(&parts[PART_RELEASE], release) ||
        !bench_samples_add(&parts[PART_BOTH], acquire + release))
        worker->out_of_memory = true;
}

/* text: RESOURCE_MAX bytes for the name of the resource. */
static struct redlock_request request_of(const struct worker *worker,
                                         char *text)
{
    static char second[RESOURCE_MAX];
    static const char *const more[] = {second};
    const struct options *options = worker->options;
    enum lock_type type = worker->type;

    (void)snprintf(text, RESOURCE_MAX, "redlock-bench:%" PRId64 ":%d",
                   (int64_t)getpid(),
                   options->contenders > 0 ? 0 : worker->index);
    if (type == SET)
        (void)snprintf(second, RESOURCE_MAX, "%s:second", text);
    return (struct redlock_request){
        .resource = text,
        .ttl_ms = options->ttl_ms,
        .fencing = type == AS_ASKED ? !options->no_fence : type == FENCED,
        .mode = type == SHARED ? REDLOCK_SHARED : REDLOCK_EXCLUSIVE,
        .owner = type == OWNER ? "redlock-bench" : NULL,
        .slots = type == SLOTS ? 3 : 0,
        .more = type == SET ? more : NULL,
        .more_count = type == SET ? 1 : 0,
    };
}

/* Acquires and releases at least once, even after the end. */
static void *run_worker(void *argument)
{
    struct worker *worker = argument;
    bool contends = worker->options->contenders > 0;
    char resource[RESOURCE_MAX];
    struct redlock_request request = request_of(worker, resource);
    int64_t now = clock_now_ns();

    do {
        if (contends && now < worker->end)
            request.wait_ms = (worker->end - now) / NS_PER_MS + 1;
        run_pair(worker, &request, true);
        now = clock_now_ns();
    } while (now < worker->end && signals_ending() == 0 &&
             !worker->out_of_memory);
    return NULL;
}

/*
 * Acquires and releases once without counting it: this makes connections, loads
 * scripts, and makes the nodes' counters agree.
 */
static void warm_up(struct worker *worker)
{
    char resource[RESOURCE_MAX];
    const struct redlock_request request = request_of(worker, resource);

    run_pair(worker, &request, false);
}

/* Is the deployment measured, and not one way to use it? */
static bool measures_types(const struct options *options)
{
    return !option_given(options, "strategy") &&
           !option_given(options, "depth") && options->contenders == 0 &&
           options->hold_ms == 0;
}

static int64_t run_ns(const struct options *options, enum lock_type type)
{
    return options->time_ms * NS_PER_MS / (type == AS_ASKED ? 1 : TYPES);
}

static void find_floor(struct bench_run *run)
{
    struct bench_samples medians = {.ns = NULL};

    for (int node = 0; node < run->nodes; node++) {
        bench_samples_sort(&run->reads[node]);
        if (run->reads[node].count > 0)
            (void)!bench_samples_add(
                &medians, bench_samples_percentile(&run->reads[node], 50));
    }
    bench_samples_sort(&medians);
    if (medians.count >= (size_t)run->quorum)
        floor_ns = 2 * medians.ns[run->quorum - 1];
    bench_samples_clear(&medians);
}

/* Reads a key that does not exist, at all nodes. Returns as bench_run(). */
static int measure_nodes(const struct options *options,
                         struct redlock_client *client, struct bench_run *run)
{
    struct redlock_report report = {.size = sizeof(report)};
    int64_t end = clock_now_ns() + run_ns(options, PLAIN);
    bool added = true;

    for (int node = 0; node < run->nodes && added; node++) {
        run->names[node] = strdup(redlock_node_name(client, node));
        added = run->names[node] != NULL;
    }
    while (added && clock_now_ns() < end && signals_ending() == 0) {
        (void)!redlock_inspect(client, "redlock-bench:", &report);
        for (int node = 0; node < run->nodes && added; node++)
            added = report.node[node].vote != REDLOCK_VOTE_ANSWERED ||
                    bench_samples_add(&run->reads[node],
                                      report.node[node].latency_us * 1000);
    }
    find_floor(run);
    return added ? -1 : message_refused("bench");
}

static int open_clients(struct options *options, enum lock_type type,
                        struct worker *workers, int count)
{
    for (int i = 0; i < count; i++)
        workers[i] =
            (struct worker){.options = options, .type = type, .index = i};
    for (int i = 0; i < count && signals_ending() == 0; i++) {
        int status = -1;
        if (i > 0 && options->contenders == 0)
            workers[i].client = workers[0].client;
        else
            status = nodes_open(options, &workers[i].client);
        if (status >= 0)
            return status;
        if (i == 0 || options->contenders > 0)
            warm_up(&workers[i]);
    }
    return -1;
}

static int run_workers(struct worker *workers, int count)
{
    sigset_t before;
    int started = 1;
    int failed = 0;

    signals_block(&before); /* the main thread gets the signals */
    while (started < count && failed == 0) {
        failed = pthread_create(&workers[started].thread, NULL, run_worker,
                                &workers[started]);
        started += failed == 0;
    }
    signals_restore(&before);
    if (failed == 0)
        (void)run_worker(&workers[0]);
    for (int i = 1; i < started; i++)
        (void)pthread_join(workers[i].thread, NULL);
    return failed == 0
               ? -1
               : message_fail(EXITS_SYSTEM, "bench",
                              "cannot start a thread: %s", strerror(failed));
}

/* Joins and sorts the samples. Returns an exit status, or -1. */
static int gather(struct bench_run *run, struct worker *workers, int count)
{
    struct figures *all = &run->figures;
    bool enough = true;

    run->fewest = INT64_MAX;
    for (int i = 0; i < count; i++) {
        struct worker *worker = &workers[i];
        enough = enough && !worker->out_of_memory;
        for (int part = 0; part < PARTS; part++)
            enough =
                enough && bench_samples_merge(&all->parts[part],
                                              &worker->figures.parts[part]);
        run->fewest = worker->pairs < run->fewest ? worker->pairs : run->fewest;
        run->most = worker->pairs > run->most ? worker->pairs : run->most;
        for (int s = 0; s < STATUSES; s++)
            all->failed[s] += worker->figures.failed[s];
    }
    for (int part = 0; part < PARTS; part++)
        bench_samples_sort(&all->parts[part]);
    return enough ? -1
                  : message_fail(EXITS_SYSTEM, "bench",
                                 "out of memory for the samples: lower --time, "
                                 "--depth or --contenders");
}

static void close_clients(struct worker *workers, int count)
{
    for (int i = 0; i < count; i++) {
        if (i == 0 || workers[i].client != workers[0].client)
            redlock_close(workers[i].client);
        clear(&workers[i].figures);
    }
}

/*
 * Runs a measurement. The caller has zeroed run. A signal that ends the process
 * (signals_ending()) ends the measurement early.
 *
 * options  with the strategy in its settings
 * first    measures the round trips, too, unless the options exclude it
 *
 * Returns an exit status, after it has reported the error; or -1 to continue.
 */
static int bench_run(struct options *options, enum lock_type type, bool first,
                     struct bench_run *run)
{
    int count = options->contenders > 0 ? options->contenders : options->depth;
    struct worker *workers;
    int status;

    assert(count > 0);
    workers = calloc((size_t)count, sizeof(*workers));
    *run = (struct bench_run){.nodes = 0};
    if (workers == NULL)
        return message_refused("bench");
    status = open_clients(options, type, workers, count);
    if (status < 0 && signals_ending() == 0) {
        int64_t start = clock_now_ns();
        run->nodes = redlock_nodes(workers[0].client);
        run->quorum = redlock_quorum(workers[0].client);
        for (int i = 0; i < count; i++)
            workers[i].end = start + run_ns(options, type);
        status = run_workers(workers, count);
        run->elapsed_ns = clock_now_ns() - start;
        if (status < 0 && first && measures_types(options))
            status = measure_nodes(options, workers[0].client, run);
    }
    if (status < 0)
        status = gather(run, workers, count);
    close_clients(workers, count);
    free(workers);
    return status;
}

static const char help[] =
    "Usage: redlock bench [OPTION...]\n"
    "\n"
    "Measures how long it takes to acquire and to release a lock, first with\n"
    "the sequential and then with the parallel strategy, unless --strategy\n"
    "names one. The percentiles are those of all samples. The locks have\n"
    "fencing tokens, as with redlock run, unless --no-fence is given.\n"
    "\n"
    "Without --strategy, --depth, --contenders and --hold, it also measures\n"
    "the round trip to each node, and how far each lock type is above the\n"
    "least time that the round trips allow.\n"
    "\n"
    "The command puts load on the nodes. Its keys begin with redlock-bench:\n"
    "and are deleted at the end, except one counter for each resource,\n"
    "{redlock-bench:...}:fence, which expires after two days.\n"
    "\n"
    "Exit status: 0; 64 wrong usage; 69 no lock could be acquired.\n";

static void print_head(const struct options *options,
                       const struct bench_run *run)
{
    char text[DURATION_TEXT_MAX];

    (void)fprintf(draft.out, "%d nodes, quorum %d; ", run->nodes, run->quorum);
    if (options->contenders > 0)
        (void)fprintf(draft.out, "%d contenders for one lock",
                      options->contenders);
    else
        (void)fprintf(draft.out, "%d locks at the same time", options->depth);
    if (options->hold_ms > 0)
        (void)fprintf(draft.out, ", held for %s",
                      duration_text(options->hold_ms, text));
    (void)fprintf(draft.out, "; %s, guard %s",
                  options->no_fence ? "not fenced" : "fenced",
                  json_words_guard(options->settings.guard));
    (void)fprintf(draft.out, "; TTL %s", duration_text(options->ttl_ms, text));
    (void)fprintf(draft.out, "; %s each\n",
                  duration_text(options->time_ms, text));
}

static void print_run(const struct options *options,
                      const struct bench_run *run, bool first)
{
    const char *name = json_words_strategy(options->settings.strategy);

    if (first)
        print_head(options, run);
    if (first && run->names[0] != NULL)
        print_nodes(run);
    (void)fputc('\n', draft.out);
    bench_text(name, run);
}

static void open_json(struct json *json, const struct options *options,
                      const struct bench_run *run)
{
    json_open(json, draft.out);
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
    if (run->names[0] != NULL)
        write_nodes(json, run);
    json_array(json, "runs");
}

/*
 * Measures one strategy and adds the result to the output; runs: the number of
 * results before it. Returns an exit status, or -1 to continue.
 */
static int measure(struct options *options, enum redlock_strategy strategy,
                   enum lock_type type, struct json *json, int *runs)
{
    struct bench_run run;
    int status;

    options->settings.strategy = strategy;
    status = bench_run(options, type, *runs == 0, &run);
    if (status < 0 && (pairs_of(&run) > 0 || signals_ending() == 0)) {
        if (options->json && *runs == 0)
            open_json(json, options, &run);
        if (options->json)
            bench_json(json, json_words_strategy(strategy), type, &run);
        else if (type == AS_ASKED)
            print_run(options, &run, *runs == 0);
        else
            print_type(type, &run);
        (*runs)++;
        if (pairs_of(&run) == 0 && type == AS_ASKED)
            status = EXITS_NO_QUORUM;
    }
    for (int node = 0; node < REDLOCK_NODES_MAX; node++) {
        bench_samples_clear(&run.reads[node]);
        free(run.names[node]);
    }
    clear(&run.figures);
    return status;
}

/*
 * Writes the output. While a reader is slow, a signal ends the wait, including
 * a signal that ended the measurement. Returns an exit status, or -1.
 */
static int print(void)
{
    struct pollfd fds[] = {
        {.fd = STDOUT_FILENO, .events = POLLOUT},
        {.fd = signals_fd(), .events = POLLIN},
    };
    const char *text;
    size_t length;

    if (!draft_finish(&draft))
        return message_refused("bench");
    text = draft.text;
    length = draft.length;
    while (length > 0) {
        bool room = poll(fds, 2, -1) > 0 && fds[0].revents != 0;
        if (room && output_write_some(&text, &length))
            continue;
        if (signals_ending() != 0)
            break;
        if (room)
            return output_refused();
    }
    draft_reset(&draft);
    return -1;
}

static int measure_all(struct options *options)
{
    struct json json;
    int runs = 0;
    int printed = -1;
    int status =
        measure(options, options->settings.strategy, AS_ASKED, &json, &runs);

    if (!options->json)
        printed = print();
    if (status < 0 && printed < 0 && signals_ending() == 0 &&
        !option_given(options, "strategy"))
        status = measure(options, REDLOCK_PARALLEL, AS_ASKED, &json, &runs);
    for (int type = PLAIN; type < TYPES && status < 0 && printed < 0 &&
                           signals_ending() == 0 && measures_types(options);
         type++) {
        if (type != FENCED || !options->no_fence)
            status = measure(options, REDLOCK_PARALLEL, (enum lock_type)type,
                             &json, &runs);
    }
    if (options->json && runs > 0) {
        json_close(&json, ']');
        json_end(&json);
    }
    if (printed < 0)
        printed = print();
    if (signals_ending() != 0)
        return exits_after_signal(signals_ending());
    if (printed >= 0)
        return printed;
    return status < 0 ? EXITS_OK : status;
}

static int run(struct options *options)
{
    int status = -1;

    if (option_given(options, "depth") && options->contenders > 0)
        return message_fail(EXITS_USAGE, "bench",
                            "--depth or --contenders, not both");
    status = nodes_read_password(options);
    if (status < 0 && (!draft_open(&draft) || !signals_catch()))
        status = message_refused("bench");
    if (status < 0) {
        signals_catch_pipe();
        status = measure_all(options);
    }
    draft_close(&draft);
    return status;
}

const struct subcommand cmd_bench = {
    .name = "bench",
    .what = "measure the latency of locks on your nodes",
    .help = help,
    .takes = OPTIONS_CLIENT | OPTIONS_TTL | OPTIONS_FENCE | OPTIONS_BENCH |
             OPTIONS_JSON | OPTIONS_MESSAGES,
    .run = run,
};
