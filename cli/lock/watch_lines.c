/* SPDX-License-Identifier: MIT */
/* Views of who holds a lock, written. */

#include "cli/lock/watch_lines.h"

#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "cli/base/clock.h"
#include "cli/text/json.h"
#include "cli/text/json_words.h"
#include "cli/text/wrap.h"

enum {
    TIME_MAX = 32,
    SINCE_MAX = TIME_MAX + 8,
    FENCE_MAX = 160,
    WORDS_MAX = 512,
    WIDTH_MOST = 80,
    INDENT = 4,
    LABEL_MOST = REDLOCK_LABEL_MAX - 1, /* of others' tokens, too */
};

/* What the clock on the wall showed so long ago. text: TIME_MAX bytes. */
static const char *time_text(int64_t ago_ms, char *text)
{
    time_t at = time(NULL) - (time_t)(ago_ms / 1000);
    struct tm local;

    if (localtime_r(&at, &local) == NULL ||
        strftime(text, TIME_MAX, "%F %T", &local) == 0)
        text[0] = '\0';
    return text;
}

/* Since when, if it was seen before this view. text: SINCE_MAX bytes. */
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
        (void)snprintf(text + length, FENCE_MAX - (size_t)length,
                       "; %" PRId64 " numbers were passed over: holders may "
                       "have been missed",
                       view->passed_over);
    return text;
}

/* This and those below: WORDS_MAX bytes of text. */
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
        (void)snprintf(text, WORDS_MAX, "unsure: %s: redlock doctor tells why",
                       redlock_strerror(view->status));
    else if (view->status == REDLOCK_NO_MEMORY)
        (void)snprintf(text, WORDS_MAX, "unsure: %s",
                       redlock_strerror(view->status));
    else if (view->answered < view->quorum)
        (void)snprintf(text, WORDS_MAX,
                       "unsure: %d of %d nodes can tell, %d needed",
                       view->answered, view->nodes, view->quorum);
    else
        (void)snprintf(text, WORDS_MAX,
                       "unsure: %d of %d nodes can tell, and the others could "
                       "decide it",
                       view->answered, view->nodes);
}

static void view_text(const struct redlock_view *view, char *text)
{
    switch (view->holding) {
    case REDLOCK_HOLDING_SOMEBODY:
        held_text(view, text);
        return;
    case REDLOCK_HOLDING_NOBODY:
        (void)snprintf(text, WORDS_MAX, "nobody holds it");
        return;
    case REDLOCK_HOLDING_UNSURE:
        break;
    }
    unsure_text(view, text);
}

void watch_lines_text(const struct redlock_view *view)
{
    struct wrap wrap = {.width = INT_MAX, .indent = INDENT};
    char time[TIME_MAX];
    char text[WORDS_MAX];

    if (isatty(STDOUT_FILENO)) {
        wrap.width = wrap_width(stdout);
        wrap.width = wrap.width > WIDTH_MOST ? WIDTH_MOST : wrap.width;
    }
    view_text(view, text);
    wrap_line(stdout, &wrap, "%s %s", time_text(0, time), text);
}

static const char *holding_name(enum redlock_holding holding)
{
    switch (holding) {
    case REDLOCK_HOLDING_SOMEBODY:
        return "held";
    case REDLOCK_HOLDING_NOBODY:
        return "nobody";
    case REDLOCK_HOLDING_UNSURE:
        break;
    }
    return "unsure";
}

static void write_holder(struct json *json, const struct redlock_view *view)
{
    json_text(json, "holder", redlock_token_label(view->token));
    json_number(json, "holder_nodes", view->named);
    if (view->fence > 0)
        json_number(json, "fence", view->fence);
    if (view->passed_over > 0)
        json_number(json, "passed_over", view->passed_over);
}

void watch_lines_json(const struct redlock_view *view, const char *resource)
{
    struct json json;

    json_start(&json, stdout);
    json_object(&json, NULL);
    json_text(&json, "resource", resource);
    json_text(&json, "status", holding_name(view->holding));
    if (view->status != REDLOCK_OK)
        json_text(&json, "reason", json_words_status(view->status));
    if (view->holding == REDLOCK_HOLDING_SOMEBODY)
        write_holder(&json, view);
    json_number(&json, "since_ms", view->since_ms);
    json_number(&json, "asked_ms", view->asked_ms);
    if (view->until_ms > 0)
        json_number(&json, "until_ms", view->until_ms);
    json_number(&json, "quorum", view->quorum);
    json_number(&json, "answered", view->answered);
    json_number(&json, "node_count", view->nodes);
    json_close(&json, '}');
    json_finish(&json);
}
