/* SPDX-License-Identifier: MIT */
#ifndef SIM_NODE_H
#define SIM_NODE_H

/* A server: its process, its memory and its clock. */

#include "tests/sim/world.h"

void sim_node_init(struct sim_world *world, int node);

/* A request or a handshake has arrived. */
void sim_node_receive(struct sim_world *world, int message);

/* SIGSTOP and SIGCONT. */
void sim_node_pause(struct sim_world *world, int node, int64_t span);
void sim_node_resume(struct sim_world *world, int node);

/*
 * Stops the server for a span; by says how it comes back: RESTART, FORGET,
 * REVERT, FAILOVER. Random numbers decide whether its clients notice.
 */
void sim_node_crash(struct sim_world *world, int node, enum sim_deed by,
                    int64_t span);
void sim_node_start(struct sim_world *world, int node);

/*
 * Immediate replacements that break no connection. FAILBACK: the same process
 * was a replica for a moment and has the memory of the last snapshot. SWITCH:
 * another server with that memory, behind a proxy that keeps the connections of
 * the clients. SWITCHOVER: another server, of which the former one is a replica
 * (failover.h).
 */
void sim_node_replace(struct sim_world *world, int node, enum sim_deed by);

/* The node's clock in milliseconds, and in microseconds. */
int64_t sim_node_now_ms(const struct sim_world *world, int node);
int64_t sim_node_now_us(const struct sim_world *world, int node);

/* Does the server count a subscriber for hand-off messages to that token? */
bool sim_node_is_listened_to(const struct sim_world *world, int node,
                             const char *token);

/* Would a hand-off message to that token reach its client? */
bool sim_node_tells(const struct sim_world *world, int node, const char *token);

/* Does its guard make it refuse to vote? */
bool sim_node_quarantined(const struct sim_world *world, int node);

/*
 * The true time until which the node keeps the token's key; INT64_MIN: there is
 * none.
 */
int64_t sim_node_keeps(struct sim_world *world, int node, int resource,
                       const char *token);

#endif
