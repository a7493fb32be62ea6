/* SPDX-License-Identifier: MIT */
/* Who holds a resource, as every node sees it. */

#include "redlock/core/inspect.h"

#include <stddef.h>
#include <string.h>

#include "clock/clock.h"
#include "redlock/core/core.h"
#include "redlock/core/op.h"
#include "redlock/core/report.h"
#include "redlock/core/resource.h"

static void inspected(struct rlk_op *op, enum rlk_outcome outcome, int64_t now)
{
    struct rlk_inspect *inspect = op->owner;

    rlk_report_finish(inspect->report, 1, inspect->started, now);
    inspect->op = NULL;
    inspect->status = REDLOCK_OK;
    if (outcome != RLK_OUTCOME_WON)
        inspect->status =
            rlk_op_lacks_rights(op) ? REDLOCK_NO_RIGHTS : REDLOCK_NO_QUORUM;
    rlk_completions_push(&inspect->core->completions, &inspect->completion);
}

static enum redlock_status start(struct rlk_inspect *inspect,
                                 struct rlk_core *core, const char *resource,
                                 bool init_node, struct redlock_report *report,
                                 int64_t now)
{
    struct rlk_resource *name = rlk_resource_new(resource, strlen(resource));
    bool started;

    if (name == NULL)
        return REDLOCK_NO_MEMORY;
    inspect->core = core;
    inspect->report = report;
    inspect->started = now;
    started = rlk_op_start(core,
                           &(struct rlk_op_settings){
                               .kind = RLK_ROUND_INSPECT,
                               .resource = name,
                               .init_node = init_node,
                               .deadline = RLK_NEVER,
                               .report = report,
                               .done = inspected,
                               .owner = inspect,
                           },
                           &inspect->op, now);
    rlk_resource_drop(name);
    return started ? REDLOCK_OK : REDLOCK_NO_MEMORY;
}

enum redlock_status rlk_inspect_start(struct rlk_inspect *inspect,
                                      struct rlk_core *core,
                                      const char *resource,
                                      struct redlock_report *report,
                                      int64_t now)
{
    if (redlock_resource_problem(resource) != NULL)
        return REDLOCK_BAD_REQUEST;
    return start(inspect, core, resource, false, report, now);
}

enum redlock_status rlk_inspect_init_nodes(struct rlk_inspect *inspect,
                                           struct rlk_core *core,
                                           struct redlock_report *report,
                                           int64_t now)
{
    return start(inspect, core, RLK_MARKER_KEY, true, report, now);
}

void rlk_inspect_drop(struct rlk_inspect *inspect)
{
    if (inspect->op != NULL)
        rlk_op_disown(inspect->op);
    rlk_completions_remove(&inspect->core->completions, &inspect->completion);
}
