/* SPDX-License-Identifier: MIT */
/* What the answers to its requests are to a round. */

#include "clock/clock.h"
#include "redlock/core/node.h"
#include "redlock/core/op_internal.h"
#include "redlock/core/report.h"
#include "redlock/runtime/runtime.h"

static struct rlk_op *op_of(struct rlk_pending *pending)
{
    return (struct rlk_op *)pending;
}

static bool op_wanted(const struct rlk_pending *pending, int node,
                      enum rlk_verb verb, int64_t now)
{
    const struct rlk_op *op = (const struct rlk_op *)pending;

    if (verb == RLK_VERB_CONFIRM)
        return op->round.outcome == RLK_OUTCOME_PENDING;
    if (verb == RLK_VERB_RELEASE || verb == RLK_VERB_PASS ||
        op->operation->wanted == NULL)
        return true;
    return op->operation->wanted(op, node, verb, now);
}

/*
 * Somebody is before it who does not have the key yet. A grant is told of that
 * one; who asks for a place, of who has the key, if anybody.
 */
static bool is_passed_by(const struct rlk_op *op, enum rlk_verb verb,
                         const struct rlk_answer *answer)
{
    bool open = answer->text_length == 0 ||
                (!op->kind->owned &&
                 rlk_token_is_shared(answer->text, answer->text_length));

    if (answer->kind != RLK_ANSWER_QUEUED)
        return false;
    if (op->slot.many > 0)
        return answer->text_length > 0;
    return op->kind->party && (verb == RLK_VERB_GRANT || open);
}

/* How many slots there are: another number than ours, or what was asked. */
static void note_slots(struct rlk_op *op, int node,
                       const struct rlk_answer *answer)
{
    op->reasons[node] =
        op->slot.many > 0 ? REDLOCK_REASON_SLOTS_DIFFER : REDLOCK_REASON_SLOTS;
    rlk_report_slots(op->report, node, answer->slots, answer->members);
}

/* Another's key is there: notes for how long, and whose it is. */
static void note_holder(struct rlk_op *op, int node, enum rlk_verb verb,
                        const struct rlk_answer *answer)
{
    op->reasons[node] = REDLOCK_REASON_HELD;
    if (is_passed_by(op, verb, answer))
        op->reasons[node] = REDLOCK_REASON_QUEUED;
    else if (answer->kind == RLK_ANSWER_SHARING)
        op->reasons[node] = REDLOCK_REASON_UPGRADE;
    else if (op->slot.many > 0 && !op->slot.chosen)
        op->reasons[node] = REDLOCK_REASON_SLOTS;
    else if (rlk_token_is_shared(answer->text, answer->text_length))
        op->reasons[node] = REDLOCK_REASON_SHARED;
    op->remaining_ms[node] =
        answer->remaining_ms < 0 ? INT64_MAX : answer->remaining_ms;
    rlk_report_holder(op->report, node, answer);
    if (op->reasons[node] == REDLOCK_REASON_SLOTS)
        rlk_report_slots(op->report, node, op->slot.many, op->slot.many);
}

static void note_error(struct rlk_op *op, int node,
                       const struct rlk_answer *answer)
{
    op->reasons[node] = answer->reason;
    rlk_report_error(op->report, node, answer);
}

/*
 * A wait had the key as it was given up. It may have been handed over: then its
 * predecessor knew its name, and hands over at every node. Who only lost this
 * attempt goes on listening, and answers each push.
 */
static bool was_handed(const struct rlk_op *op, const struct rlk_answer *answer)
{
    return op->operation->verb == RLK_VERB_ASK && !op->kind->scripted &&
           !op->handed_on && answer->kind == RLK_ANSWER_YES &&
           (op->round.outcome == RLK_OUTCOME_CANCELLED ||
            op->round.outcome == RLK_OUTCOME_DEADLINE);
}

/* Of a release: the refusal before it may have said more than that it is held.
 */
