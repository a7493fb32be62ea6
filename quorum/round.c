/* SPDX-License-Identifier: MIT */
/* One pass over the nodes: which to ask, when to stop, which to undo. */

#include "quorum/round.h"

#include <assert.h>

#include "clock/clock.h"

static uint32_t bit_of(const struct rlk_round *round, int node)
{
    assert(node >= 0 && node < round->settings.nodes);
    return rlk_node_set_of(node);
}

/* The first of these nodes in the order of the round. */
static int lowest(const struct rlk_round *round, uint32_t nodes)
{
    return rlk_order_lowest(nodes, round->settings.first);
}

static bool is_acquire(const struct rlk_round *round)
{
    return round->settings.kind == RLK_ROUND_ACQUIRE;
}

/* The node of a set, not empty, whose request was sent first. */
static int first_sent(const struct rlk_round *round, uint32_t nodes)
{
    int first = rlk_node_set_first(nodes);

    while ((nodes &= nodes - 1) != 0) {
        int node = rlk_node_set_first(nodes);
        if (round->sent_at[node] < round->sent_at[first])
            first = node;
    }
    return first;
}

static int64_t timeout_of(const struct rlk_round *round, int node)
{
    int64_t from = round->sent_at[node];

    if (from < round->left_at)
        from = round->left_at;
    return rlk_clock_add(from, round->settings.node_timeout_ns);
}

static void set_vote(struct rlk_round *round, int node, enum rlk_vote vote)
{
    round->counts[round->votes[node]]--;
    round->counts[vote]++;
    round->votes[node] = vote;
    if (vote == RLK_VOTE_GRANTED)
        round->granted |= rlk_node_set_of(node);
    else
        round->granted &= ~rlk_node_set_of(node);
}

static int64_t limit_of(const struct rlk_round *round, uint32_t nodes)
{
    return rlk_fence_limit(nodes, round->counters, round->settings.quorum,
                           round->clock_us);
}

/* The nodes that granted and whose counters count (protocol 8). */
static uint32_t granting(const struct rlk_round *round)
{
    uint32_t nodes = round->granted;

    if (!round->settings.fenced || rlk_fence_number(nodes, round->counters) <=
                                       round->clock_us + RLK_FENCE_AHEAD_US)
        return nodes;
    return nodes &
           rlk_fence_below(nodes, round->counters, limit_of(round, nodes) + 1);
}

static int grants(const struct rlk_round *round)
{
    return round->settings.fenced ? rlk_node_set_count(granting(round))
                                  : rlk_round_count(round, RLK_VOTE_GRANTED);
}

/* The fence, if these nodes have granted: see rlk_round_fence(). */
static int64_t fence_by(const struct rlk_round *round, uint32_t nodes)
{
    return round->fence > 0 ? round->fence
                            : rlk_fence_number(nodes, round->counters);
}

/* Has a quorum granted, but no quorum reached one number yet (protocol 8)? */
static bool leveling(const struct rlk_round *round)
{
    int quorum = round->settings.quorum;
    uint32_t nodes;

    if (!round->settings.fenced || grants(round) < quorum)
        return false;
    nodes = granting(round);
    return rlk_node_set_count(rlk_fence_level(nodes, round->counters,
                                              fence_by(round, nodes))) < quorum;
}

/* Has a quorum granted, while the other votes are awaited to fix the fence? */
static bool gathering(const struct rlk_round *round)
{
    return round->settings.patient && grants(round) >= round->settings.quorum &&
           rlk_round_count(round, RLK_VOTE_NONE) > 0;
}

/* Is there a quorum of such votes, or can there be one? */
static enum rlk_verdict verdict_on(const struct rlk_round *round, int votes,
                                   int voted)
{
    return rlk_tally(round->settings.nodes, round->settings.quorum, votes,
                     voted - votes);
}

/* Is enough validity left? Otherwise the lock was not won (protocol 2). */
static bool in_time(const struct rlk_round *round, int64_t now)
{
    if (!is_acquire(round))
        return true;
    return rlk_clock_add(now, round->settings.min_validity_ns) <
           rlk_round_validity(round);
}

static bool is_called(const struct rlk_round *round)
{
    return round->settings.strategy == RLK_STRATEGY_CALLED;
}

