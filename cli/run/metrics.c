/* SPDX-License-Identifier: MIT */
/* Writes the file of --metrics-file from a thread. */

#include "cli/run/metrics.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "cli/base/writer.h"
#include "cli/text/draft.h"
#include "cli/text/layout.h"
#include "cli/text/words.h"

/* --- OpenMetrics text ----------------------------------------------------- */

struct metrics {
    struct metrics_run run;
    struct redlock_client_stats stats;
    const char *const *resources;
    int resources_count;
    const char *node_names[REDLOCK_NODES_MAX];
    int64_t now_ms; /* since 1970 */
};

/* A format for microseconds, printed as seconds. */
#define SECONDS "%" PRId64 ".%06" PRId64
#define SECONDS_OF(us) (us) / 1000000, (us) % 1000000

/* Begins a metric family. Its samples must follow directly. */
static void family(FILE *out, const char *name, const char *type,
                   const char *help)
{
    (void)fprintf(out, "# TYPE %s %s\n# HELP %s %s\n", name, type, name, help);
}

/* Writes a counter without labels. */
static void counter(FILE *out, const char *name, const char *help,
                    int64_t value)
{
    family(out, name, "counter", help);
    (void)fprintf(out, "%s_total %" PRId64 "\n", name, value);
}

/*
 * A label's value in quotes; static, until the next call. A byte that is not
 * UTF-8 is written as its number, because two names that become equal would
 * make the file invalid.
 */
static const char *quoted(const char *text)
{
    static char value[5 * REDLOCK_RESOURCE_MAX + 10];
    char *to = value;

    *to++ = '"';
    while (*text != '\0' && to - value < (int)sizeof(value) - 7) {
        uint32_t character;
        size_t length = utf8_next(text, &character);
        if (*text == '\n')
            to += sprintf(to, "\\n");
        else if (*text == '"' || *text == '\\')
            to += sprintf(to, "\\%c", *text);
        else if (length == 0)
            to += sprintf(to, "\\\\x%02x", (unsigned char)*text);
        else
            to += sprintf(to, "%.*s", (int)length, text);
        text += length == 0 ? 1 : length;
    }
    *to++ = '"';
    *to = '\0';
    return value;
}

/* --- the run -------------------------------------------------------------- */

static void print_run(FILE *out, const struct metrics *metrics)
{
    const struct metrics_run *run = &metrics->run;
    int count = metrics->resources_count;

    family(out, "redlock_waiting", "gauge",
           "Whether the run waits for the lock.");
    for (int i = 0; i < count; i++)
        (void)fprintf(out, "redlock_waiting{resource=%s} %d\n",
                      quoted(metrics->resources[i]), run->waiting);
    family(out, "redlock_held", "gauge",
           "Whether the lock is held for the command.");
    for (int i = 0; i < count; i++)
        (void)fprintf(out, "redlock_held{resource=%s} %d\n",
                      quoted(metrics->resources[i]), run->held);
    family(out, "redlock_fence", "gauge",
           "The fencing token of the lock, if it has one.");
    for (int i = 0; i < count; i++) {
        if (run->fences[i] != 0)
            (void)fprintf(out, "redlock_fence{resource=%s} %" PRId64 "\n",
                          quoted(metrics->resources[i]), run->fences[i]);
    }
    family(out, "redlock_exit_status", "gauge",
           "The exit status of redlock, at its end.");
    if (run->ended)
        (void)fprintf(out, "redlock_exit_status %d\n", run->exit_status);
    family(out, "redlock_changed_timestamp_seconds", "gauge",
           "The time when this file was written.");
    (void)fprintf(out, "redlock_changed_timestamp_seconds " SECONDS "\n",
                  SECONDS_OF(metrics->now_ms * 1000));
}

/* --- the client ----------------------------------------------------------- */

static void print_client(FILE *out, const struct redlock_client_stats *stats)
{
    family(out, "redlock_acquisitions", "counter",
           "Results of requests for the lock.");
    (void)fprintf(
        out,
        "redlock_acquisitions_total{result=\"acquired\"} %" PRId64 "\n"
        "redlock_acquisitions_total{result=\"refused\"} %" PRId64 "\n"
        "redlock_acquisitions_total{result=\"failed\"} %" PRId64 "\n"
        "redlock_acquisitions_total{result=\"cancelled\"} %" PRId64 "\n",
        stats->acquired, stats->refused, stats->failed, stats->cancelled);
    counter(out, "redlock_waits", "Requests that had to wait.", stats->waits);
    family(out, "redlock_waited_seconds", "counter",
           "The time of these waits.");
    (void)fprintf(out, "redlock_waited_seconds_total " SECONDS "\n",
                  SECONDS_OF(stats->waited_us));
    counter(out, "redlock_renewals", "Successful extensions of the lock.",
            stats->renewals);
    counter(out, "redlock_losses", "Losses of a held lock.", stats->lost);
}

/* --- the nodes ------------------------------------------------------------ */

