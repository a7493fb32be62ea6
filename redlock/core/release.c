/* SPDX-License-Identifier: MIT */
/* Releasing: one round to every node, whatever each of them said before. */

#include "redlock/core/release.h"

#include <stddef.h>

#include "clock/clock.h"
#include "redlock/core/core.h"
#include "redlock/core/lock.h"
#include "redlock/core/op.h"
#include "redlock/core/report.h"

static void end(struct rlk_release *release, enum redlock_status status)
{
    release->op = NULL;
    release->status = status;
    rlk_completions_push(&release->core->completions, &release->completion);
}

static void released(struct rlk_op *op, enum rlk_outcome outcome, int64_t now)
{
    struct rlk_release *release = op->owner;

    rlk_report_finish(release->report, 1, release->started, now);
    if (outcome == RLK_OUTCOME_WON)
        end(release, REDLOCK_OK);
    else if (outcome == RLK_OUTCOME_DENIED)
        end(release, REDLOCK_GONE);
    else if (rlk_op_lacks_rights(op))
        end(release, REDLOCK_NO_RIGHTS);
    else
        end(release, REDLOCK_UNREACHABLE);
}

static bool start(struct rlk_release *release, struct redlock_lock *lock,
                  struct redlock_report *report, int64_t now)
{
    struct rlk_core *core = lock->core;
    struct rlk_token token;
    struct rlk_op *op;

    rlk_lock_token(lock, &token);
    return rlk_op_start(
        core,
        &(struct rlk_op_settings){
            .kind = RLK_ROUND_RELEASE,
            .resource = lock->resource,
            .token = &token,
            /* Another process may have given an adopted key any TTL. */
            .ttl_ns = lock->adopted != NULL ? core->settings.ttl_max_ns
                                            : lock->longest_ns,
            .asked = lock->adopted != NULL ? UINT32_MAX : lock->asked,
            .maybe_unread = lock->maybe_unread,
            .deadline = RLK_NEVER,
            .report = report,
            .done = released,
            .owner = release,
        },
        release != NULL ? &release->op : &op, now);
}

void rlk_release_start(struct rlk_release *release, struct redlock_lock *lock,
                       struct redlock_report *report, int64_t now)
{
    bool started;

    if (release != NULL) {
        release->core = lock->core;
        release->report = report;
        release->started = now;
    }
    started = start(release, lock, report, now);
    rlk_lock_free(lock, now);
    if (!started && release != NULL)
        end(release, REDLOCK_UNREACHABLE);
}

void rlk_release_drop(struct rlk_release *release)
{
    if (release->op != NULL)
        rlk_op_disown(release->op);
    rlk_completions_remove(&release->core->completions, &release->completion);
}

void rlk_release_abandon(struct redlock_lock *lock, int64_t now)
{
    (void)start(NULL, lock, NULL, now);
}