/* Do refusals and failures not decide yet, as nodes may still be called? */
static bool left_open(const struct rlk_round *round)
{
    return is_called(round) && !round->last_call;
}

static bool turns_away(const struct rlk_round *round)
{
    return round->settings.waits &&
           round->settings.strategy == RLK_STRATEGY_SEQUENTIAL;
}

/*
 * The number of known votes. A grant that is held back is unknown while votes
 * are missing, because these may be as far ahead.
 */
static int decided(const struct rlk_round *round, int yes)
{
    int none = rlk_round_count(round, RLK_VOTE_NONE);
    int held_back = rlk_round_count(round, RLK_VOTE_GRANTED) - yes;

    return round->settings.nodes - none - (none > 0 ? held_back : 0);
}

static enum rlk_outcome judge(const struct rlk_round *round, int64_t now)
{
    enum rlk_round_kind kind = round->settings.kind;
    enum rlk_verdict won;
    enum rlk_verdict answered;
    int yes = grants(round);
    int no = rlk_round_count(round, RLK_VOTE_DENIED);
    int voted = decided(round, yes);

    won = verdict_on(round, yes, voted);
    if (kind == RLK_ROUND_INSPECT && voted < round->settings.nodes)
        return RLK_OUTCOME_PENDING;
    if (won == RLK_VERDICT_WON && !in_time(round, now))
        return RLK_OUTCOME_TOO_SLOW;
    if (won == RLK_VERDICT_WON)
        return leveling(round) || gathering(round) ? RLK_OUTCOME_PENDING
                                                   : RLK_OUTCOME_WON;
    if (round->hears_out && voted < round->settings.nodes)
        return RLK_OUTCOME_PENDING;
    if (no > 0 && turns_away(round))
        return RLK_OUTCOME_DENIED;
    if (won == RLK_VERDICT_OPEN || left_open(round))
        return RLK_OUTCOME_PENDING;
    answered = verdict_on(round, yes + no, voted);
    if (answered == RLK_VERDICT_LOST || kind == RLK_ROUND_INSPECT)
        return RLK_OUTCOME_NO_QUORUM;
    /*
     * A release reports "gone already" only if a quorum does. An acquire that
     * does not wait and that failures have decided asks the remaining nodes: if
     * a quorum answers, another client holds the lock; if not, there is no
     * quorum.
     */
    if (answered == RLK_VERDICT_OPEN &&
        (kind == RLK_ROUND_RELEASE ||
         (kind == RLK_ROUND_ACQUIRE && !round->settings.waits &&
          !is_called(round) && voted > yes + no)))
        return RLK_OUTCOME_PENDING;
    return RLK_OUTCOME_DENIED;
}

/* Grants of fewer than a quorum whose counters are far ahead do not count. */
static void exclude_those_ahead(struct rlk_round *round)
{
    uint32_t ahead = round->granted & ~granting(round);

    for (; ahead != 0; ahead &= ahead - 1)
        set_vote(round, rlk_node_set_first(ahead), RLK_VOTE_EXCLUDED);
}

static void conclude(struct rlk_round *round, enum rlk_outcome outcome,
                     int64_t now)
{
    exclude_those_ahead(round);
    round->outcome = outcome;
    if (is_called(round) || round->settings.waits)
        return;
    if (!is_acquire(round) || outcome == RLK_OUTCOME_WON ||
        outcome == RLK_OUTCOME_CANCELLED || outcome == RLK_OUTCOME_DEADLINE)
        return;
    /* The undo's answer names the holder and the remaining TTL there. */
    for (int node = 0; node < round->settings.nodes; node++) {
        if (round->votes[node] == RLK_VOTE_DENIED)
            round->undoing |= bit_of(round, node);
    }
    round->undo_by = rlk_clock_add(now, round->settings.node_timeout_ns);
    if (round->undo_by > round->settings.deadline_ns)
        round->undo_by = round->settings.deadline_ns;
}

