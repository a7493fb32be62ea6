/* SPDX-License-Identifier: MIT */
/* What a holder can rely on, from its valid votes. */

#include "quorum/tenure.h"

#include <assert.h>

#include "clock/clock.h"

static int64_t *vote_of(const struct rlk_tenure *tenure, int node)
{
    assert(node >= 0 && node < tenure->settings->nodes);
    return (int64_t *)(uintptr_t)(tenure + 1) + node;
}

static bool on_probation(const struct rlk_tenure *tenure, int node)
{
    return rlk_node_set_has(tenure->on_probation, node);
}

int64_t rlk_tenure_vote_end(const struct rlk_tenure *tenure, int node)
{
    return on_probation(tenure, node) ? RLK_NO_VOTE : *vote_of(tenure, node);
}

static void begin_probation(struct rlk_tenure *tenure, int node, int64_t now)
{
    *vote_of(tenure, node) = now;
    tenure->on_probation |= rlk_node_set_of(node);
}

/* Makes a validity that has passed a loss, which is final. */
static void latch(struct rlk_tenure *tenure, int64_t now)
{
    if (tenure->unconfirmed)
        return;
    if (tenure->validity != RLK_NO_VOTE && now >= tenure->validity)
        tenure->lost = true;
}

static void recount(struct rlk_tenure *tenure)
{
    const struct rlk_tenure_settings *of = tenure->settings;
    const int64_t *votes = vote_of(tenure, 0);
    int64_t ends[RLK_NODES_MAX];

    for (int node = 0; node < of->nodes; node++)
        ends[node] = on_probation(tenure, node) ? RLK_NO_VOTE : votes[node];
    tenure->validity = rlk_tally_end(of->nodes, of->quorum, ends);
}

static void count_until(struct rlk_tenure *tenure, int node, int64_t end,
                        int64_t now)
{
    if (end > rlk_tenure_vote_end(tenure, node))
        *vote_of(tenure, node) = end;
    tenure->on_probation &= ~rlk_node_set_of(node);
    recount(tenure);
    if (tenure->validity > now)
        tenure->unconfirmed = false;
}

/* Does an extension by this node count? The rules of protocol 3. */
static bool countable(const struct rlk_tenure *tenure, int node,
                      bool quarantined, int64_t now)
{
    int64_t instant = *vote_of(tenure, node);

    if (tenure->unconfirmed)
        return !quarantined;
    if (!on_probation(tenure, node))
        return instant > now;
    return !quarantined &&
           now >= rlk_clock_add(instant, tenure->settings->ttl_max_ns);
}

/* Withdraws the node's vote, and a probation of it. False: lost already. */
static bool drop(struct rlk_tenure *tenure, int node, int64_t now)
{
    latch(tenure, now);
    if (tenure->lost)
        return false;
    *vote_of(tenure, node) = RLK_NO_VOTE;
    tenure->on_probation &= ~rlk_node_set_of(node);
    recount(tenure);
    if (!tenure->unconfirmed && tenure->validity <= now)
        tenure->lost = true;
    return true;
}

void rlk_tenure_init(struct rlk_tenure *tenure,
                     const struct rlk_tenure_settings *settings, bool adopted)
{
    assert(settings->quorum >= rlk_tally_majority(settings->nodes));
    assert(settings->quorum <= settings->nodes);
    assert(settings->drift_ppm >= 0);
    assert(settings->ttl_max_ns > 0);
    *tenure = (struct rlk_tenure){
        .validity = RLK_NO_VOTE,
        .settings = settings,
        .unconfirmed = adopted,
    };
    for (int node = 0; node < settings->nodes; node++)
        *vote_of(tenure, node) = RLK_NO_VOTE;
}

void rlk_tenure_grant(struct rlk_tenure *tenure, int node, int64_t sent,
                      int64_t ttl_ns, int64_t now)
{
    int64_t end = rlk_clock_vote_end(sent, ttl_ns, tenure->settings->drift_ppm);

    latch(tenure, now);
    if (tenure->lost || end <= now)
        return;
    count_until(tenure, node, end, now);
}

bool rlk_tenure_extended(struct rlk_tenure *tenure, int node, int64_t sent,
                         int64_t ttl_ns, bool quarantined, int64_t now)
{
    int64_t end = rlk_clock_vote_end(sent, ttl_ns, tenure->settings->drift_ppm);

    latch(tenure, now);
    if (tenure->lost)
        return false;
    if (!tenure->unconfirmed && tenure->validity == RLK_NO_VOTE)
        return false;
    if (countable(tenure, node, quarantined, now)) {
        if (end <= now && rlk_tenure_vote_end(tenure, node) <= now)
            return false;
        count_until(tenure, node, end, now);
        return true;
    }
    if (!on_probation(tenure, node) && !tenure->unconfirmed)
        begin_probation(tenure, node, now);
    return false;
}

void rlk_tenure_withdraw(struct rlk_tenure *tenure, int node, int64_t now)
{
    (void)drop(tenure, node, now);
}

void rlk_tenure_shorten(struct rlk_tenure *tenure, int node, int64_t by_ns,
                        int64_t now)
{
    int64_t end = rlk_tenure_vote_end(tenure, node);

    latch(tenure, now);
    if (tenure->lost || end == RLK_NO_VOTE)
        return;
    *vote_of(tenure, node) = rlk_clock_sub(end, by_ns);
    recount(tenure);
    latch(tenure, now);
}

void rlk_tenure_repaired(struct rlk_tenure *tenure, int node, int64_t now)
{
    if (drop(tenure, node, now))
        begin_probation(tenure, node, now);
}

void rlk_tenure_lose(struct rlk_tenure *tenure)
{
    tenure->lost = true;
}

bool rlk_tenure_held(struct rlk_tenure *tenure, int64_t now)
{
    latch(tenure, now);
    return !tenure->lost && now < tenure->validity;
}
