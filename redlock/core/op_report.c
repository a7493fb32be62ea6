/* SPDX-License-Identifier: MIT */
/* What the votes of a round say to its caller. */

#include "clock/clock.h"
#include "redlock/core/node.h"
#include "redlock/core/op_internal.h"
#include "redlock/core/report.h"
#include "redlock/runtime/runtime.h"

/* An attempt may have been refused by a node before that was its own. */
static enum redlock_reason reason_of(const struct rlk_op *op, int node)
{
    bool granted = op->operation->round == RLK_ROUND_ACQUIRE &&
                   rlk_round_vote_of(&op->round, node) == RLK_VOTE_GRANTED;

    return granted ? REDLOCK_REASON_NONE : op->reasons[node];
}

void rlk_op_tell_report(const struct rlk_op *op, int64_t now)
{
    int64_t free_in = INT64_MAX;

    if (op->report == NULL)
        return;
    for (int node = 0; node < op->runtime->settings.nodes; node++) {
        rlk_report_vote(op->report, node,
                        &(struct rlk_report_vote){
                            .vote = rlk_round_vote_of(&op->round, node),
                            .yes = op->operation->yes,
                            .asked = rlk_round_was_asked(&op->round, node),
                            .reason = reason_of(op, node),
                            .quarantine_ns = rlk_node_quarantine(
                                &op->runtime->nodes[node], now),
                        });
    }
    if (rlk_round_count(&op->round, RLK_VOTE_DENIED) > 0)
        free_in = rlk_op_free_in_ms(op);
    /* 0: too few were asked to be in the way, which tells nothing. */
    rlk_report_round(op->report, rlk_round_count(&op->round, RLK_VOTE_GRANTED),
                     free_in == INT64_MAX || free_in == 0 ? -1 : free_in);
}

int64_t rlk_op_node_free_in_ms(const struct rlk_op *op, int node)
{
    switch (rlk_round_vote_of(&op->round, node)) {
    case RLK_VOTE_NONE: /* not asked: perhaps it is free */
    case RLK_VOTE_GRANTED:
        return 0;
    case RLK_VOTE_DENIED:
        return op->remaining_ms[node] < 0 ? INT64_MAX : op->remaining_ms[node];
    case RLK_VOTE_FAILED:
    case RLK_VOTE_TIMED_OUT:
    case RLK_VOTE_UNREACHED:
    case RLK_VOTE_BARRED:
        break;
    }
    return INT64_MAX;
}

int64_t rlk_op_free_in_ms(const struct rlk_op *op)
{
    int nodes = op->runtime->settings.nodes;
    int quorum = op->runtime->settings.quorum;
    int64_t best = INT64_MAX;

    for (int node = 0; node < nodes; node++) {
        /* How long somebody has it who does not have it yet, nobody knows. */
        if (op->reasons[node] == REDLOCK_REASON_QUEUED)
            return INT64_MAX;
        /* One node has looked at the slots for all of them. */
        if (op->reasons[node] == REDLOCK_REASON_SLOTS)
            return rlk_op_node_free_in_ms(op, node);
    }
    /* The quorum-th smallest of them. */
    for (int node = 0; node < nodes; node++) {
        int64_t candidate = rlk_op_node_free_in_ms(op, node);
        int within = 0;
        for (int other = 0; other < nodes; other++)
            within += rlk_op_node_free_in_ms(op, other) <= candidate;
        if (within >= quorum && candidate < best)
            best = candidate;
    }
    return best;
}

bool rlk_op_lacks_rights(const struct rlk_op *op)
{
    int refused = 0;

    for (int node = 0; node < op->runtime->settings.nodes; node++)
        refused += op->reasons[node] == REDLOCK_REASON_NOAUTH ||
                   op->reasons[node] == REDLOCK_REASON_CLIENT_CERTIFICATE ||
                   op->reasons[node] == REDLOCK_REASON_WRONGPASS ||
                   op->reasons[node] == REDLOCK_REASON_NOPERM;
    return refused > op->runtime->settings.nodes - op->runtime->settings.quorum;
}
