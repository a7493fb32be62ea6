/* SPDX-License-Identifier: MIT */
/* Checks that lost votes come back. */

#include "tests/sim/recovery.h"

#include <string.h>

#include "clock/clock.h"
#include "redlock/core/lock.h"
#include "tests/sim/client.h"
#include "tests/sim/node.h"
#include "tests/sim/user.h"
#include "tests/sim/witness.h"

/* The time until a silent connection is abandoned and replaced. */
#define RECONNECTED_NS (5 * RLK_NS_PER_S)

/*
 * A quarantine may have to be renewed just before its end, with the node
 * excluded meanwhile.
 */
#define QUARANTINES 3

static bool counted(const struct sim_slot *slot,
                    const struct redlock_lock *lock, int node)
{
    return rlk_tenure_vote_end(&lock->tenure, node) >
           sim_client_now(slot->client);
}

/*
 * The node's counter is above the lock's fence, so the node may have a newer
 * holder. For a shared lock this matters only without a placeholder.
 */
static bool superseded(const struct sim_slot *slot,
                       const struct redlock_lock *lock, int node)
{
    struct sim_world *world = slot->client->world;
    struct sim_node *at = &world->nodes[node];
    const struct sim_counter *counter = &at->model.memory.counters[slot->key];

    if (slot->multi_holder &&
        sim_key_is_placeholder(
            sim_model_key(&at->model, slot->key, sim_node_now_ms(world, node))))
        return false;
    return lock->fence > 0 && counter->number > lock->fence;
}

static bool excused(const struct sim_slot *slot,
                    const struct redlock_lock *lock, int node)
{
    return !lock->repair || superseded(slot, lock, node);
}

static const struct sim_slot *slot_at(const struct sim_world *world, int index)
{
    return &world->clients[index / SIM_SLOTS].slots[index % SIM_SLOTS];
}

/* The first node whose vote is not counted; SIM_NONE: all are counted. */
static int missing(const struct sim_slot *slot)
{
    const struct redlock_lock *lock = slot->lock;

    if (!sim_user_keeps(slot))
        return SIM_NONE;
    for (int node = 0; node < slot->client->world->plan->nodes; node++) {
        if (!counted(slot, lock, node) && !excused(slot, lock, node))
            return node;
    }
    return SIM_NONE;
}

bool sim_recovery_wanted(const struct sim_world *world)
{
    /*
     * Nodes that use the longest TTL of one half of the clients never vote for
     * the others.
     */
    if (world->plan->other_ttl_max > 0 || world->plan->broken != 0)
        return false;
    for (int i = 0; i < world->plan->clients * SIM_SLOTS; i++) {
        if (missing(slot_at(world, i)) != SIM_NONE)
            return true;
    }
    return false;
}

int64_t sim_recovery_span(const struct sim_world *world)
{
    const struct sim_plan *plan = world->plan;
    int64_t span = RECONNECTED_NS + 3 * plan->ttl_max + 40 * plan->noise.tail;

    if (plan->guard != SIM_GUARD_NONE)
        span += QUARANTINES * (plan->ttl_max + 2 * RLK_NS_PER_S);
    return span;
}

void sim_recovery_check(struct sim_world *world)
{
    for (int i = 0; i < world->plan->clients * SIM_SLOTS; i++) {
        const struct sim_slot *slot = slot_at(world, i);
        int node = missing(slot);
        sim_witness_judge(world, SIM_RULE_RETURNS);
        if (node != SIM_NONE)
            sim_witness_break(world, SIM_RULE_RETURNS, "n%d's for %s to c%d",
                              node + 1, slot->name, slot->client->index + 1);
    }
}