/* Decides the outcome if the votes do, or at the deadline. */
static void settle_outcome(struct rlk_round *round, int64_t now)
{
    enum rlk_outcome outcome;

    if (round->outcome != RLK_OUTCOME_PENDING)
        return;
    outcome = judge(round, now);
    if (outcome == RLK_OUTCOME_PENDING && now >= round->settings.deadline_ns)
        outcome = RLK_OUTCOME_DEADLINE;
    if (outcome != RLK_OUTCOME_PENDING)
        conclude(round, outcome, now);
}

static uint32_t nodes_to_ask(const struct rlk_round *round)
{
    uint32_t left = rlk_node_set_all(round->settings.nodes) & ~round->asked;

    if (is_called(round))
        left = round->called;
    if (!is_acquire(round) || round->outcome == RLK_OUTCOME_WON)
        return left;
    if (round->outcome != RLK_OUTCOME_PENDING)
        return 0;
    if (round->settings.strategy == RLK_STRATEGY_SEQUENTIAL &&
        !gathering(round) && !round->hears_out &&
        (round->waiting != 0 || leveling(round)))
        return 0;
    return left;
}

/*
 * The nodes to be asked to confirm the fence. A node that granted a larger
 * number meanwhile counts only if the quorum needs it.
 */
static uint32_t nodes_to_confirm(struct rlk_round *round)
{
    uint32_t nodes;
    uint32_t below;

    if (round->outcome != RLK_OUTCOME_PENDING || !leveling(round) ||
        gathering(round))
        return 0;
    nodes = granting(round);
    below = rlk_fence_below(nodes, round->counters, rlk_round_fence(round));
    if (below == 0) {
        round->fence = rlk_fence_number(nodes, round->counters);
        below = rlk_fence_below(nodes, round->counters, round->fence);
    }
    return below & ~round->confirming;
}

static uint32_t nodes_to_undo(const struct rlk_round *round)
{
    if (!is_acquire(round) || round->outcome == RLK_OUTCOME_PENDING ||
        round->outcome == RLK_OUTCOME_WON)
        return 0;
    return round->sent & ~round->undone;
}

static void confirm(struct rlk_round *round, struct rlk_step *step, int64_t now)
{
    uint32_t bit = bit_of(round, step->node);

    step->kind = RLK_STEP_CONFIRM;
    step->fence = rlk_round_fence(round);
    if (round->confirming == 0)
        round->confirm_by = rlk_clock_add(now, round->settings.node_timeout_ns);
    round->confirming |= bit;
    round->asked_for[step->node] = step->fence;
    round->fence = step->fence;
}

static void ask(struct rlk_round *round, int node, int64_t now)
{
    uint32_t bit = bit_of(round, node);

    round->called &= ~bit;
    round->asked |= bit;
    round->sent |= bit;
    round->waiting |= bit;
    round->unanswered |= bit;
    round->sent_at[node] = now;
}

void rlk_round_start(struct rlk_round *round,
                     const struct rlk_round_settings *settings, int64_t now)
{
    assert(settings->node_timeout_ns > 0);
    assert(settings->min_validity_ns >= 0);
    assert(settings->kind != RLK_ROUND_ACQUIRE || settings->ttl_ns > 0);
    assert(settings->first >= 0 && settings->first < settings->nodes);
    assert(settings->strategy != RLK_STRATEGY_CALLED ||
           settings->kind == RLK_ROUND_ACQUIRE);
    *round = (struct rlk_round){
        .settings = *settings,
        .outcome = RLK_OUTCOME_PENDING,
        .undo_by = RLK_NEVER,
        .confirm_by = RLK_NEVER,
        .left_at = INT64_MIN,
        .counts[RLK_VOTE_NONE] = settings->nodes,
    };
    settle_outcome(round, now);
}

void rlk_round_exclude(struct rlk_round *round, int node, int64_t now)
{
    uint32_t bit = bit_of(round, node);

    assert(round->sent == 0 && (round->asked & bit) == 0);
    round->asked |= bit;
    set_vote(round, node, RLK_VOTE_UNREACHED);
    settle_outcome(round, now);
}

