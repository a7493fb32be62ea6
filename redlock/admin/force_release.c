/* SPDX-License-Identifier: MIT */
/* redlock_force_release(): releases a lock of any holder. */

#include <stdio.h>
#include <string.h>

#include "clock/clock.h"
#include "quorum/node_set.h"
#include "redlock/admin.h"
#include "redlock/admin/talk_loop.h"
#include "redlock/core/report.h"
#include "redlock/resp/answer.h"
#include "redlock/runtime/memory.h"
#include "redlock/runtime/size.h"
#include "redlock/runtime/token.h"
#include "redlock/runtime/transport.h"
#include "redlock/scripts_text.h"

/* --- one node: deletes a resource's key ----------------------------------- */

/* The token that may be deleted; 0: any. Borrowed. */
struct rlk_force_wanted {
    const char *resource;
    int count;
    const char *value[REDLOCK_NODES_MAX];
};

struct rlk_force_node {
    struct rlk_talk talk;                  /* first */
    const struct rlk_force_wanted *wanted; /* borrowed */
    int64_t sent;           /* the instant of the question; 0: not asked yet */
    enum redlock_vote vote; /* RELEASED, DENIED, FAILED, ... */
    enum redlock_reason reason;
    int64_t latency_us;             /* -1: no answer */
    int64_t remaining_ms;           /* of another holder's key */
    char holder[REDLOCK_TOKEN_MAX]; /* released: the former holder; denied: the
                                       holder */
    char message[96];
};

static struct rlk_force_node *node_of(struct rlk_talk *talk)
{
    return (struct rlk_force_node *)talk;
}

static void end(struct rlk_force_node *node, enum redlock_vote vote,
                enum redlock_reason reason, const char *message)
{
    node->talk.state = RLK_TALK_ENDED;
    node->vote = vote;
    node->reason = reason;
    (void)snprintf(node->message, sizeof(node->message), "%s", message);
}

static void failed(struct rlk_talk *talk, enum redlock_reason reason,
                   const char *message)
{
    struct rlk_force_node *node = node_of(talk);
    enum redlock_vote vote = reason == REDLOCK_REASON_SILENT
                                 ? REDLOCK_VOTE_TIMED_OUT
                                 : REDLOCK_VOTE_FAILED;

    end(node, node->sent == 0 ? REDLOCK_VOTE_UNREACHED : vote, reason, message);
}

/* The script makes the text printable, but a lying node's may be anything. */
static void note_holder(struct rlk_force_node *node,
                        const struct rlk_answer *answer)
{
    rlk_text_show(node->holder, sizeof(node->holder), answer->text,
                  strlen(answer->text));
    node->remaining_ms = answer->remaining_ms;
}

static void answered(struct rlk_talk *talk, const struct rlk_reply *reply,
                     int64_t now)
{
    struct rlk_force_node *node = node_of(talk);
    struct rlk_answer answer = rlk_answer_to(RLK_VERB_RELEASE, reply);

    node->latency_us = rlk_clock_sub(now, node->sent) / RLK_NS_PER_US;
    if (answer.kind == RLK_ANSWER_YES || answer.kind == RLK_ANSWER_HELD)
        note_holder(node, &answer);
    if (answer.kind == RLK_ANSWER_YES)
        end(node, REDLOCK_VOTE_RELEASED, REDLOCK_REASON_NONE, "");
    else if (answer.kind == RLK_ANSWER_HELD)
        end(node, REDLOCK_VOTE_DENIED, REDLOCK_REASON_HELD, "");
    else if (answer.kind == RLK_ANSWER_MISSING)
        end(node, REDLOCK_VOTE_DENIED, REDLOCK_REASON_MISSING, "");
    else if (answer.kind == RLK_ANSWER_ERROR)
        end(node, REDLOCK_VOTE_FAILED, answer.reason, answer.text);
    else
        end(node, REDLOCK_VOTE_FAILED, REDLOCK_REASON_ERROR,
            "unexpected reply");
}

static bool ask(struct rlk_talk *talk, struct rlk_wire *wire, int64_t now)
{
    struct rlk_force_node *node = node_of(talk);
    const char *words[4 + REDLOCK_NODES_MAX] = {"EVAL", text_of_force_release,
                                                "1", node->wanted->resource};

    if (node->sent != 0)
        return true;
    node->sent = now;
    for (int i = 0; i < node->wanted->count; i++)
        words[4 + i] = node->wanted->value[i];
    return rlk_wire_command(wire, 4 + (size_t)node->wanted->count, words);
}

static const struct rlk_talk_ops force_talk = {
    .answer = answered,
    .ask = ask,
    .failed = failed,
};

/* The function behind the macro of redlock.h (sizes). */
#undef redlock_force_release

struct forcer {
    struct rlk_talk_nodes nodes;
    struct rlk_force_wanted wanted;
    struct rlk_force_node node[REDLOCK_NODES_MAX];
    struct redlock_report report;
};

