/* SPDX-License-Identifier: MIT */
/* redlock watch: prints a lock's holder at the start and at each change. */

#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "cli/base/clock.h"
#include "cli/base/exits.h"
#include "cli/base/message.h"
#include "cli/base/nodes.h"
#include "cli/base/outcome.h"
#include "cli/base/signals.h"
#include "cli/commands.h"
#include "cli/text/draft.h"
#include "cli/text/json.h"
#include "cli/text/layout.h"
#include "cli/text/words.h"

/* --- a line for each view ------------------------------------------------- */

enum {
    TIME_MAX = 32,
    SINCE_MAX = TIME_MAX + 8,
    FENCE_MAX = 160,
    WORDS_MAX = 512,
    WIDTH_MOST = 80,
    INDENT = 4,
    LABEL_MOST = REDLOCK_LABEL_MAX - 1, /* of other programs' tokens, too */
};

/* The time of day that long ago. text: TIME_MAX bytes. */
static const char *time_text(int64_t ago_ms, char *text)
{
    time_t at = time(NULL) - (time_t)(ago_ms / 1000);
    struct tm local;

    if (localtime_r(&at, &local) == NULL ||
        strftime(text, TIME_MAX, "%F %T", &local) == 0)
        text[0] = '\0';
    return text;
}

/* Since when, if it was held before this view. text: SINCE_MAX bytes. */
static const char *since_text(const struct redlock_view *view, char *text)
{
    char time[TIME_MAX];

    text[0] = '\0';
    if (view->since_ms < view->asked_ms)
        (void)snprintf(text, SINCE_MAX, " since %s",
                       time_text(clock_now_ms() - view->since_ms, time));
    return text;
}

/* text: FENCE_MAX bytes. */
static const char *fence_text(const struct redlock_view *view, char *text)
{
    int length = 0;

    text[0] = '\0';
    if (view->fence > 0)
        length = snprintf(text, FENCE_MAX, ", fence %" PRId64, view->fence);
    if (view->passed_over > 0)
        (void)snprintf(
            text + length, FENCE_MAX - (size_t)length,
            "; %" PRId64
            " fencing tokens were skipped: by missed holders, failed attempts"
            " or a counter that was ahead",
            view->passed_over);
    return text;
}

/* For this and the _text functions below, text has WORDS_MAX bytes. */
static void held_text(const struct redlock_view *view, char *text)
{
    const char *label = redlock_token_label(view->token);
    char since[SINCE_MAX];
    char fence[FENCE_MAX];

    (void)snprintf(text, WORDS_MAX, "held by %.*s%s%s (%d of %d nodes)%s",
                   LABEL_MOST, label, strlen(label) > LABEL_MOST ? "..." : "",
                   since_text(view, since), view->named, view->nodes,
                   fence_text(view, fence));
}

static void unsure_text(const struct redlock_view *view, char *text)
{
    if (view->status == REDLOCK_NO_RIGHTS)
        (void)snprintf(text, WORDS_MAX, "unsure: %s: run redlock doctor",
                       redlock_strerror(view->status));
    else if (view->status == REDLOCK_NO_MEMORY)
        (void)snprintf(text, WORDS_MAX, "unsure: %s",
                       redlock_strerror(view->status));
    else if (view->answered < view->quorum)
        (void)snprintf(text, WORDS_MAX,
                       "unsure: %d of %d nodes answered, %d needed",
                       view->answered, view->nodes, view->quorum);
    else
        (void)snprintf(
            text, WORDS_MAX,
            "unsure: %d of %d nodes answered, and the others could decide",
            view->answered, view->nodes);
}

static void view_text(const struct redlock_view *view, char *text)
{
    if (view->holding == REDLOCK_HOLDING_SOMEBODY)
        held_text(view, text);
    else if (view->holding == REDLOCK_HOLDING_NOBODY)
        (void)snprintf(text, WORDS_MAX, "nobody holds it");
    else
        unsure_text(view, text);
}