static void note_who_stays(struct rlk_op *op, int node,
                           const struct rlk_answer *answer)
{
    enum redlock_reason said = op->reasons[node];

    note_holder(op, node, RLK_VERB_RELEASE, answer);
    if (said == REDLOCK_REASON_UPGRADE)
        op->reasons[node] = said;
}

static void undo_answered(struct rlk_op *op, int node,
                          const struct rlk_answer *answer, int64_t now)
{
    if (was_handed(op, answer))
        rlk_op_hand_on_elsewhere(op, now);
    if (answer->kind == RLK_ANSWER_HELD)
        note_who_stays(op, node, answer);
    else if (answer->kind == RLK_ANSWER_ERROR)
        rlk_op_release_later(op, node, true, now);
    else if (rlk_round_vote_of(&op->round, node) == RLK_VOTE_DENIED &&
             !op->kind->party)
        op->remaining_ms[node] = 0; /* free again already */
    if (answer->kind == RLK_ANSWER_ERROR &&
        answer->reason == REDLOCK_REASON_WRONGTYPE)
        note_error(op, node, answer);
    rlk_round_undone(&op->round, node, now);
}

static enum rlk_vote failed(struct rlk_op *op, int node,
                            const struct rlk_answer *answer, bool sent)
{
    note_error(op, node, answer);
    if (!sent && !rlk_op_may_judge(op, node))
        rlk_op_note_unjudged(op, node);
    return sent ? RLK_VOTE_FAILED : RLK_VOTE_UNREACHED;
}

static enum rlk_vote quarantined(struct rlk_op *op, int node, int64_t now)
{
    const struct rlk_node *at = &op->runtime->nodes[node];

    op->reasons[node] = REDLOCK_REASON_QUARANTINE;
    rlk_report_quarantine(op->report, node, rlk_node_quarantine(at, now),
                          at->guard.marker.state == RLK_MARKER_LATER);
    return RLK_VOTE_BARRED;
}

static enum rlk_vote vote_for(struct rlk_op *op, int node, enum rlk_verb verb,
                              const struct rlk_answer *answer, bool sent,
                              int64_t now)
{
    switch (answer->kind) {
    case RLK_ANSWER_ERROR:
        return failed(op, node, answer, sent);
    case RLK_ANSWER_QUARANTINED:
        return quarantined(op, node, now);
    case RLK_ANSWER_DISAGREES:
        op->reasons[node] = REDLOCK_REASON_LONGEST_TTL;
        rlk_report_longest(op->report, node, answer->remaining_ms);
        return RLK_VOTE_FAILED;
    case RLK_ANSWER_HELD:
    case RLK_ANSWER_QUEUED:
    case RLK_ANSWER_SHARING:
        note_holder(op, node, verb, answer);
        break;
    case RLK_ANSWER_MISSING:
        op->reasons[node] = REDLOCK_REASON_MISSING;
        break;
    case RLK_ANSWER_SUPERSEDED:
        op->reasons[node] = REDLOCK_REASON_SUPERSEDED;
        break;
    case RLK_ANSWER_SLOTS:
        note_slots(op, node, answer);
        break;
    case RLK_ANSWER_YES:
    case RLK_ANSWER_CREATED:
        break;
    }
    return op->operation->heard(op, node, verb, answer, now);
}

static void note_round_trip(struct rlk_op *op, int node, int64_t now)
{
    int64_t took = rlk_clock_sub(now, rlk_round_sent_at(&op->round, node));

    if (rlk_op_asks_for_votes(op))
        rlk_counts_latency(&op->runtime->nodes[node].stats, took);
    if (took < op->fastest_ns)
        op->fastest_ns = took;
    rlk_report_latency(op->report, node, took);
}

