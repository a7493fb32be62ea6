/* SPDX-License-Identifier: MIT */
/* The events of redlock run. */

#include "cli/run/event.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "cli/base/message.h"
#include "cli/base/outcome.h"
#include "cli/text/duration.h"
#include "cli/text/json.h"
#include "cli/text/layout.h"
#include "cli/text/report_text.h"
#include "cli/text/words.h"

/* false: --json was not given. */
static bool open_event(struct json *json, const struct options *options,
                       const char *event)
{
    if (!options->json)
        return false;
    json_open(json, message_open());
    json_text(json, "event", event);
    json_text(json, "resource", options->resource);
    return true;
}

static void close_event(struct json *json)
{
    json_end(json);
    message_close(json->out);
}

void event_waiting(const struct options *options,
                   const struct redlock_waiting *waiting)
{
    bool cut_off = waiting->reachable < waiting->quorum;
    struct json json;

    if (!open_event(&json, options, cut_off ? "unreachable" : "waiting"))
        return;
    if (cut_off) {
        json_number(&json, "reachable", waiting->reachable);
        json_number(&json, "quorum", waiting->quorum);
        json_number(&json, "node_count", waiting->nodes);
    }
    json_number_from(&json, "position", 0, waiting->position);
    if (waiting->holder != NULL)
        json_text(&json, "holder", redlock_token_label(waiting->holder));
    if (options->operand_count > 1)
        json_text(&json, "waits_for", waiting->resource);
    json_number(&json, "waited_ms", waiting->waited_ms);
    close_event(&json);
}

void event_acquired(const struct options *options,
                    const struct redlock_lock *lock,
                    const struct redlock_report *report)
{
    struct json json;

    if (open_event(&json, options, "acquired")) {
        json_number(&json, "valid_until_ms", redlock_valid_until_ms(lock));
        json_number_from(&json, "fence", 1, redlock_fence(lock));
        json_number_from(&json, "slot", 0, redlock_slot(lock));
        if (redlock_count(lock) > 1)
            outcome_json_locks(&json, lock, false);
        report_json(&json, report, REPORT_ACQUIRE);
        close_event(&json);
    }
    if (!options->verbose)
        return;
    message(options->title,
            "acquired: %d of %d nodes, %d needed, %lld us, attempt %d",
            report->granted, report->nodes, report->quorum,
            (long long)report->elapsed_us, report->attempts);
    if (redlock_slot(lock) >= 0)
        message(options->title, "slot %d of %d", redlock_slot(lock),
                options->slots);
    for (int i = 0; i < redlock_count(lock); i++) {
        if (redlock_fence_of(lock, i) != 0)
            message(redlock_resource_of(lock, i), "fence %lld",
                    (long long)redlock_fence_of(lock, i));
    }
    if (!message_is_silent())
        outcome_print_nodes(report, true);
}

void event_refused(const struct options *options, enum redlock_status status,
                   const struct redlock_report *report)
{
    struct json json;

    if (open_event(&json, options, "refused")) {
        json_text(&json, "status", json_words_status(status));
        if (report->nodes > 0)
            report_json(&json, report, REPORT_ACQUIRE);
        close_event(&json);
    }
    outcome_print(options, status, report);
}

void event_renewed(const struct options *options, int64_t valid_until_ms,
                   int64_t now_ms)
{
    char span[DURATION_TEXT_MAX];
    struct json json;

    if (open_event(&json, options, "renewed")) {
        json_number(&json, "valid_until_ms", valid_until_ms);
        close_event(&json);
    }
    if (options->verbose)
        message(options->title, "renewed: valid for %s",
                duration_text(valid_until_ms - now_ms, span));
}

void event_lost(const struct options *options, const char *why,
                int64_t grace_ms)
{
    char span[DURATION_TEXT_MAX];
    struct json json;

    if (open_event(&json, options, "lost")) {
        json_number_from(&json, "kill_in_ms", 0, grace_ms);
        close_event(&json);
    }
    if (grace_ms < 0)
        message(options->title, "%s", why);
    else if (grace_ms == 0)
        message(options->title, "%s; the command gets KILL", why);
    else
        message(options->title, "%s; the command gets TERM now, KILL in %s",
                why, duration_text(grace_ms, span));
}

