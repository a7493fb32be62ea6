/* SPDX-License-Identifier: MIT */
/* redlock_force_release(): a lock is taken away from whoever holds it. */

#include <string.h>

#include "clock/clock.h"
#include "clock/now.h"
#include "quorum/tally.h"
#include "redlock/admin.h"
#include "redlock/admin/force_node.h"
#include "redlock/admin/talk_nodes.h"
#include "redlock/api/client.h"
#include "redlock/core/report.h"
#include "redlock/runtime/memory.h"
#include "redlock/runtime/size.h"

/* The function behind the macro: redlock.h, sizes. */
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

/* Each value that was seen at any node: the others may have it by now. */
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

        nodes->talk[i].ops = &rlk_force_node_talk;
        nodes->talk[i].node = node;
        node->wanted = &forcer->wanted;
        node->end = rlk_clock_add(now, nodes->patience);
        rlk_force_node_start(node);
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
        rlk_report_message(report, i, node->message);
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

static bool refuse(const struct redlock_report *report)
{
    int refusing = count(report, REDLOCK_VOTE_FAILED, REDLOCK_REASON_NOPERM);

    for (int i = 0; i < report->nodes; i++)
        refusing += rlk_talk_nodes_refuses(report->node[i].reason) ? 1 : 0;
    return refusing >= rlk_tally_majority(report->nodes);
}

static enum redlock_status status_of(const struct redlock_report *report)
{
    int missing = count(report, REDLOCK_VOTE_DENIED, REDLOCK_REASON_MISSING);
    int others = count(report, REDLOCK_VOTE_DENIED, REDLOCK_REASON_HELD);

    if (report->granted + missing >= report->quorum)
        return report->granted > 0 ? REDLOCK_OK : REDLOCK_GONE;
    if (others > 0 && report->granted + missing + others >= report->quorum)
        return REDLOCK_BUSY;
    return refuse(report) ? REDLOCK_NO_RIGHTS : REDLOCK_UNREACHABLE;
}

static enum redlock_status run(struct forcer *forcer)
{
    int64_t began = rlk_now();

    rlk_report_begin(&forcer->report, &forcer->nodes.core);
    prepare(forcer);
    if (!rlk_talk_loop(forcer->nodes.talk, forcer->nodes.core.nodes))
        return REDLOCK_SYSTEM;
    tell(forcer, began);
    return status_of(&forcer->report);
}

enum redlock_status redlock_force_release(const struct redlock_settings *given,
                                          const char *resource,
                                          const struct redlock_report *seen,
                                          struct redlock_report *report,
                                          struct redlock_problem *problem)
{
    struct redlock_settings room;
    const struct redlock_settings *settings =
        rlk_client_settings(given, &room, problem);
    struct forcer *forcer;
    enum redlock_status status;

    if (settings == NULL)
        return REDLOCK_BAD_SETTING;
    if (redlock_resource_problem(resource) != NULL || !rlk_size_fits(seen) ||
        !rlk_size_fits(report))
        return REDLOCK_BAD_REQUEST;
    forcer = rlk_alloc(sizeof(*forcer));
    if (forcer == NULL)
        return REDLOCK_NO_MEMORY;
    forcer->wanted.resource = resource;
    if (seen != NULL)
        want(&forcer->wanted, seen);
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