static void count(struct rlk_op *op, int node, enum rlk_vote vote,
                  enum rlk_verb verb, const struct rlk_answer *answer,
                  int64_t now)
{
    bool tells =
        verb == RLK_VERB_ASK || (verb == RLK_VERB_GRANT && op->kind->party);
    bool owned = tells && !answer->minted;

    if (vote == RLK_VOTE_GRANTED && owned)
        rlk_round_owned(&op->round, node, answer->counter, now);
    else if (vote == RLK_VOTE_GRANTED && op->round.settings.fenced)
        rlk_round_granted(&op->round, node, answer->counter, now);
    else
        rlk_round_vote(&op->round, node, vote, now);
}

static void ask_answered(struct rlk_op *op, int node, enum rlk_verb verb,
                         const struct rlk_answer *answer, bool sent,
                         int64_t now)
{
    enum rlk_vote vote = vote_for(op, node, verb, answer, sent, now);

    if (answer->kind == RLK_ANSWER_ERROR &&
        op->operation->verb == RLK_VERB_RELEASE)
        rlk_op_release_later(op, node, true, now);
    if (sent && answer->reason != REDLOCK_REASON_BROKEN)
        note_round_trip(op, node, now);
    rlk_op_count_vote(op, node, vote);
    count(op, node, vote, verb, answer, now);
    if (op->operation->counted != NULL)
        op->operation->counted(op, node, vote, now);
}

static void confirm_answered(struct rlk_op *op, int node,
                             const struct rlk_answer *answer, int64_t now)
{
    (void)op->operation->heard(op, node, RLK_VERB_CONFIRM, answer, now);
    if (answer->kind == RLK_ANSWER_YES) {
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
    rlk_round_unconfirmed(&op->round, node, RLK_VOTE_DENIED, now);
}

/*
 * An error: the server refuses to queue, or to hand on: the request that does
 * without takes its place, in the same round.
 */
static bool does_without(struct rlk_op *op, int node, enum rlk_verb verb,
                         const struct rlk_answer *answer, bool sent,
                         int64_t now)
{
    struct rlk_node *at = &op->runtime->nodes[node];
    bool lacks = answer->reason == REDLOCK_REASON_NOPERM ||
                 answer->reason == REDLOCK_REASON_CLUSTER ||
                 answer->reason == REDLOCK_REASON_ERROR;

    if (!sent || at->state != RLK_NODE_UP ||
        answer->reason == REDLOCK_REASON_WRONGTYPE)
        return false;
    if (verb == RLK_VERB_PASS) {
        at->lacks_queue = at->lacks_queue || lacks;
        return rlk_op_send(op, node, RLK_VERB_RELEASE, now);
    }
    if (verb != RLK_VERB_ASK || !lacks)
        return false;
    at->lacks_queue = true;
    if (!op_wanted(&op->pending, node, RLK_VERB_GRANT, now))
        return false;
    rlk_op_ask(op, node, now);
    rlk_op_drive(op, now); /* in case that it could not be sent */
    return true;
}

static void op_answered(struct rlk_pending *pending, int node,
                        enum rlk_verb verb, const struct rlk_answer *answer,
                        bool sent, int64_t now)
{
    struct rlk_op *op = op_of(pending);

    op->in_flight--;
    if (sent && op->runtime->nodes[node].state != RLK_NODE_UP)
        rlk_op_note_maybe_unread(op, node);
    if (answer->kind == RLK_ANSWER_ERROR &&
        does_without(op, node, verb, answer, sent, now))
        return;
    if (verb == RLK_VERB_REPAIR) {
        (void)op->operation->heard(op, node, verb, answer, now);
    } else if (verb == RLK_VERB_CONFIRM) {
        confirm_answered(op, node, answer, now);
    } else if ((verb == RLK_VERB_RELEASE || verb == RLK_VERB_PASS) &&
               op->operation->round == RLK_ROUND_ACQUIRE) {
        undo_answered(op, node, answer, now);
    } else {
        ask_answered(op, node, verb, answer, sent, now);
    }
    rlk_op_drive(op, now);
}

const struct rlk_pending_ops rlk_op_pending = {
    .request = rlk_op_request,
    .wanted = op_wanted,
    .answered = op_answered,
};
