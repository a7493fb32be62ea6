/* SPDX-License-Identifier: MIT */
/* How every operation begins and ends. */

#include "redlock/core/call.h"

#include <limits.h>
#include <stddef.h>

#include "redlock/core/op.h"
#include "redlock/core/report.h"
#include "redlock/runtime/runtime.h"

void rlk_call_begin(struct rlk_call *call, struct rlk_runtime *runtime,
                    struct redlock_report *report, int64_t now)
{
    call->runtime = runtime;
    call->report = report;
    call->started = now;
}

void rlk_call_count(struct rlk_call *call)
{
    if (call->rounds < INT_MAX)
        call->rounds++;
}

static void leave_round(struct rlk_call *call)
{
    if (call->op != NULL)
        rlk_op_disown(call->op);
    call->op = NULL;
}

void rlk_call_end(struct rlk_call *call, enum redlock_status status,
                  int64_t now)
{
    leave_round(call);
    call->status = status;
    rlk_report_finish(call->report, call->rounds, call->started, now);
    rlk_completions_push(&call->runtime->completions, &call->completion);
}

void rlk_call_drop(struct rlk_call *call)
{
    leave_round(call);
    rlk_completions_remove(&call->runtime->completions, &call->completion);
}
