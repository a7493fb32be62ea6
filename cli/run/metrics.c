/* SPDX-License-Identifier: MIT */
/* A thread that writes a file. */

#include "cli/run/metrics.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "cli/base/writer.h"
#include "cli/text/draft.h"
#include "cli/text/layout.h"
#include "cli/text/words.h"

/* --- the numbers ------------------------------------------------------------
 */

/* Numbers as OpenMetrics text. */

#define US_PER_S 1000000

/* A family's head. Its samples follow, and nothing comes in between. */
static void family(FILE *out, const char *name, const char *type,
                   const char *help)
{
    (void)fprintf(out, "# TYPE %s %s\n# HELP %s %s\n", name, type, name, help);
}

/*
 * A label's value, in quotes. A byte that is no UTF-8 comes out as its number,
 * since a reader refuses a file in which two names have become one.
 */
static void quoted(FILE *out, const char *text)
{
    (void)fputc('"', out);
    while (*text != '\0') {
        uint32_t character;
        size_t length = utf8_next(text, &character);

        if (*text == '\n')
            (void)fputs("\\n", out);
        else if (*text == '"' || *text == '\\')
            (void)fprintf(out, "\\%c", *text);
        else if (length == 0)
            (void)fprintf(out, "\\\\x%02x", (unsigned char)*text);
        else
            (void)fwrite(text, 1, length, out);
        text += length == 0 ? 1 : length;
    }
    (void)fputc('"', out);
}

/* Of microseconds, the seconds. */
static void seconds(FILE *out, int64_t us)
{
    (void)fprintf(out, "%" PRId64 ".%06" PRId64, us / US_PER_S, us % US_PER_S);
}

static void number(FILE *out, const char *name, int64_t value)
{
    (void)fprintf(out, "%s %" PRId64 "\n", name, value);
}

/* --- the run ---------------------------------------------------------------
 */

static void print_of_each(FILE *out, const struct metrics *metrics,
                          const char *name, bool value)
{
    for (int i = 0; i < metrics->resources_count; i++) {
        (void)fprintf(out, "%s{resource=", name);
        quoted(out, metrics->resources[i]);
        (void)fprintf(out, "} %d\n", value);
    }
}

static void print_fences(FILE *out, const struct metrics *metrics)
{
    family(out, "redlock_fence", "gauge",
           "The fencing token of the lock, if it has one.");
    for (int i = 0; i < metrics->resources_count; i++) {
        if (metrics->run.fences[i] == 0)
            continue;
        (void)fputs("redlock_fence{resource=", out);
        quoted(out, metrics->resources[i]);
        (void)fprintf(out, "} %" PRId64 "\n", metrics->run.fences[i]);
    }
}

static void print_run(FILE *out, const struct metrics *metrics)
{
    family(out, "redlock_waiting", "gauge",
           "Whether the run waits for the lock.");
    print_of_each(out, metrics, "redlock_waiting", metrics->run.waiting);
    family(out, "redlock_held", "gauge",
           "Whether the lock is held for the command.");
    print_of_each(out, metrics, "redlock_held", metrics->run.held);
    print_fences(out, metrics);
    family(out, "redlock_exit_status", "gauge",
           "The exit status of redlock, at its end.");
    if (metrics->run.ended)
        number(out, "redlock_exit_status", metrics->run.exit_status);
    family(out, "redlock_changed_timestamp_seconds", "gauge",
           "The time when this file was written.");
    (void)fputs("redlock_changed_timestamp_seconds ", out);
    seconds(out, metrics->now_ms * 1000);
    (void)fputc('\n', out);
}

/* --- the client ------------------------------------------------------------
 */

static void print_client(FILE *out, const struct redlock_client_stats *stats)
{
    family(out, "redlock_acquisitions", "counter",
           "Results of requests for the lock.");
    number(out, "redlock_acquisitions_total{result=\"acquired\"}",
           stats->acquired);
    number(out, "redlock_acquisitions_total{result=\"refused\"}",
           stats->refused);
    number(out, "redlock_acquisitions_total{result=\"failed\"}", stats->failed);
    number(out, "redlock_acquisitions_total{result=\"cancelled\"}",
           stats->cancelled);
    family(out, "redlock_waits", "counter", "Requests that had to wait.");
    number(out, "redlock_waits_total", stats->waits);
    family(out, "redlock_waited_seconds", "counter",
           "The time of these waits.");
    (void)fputs("redlock_waited_seconds_total ", out);
    seconds(out, stats->waited_us);
    (void)fputc('\n', out);
    family(out, "redlock_renewals", "counter",
           "Successful extensions of the lock.");
    number(out, "redlock_renewals_total", stats->renewals);
    family(out, "redlock_losses", "counter", "Losses of a held lock.");
    number(out, "redlock_losses_total", stats->lost);
}

