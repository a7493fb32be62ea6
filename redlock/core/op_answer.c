/* SPDX-License-Identifier: MIT */
/* What a round asks of each node, and what the answers mean. */

#include "redlock/core/op_answer.h"

#include <string.h>

#include "clock/clock.h"
#include "clock/mutant.h"
#include "redlock/core/core.h"
#include "redlock/core/lock.h"
#include "redlock/core/report.h"

static struct rlk_op *op_of(const struct rlk_pending *pending)
{
    return (struct rlk_op *)(uintptr_t)pending;
}

static bool fenced(const struct rlk_op *op)
{
    return op->round.settings.fenced || op->fence > 0;
}

/* With rules only where they say anything; a release mostly goes without. */
static bool goes_checked(const struct rlk_op *op, int node, enum rlk_verb verb)
{
    switch (verb) {
    case RLK_VERB_GRANT:
    case RLK_VERB_CONFIRM:
        return fenced(op) || op->guarded;
    case RLK_VERB_EXTEND:
    case RLK_VERB_REPAIR:
        return fenced(op) || op->core->guarded;
    case RLK_VERB_RELEASE:
        return rlk_op_acquires(op) && rlk_round_minted(&op->round, node) > 0;
    case RLK_VERB_INSPECT:
    case RLK_VERB_INIT_NODE:
    case RLK_VERB_MARK:
    case RLK_VERB_KILL_CLIENT:
    case RLK_VERBS:
        break;
    }
    return false;
}

static int64_t fence_for(const struct rlk_op *op, int node, enum rlk_verb verb)
{
    if (verb == RLK_VERB_CONFIRM)
        return rlk_round_fence(&op->round);
    if (verb == RLK_VERB_RELEASE)
        return rlk_round_minted(&op->round, node);
    return op->fence;
}

static void op_request(const struct rlk_pending *pending, int node,
                       enum rlk_verb verb, struct rlk_request *request,
                       int64_t now)
{
    const struct rlk_op *op = op_of(pending);
    int64_t lives =
        rlk_clock_add(op->ttl_ns, rlk_core_slack(op->core, op->ttl_ns));

    *request = (struct rlk_request){
        .kind = op->core->settings.kind,
        .verb = verb,
        .resource = op->resource->text,
        .resource_length = op->resource->length,
        .token = op->token.text,
        .token_length = op->token.length,
        .ttl_ms = rlk_clock_to_ms(lives),
        .checked = goes_checked(op, node, verb),
    };
    if (request->checked) {
        rlk_core_rules(op->core, node, fenced(op), &request->rules, now);
        request->rules.fence = fence_for(op, node, verb);
    }
    if (verb == RLK_VERB_INIT_NODE) {
        request->token = op->core->nodes[node].identity.run_id;
        request->token_length = strlen(request->token);
        request->ttl_ms = rlk_clock_to_ms(op->core->settings.ttl_max_ns);
    }
    if (RLK_MUTANT(RELEASE_BY_NAME) && verb == RLK_VERB_RELEASE)
        request->token = request->resource;
}

static bool op_wanted(const struct rlk_pending *pending, int node,
                      enum rlk_verb verb, int64_t now)
{
    const struct rlk_op *op = op_of(pending);

    switch (verb) {
    case RLK_VERB_GRANT:
        return rlk_op_may_judge(op, node) &&
               (op->guarded == op->core->guarded ||
                RLK_MUTANT(VOID_LEFT_OUT)) &&
               rlk_round_vote_of(&op->round, node) == RLK_VOTE_NONE &&
               (op->round.outcome == RLK_OUTCOME_PENDING ||
                (op->lock != NULL && rlk_lock_held(op->lock, now)));
    case RLK_VERB_CONFIRM:
        return op->round.outcome == RLK_OUTCOME_PENDING;
    case RLK_VERB_EXTEND:
        return op->lock != NULL;
    case RLK_VERB_REPAIR:
        return op->lock != NULL && rlk_lock_repairs(op->lock, now);
    case RLK_VERB_INSPECT:
    case RLK_VERB_INIT_NODE:
        return !op->over && rlk_op_may_judge(op, node);
    case RLK_VERB_RELEASE:
    case RLK_VERB_MARK:
    case RLK_VERB_KILL_CLIENT:
    case RLK_VERBS:
        break;
    }
    return true;
}

/* Another's key is there: for how long, and whose it is. */
static void note_holder(struct rlk_op *op, int node,
                        const struct rlk_answer *answer)
{
    op->reasons[node] = REDLOCK_REASON_HELD;
    op->remaining_ms[node] =
        answer->remaining_ms < 0 ? INT64_MAX : answer->remaining_ms;
    rlk_report_holder(op->report, node, answer);
}

