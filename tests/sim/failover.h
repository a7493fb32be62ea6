/* SPDX-License-Identifier: MIT */
#ifndef SIM_FAILOVER_H
#define SIM_FAILOVER_H

/*
 * A node that is a master with a replica, which is promoted: what is there then
 * beside the replica's memory, which is the node's last snapshot. It lacks what
 * was written since, as replication is asynchronous.
 *
 * A master that goes on for some of its clients beside the promoted one is not
 * simulated: docs/safety.md assumes that there is none.
 */

#include "tests/sim/world.h"

/* Before the memory is replaced: the other machine's clock, set as exactly. */
void sim_failover_promote(struct sim_world *world, int node);

/*
 * What was published goes to those, too, who listen at the former master, which
 * is a replica; they are not counted where it was published.
 */
void sim_failover_publish(struct sim_world *world, int node,
                          const struct rlk_handoff *handoff);

/*
 * A request has come to the former master: it answers that it is a replica, and
 * its client connects anew, which is told who the master is. false: the message
 * was for no such server, and is left as it was.
 */
bool sim_failover_turns_away(struct sim_world *world, int message);

#endif