/*
 * Prints for people, with the time of day. A narrow terminal gets several
 * lines; other outputs get one line.
 */
static void watch_lines_text(FILE *out, const struct redlock_view *view)
{
    struct wrap wrap = {.width = INT_MAX, .indent = INDENT};
    char time[TIME_MAX];
    char text[WORDS_MAX];

    if (isatty(STDOUT_FILENO)) {
        wrap.width = wrap_width(stdout);
        wrap.width = wrap.width > WIDTH_MOST ? WIDTH_MOST : wrap.width;
    }
    view_text(view, text);
    wrap_line(out, &wrap, "%s %s", time_text(0, time), text);
}

static const char *holding_name(enum redlock_holding holding)
{
    static const char *const names[] = {
        [REDLOCK_HOLDING_UNSURE] = "unsure",
        [REDLOCK_HOLDING_NOBODY] = "nobody",
        [REDLOCK_HOLDING_SOMEBODY] = "held",
    };

    return names[holding];
}

/* Prints for programs: one object, as in docs/JSON.md. */
static void watch_lines_json(FILE *out, const struct redlock_view *view,
                             const char *resource)
{
    struct json json;

    json_open(&json, out);
    json_text(&json, "resource", resource);
    json_text(&json, "status", holding_name(view->holding));
    if (view->status != REDLOCK_OK)
        json_text(&json, "reason", json_words_status(view->status));
    if (view->holding == REDLOCK_HOLDING_SOMEBODY) {
        json_text(&json, "holder", redlock_token_label(view->token));
        json_number(&json, "holder_nodes", view->named);
        json_number_from(&json, "fence", 1, view->fence);
        json_number_from(&json, "passed_over", 1, view->passed_over);
    }
    json_number(&json, "since_ms", view->since_ms);
    json_number(&json, "asked_ms", view->asked_ms);
    json_number_from(&json, "until_ms", 1, view->until_ms);
    json_number(&json, "quorum", view->quorum);
    json_number(&json, "answered", view->answered);
    json_number(&json, "node_count", view->nodes);
    json_end(&json);
}

static const char help[] =
    "Usage: redlock watch [OPTION...] RESOURCE\n"
    "\n"
    "Prints the holder of the lock, and then a line for each change, until a\n"
    "signal ends the command: the lock has a holder, it is free, or too few\n"
    "nodes answer to know. The command asks all nodes when the holder's keys\n"
    "expire, and at least every --every. It can miss a holder in between; the\n"
    "fencing token then rises by more than one. A line shows the past: only a\n"
    "client that holds the lock may rely on it.\n"
    "\n"
    "Exit status: 128+n after signal n; with --once 0 if the nodes answered,\n"
    "whatever the state is, 69 if too few nodes answered, and 77 if a "
    "majority\n"
    "refuses the credentials; 64 wrong usage; 71 the system refused memory,\n"
    "descriptors or processes; 74 the output cannot be written.\n";

/*
 * Passes views from the library's thread to the main thread. The callback
 * blocks until its view is taken; the library then reports all changes since as
 * one. The ends of a socket pair: the callback's, and the main thread's.
 */
enum end {
    END_PUT,
    END_TAKE,
};

static void put(void *user, const struct redlock_view *view)
{
    const int *ends = user;
    char taken;

    if (send(ends[END_PUT], view, sizeof(*view), MSG_NOSIGNAL) > 0)
        (void)!recv(ends[END_PUT], &taken, sizeof(taken), 0);
}

static bool take(const int *ends, struct redlock_view *view)
{
    return recv(ends[END_TAKE], view, sizeof(*view), MSG_DONTWAIT) > 0 &&
           send(ends[END_TAKE], "", 1, MSG_NOSIGNAL) == 1;
}

/*
 * The functions below return one of these, an exit status, or the negative
 * number of a signal that ends the command.
 */
