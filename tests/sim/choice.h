/* SPDX-License-Identifier: MIT */
#ifndef SIM_CHOICE_H
#define SIM_CHOICE_H

/*
 * A world in which nothing happens by itself: messages wait on their
 * connections, due timers wait, and time stands still. A plan (plan.h) or the
 * explorer (explore/search.h) chooses what happens next.
 *
 * A message is prompt until a choice makes it late: time cannot advance while a
 * prompt message waits. A late message may be delivered at any moment after
 * time has advanced.
 */

#include <stdbool.h>
#include <stdint.h>

#include "tests/sim/world.h"

/* The serial of a message's event. */
enum {
    SIM_MESSAGE_PROMPT,
    SIM_MESSAGE_LATE, /* late, but time has not advanced yet */
    SIM_MESSAGE_OLD,  /* late, and time has advanced */
};

/*
 * Called when the processes have started: all connections are up, every server
 * knows every script, and the plan's initial actions are done. From here on
 * every event is chosen.
 */
void sim_choice_begin(struct sim_world *world);

/*
 * Executes a choice; world->coins then has the number of coins tossed. false:
 * the choice is not possible now, and nothing was done.
 */
bool sim_choice_take(struct sim_world *world, const struct sim_choice *choice);

/*
 * Ends the choosing: everything that waits is due now, in the order of
 * creation.
 */
void sim_choice_end(struct sim_world *world);

/* --- what is possible ------------------------------------------------------
 */

/* The position in the heap of the first message of that direction; 0: none. */
int sim_choice_head(const struct sim_world *world, int connection,
                    enum sim_way way);

/* Is the event a message, or the closing of a connection? */
bool sim_choice_is_message(const struct sim_event *event);

/* The connection of such an event, and its direction. */
int sim_choice_connection(const struct sim_world *world,
                          const struct sim_event *event);
enum sim_way sim_choice_way(const struct sim_event *event);

/* Can the receiver take the first message of that direction now? */
bool sim_choice_receives(const struct sim_world *world, int connection,
                         enum sim_way way);

/* Is an event of that client due, of whatever kind? */
bool sim_choice_due(const struct sim_world *world,
                    const struct sim_event *event);

/* Does the event concern a node and no client? Else: which client. */
bool sim_choice_of_node(const struct sim_event *event);
int sim_choice_client(const struct sim_event *event);

/* Is it the return of a process or server, possible at any time? */
bool sim_choice_returns(const struct sim_event *event);

/*
 * The client's next action that is possible in its present state; NULL: none.
 */
const struct sim_action *sim_choice_wish(const struct sim_world *world,
                                         int client);

/* The instant to which time may advance; RLK_NEVER: it must not advance now. */
int64_t sim_choice_next(const struct sim_world *world);

/* The connection of the choice, or SIM_NONE; and the choice of a connection. */
int sim_choice_find(const struct sim_world *world,
                    const struct sim_choice *choice);
uint8_t sim_choice_older(const struct sim_world *world, int connection);

#endif
