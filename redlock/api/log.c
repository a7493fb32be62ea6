/* SPDX-License-Identifier: MIT */
/* The log: describes events, and calls the program's function. */

#include "redlock/api/client.h"

#include <inttypes.h>
#include <stdio.h>

#include "clock/clock.h"
#include "redlock/api/sync.h"
#include "redlock/runtime/memory.h"

/* The number of lines that can wait; the latest ones beyond it are dropped. */
#define LINES_MOST 64

struct line {
    enum redlock_log_level level;
    int node;
    int64_t at_ms;
    int64_t dropped; /* lines dropped before it */
    char text[RLK_LOG_TEXT_MAX];
};

struct rlk_log {
    redlock_log_fn *call;
    void *user;
    enum redlock_log_level level;
    struct redlock_client *client;
    struct rlk_completion completion; /* there are lines to report */
    struct rlk_listener listener;     /* the blocking API */
    unsigned first;                   /* index of the oldest line */
    unsigned count;                   /* number of waiting lines */
    int64_t dropped;                  /* since the last line that was kept */
    struct line line[LINES_MOST];
};

/* --- in words ------------------------------------------------------------ */

static const struct {
    enum redlock_log_level level;
    const char *words; /* NULL: they depend on the event */
} kinds[] = {
    [RLK_LOG_CONNECTED] = {REDLOCK_LOG_INFO, "connected"},
    [RLK_LOG_DISCONNECTED] = {REDLOCK_LOG_WARNING, "connection lost"},
    [RLK_LOG_UNCONNECTED] = {REDLOCK_LOG_WARNING, "no connection"},
    [RLK_LOG_SILENT] = {REDLOCK_LOG_DEBUG,
                        "no answer within the node time-out"},
    [RLK_LOG_LATE] = {REDLOCK_LOG_DEBUG, NULL},
    [RLK_LOG_CLOCK] = {REDLOCK_LOG_WARNING,
                       "its clock was stepped forward: what it granted is not "
                       "counted"},
    [RLK_LOG_QUARANTINE] = {REDLOCK_LOG_WARNING,
                            "in quarantine: it lost its memory, or may have"},
    [RLK_LOG_KEPT] = {REDLOCK_LOG_INFO, "its quarantine is over"},
    [RLK_LOG_LOST] = {REDLOCK_LOG_ERROR, NULL},
};

enum redlock_log_level rlk_log_level_of(enum rlk_log_kind kind)
{
    return kinds[kind].level;
}

static void write_words(const struct rlk_log_event *event, char *text,
                        size_t size)
{
    const char *words = kinds[event->kind].words;
    bool has_reason = event->kind == RLK_LOG_DISCONNECTED ||
                      event->kind == RLK_LOG_UNCONNECTED;
    bool more = event->text != NULL && event->text[0] != '\0';

    if (event->kind == RLK_LOG_LATE)
        (void)snprintf(text, size,
                       "answers again, %" PRId64 " ms after the last one",
                       rlk_clock_to_ms(event->span_ns));
    else if (event->kind == RLK_LOG_LOST)
        (void)snprintf(text, size, "the lock is lost, %s: %.100s",
                       event->span_ns > 0
                           ? "since no quorum has renewed it in time"
                           : "and another may hold it now",
                       event->text);
    else if (event->kind == RLK_LOG_QUARANTINE && event->span_ns > 0)
        (void)snprintf(text, size,
                       "in quarantine for %" PRId64
                       " ms more: it lost its memory, or may have",
                       rlk_clock_to_ms(event->span_ns));
    else if (has_reason) /* in the library's words and the node's */
        (void)snprintf(text, size, "%s: %s%s%s", words,
                       redlock_reason_text(event->reason), more ? ": " : "",
                       more ? event->text : "");
    else
        (void)snprintf(text, size, "%s", words);
}

void rlk_log_text(const struct rlk_log_event *event, char *text, size_t size)
{
    text[0] = '\0';
    write_words(event, text, size);
    for (char *at = text; *at != '\0'; at++) {
        if (*at < ' ' || *at > '~')
            *at = '?';
    }
}