static void note_error(struct rlk_op *op, int node,
                       const struct rlk_answer *answer)
{
    op->reasons[node] = answer->reason;
    rlk_report_error(op->report, node, answer);
}

static void undo_answered(struct rlk_op *op, int node,
                          const struct rlk_answer *answer, int64_t now)
{
    if (answer->kind == RLK_ANSWER_HELD)
        note_holder(op, node, answer);
    else if (answer->kind == RLK_ANSWER_ERROR)
        rlk_op_release_later(op, node, true, now);
    else if (rlk_round_vote_of(&op->round, node) == RLK_VOTE_DENIED)
        op->remaining_ms[node] = 0; /* free again already */
    if (answer->kind == RLK_ANSWER_ERROR &&
        answer->reason == REDLOCK_REASON_WRONGTYPE)
        note_error(op, node, answer);
    rlk_round_undone(&op->round, node, now);
}

static void granted(struct rlk_op *op, int node, int64_t counter, int64_t now)
{
    op->granted |= UINT32_C(1) << node;
    if (op->lock == NULL || !op->won)
        return;
    rlk_lock_counter(op->lock, node, counter);
    rlk_lock_late_grant(op->lock, node, rlk_round_sent_at(&op->round, node),
                        op->ttl_ns, now);
}

/* What an extension's answer says of the tenure, and as a vote. */
static enum rlk_vote extended(struct rlk_op *op, int node,
                              const struct rlk_answer *answer, int64_t now)
{
    int64_t sent_at = rlk_round_sent_at(&op->round, node);
    /* Asked before the guard was known of, its marker was not judged. */
    bool quarantined =
        answer->quarantined || (op->core->guarded && answer->time_us == 0);

    if (op->lock == NULL)
        return RLK_VOTE_FAILED;
    if (RLK_MUTANT(ROUNDS_MIXED_UP))
        sent_at = rlk_round_sent_at(&op->lock->ops->round, node);
    if (answer->kind == RLK_ANSWER_YES) {
        if (op->fence > 0 && answer->begun_anew)
            rlk_lock_counter(op->lock, node, answer->counter);
        if (op->fence > 0 &&
            !rlk_lock_expects(op->lock, node, answer->counter)) {
            op->reasons[node] = REDLOCK_REASON_SUPERSEDED;
            return RLK_VOTE_BARRED;
        }
        if (rlk_lock_extended(op->lock, node, sent_at, op->ttl_ns, quarantined,
                              now))
            return RLK_VOTE_GRANTED;
        op->reasons[node] =
            quarantined ? REDLOCK_REASON_QUARANTINE : REDLOCK_REASON_PROBATION;
        return RLK_VOTE_BARRED;
    }
    if (answer->kind == RLK_ANSWER_MISSING)
        op->lacking_key |= UINT32_C(1) << node;
    return RLK_VOTE_DENIED;
}

/* Yes alone is no answer of a script that judges markers and mints fences. */
static bool lacks_its_due(const struct rlk_op *op,
                          const struct rlk_answer *answer)
{
    return (op->guarded && answer->time_us == 0) ||
           (op->round.settings.fenced && answer->counter == 0);
}

static enum rlk_vote vote_for(struct rlk_op *op, int node,
                              const struct rlk_answer *answer, bool sent,
                              int64_t now)
{
    bool inspect = op->round.settings.kind == RLK_ROUND_INSPECT;

    if (answer->kind == RLK_ANSWER_ERROR) {
        note_error(op, node, answer);
        if (!sent && !rlk_op_may_judge(op, node))
            rlk_op_note_unjudged(op, node);
        return sent ? RLK_VOTE_FAILED : RLK_VOTE_UNREACHED;
    }
    if (answer->kind == RLK_ANSWER_QUARANTINED) {
        op->reasons[node] = REDLOCK_REASON_QUARANTINE;
        rlk_report_quarantine(op->report, &op->core->nodes[node], now);
        return RLK_VOTE_BARRED;
    }
    if (answer->kind == RLK_ANSWER_DISAGREES) {
        op->reasons[node] = REDLOCK_REASON_LONGEST_TTL;
        rlk_report_longest(op->report, node, answer->remaining_ms);
        return RLK_VOTE_FAILED;
    }
    if (answer->kind == RLK_ANSWER_HELD)
        note_holder(op, node, answer);
    if (answer->kind == RLK_ANSWER_MISSING)
        op->reasons[node] = REDLOCK_REASON_MISSING;
    if (op->round.settings.kind == RLK_ROUND_EXTEND)
        return extended(op, node, answer, now);
    if (inspect && !op->init_node)
        return RLK_VOTE_GRANTED;
    if (answer->kind != RLK_ANSWER_YES)
        return RLK_VOTE_DENIED;
    if (rlk_op_acquires(op) && lacks_its_due(op, answer)) {
        op->reasons[node] = REDLOCK_REASON_ERROR;
        return RLK_VOTE_FAILED;
    }
    if (rlk_op_acquires(op) &&
        rlk_guard_bars(&op->core->nodes[node].guard, now)) {
        op->reasons[node] = REDLOCK_REASON_CLOCK;
        return RLK_VOTE_BARRED;
    }
    if (rlk_op_acquires(op))
        granted(op, node, answer->counter, now);
    return RLK_VOTE_GRANTED;
}

