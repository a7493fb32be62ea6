/* SPDX-License-Identifier: MIT */
/* Turns views into changes, and schedules the next request. */

#include "quorum/observation.h"

#include <assert.h>
#include <string.h>

#include "clock/clock.h"
#include "quorum/round.h"

/* --- one look: who holds it ---------------------------------------------- */

void rlk_view_token_set(struct rlk_view_token *token, const char *bytes,
                        uint64_t length)
{
    token->length =
        (uint8_t)(length > RLK_VIEW_TOKEN_MAX ? RLK_VIEW_TOKEN_MAX : length);
    memcpy(token->bytes, bytes, token->length);
}

static bool equal(const struct rlk_view_token *one,
                  const struct rlk_view_token *other)
{
    return one->length == other->length &&
           memcmp(one->bytes, other->bytes, one->length) == 0;
}

/* The nodes that gave this kind of answer, one bit each. */
static uint32_t saying(int nodes, const struct rlk_view_answer *answers,
                       enum rlk_view_says says)
{
    uint32_t set = 0;

    for (int node = 0; node < nodes; node++)
        set |= (uint32_t)(answers[node].says == says) << node;
    return set;
}

/* The nodes of the set that name the same token as this one. */
static uint32_t alike(uint32_t set, const struct rlk_view_answer *answers,
                      int as)
{
    uint32_t same = 0;

    for (int node = 0; node < RLK_NODES_MAX; node++) {
        uint32_t bit = rlk_node_set_of(node);
        if ((set & bit) != 0 && equal(&answers[node].token, &answers[as].token))
            same |= bit;
    }
    return same;
}

/* The largest set of nodes that name the same token. */
static uint32_t most_named(uint32_t set, const struct rlk_view_answer *answers)
{
    uint32_t most = 0;

    for (int node = 0; node < RLK_NODES_MAX; node++) {
        uint32_t same;
        if (!rlk_node_set_has(set, node))
            continue;
        same = alike(set, answers, node);
        if (rlk_node_set_count(same) > rlk_node_set_count(most))
            most = same;
    }
    return most;
}

/* The counter value that a quorum of the set shares, or 0. */
static int64_t fence_of(uint32_t set, const struct rlk_view_answer *answers,
                        int quorum)
{
    int64_t counters[RLK_NODES_MAX] = {0};
    int64_t fence = 0;

    for (int node = 0; node < RLK_NODES_MAX; node++) {
        if (rlk_node_set_has(set, node))
            counters[node] = answers[node].counter;
    }
    for (int node = 0; node < RLK_NODES_MAX; node++) {
        if (counters[node] > fence &&
            rlk_node_set_count(
                rlk_fence_level(set, counters, counters[node])) >= quorum)
            fence = counters[node];
    }
    return fence;
}

/* Is the node in the set, with a key that exists at least until then? */
static bool lives(uint32_t set, const struct rlk_view_answer *answers, int node,
                  int64_t until)
{
    return rlk_node_set_has(set, node) && answers[node].ends >= until;
}

/* The instant from which fewer than this many of the set's keys exist. */
static int64_t fewer_left(uint32_t set, const struct rlk_view_answer *answers,
                          int count)
{
    int64_t latest = INT64_MIN;

    for (int node = 0; node < RLK_NODES_MAX; node++) {
        int left = 0;
        if (!lives(set, answers, node, latest))
            continue;
        for (int other = 0; other < RLK_NODES_MAX; other++)
            left += lives(set, answers, other, answers[node].ends);
        if (left >= count)
            latest = answers[node].ends;
    }
    return latest;
}

