/* SPDX-License-Identifier: MIT */
/* Prints reports for people. */

#include "cli/text/report_text.h"

#include <inttypes.h>
#include <string.h>
#include <strings.h>

#include "cli/text/duration.h"
#include "cli/text/layout.h"
#include "cli/text/words.h"

bool report_names_holder(const struct redlock_node_report *node)
{
    return (node->reason == REDLOCK_REASON_HELD ||
            node->reason == REDLOCK_REASON_SHARED) &&
           node->holder[0] != '\0';
}

/* Counts what the nodes that name this token report about it. */
static struct report_holder count_named(const struct redlock_report *report,
                                        const char *token)
{
    struct report_holder named = {
        .label = redlock_token_label(token),
        .remaining_ms = -1,
    };

    for (int i = 0; i < report->nodes; i++) {
        const struct redlock_node_report *node = &report->node[i];
        if (!report_names_holder(node) || strcmp(node->holder, token) != 0)
            continue;
        named.nodes++;
        if (node->remaining_ms > named.remaining_ms)
            named.remaining_ms = node->remaining_ms;
        named.shared = node->reason == REDLOCK_REASON_SHARED;
        if (node->members > named.members)
            named.members = node->members;
    }
    return named;
}

struct report_holder report_holder(const struct redlock_report *report)
{
    struct report_holder holder = {.remaining_ms = -1};
    int named = 0;

    for (int i = 0; i < report->nodes; i++) {
        const struct redlock_node_report *node = &report->node[i];
        struct report_holder one;
        if (!report_names_holder(node))
            continue;
        named++;
        one = count_named(report, node->holder);
        if (one.nodes > holder.nodes)
            holder = one;
    }
    holder.others = named - holder.nodes;
    return holder;
}

int64_t report_waiting(const struct redlock_report *report)
{
    int64_t most = 0;

    for (int i = 0; i < report->nodes; i++) {
        if (report->node[i].waiting > most)
            most = report->node[i].waiting;
    }
    return most;
}

const char *report_waiting_text(int64_t waiting, char *text)
{
    *text = '\0';
    if (waiting > 0)
        (void)snprintf(text, REPORT_LINE_MAX, "; %" PRId64 " wait%s", waiting,
                       waiting == 1 ? "s" : "");
    return text;
}

const char *report_holder_text(const struct report_holder *holder, char *text)
{
    const char *many = holder->members == 1 ? "" : "s";

    if (holder->members == 0)
        return holder->label;
    if (holder->shared)
        (void)snprintf(text, REPORT_LINE_MAX, "%" PRId64 " reader%s",
                       holder->members, many);
    else
        (void)snprintf(text, REPORT_LINE_MAX, "%s, %" PRId64 " lock%s",
                       holder->label, holder->members, many);
    return text;
}

/* The first node with this reason; or NULL. */
static const struct redlock_node_report *
node_with(const struct redlock_report *report, enum redlock_reason reason)
{
    for (int i = 0; i < report->nodes; i++) {
        if (report->node[i].reason == reason)
            return &report->node[i];
    }
    return NULL;
}

static const char *full_text(const struct redlock_report *report,
                             const struct redlock_node_report *full, char *text)
{
    bool is_one = full->slots == 1;
    char span[DURATION_TEXT_MAX];
    char until[96] = "";
    char slots[32];

    if (report->free_in_ms >= 0)
        (void)snprintf(until, sizeof(until),
                       ", %s is free in %s unless renewed",
                       is_one ? "it" : "the first",
                       duration_text(report->free_in_ms, span));
    (void)snprintf(slots, sizeof(slots), "all %" PRId64 " slots are",
                   full->slots);
    (void)snprintf(text, REPORT_LINE_MAX, "%s taken%s",
                   is_one ? "the only slot is" : slots, until);
    return text;
}

const char *report_held_text(const struct redlock_report *report, char *text)
{
    struct report_holder holder = report_holder(report);
    char span[DURATION_TEXT_MAX];
    const struct redlock_node_report *behind =
        node_with(report, REDLOCK_REASON_QUEUED);
    const struct redlock_node_report *full =
        node_with(report, REDLOCK_REASON_SLOTS);
    char others[64] = "";
    char until[96] = "";

    if (behind != NULL) {
        (void)snprintf(text, REPORT_LINE_MAX, "%s is ahead in the queue",
                       redlock_token_label(behind->holder));
        return text;
    }
    if (full != NULL)
        return full_text(report, full, text);
    if (holder.label == NULL) {
        (void)snprintf(
            text, REPORT_LINE_MAX,
            "held by another client: %d of %d nodes granted it, %d needed",
            report->granted, report->nodes, report->quorum);
        return text;
    }
    if (holder.others > 0)
        (void)snprintf(others, sizeof(others), ", by others on %d",
                       holder.others);
    if (report->free_in_ms >= 0)
        (void)snprintf(until, sizeof(until), ", free in %s unless renewed",
                       duration_text(report->free_in_ms, span));
    (void)snprintf(text, REPORT_LINE_MAX, "held by %s on %d of %d nodes%s%s",
                   holder.label, holder.nodes, report->nodes, others, until);
    return text;
}

