/* SPDX-License-Identifier: MIT */
#ifndef SIM_NET_H
#define SIM_NET_H

/*
 * Connections with the guarantees of TCP: messages of one connection arrive in
 * order or, from some message on, not at all. Messages of different connections
 * have no order. A connection that its client has closed may still deliver what
 * was sent.
 */

#include "tests/sim/world.h"

/*
 * The client connects and sends its handshake; the result arrives as an event.
 */
void sim_net_connect(struct sim_world *world, int client, int node);

/*
 * The client closes the connection. Random numbers decide whether messages on
 * their way arrive.
 */
void sim_net_drop(struct sim_world *world, int client, int node);

/*
 * The client's second connection, on which hand-off messages arrive: it sends
 * its handshake, and subscribes to the channel.
 */
void sim_net_listen(struct sim_world *world, int client, int node,
                    const char *channel);
void sim_net_unlisten(struct sim_world *world, int client, int node);

/* The node sends a hand-off message on a second connection. */
void sim_net_send_handoff(struct sim_world *world, int connection,
                          const struct rlk_handoff *handoff);

/* Sends a request on the client's present connection. */
void sim_net_request(struct sim_world *world, int client, int node,
                     const struct sim_request *request);

/* The node answers: the message, with the answer, goes back. */
void sim_net_answer(struct sim_world *world, int message);

/* The server closes the connection: the client notices after all messages. */
void sim_net_close(struct sim_world *world, int connection,
                   enum redlock_reason reason);

/* The connection is reset, and messages on their way are lost. */
void sim_net_cut(struct sim_world *world, int connection);

/* The message is no longer needed. */
void sim_net_free(struct sim_world *world, int message);

/* Messages on their way, and all later ones, are lost. */
void sim_net_lose(struct sim_world *world, int connection, enum sim_way way);

#endif