static bool is_wanted(const struct rlk_force_wanted *wanted, const char *value)
{
    for (int i = 0; i < wanted->count; i++) {
        if (strcmp(wanted->value[i], value) == 0)
            return true;
    }
    return false;
}

/* Adds each token that any node reported: other nodes may have it by now. */
static void want(struct rlk_force_wanted *wanted,
                 const struct redlock_report *seen)
{
    for (int i = 0; i < seen->nodes && i < REDLOCK_NODES_MAX; i++) {
        const struct redlock_node_report *node = &seen->node[i];
        if ((node->reason == REDLOCK_REASON_HELD ||
             node->reason == REDLOCK_REASON_SHARED) &&
            node->holder[0] != '\0' && !is_wanted(wanted, node->holder))
            wanted->value[wanted->count++] = node->holder;
    }
}

static void prepare(struct forcer *forcer)
{
    struct rlk_talk_nodes *nodes = &forcer->nodes;
    int64_t now = rlk_now();

    for (int i = 0; i < nodes->core.nodes; i++) {
        struct rlk_force_node *node = &forcer->node[i];
        rlk_talk_start(&node->talk, &force_talk, now);
        node->talk.end = rlk_clock_add(now, nodes->patience);
        node->wanted = &forcer->wanted;
        node->latency_us = -1;
        node->remaining_ms = -1;
    }
}

static void tell(struct forcer *forcer, int64_t began)
{
    struct redlock_report *report = &forcer->report;

    for (int i = 0; i < report->nodes; i++) {
        const struct rlk_force_node *node = &forcer->node[i];
        struct redlock_node_report *to = &report->node[i];
        to->vote = node->vote;
        to->reason = node->reason;
        to->latency_us = node->latency_us;
        to->remaining_ms = node->remaining_ms;
        memcpy(to->holder, node->holder, sizeof(to->holder));
        rlk_report_message(to, node->message);
        report->granted += node->vote == REDLOCK_VOTE_RELEASED ? 1 : 0;
    }
    rlk_report_finish(report, 1, began, rlk_now());
}

static int count(const struct redlock_report *report, enum redlock_vote vote,
                 enum redlock_reason reason)
{
    int found = 0;

    for (int i = 0; i < report->nodes; i++)
        found +=
            report->node[i].vote == vote && report->node[i].reason == reason
                ? 1
                : 0;
    return found;
}

static enum redlock_status status_of(const struct redlock_report *report)
{
    int missing = count(report, REDLOCK_VOTE_DENIED, REDLOCK_REASON_MISSING);
    int others = count(report, REDLOCK_VOTE_DENIED, REDLOCK_REASON_HELD);
    int refusing = count(report, REDLOCK_VOTE_FAILED, REDLOCK_REASON_NOPERM);

    for (int i = 0; i < report->nodes; i++)
        refusing += rlk_talk_nodes_refuses(report->node[i].reason) ? 1 : 0;
    if (report->granted + missing >= report->quorum)
        return report->granted > 0 ? REDLOCK_OK : REDLOCK_GONE;
    if (others > 0 && report->granted + missing + others >= report->quorum)
        return REDLOCK_BUSY;
    return refusing >= rlk_tally_majority(report->nodes) ? REDLOCK_NO_RIGHTS
                                                         : REDLOCK_UNREACHABLE;
}

static enum redlock_status run(struct forcer *forcer)
{
    int64_t began = rlk_now();

    rlk_report_begin(&forcer->report, &forcer->nodes.core);
    prepare(forcer);
    if (!rlk_talk_loop(&forcer->nodes))
        return REDLOCK_SYSTEM;
    tell(forcer, began);
    return status_of(&forcer->report);
}

enum redlock_status
redlock_force_release(const struct redlock_settings *settings,
                      const char *resource, const struct redlock_report *seen,
                      struct redlock_report *report,
                      struct redlock_problem *problem)
{
    struct forcer *forcer;
    enum redlock_status status;

    if (redlock_resource_problem(resource) != NULL || !rlk_size_fits(seen) ||
        !rlk_size_fits(report))
        return REDLOCK_BAD_REQUEST;
    forcer = rlk_alloc(sizeof(*forcer));
    if (forcer == NULL)
        return REDLOCK_NO_MEMORY;
    forcer->wanted.resource = resource;
    if (seen != NULL)
        want(&forcer->wanted, seen);
    for (int i = 0; i < REDLOCK_NODES_MAX; i++)
        forcer->nodes.talk[i] = &forcer->node[i].talk;
    status = rlk_talk_nodes_open(&forcer->nodes, settings, problem);
    if (status == REDLOCK_OK && seen != NULL && forcer->wanted.count == 0)
        status = REDLOCK_GONE;
    else if (status == REDLOCK_OK)
        status = run(forcer);
    if (report != NULL)
        rlk_size_give(report, &forcer->report, RLK_SIZE_REPORT,
                      sizeof(*report));
    rlk_talk_nodes_close(&forcer->nodes);
    rlk_free(forcer);
    return status;
}