bool rlk_round_next(struct rlk_round *round, struct rlk_step *step, int64_t now)
{
    uint32_t nodes;

    *step = (struct rlk_step){.outcome = round->outcome};
    if ((nodes = nodes_to_undo(round)) != 0) {
        step->kind = RLK_STEP_UNDO;
        step->node = lowest(round, nodes);
        round->undone |= bit_of(round, step->node);
        return true;
    }
    if ((nodes = nodes_to_confirm(round)) != 0) {
        step->node = lowest(round, nodes);
        confirm(round, step, now);
        return true;
    }
    if ((nodes = nodes_to_ask(round)) != 0) {
        step->kind = RLK_STEP_ASK;
        step->node = lowest(round, nodes);
        ask(round, step->node, now);
        return true;
    }
    if (round->outcome == RLK_OUTCOME_PENDING || round->reported)
        return false;
    if (round->undoing != 0 && now < round->undo_by)
        return false;
    step->kind = RLK_STEP_DONE;
    round->reported = true;
    return true;
}

bool rlk_round_left(struct rlk_round *round, int64_t since, int64_t now)
{
    int64_t timeout = round->settings.node_timeout_ns;
    bool late = round->confirming != 0 &&
                round->confirm_by >= rlk_clock_add(since, timeout);

    if (late)
        round->confirm_by = rlk_clock_add(now, timeout);
    for (uint32_t waiting = round->waiting; waiting != 0;) {
        int node = rlk_node_set_first(waiting);
        waiting &= waiting - 1;
        if (round->sent_at[node] < since)
            continue;
        round->left_at = now;
        late = true;
    }
    return late;
}

/* Does the vote mean that the request set no key and needs no undo? */
static bool leaves_no_key(const struct rlk_round *round, int node,
                          enum rlk_vote vote)
{
    if (vote == RLK_VOTE_UNREACHED)
        return (round->sent_before & bit_of(round, node)) == 0;
    return vote == RLK_VOTE_DENIED && round->settings.waits;
}

static void vote_as(struct rlk_round *round, int node, enum rlk_vote vote,
                    int64_t now)
{
    uint32_t bit = bit_of(round, node);
    bool awaited = (round->waiting & bit) != 0;

    assert(vote != RLK_VOTE_NONE);
    if (leaves_no_key(round, node, vote) &&
        (awaited || round->votes[node] == RLK_VOTE_TIMED_OUT))
        round->sent &= ~bit;
    if (!awaited)
        return;
    round->waiting &= ~bit;
    set_vote(round, node, vote);
    settle_outcome(round, now);
}

void rlk_round_vote(struct rlk_round *round, int node, enum rlk_vote vote,
                    int64_t now)
{
    round->unanswered &= ~bit_of(round, node);
    vote_as(round, node, vote, now);
}

void rlk_round_granted(struct rlk_round *round, int node, int64_t counter,
                       int64_t now)
{
    round->counters[node] = counter;
    round->issued |= bit_of(round, node);
    rlk_round_vote(round, node, RLK_VOTE_GRANTED, now);
}

void rlk_round_clock(struct rlk_round *round, int64_t clock_us)
{
    round->clock_us = clock_us;
}

bool rlk_round_is_ahead(const struct rlk_round *round, int64_t counter)
{
    return round->settings.fenced && counter > limit_of(round, round->granted);
}

bool rlk_round_call(struct rlk_round *round, int node)
{
    uint32_t bit = bit_of(round, node);

    assert(is_called(round));
    if ((round->unanswered & bit) != 0 ||
        rlk_node_set_has(round->granted, node))
        return false;
    round->sent_before |= round->sent & bit;
    set_vote(round, node, RLK_VOTE_NONE);
    round->called |= bit;
    return true;
}

void rlk_round_last_call(struct rlk_round *round, int64_t now)
{
    round->last_call = true;
    settle_outcome(round, now);
}

/* A number that was issued before is still ours if the counter is unchanged. */
void rlk_round_owned(struct rlk_round *round, int node, int64_t counter,
                     int64_t now)
{
    if (round->counters[node] != counter)
        round->issued &= ~bit_of(round, node);
    round->counters[node] = counter;
    rlk_round_vote(round, node, RLK_VOTE_GRANTED, now);
}

