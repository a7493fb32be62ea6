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

static void move_up(struct sim_events *events, int position,
                    const struct sim_event *event)
{
    while (position > 1 && before(event, &events->heap[position / 2])) {
        events->heap[position] = events->heap[position / 2];
        position /= 2;
    }
    events->heap[position] = *event;
}

static void move_down(struct sim_events *events, int position,
                      const struct sim_event *event)
{
    while (position * 2 <= events->count) {
        int child = position * 2;
        if (child < events->count &&
            before(&events->heap[child + 1], &events->heap[child]))
            child++;
        if (!before(&events->heap[child], event))
            break;
        events->heap[position] = events->heap[child];
        position = child;
    }
    events->heap[position] = *event;
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

    events->heap = sim_room(events->heap, events->count + 1, &events->room,
                            sizeof(*events->heap));
    move_up(events, ++events->count, &event);
}

void sim_events_take_at(struct sim_events *events, int position,
                        struct sim_event *event)
{
    struct sim_event last = events->heap[events->count--];

    *event = events->heap[position];
    if (position > events->count)
        return;
    if (position > 1 && before(&last, &events->heap[position / 2]))
        move_up(events, position, &last);
    else
        move_down(events, position, &last);
}

bool sim_events_take(struct sim_events *events, struct sim_event *event)
{
    if (events->count == 0)
        return false;
    sim_events_take_at(events, 1, event);
    return true;
}

int sim_events_find(const struct sim_events *events, enum sim_event_kind kind,
                    int subject)
{
    for (int position = 1; position <= events->count; position++) {
        if (events->heap[position].kind == kind &&
            events->heap[position].subject == subject)
            return position;
    }
    return 0;
}

void sim_events_drop(struct sim_events *events, enum sim_event_kind kind,
                     int subject)
{
    struct sim_event dropped;
    int position;

    while ((position = sim_events_find(events, kind, subject)) != 0)
        sim_events_take_at(events, position, &dropped);
}

void sim_events_catch_up(struct sim_events *events, int64_t now)
{
    int count = events->count;

    events->count = 0;
    for (int position = 1; position <= count; position++) {
        struct sim_event event = events->heap[position];
        if (event.at < now)
            event.at = now;
        move_up(events, ++events->count, &event);
    }
}

void sim_events_empty(struct sim_events *events)
{
    events->count = 0;
    events->added = 0;
}