enum {
    FOLLOW_ON = INT_MIN
};

/*
 * Waits for a view, or, to print one, until the output has room for some of it.
 * A blocking write could not be interrupted by a signal.
 */
static int await(const int *ends, bool room)
{
    struct pollfd fds[] = {
        {.fd = signals_fd(), .events = POLLIN},
        {.fd = STDOUT_FILENO, .events = room ? POLLOUT : 0},
        {.fd = room ? -1 : ends[END_TAKE], .events = POLLIN},
    };

    while (signals_ending() == 0 && poll(fds, 3, -1) < 0 && errno == EINTR)
        continue;
    if (signals_ending() != 0)
        return -signals_ending();
    /* The output has no reader any more. */
    return (fds[1].revents & (POLLERR | POLLHUP)) != 0 ? -SIGPIPE : FOLLOW_ON;
}

static int status_of(const struct redlock_view *view)
{
    if (view->status == REDLOCK_NO_RIGHTS || view->status == REDLOCK_NO_MEMORY)
        return exits_of(view->status, EXITS_BUSY);
    return view->holding == REDLOCK_HOLDING_UNSURE ? EXITS_NO_QUORUM : EXITS_OK;
}

static int write_out(const int *ends, const char *text, size_t length)
{
    int answer = FOLLOW_ON;

    while (length > 0 && (answer = await(ends, true)) == FOLLOW_ON) {
        if (output_write_some(&text, &length))
            continue;
        if (signals_ending() != 0)
            return -signals_ending();
        return output_refused();
    }
    return answer;
}

static int print(const int *ends, const struct options *options,
                 const struct redlock_view *view)
{
    struct draft draft;
    int answer;

    if (!draft_open(&draft))
        return message_refused("watch");
    if (options->json)
        watch_lines_json(draft.out, view, options->resource);
    else if (!options->quiet)
        watch_lines_text(draft.out, view);
    answer = draft_finish(&draft) ? write_out(ends, draft.text, draft.length)
                                  : message_refused("watch");
    draft_close(&draft);
    return answer;
}

static int follow(const int *ends, const struct options *options)
{
    struct redlock_view view;
    int answer;

    while ((answer = await(ends, false)) == FOLLOW_ON) {
        if (!take(ends, &view))
            continue;
        answer = print(ends, options, &view);
        if (answer != FOLLOW_ON)
            return answer;
        if (options->once)
            return status_of(&view);
    }
    return answer;
}

static int watch(struct redlock_client *client, const struct options *options)
{
    static int ends[2];
    struct redlock_observer *observer = NULL;
    enum redlock_status status = REDLOCK_SYSTEM;
    int answer;

    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) == 0)
        status = redlock_observe(client, options->resource, options->every_ms,
                                 put, ends, &observer);
    if (status != REDLOCK_OK) {
        outcome_print(options, status, NULL);
        nodes_close(client);
        return exits_of(status, EXITS_BUSY);
    }
    answer = follow(ends, options);
    (void)shutdown(ends[END_TAKE], SHUT_RDWR); /* ends a wait of the callback */
    redlock_unobserve(&observer);
    nodes_close(client);
    return answer < 0 ? exits_after_signal(-answer) : answer;
}

static int run(struct options *options)
{
    struct redlock_client *client = NULL;
    int status = nodes_read_password(options);

    if (status < 0 && !signals_catch())
        status = message_refused("watch");
    if (status < 0) {
        signals_catch_pipe();
        options->settings.read_only = true;
        status = nodes_open(options, &client);
    }
    return status < 0 ? watch(client, options) : status;
}

const struct subcommand cmd_watch = {
    .name = "watch",
    .what = "print the holder, and each change",
    .help = help,
    .takes = OPTIONS_CLIENT | OPTIONS_WATCH | OPTIONS_JSON | OPTIONS_MESSAGES,
    .resources_most = 1,
    .run = run,
};
