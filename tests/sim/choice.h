/* SPDX-License-Identifier: MIT */
#ifndef SIM_CHOICE_H
#define SIM_CHOICE_H

/*
 * A world in which nothing happens by itself: messages wait on their
 * connections, timers wait when they are due, time stands. What happens next is
 * chosen, by a plan (plan.h) or by the explorer (explore/search.h).
 *
 * A message is prompt until it is said to be late: time does not go on over a
 * prompt one. A late one is delivered after time went on, whenever.
 */

#include <stdbool.h>
#include <stdint.h>

#include "tests/sim/world.h"

/* A message's serial, as an event. */
enum {
    SIM_MESSAGE_PROMPT,
    SIM_MESSAGE_LATE, /* and time has not gone on yet */
    SIM_MESSAGE_OLD,  /* it has */
};

/*
 * After the processes have started: every connection stands, every server
 * knows every script, what the plan has first was done, and from here on
 * everything is chosen.
 */
void sim_choice_begin(struct sim_world *world);

/*
 * Does it; world->coins says how many coins were thrown. false: it is not
 * possible now, and nothing was done.
 */
bool sim_choice_take(struct sim_world *world, const struct sim_choice *choice);

/* No more choices: what waits is due at once, in the order of its making. */
void sim_choice_end(struct sim_world *world);

/* --- what is possible ------------------------------------------------------
 */

/* Where the first of a connection's way is, in the events' heap; 0: nothing. */
int sim_choice_head(const struct sim_world *world, int connection,
                    enum sim_way way);

/* Is that event a message, or a connection's end? */
bool sim_choice_is_message(const struct sim_event *event);

/* The connection of such an event, and its way. */
int sim_choice_connection(const struct sim_world *world,
                          const struct sim_event *event);
enum sim_way sim_choice_way(const struct sim_event *event);

/* May the first of that way be delivered, as far as its receiver goes? */
bool sim_choice_receives(const struct sim_world *world, int connection,
                         enum sim_way way);

/* Is something due of that client's? An event's kind does not matter. */
bool sim_choice_due(const struct sim_world *world,
                    const struct sim_event *event);

/* Is it a node's, and no client's? And whose, where it is a client's. */
bool sim_choice_of_node(const struct sim_event *event);
int sim_choice_client(const struct sim_event *event);

/* Is it the return of somebody, which may be at any time? */
bool sim_choice_returns(const struct sim_event *event);

/* The client's next wish that fits what it has; NULL: none now. */
const struct sim_action *sim_choice_wish(const struct sim_world *world,
                                         int client);

/* The instant that time goes on to; RLK_NEVER: it may not now. */
int64_t sim_choice_next(const struct sim_world *world);

/* The choice's connection; SIM_NONE: there is none. And the other way. */
int sim_choice_find(const struct sim_world *world,
                    const struct sim_choice *choice);
uint8_t sim_choice_older(const struct sim_world *world, int connection);

#endif