static void print_votes(FILE *out, const struct metrics *metrics)
{
    family(out, "redlock_node_votes", "counter",
           "The node's answers to requests for the lock.");
    for (int node = 0; node < metrics->stats.nodes; node++) {
        for (int vote = REDLOCK_VOTE_GRANTED; vote <= REDLOCK_VOTE_EXCLUDED;
             vote++)
            (void)fprintf(out,
                          "redlock_node_votes_total{node=%s,vote=\"%s\"} "
                          "%" PRId64 "\n",
                          quoted(metrics->node_names[node]),
                          json_words_vote((enum redlock_vote)vote),
                          metrics->stats.node[node].votes[vote]);
    }
}

static void print_latency(FILE *out, const char *node,
                          const struct redlock_node_stats *of)
{
    static const char name[] = "redlock_node_latency_seconds";
    int64_t count = 0;

    for (int i = 0; i < REDLOCK_LATENCY_BUCKETS; i++) {
        char most[48] = "+Inf";
        count += of->latency[i];
        if (i < REDLOCK_LATENCY_BUCKETS - 1)
            (void)snprintf(most, sizeof(most), SECONDS,
                           SECONDS_OF(INT64_C(128) << i));
        (void)fprintf(out, "%s_bucket{node=%s,le=\"%s\"} %" PRId64 "\n", name,
                      node, most, count);
    }
    (void)fprintf(out,
                  "%s_count{node=%s} %" PRId64 "\n"
                  "%s_sum{node=%s} " SECONDS "\n",
                  name, node, count, name, node, SECONDS_OF(of->latency_us));
}

#define COUNTER(member) offsetof(struct redlock_node_stats, member)

static const struct {
    const char *family;
    const char *help;
    size_t member;
} node_counters[] = {
    {"redlock_node_connections", "Connections established to the node.",
     COUNTER(connections)},
    {"redlock_node_disconnections", "Connections that broke or were given up.",
     COUNTER(disconnections)},
    {"redlock_node_connect_failures", "Attempts to connect that failed.",
     COUNTER(unconnected)},
    {"redlock_node_silences", "Times that the node ceased to answer in time.",
     COUNTER(silences)},
};

static void print_node_counters(FILE *out, const struct metrics *metrics)
{
    for (size_t i = 0; i < sizeof(node_counters) / sizeof(node_counters[0]);
         i++) {
        family(out, node_counters[i].family, "counter", node_counters[i].help);
        for (int node = 0; node < metrics->stats.nodes; node++) {
            const void *value = (const char *)&metrics->stats.node[node] +
                                node_counters[i].member;
            (void)fprintf(
                out, "%s_total{node=%s} %" PRId64 "\n", node_counters[i].family,
                quoted(metrics->node_names[node]), *(const int64_t *)value);
        }
    }
}

/* Writes the whole file, including its end line. */
static void metrics_print(FILE *out, const struct metrics *metrics)
{
    print_run(out, metrics);
    print_client(out, &metrics->stats);
    print_votes(out, metrics);
    print_node_counters(out, metrics);
    family(out, "redlock_node_latency_seconds", "histogram",
           "The latency of the node's votes.");
    for (int node = 0; node < metrics->stats.nodes; node++)
        print_latency(out, quoted(metrics->node_names[node]),
                      &metrics->stats.node[node]);
    (void)fputs("# EOF\n", out);
}

/* --- the thread ----------------------------------------------------------- */

#define END_MS 1000

static struct writer writer = WRITER_NONE;

static _Atomic int last_error;
static bool reported;

/*
 * Shared with the thread. The mutex is held while the client is queried, but
 * never during a write.
 */
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static struct metrics metrics;
static struct redlock_client *client; /* NULL: it may be closed */
static char *path;
static char *draft_path;

static int64_t now_ms(void)
{
    struct timespec now;

    (void)clock_gettime(CLOCK_REALTIME, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* Writes the current state; nothing if the client may be closed. */
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

/* A device or a pipe must not be replaced by a file. */
static bool may_replace(void)
{
    struct stat found;

    if (stat(path, &found) != 0 || S_ISREG(found.st_mode))
        return true;
    errno = S_ISDIR(found.st_mode) ? EISDIR : ENOTSUP;
    return false;
}

/* false: errno is set. */
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

static void write_file(const struct metrics_run *run)
{
    struct draft draft;
    bool written = draft_open(&draft);

    if (written) {
        print_now(draft.out, run);
        written = draft_finish(&draft) &&
                  (draft.length == 0 || replace(draft.text, draft.length));
    }
    if (!written)
        atomic_store(&last_error, errno);
    draft_close(&draft);
}

/* Takes the newest state, and drops those before it. false: the end. */
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

/* --- ours ----------------------------------------------------------------- */

/* In the same folder, and without .prom, which collectors read. */
static bool name_files(const char *given)
{
    path = strdup(given);
    if (path == NULL ||
        asprintf(&draft_path, "%s.%ld", given, (long)getpid()) < 0)
        draft_path = NULL;
    return draft_path != NULL;
}

bool metrics_file_open(const struct options *options,
                       struct redlock_client *its_client)
{
    if (options->metrics_file == NULL)
        return true;
    if (!name_files(options->metrics_file) || !writer_open(&writer))
        return false;
    client = its_client;
    metrics.resources = (const char *const *)options->operands;
    metrics.resources_count = options->operand_count;
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
    int error = reported ? 0 : atomic_load(&last_error);

    reported = reported || error != 0;
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
