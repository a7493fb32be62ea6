/* SPDX-License-Identifier: MIT */
#ifndef SIM_FAILOVER_H
#define SIM_FAILOVER_H

/*
 * A node may be a master with a replica that is promoted. This simulates
 * everything but the replica's memory, which is the last snapshot of the node.
 * It lacks later writes, because replication is asynchronous.
 *
 * A former master that continues for some of its clients is not simulated:
 * docs/safety.md assumes that there is none.
 */

#include "tests/sim/world.h"

/*
 * Called before the memory is replaced. The replica's clock is as exact as the
 * master's.
 */
void sim_failover_promote(struct sim_world *world, int node);

/*
 * A published message also reaches subscribers of the former master, which is
 * now a replica. They do not count as receivers.
 */
void sim_failover_publish(struct sim_world *world, int node,
                          const struct rlk_handoff *handoff);

/*
 * A request has reached the former master: it answers that it is a replica, and
 * its client connects to the present master. false: the message is for another
 * server, and is unchanged.
 */
bool sim_failover_turns_away(struct sim_world *world, int message);

#endif