/* --- the nodes -------------------------------------------------------------
 */

/* A sample's name and its node; the brace is still open. */
static void of_node(FILE *out, const struct metrics *metrics, const char *name,
                    int node)
{
    (void)fprintf(out, "%s{node=", name);
    quoted(out, metrics->node_names[node]);
}

static void print_votes(FILE *out, const struct metrics *metrics)
{
    family(out, "redlock_node_votes", "counter",
           "The node's answers to requests for the lock.");
    for (int node = 0; node < metrics->stats.nodes; node++) {
        for (int vote = REDLOCK_VOTE_GRANTED; vote <= REDLOCK_VOTE_BARRED;
             vote++) {
            of_node(out, metrics, "redlock_node_votes_total", node);
            (void)fprintf(out, ",vote=\"%s\"} %" PRId64 "\n",
                          json_words_vote((enum redlock_vote)vote),
                          metrics->stats.node[node].votes[vote]);
        }
    }
}

static void print_latency(FILE *out, const struct metrics *metrics, int node)
{
    const struct redlock_node_stats *of = &metrics->stats.node[node];
    int64_t count = 0;

    for (int i = 0; i < REDLOCK_LATENCY_BUCKETS; i++) {
        count += of->latency[i];
        of_node(out, metrics, "redlock_node_latency_seconds_bucket", node);
        (void)fputs(",le=\"", out);
        if (i < REDLOCK_LATENCY_BUCKETS - 1)
            seconds(out, INT64_C(128) << i);
        else
            (void)fputs("+Inf", out);
        (void)fprintf(out, "\"} %" PRId64 "\n", count);
    }
    of_node(out, metrics, "redlock_node_latency_seconds_count", node);
    (void)fprintf(out, "} %" PRId64 "\n", count);
    of_node(out, metrics, "redlock_node_latency_seconds_sum", node);
    (void)fputs("} ", out);
    seconds(out, of->latency_us);
    (void)fputc('\n', out);
}

static void print_latencies(FILE *out, const struct metrics *metrics)
{
    family(out, "redlock_node_latency_seconds", "histogram",
           "The latency of the node's votes.");
    for (int node = 0; node < metrics->stats.nodes; node++)
        print_latency(out, metrics, node);
}

static int64_t connections(const struct redlock_node_stats *of)
{
    return of->connections;
}

static int64_t disconnections(const struct redlock_node_stats *of)
{
    return of->disconnections;
}

static int64_t unconnected(const struct redlock_node_stats *of)
{
    return of->unconnected;
}

static int64_t silences(const struct redlock_node_stats *of)
{
    return of->silences;
}

static const struct node_counter {
    const char *family;
    const char *sample;
    const char *help;
    int64_t (*value)(const struct redlock_node_stats *of);
} node_counters[] = {
    {"redlock_node_connections", "redlock_node_connections_total",
     "Connections established to the node.", connections},
    {"redlock_node_disconnections", "redlock_node_disconnections_total",
     "Connections that broke or were given up.", disconnections},
    {"redlock_node_connect_failures", "redlock_node_connect_failures_total",
     "Attempts to connect that failed.", unconnected},
    {"redlock_node_silences", "redlock_node_silences_total",
     "Times that the node ceased to answer in time.", silences},
};

static void print_node_counter(FILE *out, const struct metrics *metrics,
                               const struct node_counter *counter)
{
    family(out, counter->family, "counter", counter->help);
    for (int node = 0; node < metrics->stats.nodes; node++) {
        of_node(out, metrics, counter->sample, node);
        (void)fprintf(out, "} %" PRId64 "\n",
                      counter->value(&metrics->stats.node[node]));
    }
}

void metrics_print(FILE *out, const struct metrics *metrics)
{
    print_run(out, metrics);
    print_client(out, &metrics->stats);
    print_votes(out, metrics);
    for (size_t i = 0; i < sizeof(node_counters) / sizeof(node_counters[0]);
         i++)
        print_node_counter(out, metrics, &node_counters[i]);
    print_latencies(out, metrics);
    (void)fputs("# EOF\n", out);
}

#define END_MS 1000

static struct writer writer = WRITER_NONE;

static _Atomic int last_error;
static bool told;

