/* SPDX-License-Identifier: MIT */
/* Who holds a resource, as every node sees it. */

#include "redlock/inspection.h"

#include <stddef.h>
#include <string.h>

#include "clock/clock.h"
#include "redlock/coord.h"
#include "redlock/op.h"
#include "redlock/report.h"
#include "redlock/resource.h"

static void inspected(struct rlk_op *op, enum rlk_outcome outcome, int64_t now)
{
    struct rlk_inspection *inspection = op->owner;

    rlk_report_finish(inspection->report, 1, inspection->started, now);
    inspection->op = NULL;
    inspection->status = REDLOCK_OK;
    if (outcome != RLK_OUTCOME_WON)
        inspection->status =
            rlk_op_lacks_rights(op) ? REDLOCK_NO_RIGHTS : REDLOCK_NO_QUORUM;
    rlk_notices_push(&inspection->coord->notices, &inspection->notice);
}

static enum redlock_status start(struct rlk_inspection *inspection,
                                 struct rlk_coord *coord, const char *resource,
                                 bool bless, struct redlock_report *report,
                                 int64_t now)
{
    struct rlk_resource *name = rlk_resource_new(resource, strlen(resource));
    bool started;

    if (name == NULL)
        return REDLOCK_NO_MEMORY;
    inspection->coord = coord;
    inspection->report = report;
    inspection->started = now;
    started = rlk_op_start(coord,
                           &(struct rlk_op_settings){
                               .kind = RLK_ROUND_INSPECT,
                               .resource = name,
                               .bless = bless,
                               .deadline = RLK_NEVER,
                               .report = report,
                               .done = inspected,
                               .owner = inspection,
                           },
                           &inspection->op, now);
    rlk_resource_drop(name);
    return started ? REDLOCK_OK : REDLOCK_NO_MEMORY;
}

enum redlock_status rlk_inspection_start(struct rlk_inspection *inspection,
                                         struct rlk_coord *coord,
                                         const char *resource,
                                         struct redlock_report *report,
                                         int64_t now)
{
    if (redlock_resource_problem(resource) != NULL)
        return REDLOCK_BAD_REQUEST;
    return start(inspection, coord, resource, false, report, now);
}

enum redlock_status rlk_inspection_bless(struct rlk_inspection *inspection,
                                         struct rlk_coord *coord,
                                         struct redlock_report *report,
                                         int64_t now)
{
    return start(inspection, coord, RLK_MARKER_KEY, true, report, now);
}

void rlk_inspection_drop(struct rlk_inspection *inspection)
{
    if (inspection->op != NULL)
        rlk_op_disown(inspection->op);
    rlk_notices_remove(&inspection->coord->notices, &inspection->notice);
}
