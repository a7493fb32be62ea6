/* SPDX-License-Identifier: MIT */
#ifndef SIM_EVENTS_H
#define SIM_EVENTS_H

/* What is to happen, in the order of true time; at one instant, of adding. */

#include <stdbool.h>
#include <stdint.h>

enum sim_event_kind {
    SIM_EVENT_ACTION,         /* subject: of the plan's actions */
    SIM_EVENT_REQUEST,        /* subject: a message, at its node */
    SIM_EVENT_REPLY,          /* subject: a message, at its client */
    SIM_EVENT_CLOSED,         /* subject: a connection; its client hears it */
    SIM_EVENT_TIMER,          /* subject: a client; what was armed is due */
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
    uint32_t serial; /* the timer's, the pause's: older ones mean nothing */
};

struct sim_events {
    struct sim_event *heap; /* heap[0] is not used */
    int count;
    int room;
    uint64_t added;
};

void sim_events_add(struct sim_events *events, int64_t at,
                    enum sim_event_kind kind, int subject, uint32_t serial);

/* Takes the earliest out; false when there is none. */
bool sim_events_take(struct sim_events *events, struct sim_event *event);

/* Takes out the one in that place of the heap. */
void sim_events_take_at(struct sim_events *events, int position,
                        struct sim_event *event);

/* The place of one of a kind that concerns a subject; 0: there is none. */
int sim_events_find(const struct sim_events *events, enum sim_event_kind kind,
                    int subject);

/* Takes out those of a kind that concern a subject. */
void sim_events_drop(struct sim_events *events, enum sim_event_kind kind,
                     int subject);

/* What should have been before an instant is at that instant. */
void sim_events_catch_up(struct sim_events *events, int64_t now);

/* Forgets them all, and keeps the memory. */
void sim_events_empty(struct sim_events *events);

#endif
