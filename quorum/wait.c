/* SPDX-License-Identifier: MIT */
/* Where to queue, how often to renew, how long a hand-off is valid. */

#include "quorum/wait.h"

#include <assert.h>

#include "quorum/backoff.h"

/* A renewal comes after this part of the span in which it is needed. */
#define RENEWALS_IN_SPAN 3

/* --- how long ------------------------------------------------------------ */

static int64_t smaller(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

static int64_t larger(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

struct rlk_wait_terms rlk_wait_terms(int64_t ttl_ns, int64_t least_ns,
                                     int64_t drift_ppm, bool kept)
{
    struct rlk_wait_terms terms = {.claim_ns = ttl_ns};
    int64_t left;

    assert(ttl_ns > 0 && least_ns >= 0);
    if (kept)
        terms.claim_ns =
            smaller(ttl_ns, rlk_clock_add(least_ns, RLK_WAIT_CLAIM_MARGIN_NS));
    left =
        terms.claim_ns - rlk_clock_drift(terms.claim_ns, drift_ppm) - least_ns;
    terms.renewal_ns = smaller(RLK_WAIT_LEASE_NS, left) / RENEWALS_IN_SPAN;
    if (terms.renewal_ns >= RLK_WAIT_RENEWAL_LEAST_NS)
        return terms;
    terms.woken_only = true;
    terms.renewal_ns =
        larger(smaller(RLK_WAIT_LEASE_NS, ttl_ns) / RENEWALS_IN_SPAN,
               RLK_WAIT_RENEWAL_LEAST_NS);
    return terms;
}

int64_t rlk_wait_renewal(const struct rlk_wait_terms *terms, uint64_t random)
{
    int64_t fifth = terms->renewal_ns / 5;
    struct rlk_backoff_settings evenly = {
        .base_ns = 2 * fifth + 1,
        .ceiling_ns = 2 * fifth,
    };

    return terms->renewal_ns - fifth + rlk_backoff_pause(&evenly, 0, random);
}

int64_t rlk_wait_patience(int64_t rtt_ns)
{
    if (rtt_ns == RLK_NEVER)
        return RLK_WAIT_PATIENCE_LEAST_NS;
    return larger(rlk_clock_add(rtt_ns, rtt_ns), RLK_WAIT_PATIENCE_LEAST_NS);
}

int64_t rlk_wait_doubt_after(int64_t rtt_ns)
{
    return larger(
        rlk_clock_add(rlk_wait_patience(rtt_ns), rlk_wait_patience(rtt_ns)),
        RLK_WAIT_DOUBT_LEAST_NS);
}

int64_t rlk_wait_backoff(int64_t rtt_ns, int lost, uint64_t random)
{
    struct rlk_backoff_settings settings = {
        .base_ns = rlk_wait_patience(rtt_ns),
        .ceiling_ns = RLK_NEVER,
        .longest_ns = RLK_WAIT_BACKOFF_MOST_NS,
    };

    settings.longest_ns = larger(settings.longest_ns, settings.base_ns);
    return rlk_backoff_pause(&settings, lost, random);
}

/* --- utterances ---------------------------------------------------------- */

void rlk_request_sequence_init(struct rlk_request_sequence *requests)
{
    requests->count = 0;
}

int64_t rlk_request_sequence_add(struct rlk_request_sequence *requests,
                                 int64_t now)
{
    int64_t generation = requests->count++;

    if (generation == 0)
        requests->first = now;
    requests->last[generation % RLK_WAIT_REQUESTS] = now;
    return generation;
}

int64_t rlk_request_sequence_sent(const struct rlk_request_sequence *requests,
                                  int64_t generation)
{
    assert(requests->count > 0);
    if (generation < 0 || generation >= requests->count ||
        generation < requests->count - RLK_WAIT_REQUESTS)
        return requests->first;
    return requests->last[generation % RLK_WAIT_REQUESTS];
}

/* --- at which nodes ------------------------------------------------------ */

void rlk_wait_init(struct rlk_wait *wait, int nodes, int quorum, int first)
{
    assert(nodes > 0 && nodes <= RLK_NODES_MAX);
    assert(first >= 0 && first < nodes);
    *wait = (struct rlk_wait){
        .nodes = nodes,
        .quorum = quorum,
        .first = first,
        .preferred = -1,
    };
}

/* The first `wide` usable nodes, beginning with the preferred one. */
static uint32_t choose(const struct rlk_wait *wait, uint32_t usable)
{
    uint32_t gates = 0;

    for (int i = 0; i < wait->wide && usable != 0; i++) {
        int gate = rlk_order_lowest(usable, wait->first);
        if (i == 0 && wait->preferred >= 0 &&
            rlk_node_set_has(usable, wait->preferred))
            gate = wait->preferred;
        gates |= rlk_node_set_of(gate);
        usable &= ~rlk_node_set_of(gate);
    }
    return gates;
}

static uint32_t ask(struct rlk_wait *wait, uint32_t usable)
{
    wait->gates = choose(wait, usable);
    wait->unanswered = wait->gates;
    return wait->gates;
}

static void widen(struct rlk_wait *wait)
{
    if (wait->wide < wait->quorum)
        wait->wide++;
}

uint32_t rlk_wait_enter(struct rlk_wait *wait, uint32_t usable)
{
    wait->wide = 1;
    return ask(wait, usable);
}

void rlk_wait_refused(struct rlk_wait *wait, int node, uint64_t holder)
{
    wait->answered |= rlk_node_set_of(node);
    wait->unanswered &= ~rlk_node_set_of(node);
    wait->behind &= ~rlk_node_set_of(node);
    wait->holders[node] = holder;
}

void rlk_wait_behind(struct rlk_wait *wait, int node)
{
    wait->behind |= rlk_node_set_of(node);
}

void rlk_wait_granted(struct rlk_wait *wait, int node)
{
    wait->answered &= ~rlk_node_set_of(node);
    wait->unanswered &= ~rlk_node_set_of(node);
}

uint32_t rlk_wait_silent(struct rlk_wait *wait, uint32_t usable)
{
    uint32_t before = wait->gates;
    uint32_t unanswered = wait->unanswered;
    uint32_t more;

    if (unanswered == 0 || (before & ~unanswered) != 0)
        return 0;
    widen(wait);
    more = choose(wait, usable | before) & ~before & usable;
    wait->gates |= more;
    wait->unanswered |= more;
    return more;
}

static int naming(const struct rlk_wait *wait, uint64_t holder)
{
    int count = 0;

    for (int node = 0; node < wait->nodes; node++)
        count += rlk_node_set_has(wait->answered, node) && holder != 0 &&
                 wait->holders[node] == holder;
    return count;
}

/* The number of refusals that name the holder that most refusals name. */
static int most_named(const struct rlk_wait *wait)
{
    int most = 0;

    for (int node = 0; node < wait->nodes; node++) {
        int count = naming(wait, wait->holders[node]);
        if (count > most)
            most = count;
    }
    return most;
}

int rlk_wait_needed(int usable, int quorum)
{
    return usable - quorum + 1;
}

/* Is the waiter possibly not served at the first gate? */
static bool in_doubt(const struct rlk_wait *wait, int gate, uint32_t usable)
{
    int named;

    if (rlk_node_set_has(wait->unanswered, gate) ||
        !rlk_node_set_has(wait->answered, gate))
        return true;
    if (rlk_node_set_has(wait->behind, gate))
        return false;
    named = naming(wait, wait->holders[gate]);
    return named < most_named(wait) || named == 0 ||
           named < rlk_wait_needed(rlk_node_set_count(usable), wait->quorum);
}

/* The preferred gate, if it was asked, or the first gate in the order. */
static int first_gate(const struct rlk_wait *wait)
{
    if (wait->preferred >= 0 && rlk_node_set_has(wait->gates, wait->preferred))
        return wait->preferred;
    return rlk_order_lowest(wait->gates, wait->first);
}

static bool may_doubt(const struct rlk_wait *wait, uint32_t usable)
{
    return wait->gates != 0 && wait->wide < wait->quorum &&
           in_doubt(wait, first_gate(wait), usable);
}

bool rlk_wait_doubts(const struct rlk_wait *wait, uint32_t usable)
{
    return wait->unanswered == 0 && may_doubt(wait, usable);
}

uint32_t rlk_wait_doubt(struct rlk_wait *wait, uint32_t usable)
{
    uint32_t more;

    if (!may_doubt(wait, usable))
        return 0;
    widen(wait);
    more = choose(wait, usable | wait->gates) & ~wait->gates & usable;
    wait->gates |= more;
    wait->unanswered |= more;
    return more;
}

uint32_t rlk_wait_renew(struct rlk_wait *wait, uint32_t usable)
{
    if (wait->gates == 0)
        return rlk_wait_enter(wait, usable);
    if (in_doubt(wait, first_gate(wait), usable))
        widen(wait);
    else
        wait->wide = 1;
    return ask(wait, usable);
}

void rlk_wait_lost(struct rlk_wait *wait)
{
    int most = most_named(wait);
    uint32_t there = 0;

    wait->lost++;
    wait->preferred = -1;
    for (int node = 0; node < wait->nodes; node++) {
        if (most > 0 && naming(wait, wait->holders[node]) == most)
            there |= rlk_node_set_of(node);
    }
    if (there != 0)
        wait->preferred = rlk_order_lowest(there, wait->first);
    wait->answered = 0;
}
