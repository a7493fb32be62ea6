/* SPDX-License-Identifier: MIT */
#ifndef SIM_NET_H
#define SIM_NET_H

/*
 * Connections as TCP has them: what goes down one arrives in order or, from
 * some message on, not at all; between connections there is no order. A
 * connection that its client has dropped may still deliver what was sent.
 */

#include "tests/sim/world.h"

/* The client connects, and greets; what comes of it arrives as an event. */
void sim_net_connect(struct sim_world *world, int client, int node);

/* The client lets go: of what was sent, chance decides whether it arrives. */
void sim_net_drop(struct sim_world *world, int client, int node);

/*
 * The client's second connection, on which alone pushes come: it greets, and
 * the server knows from then on that it listens to the channel.
 */
void sim_net_listen(struct sim_world *world, int client, int node,
                    const char *channel);
void sim_net_unlisten(struct sim_world *world, int client, int node);

/* The node pushes, down a second connection. */
void sim_net_send_handoff(struct sim_world *world, int connection,
                          const struct rlk_handoff *handoff);

/* A request down the client's present connection. */
void sim_net_request(struct sim_world *world, int client, int node,
                     const struct sim_request *request);

/* The node answers: the message, filled in, goes back. */
void sim_net_answer(struct sim_world *world, int message);

/* The server's end is closed: the client hears it, after what was sent. */
void sim_net_close(struct sim_world *world, int connection,
                   enum redlock_reason reason);

/* The connection is reset, in the middle of whatever is on it. */
void sim_net_cut(struct sim_world *world, int connection);

/* The message is done with. */
void sim_net_free(struct sim_world *world, int message);

/* What is on its way, and all that follows it, is lost. */
void sim_net_lose(struct sim_world *world, int connection, enum sim_way way);

#endif