/* --- kept and reported ---------------------------------------------------- */

static bool take(struct rlk_log *log, struct line *line)
{
    if (log->count == 0)
        return false;
    *line = log->line[log->first];
    log->first = (log->first + 1) % LINES_MOST;
    log->count--;
    return true;
}

static void call(redlock_log_fn *callback, void *user,
                 const struct redlock_client *client, const struct line *line)
{
    callback(
        &(struct redlock_log){
            .size = sizeof(struct redlock_log),
            .level = line->level,
            .node = line->node,
            .name = redlock_node_name(client, line->node),
            .text = line->text,
            .at_ms = line->at_ms,
            .dropped = line->dropped,
        },
        user);
}

/* The blocking API's rlk_listener.call. */
static void tell_one(struct rlk_listener *listener, pthread_mutex_t *mutex)
{
    struct rlk_log *log = RLK_OWNER_OF(listener, struct rlk_log, listener);
    struct line line;

    if (!take(log, &line))
        return;
    if (log->count > 0)
        rlk_tell_listener(&log->client->sync->tell, listener);
    pthread_mutex_unlock(mutex);
    call(log->call, log->user, log->client, &line);
    pthread_mutex_lock(mutex);
}

/* The event API: calls the program, until it closes the client. */
static void tell_all(struct rlk_completion *completion)
{
    struct rlk_log *log = RLK_OWNER_OF(completion, struct rlk_log, completion);
    struct redlock_client *client = log->client;
    struct line line;

    for (int i = 0; i < LINES_MOST && !client->core.closing; i++) {
        if (!take(log, &line))
            break;
        client->delivering = true;
        call(log->call, log->user, client, &line);
        client->delivering = false;
    }
}

static void tell_later(struct rlk_log *log)
{
    struct redlock_client *client = log->client;

    if (client->sync != NULL)
        rlk_tell_listener(&client->sync->tell, &log->listener);
    else
        rlk_completions_push(&client->core.runtime.completions,
                             &log->completion);
}

/* rlk_runtime.log: queues a line for the event. */
static void happened(struct rlk_runtime *runtime,
                     const struct rlk_log_event *event)
{
    struct redlock_client *client = runtime->api;
    struct rlk_log *log = client->log;
    struct line *line;

    if (rlk_log_level_of(event->kind) > log->level)
        return;
    if (log->count == LINES_MOST) {
        log->dropped++;
        return;
    }
    line = &log->line[(log->first + log->count++) % LINES_MOST];
    *line = (struct line){
        .level = rlk_log_level_of(event->kind),
        .node = event->node,
        .at_ms = rlk_clock_to_ms(event->now),
        .dropped = log->dropped,
    };
    log->dropped = 0;
    rlk_log_text(event, line->text, sizeof(line->text));
    tell_later(log);
}

/* --- its life ------------------------------------------------------------ */

bool rlk_log_open(struct redlock_client *client,
                  const struct redlock_settings *settings)
{
    struct rlk_log *log;

    if (settings->log == NULL)
        return true;
    log = rlk_alloc(sizeof(*log));
    if (log == NULL)
        return false;
    log->call = settings->log;
    log->user = settings->log_user;
    log->level =
        settings->log_level == 0 ? REDLOCK_LOG_INFO : settings->log_level;
    log->client = client;
    log->completion.run = tell_all;
    log->listener.call = tell_one;
    client->log = log;
    return true;
}

void rlk_log_begin(struct redlock_client *client)
{
    client->core.runtime.log = client->log == NULL ? NULL : happened;
}

void rlk_log_clear(struct redlock_client *client)
{
    struct rlk_log *log = client->log;

    if (log == NULL)
        return;
    client->core.runtime.log = NULL;
    client->log = NULL;
    rlk_list_remove(&log->completion.queued);
    rlk_list_remove(&log->listener.waiting);
    rlk_free(log);
}