void rlk_round_handed(struct rlk_round *round, int node, int64_t sent,
                      int64_t counter, int64_t now)
{
    uint32_t bit = bit_of(round, node);

    if (rlk_node_set_has(round->granted, node) ||
        (round->outcome != RLK_OUTCOME_PENDING &&
         round->outcome != RLK_OUTCOME_WON))
        return;
    round->called &= ~bit;
    round->waiting |= bit;
    round->asked |= bit;
    round->sent |= bit;
    round->sent_at[node] = sent;
    round->counters[node] = counter;
    if (counter > 0)
        round->issued |= bit;
    vote_as(round, node, RLK_VOTE_GRANTED, now);
}

void rlk_round_spare(struct rlk_round *round, int node)
{
    round->sent &= ~bit_of(round, node);
    round->sent_before &= ~bit_of(round, node);
}

void rlk_round_answered(struct rlk_round *round, int node)
{
    round->sent |= bit_of(round, node);
}

void rlk_round_hear_out(struct rlk_round *round)
{
    round->hears_out = true;
}

void rlk_round_refuse(struct rlk_round *round, int64_t now)
{
    if (round->outcome == RLK_OUTCOME_PENDING)
        conclude(round, RLK_OUTCOME_DENIED, now);
}

/*
 * Does the answer confirm the fence? The counter may exceed it once, if another
 * holder's request arrived in between. A counter that is less, or that is
 * greater again, is a failure, as it would make the others confirm without end.
 */
static bool confirms(struct rlk_round *round, int node, int64_t counter)
{
    uint32_t bit = bit_of(round, node);
    bool above = counter > round->asked_for[node];
    bool again = (round->surpassed & bit) != 0;

    if (above)
        round->surpassed |= bit;
    return counter >= round->asked_for[node] && !(above && again);
}

void rlk_round_confirmed(struct rlk_round *round, int node, int64_t counter,
                         int64_t now)
{
    uint32_t bit = bit_of(round, node);
    bool asked = (round->confirming & bit) != 0;

    round->confirming &= ~bit;
    round->counters[node] = counter;
    if (asked && !confirms(round, node, counter))
        set_vote(round, node, RLK_VOTE_FAILED);
    if (round->outcome == RLK_OUTCOME_PENDING &&
        rlk_node_set_has(granting(round), node) && counter > round->fence)
        round->fence = counter;
    settle_outcome(round, now);
}

void rlk_round_unconfirmed(struct rlk_round *round, int node,
                           enum rlk_vote vote, int64_t now)
{
    uint32_t bit = bit_of(round, node);

    if ((round->confirming & bit) == 0)
        return;
    round->confirming &= ~bit;
    set_vote(round, node, vote);
    settle_outcome(round, now);
}

void rlk_round_shorten(struct rlk_round *round, int node, int64_t by_ns)
{
    assert(by_ns >= 0 && (round->asked & bit_of(round, node)) != 0);
    round->sent_at[node] = rlk_clock_sub(round->sent_at[node], by_ns);
}

void rlk_round_exclude_grants(struct rlk_round *round, int node, int64_t now)
{
    if (round->outcome != RLK_OUTCOME_PENDING ||
        round->votes[node] != RLK_VOTE_GRANTED)
        return;
    round->confirming &= ~bit_of(round, node);
    set_vote(round, node, RLK_VOTE_EXCLUDED);
    settle_outcome(round, now);
}

void rlk_round_undone(struct rlk_round *round, int node, int64_t now)
{
    (void)now;
    round->undoing &= ~bit_of(round, node);
}

void rlk_round_tick(struct rlk_round *round, int64_t now)
{
    if (round->outcome != RLK_OUTCOME_PENDING)
        return;
    for (int node = 0; node < round->settings.nodes; node++) {
        uint32_t bit = bit_of(round, node);
        if ((round->waiting & bit) == 0 || now < timeout_of(round, node))
            continue;
        round->waiting &= ~bit;
        set_vote(round, node, RLK_VOTE_TIMED_OUT);
    }
    for (int node = 0; node < round->settings.nodes; node++) {
        uint32_t bit = bit_of(round, node);
        if ((round->confirming & bit) == 0 || now < round->confirm_by)
            continue;
        round->confirming &= ~bit;
        set_vote(round, node, RLK_VOTE_TIMED_OUT);
    }
    settle_outcome(round, now);
}

