/* SPDX-License-Identifier: MIT */
/* The outcome of a round, computed from its script as a whole. */

#include "tests/support/dumb_round.h"

struct tableau {
    const struct rlk_round_settings *settings;
    const struct stage_node *nodes;
    enum rlk_vote votes[RLK_NODES_MAX];
    int64_t asked_at[RLK_NODES_MAX]; /* RLK_NEVER: it was not asked */
    uint32_t asked;
    bool known[RLK_NODES_MAX]; /* it has voted or timed out, as far as the round
                                  can know */
};

static int count(const struct tableau *tableau, enum rlk_vote vote)
{
    int found = 0;

    for (int node = 0; node < tableau->settings->nodes; node++)
        found += tableau->votes[node] == vote;
    return found;
}

/*
 * The quorum-th latest end of the granted votes: drops the latest q - 1 times.
 */
static int64_t validity(const struct tableau *tableau)
{
    const struct rlk_round_settings *settings = tableau->settings;
    int64_t margin = settings->ttl_ns / 1000000 * settings->drift_ppm + 2 * MS;
    bool dropped[RLK_NODES_MAX] = {false};
    int64_t latest = INT64_MIN;

    for (int i = 0; i < settings->quorum; i++) {
        int chosen = -1;
        for (int node = 0; node < settings->nodes; node++) {
            if (tableau->votes[node] != RLK_VOTE_GRANTED || dropped[node])
                continue;
            if (chosen < 0 ||
                tableau->asked_at[node] > tableau->asked_at[chosen])
                chosen = node;
        }
        dropped[chosen] = true;
        latest = tableau->asked_at[chosen] + settings->ttl_ns - margin;
    }
    return latest;
}

static enum rlk_outcome judged(const struct tableau *tableau, int64_t now)
{
    const struct rlk_round_settings *settings = tableau->settings;
    int quorum = settings->quorum;
    int granted = count(tableau, RLK_VOTE_GRANTED);
    int denied = count(tableau, RLK_VOTE_DENIED);
    int open = count(tableau, RLK_VOTE_NONE);
    int failed = settings->nodes - granted - denied - open;

    if (settings->kind == RLK_ROUND_INSPECT && open > 0)
        return RLK_OUTCOME_PENDING;
    if (settings->kind == RLK_ROUND_INSPECT)
        return granted >= quorum ? RLK_OUTCOME_WON : RLK_OUTCOME_NO_QUORUM;
    if (granted >= quorum && settings->kind == RLK_ROUND_ACQUIRE)
        return now + settings->min_validity_ns < validity(tableau)
                   ? RLK_OUTCOME_WON
                   : RLK_OUTCOME_TOO_SLOW;
    if (granted >= quorum)
        return RLK_OUTCOME_WON;
    if (granted + open >= quorum)
        return RLK_OUTCOME_PENDING;
    if (failed > settings->nodes - quorum)
        return RLK_OUTCOME_NO_QUORUM;
    if ((settings->kind == RLK_ROUND_RELEASE ||
         (settings->kind == RLK_ROUND_ACQUIRE && !settings->waits &&
          failed > 0)) &&
        granted + denied < quorum)
        return RLK_OUTCOME_PENDING;
    return RLK_OUTCOME_DENIED;
}

/* A silent node, and one that answers too late, count at their timeout. */
static bool times_out(const struct tableau *tableau, int node)
{
    return tableau->nodes[node].vote == RLK_VOTE_NONE ||
           tableau->nodes[node].delay >= tableau->settings->node_timeout_ns;
}

static int64_t decided_at(const struct tableau *tableau, int node)
{
    int64_t after = times_out(tableau, node)
                        ? tableau->settings->node_timeout_ns
                        : tableau->nodes[node].delay;

    return tableau->asked_at[node] + after;
}

static void ask(struct tableau *tableau, int node, int64_t now)
{
    tableau->asked |= UINT32_C(1) << node;
    tableau->asked_at[node] = now;
    if (tableau->nodes[node].vote == RLK_VOTE_UNREACHED) {
        tableau->votes[node] = RLK_VOTE_UNREACHED;
        tableau->known[node] = true;
    }
}

/* Asks the nodes that the strategy allows; a decided acquire asks no more. */
static enum rlk_outcome ask_on(struct tableau *tableau, int64_t now)
{
    const struct rlk_round_settings *settings = tableau->settings;
    bool acquire = settings->kind == RLK_ROUND_ACQUIRE;
    bool one_by_one = acquire && settings->strategy == RLK_STRATEGY_SEQUENTIAL;
    enum rlk_outcome outcome = RLK_OUTCOME_PENDING;

