/* SPDX-License-Identifier: MIT */
#ifndef SIM_NODE_H
#define SIM_NODE_H

/* A server: its process, its memory, its clock. */

#include "tests/sim/world.h"

void sim_node_init(struct sim_world *world, int node);

/* A request, or a handshake, has come. */
void sim_node_receive(struct sim_world *world, int message);

/* SIGSTOP and SIGCONT. */
void sim_node_pause(struct sim_world *world, int node, int64_t span);
void sim_node_resume(struct sim_world *world, int node);

/*
 * Goes down for a span; by is how it comes back: RESTART, FORGET, REVERT,
 * FAILOVER.
 * Whether its clients hear of it is left to chance.
 */
void sim_node_crash(struct sim_world *world, int node, enum sim_deed by,
                    int64_t span);
void sim_node_start(struct sim_world *world, int node);

/*
 * At once, and no connection breaks: FAILBACK, a replica for a moment, and the
 * same process has another's memory, the last snapshot; SWITCH: another server
 * with that memory, behind a proxy that keeps its clients; SWITCHOVER: another
 * server, of which the former one is a replica (failover.h).
 */
void sim_node_replace(struct sim_world *world, int node, enum sim_deed by);

/* The node's clock, in milliseconds, and in microseconds. */
int64_t sim_node_now_ms(const struct sim_world *world, int node);
int64_t sim_node_now_us(const struct sim_world *world, int node);

/* Does the server take anybody to listen for hand-off messages to that token?
 */
bool sim_node_is_listened_to(const struct sim_world *world, int node,
                             const char *token);

/* Would a push to that token come to its client? */
bool sim_node_tells(const struct sim_world *world, int node, const char *token);

/* Does it refuse to vote, as far as its guard goes? */
bool sim_node_quarantined(const struct sim_world *world, int node);

/*
 * Until when, in true time, the node keeps that token's key; INT64_MIN: it has
 * none.
 */
int64_t sim_node_keeps(struct sim_world *world, int node, int resource,
                       const char *token);

#endif