void event_signal(const struct options *options, int number)
{
    struct json json;

    if (open_event(&json, options, "signal")) {
        json_number(&json, "signal", number);
        close_event(&json);
    }
    if (options->verbose)
        message(options->title, "passed to the command: %s", strsignal(number));
}

void event_lingers(const struct options *options)
{
    struct json json;

    if (open_event(&json, options, "lingers"))
        close_event(&json);
    message(
        options->title,
        "the command has ended, but processes that it started have not: the "
        "lock is held until they end");
}

void event_not_started(const struct options *options, const char *reason,
                       const char *why)
{
    struct json json;

    if (open_event(&json, options, "not_started")) {
        json_text(&json, "reason", reason);
        json_text(&json, "message", why);
        close_event(&json);
    } else {
        message_always(options->title, "%s", why);
    }
}

void event_no_metrics(const struct options *options, int error)
{
    if (error != 0)
        message(options->title, "cannot write the metrics to %s: %s",
                options->metrics_file, strerror(error));
}

void event_dropped(FILE *out, int64_t count, const void *user)
{
    const struct options *options = user;
    struct json json;

    if (!options->json) {
        message_dropped(out, count, user);
        return;
    }
    json_open(&json, out);
    json_text(&json, "event", "dropped");
    json_text(&json, "resource", options->resource);
    json_number(&json, "count", count);
    json_end(&json);
}

void event_ended(const struct options *options, enum redlock_status released,
                 int exit_status)
{
    struct json json;

    if (open_event(&json, options, "ended")) {
        json_text(&json, "released", json_words_status(released));
        json_number(&json, "exit_status", exit_status);
        close_event(&json);
    }
    if (report_release_text(released) != NULL)
        message(options->title, "%s", report_release_text(released));
}

/* --- the service manager -------------------------------------------------- */

/* The maximum length of a name and the words before it. */
#define STATUS_MAX (REDLOCK_RESOURCE_MAX + 32)

/* The manager's address; 0: no manager. A leading at sign means a NUL byte. */
static socklen_t find_manager(struct sockaddr_un *address)
{
    const char *path = getenv("NOTIFY_SOCKET");
    size_t length = path == NULL ? 0 : strlen(path);

    *address = (struct sockaddr_un){.sun_family = AF_UNIX};
    if (length < 2 || length >= sizeof(address->sun_path) ||
        (path[0] != '/' && path[0] != '@'))
        return 0;
    memcpy(address->sun_path, path, length);
    if (path[0] == '@')
        address->sun_path[0] = '\0';
    return (socklen_t)(offsetof(struct sockaddr_un, sun_path) + length);
}

/* false: the manager's queue is full. */
static bool tell(const char *text)
{
    struct sockaddr_un address;
    socklen_t length = find_manager(&address);
    bool full;
    int fd;

    if (length == 0)
        return true;
    fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (fd < 0)
        return true;
    full = sendto(fd, text, strlen(text), MSG_NOSIGNAL,
                  (const struct sockaddr *)&address, length) < 0 &&
           errno == EAGAIN;
    (void)close(fd);
    return !full;
}

/*
 * first: a line of its own; what: text before the resource, for people. A
 * newline in the name must not start another line.
 */
static bool tell_status(const char *first, const char *what,
                        const char *resource)
{
    char status[STATUS_MAX];
    char text[STATUS_MAX + 32];

    (void)snprintf(status, sizeof(status), "STATUS=%s %s", what, resource);
    plain_clean(status);
    (void)snprintf(text, sizeof(text), "%s%s", first, status);
    return tell(text);
}

void service_waits(const char *resource)
{
    (void)tell_status("", "waiting for", resource);
}

bool service_ready(const char *resource)
{
    return tell_status("READY=1\n", "holding", resource);
}

void service_lost(const char *resource)
{
    (void)tell_status("STOPPING=1\n", "lost", resource);
}

void service_ends(void)
{
    (void)tell("STOPPING=1");
}
