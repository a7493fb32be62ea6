/* SPDX-License-Identifier: MIT */
/* Reports as JSON. */

#include "cli/text/report_json.h"

#include "cli/text/report_text.h"
#include "cli/text/words.h"

/* The word for a node's yes. */
static const char *word_for_yes(enum report_call call)
{
    switch (call) {
    case REPORT_ACQUIRE:
        return "granted";
    case REPORT_EXTEND:
        return "extended";
    case REPORT_RELEASE:
        return "released";
    case REPORT_INIT:
        return "marked";
    case REPORT_INSPECT:
        break;
    }
    return "answered";
}

static void write_reason(struct json *json,
                         const struct redlock_node_report *node)
{
    if (node->reason != REDLOCK_REASON_NONE)
        json_text(json, "reason", json_words_reason(node->reason));
}

static void write_vote(struct json *json,
                       const struct redlock_node_report *node,
                       enum report_call call)
{
    json_text(json, "vote",
              node->vote == REDLOCK_VOTE_GRANTED ? word_for_yes(call)
                                                 : json_words_vote(node->vote));
    write_reason(json, node);
}

/* What it says of the lock; or why it says nothing. */
static void write_answer(struct json *json,
                         const struct redlock_node_report *node)
{
    if (node->vote == REDLOCK_VOTE_ANSWERED) {
        json_text(json, "answer", json_words_reason(node->reason));
        return;
    }
    json_text(json, "answer", json_words_vote(node->vote));
    write_reason(json, node);
}

static void write_node(struct json *json,
                       const struct redlock_node_report *node,
                       enum report_call call)
{
    json_object(json, NULL);
    json_text(json, "node", node->name);
    if (call == REPORT_INSPECT)
        write_answer(json, node);
    else
        write_vote(json, node, call);
    if (node->message[0] != '\0')
        json_text(json, "message", node->message);
    if (report_names_holder(node))
        json_text(json, "holder", redlock_token_label(node->holder));
    if (node->members > 0)
        json_number(json, "members", node->members);
    if (node->slots > 0)
        json_number(json, "slots", node->slots);
    if (node->slots_taken > 0)
        json_number(json, "slots_taken", node->slots_taken);
    if (node->waiting > 0)
        json_number(json, "waiting", node->waiting);
    if (node->remaining_ms >= 0)
        json_number(json, "remaining_ms", node->remaining_ms);
    if (node->quarantine_ms > 0)
        json_number(json, "quarantine_ms", node->quarantine_ms);
    if (node->latency_us >= 0)
        json_number(json, "latency_us", node->latency_us);
    json_close(json, '}');
}

void report_json(struct json *json, const struct redlock_report *report,
                 enum report_call call)
{
    json_number(json, "quorum", report->quorum);
    json_number(json, word_for_yes(call), report->granted);
    json_number(json, "attempts", report->attempts);
    json_number(json, "elapsed_us", report->elapsed_us);
    if (report->free_in_ms >= 0)
        json_number(json, "free_in_ms", report->free_in_ms);
    json_array(json, "nodes");
    for (int i = 0; i < report->nodes; i++)
        write_node(json, &report->node[i], call);
    json_close(json, ']');
}
