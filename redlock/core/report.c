/* SPDX-License-Identifier: MIT */
/* Fills reports with the answers of the nodes. */

#include "redlock/core/report.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "redlock/runtime/size.h"

_Static_assert((int)RLK_VOTE_NONE == (int)REDLOCK_VOTE_NONE &&
                   (int)RLK_VOTE_GRANTED == (int)REDLOCK_VOTE_GRANTED &&
                   (int)RLK_VOTE_DENIED == (int)REDLOCK_VOTE_DENIED &&
                   (int)RLK_VOTE_FAILED == (int)REDLOCK_VOTE_FAILED &&
                   (int)RLK_VOTE_TIMED_OUT == (int)REDLOCK_VOTE_TIMED_OUT &&
                   (int)RLK_VOTE_UNREACHED == (int)REDLOCK_VOTE_UNREACHED &&
                   (int)RLK_VOTE_EXCLUDED == (int)REDLOCK_VOTE_EXCLUDED,
               "the public ones report and count them");

void rlk_report_begin(struct redlock_report *report,
                      const struct rlk_runtime_settings *settings)
{
    if (report == NULL)
        return;
    /* Only the nodes that exist: the others are most of its 12 kB. */
    rlk_size_clear(report, RLK_SIZE_REPORT,
                   offsetof(struct redlock_report, node[settings->nodes]));
    report->nodes = settings->nodes;
    report->quorum = settings->quorum;
    report->free_in_ms = -1;
    for (int node = 0; node < report->nodes; node++) {
        const char *name = settings->names[node];
        struct redlock_node_report *to = &report->node[node];
        to->latency_us = -1;
        to->remaining_ms = -1;
        rlk_text_show(to->name, sizeof(to->name), name, strlen(name));
    }
}

void rlk_report_message(struct redlock_node_report *to, const char *message)
{
    if (to != NULL)
        rlk_text_show(to->message, sizeof(to->message), message,
                      strlen(message));
}

void rlk_report_holder(struct redlock_node_report *to,
                       const struct rlk_answer *answer)
{
    if (to == NULL)
        return;
    to->remaining_ms = answer->remaining_ms;
    to->members = answer->members;
    rlk_text_show(to->holder, sizeof(to->holder), answer->text,
                  answer->text_length);
}

void rlk_report_slots(struct redlock_node_report *to, int64_t slots,
                      int64_t taken)
{
    if (to == NULL)
        return;
    to->slots = slots;
    to->slots_taken = taken;
}

/* The holder is unknown if the node names an earlier waiter. */
static const char *holder_at(const struct redlock_node_report *node)
{
    return node->reason == REDLOCK_REASON_QUEUED ? "" : node->holder;
}

static int count_named(const struct redlock_report *report, const char *token)
{
    int count = 0;

    for (int i = 0; i < report->nodes; i++)
        count += strcmp(holder_at(&report->node[i]), token) == 0 ? 1 : 0;
    return count;
}

const char *rlk_report_holder_named(const struct redlock_report *report)
{
    const char *named = NULL;
    int most = 0;

    for (int i = 0; report != NULL && i < report->nodes; i++) {
        const char *token = holder_at(&report->node[i]);
        int count = token[0] == '\0' ? 0 : count_named(report, token);
        if (count > most) {
            most = count;
            named = token;
        }
    }
    return named;
}

void rlk_report_error(struct redlock_node_report *to,
                      const struct rlk_answer *answer)
{
    if (to != NULL)
        rlk_text_show(to->message, sizeof(to->message), answer->text,
                      answer->text_length);
}

void rlk_report_quarantine(struct redlock_node_report *to, int64_t left_ns)
{
    if (to != NULL)
        snprintf(to->message, sizeof(to->message),
                 "it lost its memory, and votes again after %" PRId64
                 " s in which somebody watches",
                 rlk_clock_add(left_ns, RLK_NS_PER_S - 1) / RLK_NS_PER_S);
}

void rlk_report_longest(struct redlock_node_report *to, int64_t longest_ms)
{
    if (to != NULL)
        snprintf(to->message, sizeof(to->message),
                 "its longest ttl is %" PRId64 " ms", longest_ms);
}

/* Does the reason mean another holder's key, or an earlier waiter? */
static bool names_another(enum redlock_reason reason)
{
    return reason == REDLOCK_REASON_HELD || reason == REDLOCK_REASON_SHARED ||
           reason == REDLOCK_REASON_QUEUED ||
           reason == REDLOCK_REASON_UPGRADE || reason == REDLOCK_REASON_SLOTS;
}

static bool counts_slots(enum redlock_reason reason)
{
    return reason == REDLOCK_REASON_SLOTS ||
           reason == REDLOCK_REASON_SLOTS_DIFFER;
}

/* Removes texts of an earlier round. */
static void forget_texts(struct redlock_node_report *node)
{
    if (!names_another(node->reason)) {
        node->holder[0] = '\0';
        node->remaining_ms = -1;
        node->members = 0;
    }
    if (!counts_slots(node->reason)) {
        node->slots = 0;
        node->slots_taken = 0;
    }
    if (node->reason == REDLOCK_REASON_NONE || names_another(node->reason))
        node->message[0] = '\0';
}

void rlk_report_vote(struct redlock_node_report *to, enum rlk_vote vote,
                     enum redlock_vote yes, bool asked,
                     enum redlock_reason reason, int64_t quarantine_ns)
{
    to->vote = vote == RLK_VOTE_GRANTED ? yes : (enum redlock_vote)vote;
    to->quarantine_ms =
        rlk_clock_to_ms(rlk_clock_add(quarantine_ns, RLK_NS_PER_MS - 1));
    to->reason = reason;
    if (vote == RLK_VOTE_NONE && asked)
        to->vote = REDLOCK_VOTE_OPEN;
    if (vote == RLK_VOTE_DENIED && reason == REDLOCK_REASON_NONE)
        to->reason = REDLOCK_REASON_HELD;
    forget_texts(to);
}

void rlk_report_finish(struct redlock_report *report, int attempts,
                       int64_t started, int64_t now)
{
    if (report == NULL)
        return;
    report->attempts = attempts;
    report->elapsed_us = rlk_clock_sub(now, started) / RLK_NS_PER_US;
}