void rlk_view_of(struct rlk_view *view, int nodes, int quorum,
                 const struct rlk_view_answer *answers)
{
    uint32_t held = saying(nodes, answers, RLK_VIEW_SAYS_HELD);
    uint32_t most = most_named(held, answers);
    int answered =
        rlk_node_set_count(held | saying(nodes, answers, RLK_VIEW_SAYS_FREE));

    assert(nodes >= 1 && nodes <= RLK_NODES_MAX);
    *view = (struct rlk_view){.answered = answered, .ends = RLK_NEVER};
    if (rlk_node_set_count(most) >= quorum) {
        view->state = RLK_VIEW_HELD;
        view->named = rlk_node_set_count(most);
        view->token = answers[rlk_node_set_first(most)].token;
        view->fence = fence_of(most, answers, quorum);
        view->ends = fewer_left(most, answers, quorum);
        return;
    }
    if (held != 0)
        view->ends = fewer_left(held, answers, rlk_node_set_count(held));
    if (answered >= quorum &&
        rlk_node_set_count(most) + nodes - answered < quorum)
        view->state = RLK_VIEW_NOBODY;
}

/* Nodes are asked at most this many times as often as requested. */
#define HASTE_MOST 10

/* An expiring key is gone slightly after its instant. */
#define AFTER_END_NS RLK_NS_PER_MS

static bool same_state(const struct rlk_view *one, const struct rlk_view *other)
{
    if (one->state != other->state)
        return false;
    return one->state != RLK_VIEW_HELD || equal(&one->token, &other->token);
}

/* Since when the view's holder was seen, and its fence. */
static void see_holder(struct rlk_observation *observation, int64_t now)
{
    struct rlk_view *view = &observation->view;

    if (!observation->holder_seen ||
        !equal(&observation->holder, &view->token)) {
        observation->holder_seen = true;
        observation->holder = view->token;
        observation->holder_since = now;
        if (observation->holder_fence > 0)
            observation->former_fence = observation->holder_fence;
        observation->holder_fence = 0;
    }
    if (view->fence == observation->former_fence)
        view->fence = 0;
    if (view->fence > observation->holder_fence)
        observation->holder_fence = view->fence;
    view->fence = observation->holder_fence;
    observation->since = observation->holder_since;
}

void rlk_observation_see(struct rlk_observation *observation,
                         const struct rlk_view *view, int64_t asked,
                         int64_t now)
{
    bool same = observation->seen && same_state(&observation->view, view);

    observation->view = *view;
    observation->asked = asked;
    observation->seen = true;
    if (view->state == RLK_VIEW_HELD)
        see_holder(observation, now);
    else if (!same)
        observation->since = now;
    if (view->state == RLK_VIEW_NOBODY)
        observation->holder_seen = false;
}

bool rlk_observation_changed(const struct rlk_observation *observation)
{
    if (!observation->seen || !observation->reported)
        return observation->seen;
    return !same_state(&observation->last_reported, &observation->view) ||
           observation->last_reported.fence != observation->view.fence;
}

/* Marks the holder's fence as reported; returns the numbers that it skips. */
static int64_t tell_fence(struct rlk_observation *observation)
{
    const struct rlk_view *view = &observation->view;
    int64_t earlier;

    if (!equal(&observation->reported_holder, &view->token)) {
        observation->reported_holder = view->token;
        observation->earlier_fence = observation->fence;
    }
    earlier = observation->earlier_fence;
    if (view->fence > observation->fence)
        observation->fence = view->fence;
    return earlier > 0 && view->fence > earlier ? view->fence - earlier - 1 : 0;
}

void rlk_observation_tell(struct rlk_observation *observation,
                          struct rlk_observation_change *change)
{
    const struct rlk_view *view = &observation->view;

    *change = (struct rlk_observation_change){
        .view = view,
        .asked = observation->asked,
        .since = observation->since,
    };
    observation->last_reported = *view;
    observation->reported = true;
    if (view->state == RLK_VIEW_HELD)
        change->passed_over = tell_fence(observation);
}

static int64_t least_pause(int64_t every_ns)
{
    int64_t part = every_ns / HASTE_MOST;

    return part < RLK_NS_PER_MS ? RLK_NS_PER_MS : part;
}

int64_t rlk_observation_next(const struct rlk_observation *observation,
                             int64_t every_ns, int64_t now)
{
    int64_t regular = rlk_clock_add(now, every_ns);
    int64_t least = rlk_clock_add(now, least_pause(every_ns));
    int64_t ends = rlk_clock_add(observation->view.ends, AFTER_END_NS);

    if (regular < least || ends < least)
        return least;
    return ends < regular ? ends : regular;
}
