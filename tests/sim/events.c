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

static void move_up(struct sim_events *events, int place,
                    const struct sim_event *event)
{
    while (place > 1 && before(event, &events->heap[place / 2])) {
        events->heap[place] = events->heap[place / 2];
        place /= 2;
    }
    events->heap[place] = *event;
}

static void move_down(struct sim_events *events, int place,
                      const struct sim_event *event)
{
    while (place * 2 <= events->count) {
        int child = place * 2;
        if (child < events->count &&
            before(&events->heap[child + 1], &events->heap[child]))
            child++;
        if (!before(&events->heap[child], event))
            break;
        events->heap[place] = events->heap[child];
        place = child;
    }
    events->heap[place] = *event;
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

void sim_events_take_at(struct sim_events *events, int place,
                        struct sim_event *event)
{
    struct sim_event last = events->heap[events->count--];

    *event = events->heap[place];
    if (place > events->count)
        return;
    if (place > 1 && before(&last, &events->heap[place / 2]))
        move_up(events, place, &last);
    else
        move_down(events, place, &last);
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
    for (int place = 1; place <= events->count; place++) {
        if (events->heap[place].kind == kind &&
            events->heap[place].subject == subject)
            return place;
    }
    return 0;
}

void sim_events_drop(struct sim_events *events, enum sim_event_kind kind,
                     int subject)
{
    struct sim_event dropped;
    int place;

    while ((place = sim_events_find(events, kind, subject)) != 0)
        sim_events_take_at(events, place, &dropped);
}

void sim_events_catch_up(struct sim_events *events, int64_t now)
{
    int count = events->count;

    events->count = 0;
    for (int place = 1; place <= count; place++) {
        struct sim_event event = events->heap[place];
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
