/* SPDX-License-Identifier: MIT */
/* What a holder can rely on, from its valid votes. */

#include "quorum/tenure.h"

#include <assert.h>

#include "clock/clock.h"

static struct rlk_held_vote *vote_of(const struct rlk_tenure *tenure, int node)
{
    struct rlk_held_vote *vote;

    assert(node >= 0 && node < tenure->nodes);
    vote = &tenure->votes[node];
    /* A node votes or is on probation, not both. */
    assert(vote->end == RLK_NO_VOTE || vote->probation == RLK_NO_VOTE);
    return vote;
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
    int64_t ends[RLK_NODES_MAX];

    for (int node = 0; node < tenure->nodes; node++)
        ends[node] = tenure->votes[node].end;
    tenure->validity = rlk_tally_end(tenure->nodes, tenure->quorum, ends);
}

static void count_until(struct rlk_tenure *tenure, struct rlk_held_vote *vote,
                        int64_t end, int64_t now)
{
    if (end > vote->end)
        vote->end = end;
    vote->probation = RLK_NO_VOTE;
    recount(tenure);
    if (tenure->validity > now)
        tenure->unconfirmed = false;
}

/* Does an extension by this node count? The rules of protocol 3. */
static bool countable(const struct rlk_tenure *tenure,
                      const struct rlk_held_vote *vote, bool quarantined,
                      int64_t now)
{
    if (tenure->unconfirmed)
        return !quarantined;
    if (vote->probation == RLK_NO_VOTE)
        return vote->end > now;
    return !quarantined &&
           now >= rlk_clock_add(vote->probation, tenure->ttl_max_ns);
}

static void drop(struct rlk_tenure *tenure, int node, int64_t probation,
                 int64_t now)
{
    struct rlk_held_vote *vote = vote_of(tenure, node);

    latch(tenure, now);
    if (tenure->lost)
        return;
    vote->end = RLK_NO_VOTE;
    vote->probation = probation;
    recount(tenure);
    if (!tenure->unconfirmed && tenure->validity <= now)
        tenure->lost = true;
}

void rlk_tenure_init(struct rlk_tenure *tenure,
                     const struct rlk_tenure_settings *settings,
                     struct rlk_held_vote *votes)
{
    assert(settings->quorum >= rlk_tally_majority(settings->nodes));
    assert(settings->quorum <= settings->nodes);
    assert(settings->drift_ppm >= 0 && settings->drift_ppm <= INT32_MAX);
    assert(settings->ttl_max_ns > 0);
    *tenure = (struct rlk_tenure){
        .validity = RLK_NO_VOTE,
        .ttl_max_ns = settings->ttl_max_ns,
        .drift_ppm = (int32_t)settings->drift_ppm,
        .nodes = (uint8_t)settings->nodes,
        .quorum = (uint8_t)settings->quorum,
        .unconfirmed = settings->adopted,
        .votes = votes,
    };
    for (int node = 0; node < settings->nodes; node++)
        votes[node] = (struct rlk_held_vote){RLK_NO_VOTE, RLK_NO_VOTE};
}

void rlk_tenure_grant(struct rlk_tenure *tenure, int node, int64_t sent,
                      int64_t ttl_ns, int64_t now)
{
    struct rlk_held_vote *vote = vote_of(tenure, node);
    int64_t end = rlk_clock_vote_end(sent, ttl_ns, tenure->drift_ppm);

    latch(tenure, now);
    if (tenure->lost || end <= now)
        return;
    count_until(tenure, vote, end, now);
}

bool rlk_tenure_extended(struct rlk_tenure *tenure, int node, int64_t sent,
                         int64_t ttl_ns, bool quarantined, int64_t now)
{
    struct rlk_held_vote *vote = vote_of(tenure, node);
    int64_t end = rlk_clock_vote_end(sent, ttl_ns, tenure->drift_ppm);

    latch(tenure, now);
    if (tenure->lost)
        return false;
    if (!tenure->unconfirmed && tenure->validity == RLK_NO_VOTE)
        return false;
    if (countable(tenure, vote, quarantined, now)) {
        if (end <= now && vote->end <= now)
            return false;
        count_until(tenure, vote, end, now);
        return true;
    }
    if (vote->probation == RLK_NO_VOTE && !tenure->unconfirmed)
        *vote = (struct rlk_held_vote){RLK_NO_VOTE, now};
    return false;
}

void rlk_tenure_withdraw(struct rlk_tenure *tenure, int node, int64_t now)
{
    drop(tenure, node, RLK_NO_VOTE, now);
}

void rlk_tenure_shorten(struct rlk_tenure *tenure, int node, int64_t by_ns,
                        int64_t now)
{
    struct rlk_held_vote *vote = vote_of(tenure, node);

    latch(tenure, now);
    if (tenure->lost || vote->end == RLK_NO_VOTE)
        return;
    vote->end = rlk_clock_sub(vote->end, by_ns);
    recount(tenure);
    latch(tenure, now);
}

void rlk_tenure_repaired(struct rlk_tenure *tenure, int node, int64_t now)
{
    drop(tenure, node, now, now);
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
