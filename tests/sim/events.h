/* SPDX-License-Identifier: MIT */
#ifndef SIM_EVENTS_H
#define SIM_EVENTS_H

/* Future events, ordered by true time, and at one instant by creation. */

#include <stdbool.h>
#include <stdint.h>

enum sim_event_kind {
    SIM_EVENT_ACTION,  /* subject: an action of the plan */
    SIM_EVENT_REQUEST, /* subject: a message that reaches its node */
    SIM_EVENT_REPLY,   /* subject: a message that reaches its client */
    SIM_EVENT_CLOSED,  /* subject: a connection whose client notices the end */
    SIM_EVENT_TIMER,   /* subject: a client whose timer is due */
    SIM_EVENT_CLIENT_RESUMES, /* subject: a client */
    SIM_EVENT_CLIENT_STARTS,  /* subject: a client */
    SIM_EVENT_NODE_RESUMES,   /* subject: a node */
    SIM_EVENT_NODE_STARTS,    /* subject: a node */
    SIM_EVENT_HELD_ENOUGH,    /* subject: a client and a slot */
};

struct sim_event {
    int64_t at;
    uint64_t order;
    enum sim_event_kind kind;
    int subject;
    uint32_t serial; /* of the timer or pause; events with an older one are
                        ignored */
};

struct sim_events {
    struct sim_event *heap; /* heap[0] is not used */
    int count;
    int room;
    uint64_t added;
};

void sim_events_add(struct sim_events *events, int64_t at,
                    enum sim_event_kind kind, int subject, uint32_t serial);

/* Removes the earliest event; false: there is none. */
bool sim_events_take(struct sim_events *events, struct sim_event *event);

/* Removes the event at that position of the heap. */
void sim_events_take_at(struct sim_events *events, int position,
                        struct sim_event *event);

/* The position of an event of a kind with a subject; 0: there is none. */
int sim_events_find(const struct sim_events *events, enum sim_event_kind kind,
                    int subject);

/* Removes the events of a kind with a subject. */
void sim_events_drop(struct sim_events *events, enum sim_event_kind kind,
                     int subject);

/* Moves events that are earlier than an instant to that instant. */
void sim_events_catch_up(struct sim_events *events, int64_t now);

/* Removes all events, and keeps the allocated memory. */
void sim_events_empty(struct sim_events *events);

#endif