/*
 * What the thread reads. The mutex is held for as long as the client is asked,
 * and never while anything is written.
 */
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static struct metrics metrics;
static struct redlock_client *client; /* NULL: it may be closed */
static char *path;
static char *draft_path;

/* --- the thread ------------------------------------------------------------
 */

static int64_t now_ms(void)
{
    struct timespec now;

    (void)clock_gettime(CLOCK_REALTIME, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* How it stands now; nothing once the client may be closed. */
static void print_now(FILE *out, const struct metrics_run *run)
{
    pthread_mutex_lock(&mutex);
    if (client != NULL) {
        metrics.stats.size = sizeof(metrics.stats);
        (void)!redlock_stats(client, &metrics.stats);
        metrics.run = *run;
        metrics.now_ms = now_ms();
        metrics_print(out, &metrics);
    }
    pthread_mutex_unlock(&mutex);
}

static bool write_all(int fd, const char *text, size_t length)
{
    while (length > 0) {
        ssize_t written = write(fd, text, length);

        if (written < 0 && errno != EINTR)
            return false;
        if (written > 0) {
            text += written;
            length -= (size_t)written;
        }
    }
    return true;
}

/* A device or a pipe is no file, and would be gone for all. */
static bool may_replace(void)
{
    struct stat found;

    if (stat(path, &found) != 0 || S_ISREG(found.st_mode))
        return true;
    errno = S_ISDIR(found.st_mode) ? EISDIR : ENOTSUP;
    return false;
}

/* false: errno. */
static bool replace(const char *text, size_t length)
{
    bool written;
    int error;
    int fd;

    if (!may_replace())
        return false;
    fd = open(draft_path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW,
              0644);
    if (fd < 0)
        return false;
    written = write_all(fd, text, length);
    error = errno;
    if (close(fd) != 0 && written) {
        error = errno;
        written = false;
    }
    if (written && rename(draft_path, path) == 0)
        return true;
    if (written)
        error = errno;
    (void)unlink(draft_path);
    errno = error;
    return false;
}

/* false: errno. */
static bool write_draft(struct draft *draft)
{
    return draft_finish(draft) &&
           (draft->length == 0 || replace(draft->text, draft->length));
}

static void write_file(const struct metrics_run *run)
{
    struct draft draft;
    bool written = draft_open(&draft);

    if (written) {
        print_now(draft.out, run);
        written = write_draft(&draft);
    }
    if (!written)
        atomic_store(&last_error, errno);
    draft_close(&draft);
}

/* The next that is to be written; all before it need not be. false: the end. */
static bool take_last(int queue, struct metrics_run *run)
{
    ssize_t length;

    do
        length = recv(queue, run, sizeof(*run), 0);
    while (length < 0 && errno == EINTR);
    while (length > 0) {
        struct metrics_run later;

        if (recv(queue, &later, sizeof(later), MSG_DONTWAIT) <= 0)
            return true;
        *run = later;
    }
    return false;
}

static void *write_queued(void *end)
{
    struct metrics_run run;

    while (take_last(writer_end(end), &run))
        write_file(&run);
    (void)close(writer_end(end));
    return NULL;
}

/* --- ours ------------------------------------------------------------------
 */

/* Beside the file, and no *.prom, which a collector would take. */
static bool name_files(const char *given)
{
    path = strdup(given);
    if (path == NULL ||
        asprintf(&draft_path, "%s.%ld", given, (long)getpid()) < 0)
        draft_path = NULL;
    return draft_path != NULL;
}

bool metrics_file_open(const struct metrics_file_start *start)
{
    if (start->path == NULL)
        return true;
    if (!name_files(start->path) || !writer_open(&writer))
        return false;
    client = start->client;
    metrics.resources = start->resources;
    metrics.resources_count = start->resources_count;
    for (int node = 0; node < redlock_nodes(client); node++)
        metrics.node_names[node] = redlock_node_name(client, node);
    return writer_start(&writer, write_queued);
}

void metrics_file_write(const struct metrics_run *run)
{
    if (writer.queue >= 0)
        (void)writer_send(&writer, run, sizeof(*run));
}

int metrics_file_error(void)
{
    int error = told ? 0 : atomic_load(&last_error);

    told = told || error != 0;
    return error;
}

void metrics_file_close(void)
{
    if (writer.queue < 0)
        return;
    writer_close(&writer, END_MS);
    pthread_mutex_lock(&mutex);
    client = NULL;
    pthread_mutex_unlock(&mutex);
}
