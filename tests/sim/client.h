/* SPDX-License-Identifier: MIT */
#ifndef SIM_CLIENT_H
#define SIM_CLIENT_H

/*
 * A process that uses the library: the library's core on the simulated
 * transport. It acts in steps: an event, the reaction of the core, the
 * completions, and a check of what it now believes.
 */

#include "tests/sim/world.h"

void sim_client_init(struct sim_world *world, int client);

/* The process starts, or restarts after a crash. */
void sim_client_start(struct sim_world *world, int client);

/* Its connections break, and its memory is lost. */
void sim_client_crash(struct sim_world *world, int client);

/* Its user closes the client: all locks are released, the connections close. */
void sim_client_close(struct sim_world *world, int client);

/*
 * It receives no event for a span: SIGSTOP, a suspended machine, or swapping.
 */
void sim_client_stop(struct sim_world *world, int client, int64_t span);
void sim_client_resume(struct sim_world *world, int client);

/* A message or the end of a connection has reached it. */
void sim_client_receive(struct sim_world *world, int message);
void sim_client_closed(struct sim_world *world, int connection);
void sim_client_timer(struct sim_world *world, int client, uint32_t serial);

/* Did this process create the token? A restarted process creates others. */
bool sim_client_owns(const struct sim_client *client, const char *token);

/* The client that owns the token; NULL: there is none. */
const struct sim_client *sim_client_of(const struct sim_world *world,
                                       const char *token);

/* Makes it the running process. */
void sim_client_acts(const struct sim_client *client);

/* The time that its clock shows. */
int64_t sim_client_now(const struct sim_client *client);

/* Completes the step after its user has called the core. */
void sim_client_end_turn(struct sim_client *client);

/* Ends the process together with the world. */
void sim_client_end(struct sim_client *client);

#endif
