/* SPDX-License-Identifier: MIT */
/* Who holds a resource, as every node sees it. */

#include "redlock/core/inspect.h"

#include <string.h>

#include "clock/clock.h"
#include "redlock/core/node.h"
#include "redlock/core/op.h"
#include "redlock/core/report.h"
#include "redlock/runtime/marker.h"
#include "redlock/runtime/resource.h"
#include "redlock/runtime/runtime.h"

static bool inspect_wanted(const struct rlk_op *op, int node,
                           enum rlk_verb verb, int64_t now)
{
    (void)verb, (void)now;
    return !op->over && rlk_op_may_judge(op, node);
}

static enum rlk_vote inspect_heard(struct rlk_op *op, int node,
                                   enum rlk_verb verb,
                                   const struct rlk_answer *answer, int64_t now)
{
    const struct rlk_marker *marker = &op->runtime->nodes[node].guard.marker;

    (void)now;
    if (verb == RLK_VERB_INSPECT)
        rlk_report_waiting(op->report, node, answer->waiting);
    if (verb == RLK_VERB_INSPECT && marker->state == RLK_MARKER_OK)
        rlk_report_marked(op->report, node, marker->longest_ms);
    if (verb == RLK_VERB_INSPECT && marker->state == RLK_MARKER_LATER)
        rlk_report_marked(op->report, node, -1);
    return verb == RLK_VERB_INSPECT || answer->kind == RLK_ANSWER_YES
               ? RLK_VOTE_GRANTED
               : RLK_VOTE_DENIED;
}

static void inspect_done(struct rlk_op *op, enum rlk_outcome outcome,
                         int64_t now)
{
    struct rlk_inspect *inspect = op->call;
    enum redlock_status status = REDLOCK_OK;

    if (inspect == NULL)
        return;
    if (outcome != RLK_OUTCOME_WON)
        status =
            rlk_op_lacks_rights(op) ? REDLOCK_NO_RIGHTS : REDLOCK_NO_QUORUM;
    inspect->call.op = NULL;
    rlk_call_count(&inspect->call);
    rlk_call_end(&inspect->call, status, now);
}

static const struct rlk_operation inspect_operation = {
    .round = RLK_ROUND_INSPECT,
    .verb = RLK_VERB_INSPECT,
    .yes = REDLOCK_VOTE_ANSWERED,
    .wanted = inspect_wanted,
    .heard = inspect_heard,
    .done = inspect_done,
};

/* A node is marked with the longest TTL of the deployment. */
static void init_node_fill(const struct rlk_op *op, int node,
                           struct rlk_request *request)
{
    (void)node;
    request->ttl_ms = rlk_clock_to_ms(op->runtime->settings.ttl_max_ns);
}

static const struct rlk_operation init_nodes_operation = {
    .round = RLK_ROUND_INSPECT,
    .verb = RLK_VERB_INIT_NODE,
    .yes = REDLOCK_VOTE_MARKED,
    .fill = init_node_fill,
    .wanted = inspect_wanted,
    .heard = inspect_heard,
    .done = inspect_done,
};

static enum redlock_status start(struct rlk_inspect *inspect,
                                 struct rlk_runtime *runtime,
                                 const struct rlk_operation *operation,
                                 const char *resource,
                                 struct redlock_report *report, int64_t now)
{
    struct rlk_resource *name = rlk_resource_new(resource, strlen(resource));
    bool started;

    if (name == NULL)
        return REDLOCK_NO_MEMORY;
    rlk_call_begin(&inspect->call, runtime, report, now);
    started = rlk_op_start(runtime,
                           &(struct rlk_op_settings){
                               .operation = operation,
                               .resource = name,
                               .deadline = RLK_NEVER,
                               .report = report,
                               .call = inspect,
                           },
                           &inspect->call.op, now);
    rlk_resource_drop(name);
    return started ? REDLOCK_OK : REDLOCK_NO_MEMORY;
}

enum redlock_status rlk_inspect_start(struct rlk_inspect *inspect,
                                      struct rlk_runtime *runtime,
                                      const char *resource,
                                      struct redlock_report *report,
                                      int64_t now)
{
    if (redlock_resource_problem(resource) != NULL)
        return REDLOCK_BAD_REQUEST;
    return start(inspect, runtime, &inspect_operation, resource, report, now);
}

enum redlock_status rlk_inspect_init_nodes(struct rlk_inspect *inspect,
                                           struct rlk_runtime *runtime,
                                           struct redlock_report *report,
                                           int64_t now)
{
    if (runtime->settings.read_only)
        return REDLOCK_BAD_REQUEST;
    return start(inspect, runtime, &init_nodes_operation, RLK_MARKER_KEY,
                 report, now);
}