static void ask_answered(struct rlk_op *op, int node,
                         const struct rlk_answer *answer, bool sent,
                         int64_t now)
{
    int64_t took = rlk_clock_sub(now, rlk_round_sent_at(&op->round, node));
    enum rlk_vote vote = vote_for(op, node, answer, sent, now);

    if (answer->kind == RLK_ANSWER_ERROR && rlk_op_asks(op) == RLK_VERB_RELEASE)
        rlk_op_release_later(op, node, true, now);
    if (sent && answer->reason != REDLOCK_REASON_BROKEN) {
        if (took < op->fastest_ns)
            op->fastest_ns = took;
        rlk_report_latency(op->report, node, took);
    }
    if (vote == RLK_VOTE_GRANTED && op->round.settings.fenced)
        rlk_round_granted(&op->round, node, answer->counter, now);
    else
        rlk_round_vote(&op->round, node, vote, now);
    if (vote == RLK_VOTE_DENIED && rlk_op_asks(op) == RLK_VERB_EXTEND)
        rlk_lock_withdraw(op->lock, node, now);
    if (op->over && op->won && op->lock != NULL)
        rlk_op_repair(op, now);
}

static void confirm_answered(struct rlk_op *op, int node,
                             const struct rlk_answer *answer, int64_t now)
{
    if (answer->kind == RLK_ANSWER_YES) {
        if (op->lock != NULL && op->won)
            rlk_lock_counter(op->lock, node, answer->counter);
        rlk_round_confirmed(&op->round, node, answer->counter, now);
        if (rlk_round_vote_of(&op->round, node) == RLK_VOTE_FAILED)
            op->reasons[node] = REDLOCK_REASON_ERROR;
        return;
    }
    if (answer->kind == RLK_ANSWER_ERROR) {
        note_error(op, node, answer);
        rlk_round_unconfirmed(&op->round, node, RLK_VOTE_FAILED, now);
        return;
    }
    op->reasons[node] = REDLOCK_REASON_MISSING;
    op->granted &= ~(UINT32_C(1) << node);
    if (RLK_MUTANT(CONFIRM_DENIED_COUNTS))
        return;
    if (op->lock != NULL && op->won)
        rlk_lock_withdraw(op->lock, node, now);
    rlk_round_unconfirmed(&op->round, node, RLK_VOTE_DENIED, now);
}

static void repair_answered(struct rlk_op *op, int node,
                            const struct rlk_answer *answer, int64_t now)
{
    if (op->lock == NULL)
        return;
    /* Unread, it may put the key back later, and nobody hears of it: the
     * probation begins with what the next connection says. */
    if (answer->kind == RLK_ANSWER_ERROR &&
        (op->maybe_unread & 1U << node) != 0)
        rlk_lock_withdraw(op->lock, node, now);
    if (answer->kind != RLK_ANSWER_YES && answer->kind != RLK_ANSWER_CREATED)
        return;
    rlk_lock_counter(op->lock, node, answer->counter);
    rlk_lock_repaired(op->lock, node, now);
}

static void op_answered(struct rlk_pending *pending, int node,
                        enum rlk_verb verb, const struct rlk_answer *answer,
                        bool sent, int64_t now)
{
    struct rlk_op *op = op_of(pending);

    op->in_flight--;
    if (sent && op->core->nodes[node].state != RLK_NODE_UP)
        rlk_op_note_maybe_unread(op, node);
    if (verb == RLK_VERB_REPAIR) {
        repair_answered(op, node, answer, now);
    } else if (verb == RLK_VERB_CONFIRM) {
        confirm_answered(op, node, answer, now);
    } else if (verb == RLK_VERB_RELEASE && rlk_op_acquires(op)) {
        undo_answered(op, node, answer, now);
    } else {
        ask_answered(op, node, answer, sent, now);
    }
    rlk_op_drive(op, now);
}

const struct rlk_pending_ops rlk_op_pending = {
    .request = op_request,
    .wanted = op_wanted,
    .answered = op_answered,
};