    for (int node = 0; node < settings->nodes; node++) {
        bool asked = tableau->asked_at[node] != RLK_NEVER;
        if (asked && !tableau->known[node] && one_by_one)
            return outcome;
        if (asked || (acquire && outcome != RLK_OUTCOME_PENDING))
            continue;
        ask(tableau, node, now);
        if (outcome == RLK_OUTCOME_PENDING)
            outcome = judged(tableau, now);
        if (one_by_one && !tableau->known[node])
            return outcome;
    }
    return outcome;
}

/* The instant of the next event that is not known yet; RLK_NEVER: none. */
static int64_t next_instant(const struct tableau *tableau)
{
    int64_t next = RLK_NEVER;

    for (int node = 0; node < tableau->settings->nodes; node++) {
        if (tableau->asked_at[node] == RLK_NEVER || tableau->known[node])
            continue;
        if (decided_at(tableau, node) < next)
            next = decided_at(tableau, node);
    }
    return next;
}

/* Timeouts at one instant come together, and before votes. */
static bool tell_timeouts(struct tableau *tableau, int64_t now)
{
    bool any = false;

    for (int node = 0; node < tableau->settings->nodes; node++) {
        if (tableau->asked_at[node] == RLK_NEVER || tableau->known[node] ||
            !times_out(tableau, node) || decided_at(tableau, node) != now)
            continue;
        tableau->votes[node] = RLK_VOTE_TIMED_OUT;
        tableau->known[node] = true;
        any = true;
    }
    return any;
}

static void tell_vote(struct tableau *tableau, int64_t now)
{
    for (int node = 0; node < tableau->settings->nodes; node++) {
        if (tableau->asked_at[node] == RLK_NEVER || tableau->known[node] ||
            decided_at(tableau, node) != now)
            continue;
        tableau->votes[node] = tableau->nodes[node].vote;
        tableau->known[node] = true;
        return;
    }
}

/* A lost acquire that was refused is reported after its undo. */
static int64_t reported_at(const struct tableau *tableau,
                           enum rlk_outcome outcome, int64_t decided_at)
{
    const struct rlk_round_settings *settings = tableau->settings;
    int64_t wait = 0;

    if (settings->kind != RLK_ROUND_ACQUIRE || outcome == RLK_OUTCOME_WON ||
        outcome == RLK_OUTCOME_DEADLINE)
        return decided_at;
    for (int node = 0; node < settings->nodes; node++) {
        if (tableau->votes[node] == RLK_VOTE_DENIED &&
            tableau->nodes[node].undo_delay > wait)
            wait = tableau->nodes[node].undo_delay;
    }
    if (wait > settings->node_timeout_ns)
        wait = settings->node_timeout_ns;
    return decided_at + wait < settings->deadline_ns ? decided_at + wait
                                                     : settings->deadline_ns;
}

struct dumb_round dumb_round(const struct rlk_round_settings *settings,
                             const struct stage_node *nodes)
{
    struct tableau tableau = {.settings = settings, .nodes = nodes};
    enum rlk_outcome outcome;
    int64_t now = 0;

    for (int node = 0; node < settings->nodes; node++)
        tableau.asked_at[node] = RLK_NEVER;
    outcome = ask_on(&tableau, now);
    while (outcome == RLK_OUTCOME_PENDING) {
        now = next_instant(&tableau);
        if (now > settings->deadline_ns)
            now = settings->deadline_ns;
        if (tell_timeouts(&tableau, now))
            outcome = judged(&tableau, now);
        else if (now < settings->deadline_ns)
            tell_vote(&tableau, now);
        if (outcome == RLK_OUTCOME_PENDING)
            outcome = judged(&tableau, now);
        if (outcome == RLK_OUTCOME_PENDING && now >= settings->deadline_ns)
            outcome = RLK_OUTCOME_DEADLINE;
        if (outcome == RLK_OUTCOME_PENDING)
            outcome = ask_on(&tableau, now);
    }
    if (outcome == RLK_OUTCOME_WON)
        tableau.asked = UINT32_MAX >> (RLK_NODES_MAX - settings->nodes);
    return (struct dumb_round){
        .outcome = outcome,
        .done_at = reported_at(&tableau, outcome, now),
        .asked = tableau.asked,
    };
}
