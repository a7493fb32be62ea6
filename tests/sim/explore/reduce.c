/* SPDX-License-Identifier: MIT */
/* Implements sleep sets. */

#include "tests/sim/explore/reduce.h"

#include "redlock/core/lock.h"
#include "tests/sim/explore/digest.h"
#include "tests/sim/explore/table.h"

/* --- sleep sets ----------------------------------------------------------- */

/* Steps of further clients and nodes have no bits, and never sleep. */
#define CLIENTS 4
#define NODES 4

/* The first bit of each kind of step. */
#define REQUESTS 0
#define ANSWERS (CLIENTS * NODES)
#define DUE (2 * CLIENTS * NODES)
#define WISHES (DUE + CLIENTS)

_Static_assert(WISHES + CLIENTS <= TABLE_SLEEP_BITS, "a step has a bit");

static uint64_t bit_of(int first, int client, int node)
{
    return UINT64_C(1) << (first + client * NODES + node);
}

uint64_t reduce_bit(const struct sim_choice *choice)
{
    if (choice->older != 0 || choice->coins.count != 0 || choice->listening ||
        choice->client >= CLIENTS || choice->node >= NODES)
        return 0;
    switch ((enum sim_choice_kind)choice->kind) {
    case SIM_CHOICE_DELIVER:
        return bit_of(choice->way == SIM_THERE ? REQUESTS : ANSWERS,
                      choice->client, choice->node);
    case SIM_CHOICE_DUE:
        return UINT64_C(1) << (DUE + choice->client);
    case SIM_CHOICE_WISH:
        return UINT64_C(1) << (WISHES + choice->client);
    case SIM_CHOICE_RETURN:
    case SIM_CHOICE_ADVANCE:
    case SIM_CHOICE_LATE:
    case SIM_CHOICE_FAULT:
    case SIM_CHOICES:
        break;
    }
    return 0;
}

/* Steps at that node. */
static uint64_t at_node(int node)
{
    uint64_t bits = 0;

    for (int client = 0; client < CLIENTS; client++)
        bits |= bit_of(REQUESTS, client, node);
    return bits;
}

/* Steps of that client. */
static uint64_t of_client(int client)
{
    uint64_t bits = UINT64_C(1) << (DUE + client) | UINT64_C(1)
                                                        << (WISHES + client);

    for (int node = 0; node < NODES; node++)
        bits |= bit_of(ANSWERS, client, node);
    return bits;
}

uint64_t reduce_apart(const struct sim_choice *choice)
{
    if (reduce_bit(choice) == 0)
        return 0;
    if (choice->kind == SIM_CHOICE_DELIVER && choice->way == SIM_THERE)
        return ~at_node(choice->node);
    return ~of_client(choice->client);
}

/* --- what a step changes besides its process ------------------------------ */

/* A node that sends a hand-off message to a client meets it. */
static uint64_t handoffs_sent(const struct sim_world *world)
{
    uint64_t sent = 0;

    for (int client = 0; client < world->plan->clients; client++) {
        for (int node = 0; node < world->plan->nodes; node++)
            sent += world->paths[client][node].handoffs[SIM_BACK];
    }
    return sent;
}

/* The fences that processes of an owner pass to each other. */
static uint64_t owners_fences(const struct sim_world *world)
{
    uint64_t sum = 0;

    for (int i = 0; i < world->plan->clients * SIM_USER_SLOTS; i++) {
        const struct sim_slot *slot =
            &world->clients[i / SIM_USER_SLOTS].slots[i % SIM_USER_SLOTS];
        if (slot->state == SIM_SLOT_HOLDING && slot->owner > 0)
            sum +=
                digest_mix((uint64_t)i + 1,
                           slot->lock->lost ? 0 : (uint64_t)slot->lock->fence);
    }
    return sum;
}

uint64_t reduce_shared(const struct sim_world *world, int client)
{
    uint64_t hash = digest_mix((uint64_t)world->left_count,
                               (uint64_t)world->connections_count);

    hash = digest_mix(hash, owners_fences(world));

    for (int i = 0; i < SIM_KEYS; i++)
        hash = digest_mix(hash, world->fences_count[i]);
    for (int i = 0; i < SIM_RESOURCES; i++) {
        hash = digest_mix(hash, (unsigned char)world->exported[i][0]);
    }
    for (int node = 0; node < world->plan->nodes && client != SIM_ALL; node++)
        hash = digest_mix(
            digest_mix(hash,
                       (uint64_t)world->clients[client].connections[node]),
            (uint64_t)world->clients[client].listening[node]);
    return digest_mix(hash, handoffs_sent(world));
}
