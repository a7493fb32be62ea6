/* SPDX-License-Identifier: MIT */
#ifndef SIM_CLIENT_H
#define SIM_CLIENT_H

/*
 * A process that uses the library: production's core on a transport
 * that is this world. It acts in turns: an event, what the core makes of it,
 * the completions, and a look at what it now believes.
 */

#include "tests/sim/world.h"

void sim_client_init(struct sim_world *world, int client);

/* The process starts, or starts again after a crash. */
void sim_client_start(struct sim_world *world, int client);

/* Its connections break, and it knows nothing any more. */
void sim_client_crash(struct sim_world *world, int client);

/* Its user closes: every lock is released, the connections go at once. */
void sim_client_close(struct sim_world *world, int client);

/* No event reaches it for a span: SIGSTOP, a suspended machine, a swap storm.
 */
void sim_client_stop(struct sim_world *world, int client, int64_t span);
void sim_client_resume(struct sim_world *world, int client);

/* Something has come for it. */
void sim_client_receive(struct sim_world *world, int message);
void sim_client_closed(struct sim_world *world, int connection);
void sim_client_timer(struct sim_world *world, int client, uint32_t serial);

/* Did its process make that token? One that began anew makes others. */
bool sim_client_owns(const struct sim_client *client, const char *token);

/* The client that owns the token; NULL: none does. */
const struct sim_client *sim_client_of(const struct sim_world *world,
                                       const char *token);

/* It is this process that runs now. */
void sim_client_acts(const struct sim_client *client);

/* What its clock shows. */
int64_t sim_client_now(const struct sim_client *client);

/* After its user asked the core for something: the turn's rest. */
void sim_client_end_turn(struct sim_client *client);

/* The process ends with the world. */
void sim_client_end(struct sim_client *client);

#endif