const char *report_quarantine_text(const struct redlock_node_report *node,
                                   char *text)
{
    char span[DURATION_TEXT_MAX];

    (void)snprintf(text, REPORT_LINE_MAX,
                   "in quarantine: the node lost its memory; its vote counts "
                   "again when a client has observed it for %s",
                   duration_text(node->quarantine_ms, span));
    return text;
}

const char *report_message(enum redlock_reason reason, const char *message)
{
    return *message == '\0' ||
                   strcasecmp(message, redlock_reason_text(reason)) == 0
               ? NULL
               : message;
}

const char *report_failure_text(enum redlock_reason reason,
                                const char *otherwise, const char *message,
                                const char *advice, char *text)
{
    const char *words = report_message(reason, message);

    (void)snprintf(text, REPORT_LINE_MAX, "%s%s%s%s%s%s",
                   reason == REDLOCK_REASON_NONE ? otherwise
                                                 : redlock_reason_text(reason),
                   words == NULL ? "" : " (", words == NULL ? "" : words,
                   words == NULL ? "" : ")", advice == NULL ? "" : ": ",
                   advice == NULL ? "" : advice);
    return text;
}

static bool could_not_tell(const struct redlock_node_report *node)
{
    switch (node->vote) {
    case REDLOCK_VOTE_FAILED:
    case REDLOCK_VOTE_TIMED_OUT:
    case REDLOCK_VOTE_UNREACHED:
    case REDLOCK_VOTE_EXCLUDED:
        return true;
    case REDLOCK_VOTE_NONE:
    case REDLOCK_VOTE_GRANTED:
    case REDLOCK_VOTE_DENIED:
    case REDLOCK_VOTE_OPEN:
    case REDLOCK_VOTE_RELEASED:
    case REDLOCK_VOTE_ANSWERED:
    case REDLOCK_VOTE_MARKED:
        break;
    }
    return false;
}

/* Prints one node's line. */
static void print_node(FILE *out, const struct redlock_node_report *node,
                       const char *words, const char *more)
{
    const struct wrap wrap = wrap_messages((int)strlen("redlock:   "));

    wrap_line(out, &wrap, "redlock:   %s: %s%s", node->name, words, more);
}

static void print_failure(FILE *out, const struct redlock_node_report *node)
{
    const char *advice = advice_of(node->reason);
    char text[REPORT_LINE_MAX];
    char more[REPORT_LINE_MAX];

    if (node->reason == REDLOCK_REASON_QUARANTINE && node->quarantine_ms > 0) {
        (void)snprintf(more, sizeof(more), ": %s", advice);
        print_node(out, node, report_quarantine_text(node, text), more);
    } else {
        print_node(out, node,
                   report_failure_text(node->reason,
                                       redlock_vote_text(node->vote),
                                       node->message, advice, text),
                   "");
    }
}

static void print_answer(FILE *out, const struct redlock_node_report *node)
{
    bool held = report_names_holder(node);
    char span[DURATION_TEXT_MAX];
    char words[REPORT_LINE_MAX];
    char more[REPORT_LINE_MAX] = "";
    size_t length = 0;

    (void)snprintf(words, sizeof(words), "%s%s", held ? "held by " : "",
                   held ? redlock_token_label(node->holder)
                   : node->reason != REDLOCK_REASON_NONE
                       ? redlock_reason_text(node->reason)
                       : redlock_vote_text(node->vote));
    if (held && node->remaining_ms >= 0)
        length = (size_t)snprintf(more, sizeof(more), ", key expires in %s",
                                  duration_text(node->remaining_ms, span));
    if (node->latency_us >= 0)
        (void)snprintf(more + length, sizeof(more) - length,
                       ", %" PRId64 ".%03" PRId64 " ms",
                       node->latency_us / 1000, node->latency_us % 1000);
    print_node(out, node, words, more);
}

void report_print(FILE *out, const struct redlock_report *report, bool all)
{
    for (int i = 0; i < report->nodes; i++) {
        const struct redlock_node_report *node = &report->node[i];
        if (could_not_tell(node))
            print_failure(out, node);
        else if (all)
            print_answer(out, node);
    }
}

const char *report_release_text(enum redlock_status released)
{
    if (released == REDLOCK_GONE)
        return "the lock was gone at its release: another client deleted it, "
               "or it expired";
    if (released == REDLOCK_UNREACHABLE)
        return "no quorum received the release: the lock expires by itself";
    if (released == REDLOCK_NO_RIGHTS)
        return "a majority of the nodes refuses the release, because the user "
               "lacks a right: the lock expires by itself; run redlock doctor, "
               "which names the right";
    return NULL;
}
