/* SPDX-License-Identifier: MIT */
/* Releasing: one round to every node, whatever each of them said before. */

#include "redlock/core/release.h"

#include <stddef.h>

#include "clock/clock.h"
#include "redlock/core/extend.h"
#include "redlock/core/lock.h"
#include "redlock/core/op.h"
#include "redlock/runtime/runtime.h"

static enum rlk_vote release_heard(struct rlk_op *op, int node,
                                   enum rlk_verb verb,
                                   const struct rlk_answer *answer, int64_t now)
{
    (void)op, (void)node, (void)verb, (void)now;
    return answer->kind == RLK_ANSWER_YES ? RLK_VOTE_GRANTED : RLK_VOTE_DENIED;
}

static void release_done(struct rlk_op *op, enum rlk_outcome outcome,
                         int64_t now)
{
    struct rlk_release *release = op->call;
    enum redlock_status status = REDLOCK_UNREACHABLE;

    if (release == NULL)
        return;
    if (outcome == RLK_OUTCOME_WON)
        status = REDLOCK_OK;
    else if (outcome == RLK_OUTCOME_DENIED)
        status = REDLOCK_GONE;
    else if (rlk_op_lacks_rights(op))
        status = REDLOCK_NO_RIGHTS;
    release->call.op = NULL;
    rlk_call_count(&release->call);
    rlk_call_end(&release->call, status, now);
}

static const struct rlk_operation release_operation = {
    .round = RLK_ROUND_RELEASE,
    .verb = RLK_VERB_RELEASE,
    .yes = REDLOCK_VOTE_RELEASED,
    .heard = release_heard,
    .done = release_done,
};

/* Another process may have given an adopted key any TTL, on any node. */
static bool start(struct rlk_release *release, const struct redlock_lock *lock,
                  struct redlock_report *report, int64_t now)
{
    struct rlk_runtime *runtime = lock->runtime;
    struct rlk_reach reach = lock->reach;
    struct rlk_token token;
    struct rlk_op *op;

    if (lock->adopted != NULL)
        reach.asked = UINT32_MAX;
    rlk_lock_token(lock, &token);
    return rlk_op_start(runtime,
                        &(struct rlk_op_settings){
                            .operation = &release_operation,
                            .resource = lock->resource,
                            .token = &token,
                            .ttl_ns = lock->adopted != NULL
                                          ? runtime->settings.ttl_max_ns
                                          : lock->longest_ns,
                            .reach = reach,
                            .deadline = RLK_NEVER,
                            .report = report,
                            .call = release,
                        },
                        release != NULL ? &release->call.op : &op, now);
}

void rlk_release_start(struct rlk_release *release, struct redlock_lock *lock,
                       struct redlock_report *report, int64_t now)
{
    bool started;

    if (release != NULL)
        rlk_call_begin(&release->call, lock->runtime, report, now);
    started = start(release, lock, report, now);
    rlk_release_handle(lock, now);
    if (!started && release != NULL)
        rlk_call_end(&release->call, REDLOCK_UNREACHABLE, now);
}

void rlk_release_abandon(struct redlock_lock *lock, int64_t now)
{
    lock->abandoned = true;
    (void)start(NULL, lock, NULL, now);
}

void rlk_release_handle(struct redlock_lock *lock, int64_t now)
{
    rlk_extend_end_all(lock, now);
    while (!rlk_list_empty(&lock->rounds))
        rlk_op_detach(RLK_OWNER_OF(lock->rounds.next, struct rlk_op, of_lock));
    rlk_lock_free(lock);
}
