/* SPDX-License-Identifier: MIT */
#ifndef SIM_NODE_WIRE_H
#define SIM_NODE_WIRE_H

/* Encodes simulated requests, and parses replies, by the library's code. */

#include "redlock/resp/command.h"
#include "redlock/resp/reader.h"
#include "tests/sim/node_memory.h"

extern const char *const sim_resource_names[SIM_RESOURCES];

/* Appends the request as the library encodes it. */
void sim_wire_request(struct rlk_wire *wire, const struct sim_request *request);

/* Parses the reply as the library parses it. */
void sim_wire_answer(const struct sim_request *request,
                     const struct rlk_reply *reply, struct sim_answer *answer);

#endif
