/* SPDX-License-Identifier: MIT */
/* From views to changes, and to the next question. */

#include "quorum/observation.h"

#include "clock/clock.h"

/* Nodes are asked at most so many times as often as was asked for. */
#define HASTE_MOST 10

/* What runs out at an instant is gone a little later. */
#define AFTER_END_NS RLK_NS_PER_MS

static bool same_state(const struct rlk_view *one, const struct rlk_view *other)
{
    if (one->state != other->state)
        return false;
    return one->state != RLK_VIEW_HELD ||
           rlk_view_token_equal(&one->token, &other->token);
}

/* Since when the holder of the present view is seen, and with which fence. */
static void see_holder(struct rlk_observation *observation, int64_t now)
{
    struct rlk_view *view = &observation->view;

    if (!observation->holder_seen ||
        !rlk_view_token_equal(&observation->holder, &view->token)) {
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
    if (!observation->seen || !observation->told)
        return observation->seen;
    return !same_state(&observation->last_told, &observation->view) ||
           observation->last_told.fence != observation->view.fence;
}

/* The holder's fence is told; how many numbers it passes over. */
static int64_t tell_fence(struct rlk_observation *observation)
{
    const struct rlk_view *view = &observation->view;
    int64_t earlier;

    if (!rlk_view_token_equal(&observation->told_holder, &view->token)) {
        observation->told_holder = view->token;
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
    observation->last_told = *view;
    observation->told = true;
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