void rlk_round_cancel(struct rlk_round *round, int64_t now)
{
    if (round->outcome == RLK_OUTCOME_PENDING)
        conclude(round, RLK_OUTCOME_CANCELLED, now);
    round->undoing = 0;
}

int64_t rlk_round_wakeup(const struct rlk_round *round)
{
    int64_t earliest = round->settings.deadline_ns;

    if (round->reported)
        return RLK_NEVER;
    if (round->outcome != RLK_OUTCOME_PENDING)
        return round->undo_by;
    if (round->confirming != 0 && round->confirm_by < earliest)
        earliest = round->confirm_by;
    if (round->waiting != 0) {
        int64_t timeout = timeout_of(round, first_sent(round, round->waiting));
        if (timeout < earliest)
            earliest = timeout;
    }
    return earliest;
}

enum rlk_vote rlk_round_vote_of(const struct rlk_round *round, int node)
{
    assert(node >= 0 && node < round->settings.nodes);
    return round->votes[node];
}

bool rlk_round_was_asked(const struct rlk_round *round, int node)
{
    return (round->asked & bit_of(round, node)) != 0;
}

int rlk_round_count(const struct rlk_round *round, enum rlk_vote vote)
{
    return round->counts[vote];
}

int64_t rlk_round_sent_at(const struct rlk_round *round, int node)
{
    assert(node >= 0 && node < round->settings.nodes);
    return round->sent_at[node];
}

int64_t rlk_round_counter_of(const struct rlk_round *round, int node)
{
    assert(node >= 0 && node < round->settings.nodes);
    return round->counters[node];
}

int64_t rlk_round_fence(const struct rlk_round *round)
{
    return fence_by(round, granting(round));
}

int64_t rlk_round_issued(const struct rlk_round *round, int node)
{
    if (round->fence > 0 || (round->issued & bit_of(round, node)) == 0)
        return 0;
    return rlk_round_counter_of(round, node);
}

int64_t rlk_round_validity(const struct rlk_round *round)
{
    const struct rlk_round_settings *settings = &round->settings;
    uint32_t nodes = granting(round);
    int64_t sent[RLK_NODES_MAX];

    if (rlk_node_set_count(nodes) < settings->quorum)
        return INT64_MIN;
    for (int node = 0; node < settings->nodes; node++)
        sent[node] =
            rlk_node_set_has(nodes, node) ? round->sent_at[node] : INT64_MIN;
    return rlk_clock_vote_end(
        rlk_tally_end(settings->nodes, settings->quorum, sent),
        settings->ttl_ns, settings->drift_ppm);
}

/* --- the fence ----------------------------------------------------------- */

int64_t rlk_fence_limit(uint32_t nodes, const int64_t *counters, int quorum,
                        int64_t clock_us)
{
    int64_t reached = clock_us;

    for (uint32_t left = nodes; left != 0; left &= left - 1) {
        int64_t counter = counters[rlk_node_set_first(left)];
        uint32_t below;
        if (counter <= reached)
            continue;
        below = rlk_fence_below(nodes, counters, counter);
        if (rlk_node_set_count(nodes & ~below) >= quorum)
            reached = counter;
    }
    return reached + RLK_FENCE_AHEAD_US;
}

int64_t rlk_fence_number(uint32_t nodes, const int64_t *counters)
{
    int64_t number = 0;

    for (; nodes != 0; nodes &= nodes - 1) {
        int64_t counter = counters[rlk_node_set_first(nodes)];
        if (counter > number)
            number = counter;
    }
    return number;
}

uint32_t rlk_fence_level(uint32_t nodes, const int64_t *counters,
                         int64_t number)
{
    uint32_t level = 0;

    for (; nodes != 0; nodes &= nodes - 1) {
        int node = rlk_node_set_first(nodes);
        if (counters[node] == number)
            level |= rlk_node_set_of(node);
    }
    return level;
}

uint32_t rlk_fence_below(uint32_t nodes, const int64_t *counters,
                         int64_t number)
{
    uint32_t below = 0;

    for (; nodes != 0; nodes &= nodes - 1) {
        int node = rlk_node_set_first(nodes);
        if (counters[node] < number)
            below |= rlk_node_set_of(node);
    }
    return below;
}
