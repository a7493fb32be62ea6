/* SPDX-License-Identifier: MIT */
/* A binary heap of events. */

#include "tests/sim/events.h"

#include "tests/sim/room.h"

static bool before(const struct sim_event *left, const struct sim_event *right)
{
    if (left->at != right->at)
        return left->at < right->at;
    return left->order < right->order;
}

void sim_events_add(struct sim_events *events, int64_t at,
                    enum sim_event_kind kind, int subject, uint32_t serial)
{
    struct sim_event event = {
        .at = at,
        .order = events->added++,
        .kind = kind,
        .subject = subject,
        .serial = serial,
    };
    int place;

    events->heap = sim_room(events->heap, events->count + 1, &events->room,
                            sizeof(*events->heap));
    place = ++events->count;
    while (place > 1 && before(&event, &events->heap[place / 2])) {
        events->heap[place] = events->heap[place / 2];
        place /= 2;
    }
    events->heap[place] = event;
}

bool sim_events_take(struct sim_events *events, struct sim_event *event)
{
    struct sim_event last;
    int place = 1;

    if (events->count == 0)
        return false;
    *event = events->heap[1];
    last = events->heap[events->count--];
    while (place * 2 <= events->count) {
        int child = place * 2;
        if (child < events->count &&
            before(&events->heap[child + 1], &events->heap[child]))
            child++;
        if (!before(&events->heap[child], &last))
            break;
        events->heap[place] = events->heap[child];
        place = child;
    }
    if (events->count > 0)
        events->heap[place] = last;
    return true;
}

void sim_events_empty(struct sim_events *events)
{
    events->count = 0;
    events->added = 0;
}
