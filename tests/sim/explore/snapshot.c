/* SPDX-License-Identifier: MIT */
/* Copies parts of a world, and restores them. */

#include "tests/sim/explore/snapshot.h"

#include <stdlib.h>
#include <string.h>

#include "tests/sim/explore/arena.h"
#include "tests/sim/room.h"

/*
 * The position of a copy. One function copies in both directions, so that they
 * agree.
 */
struct tape {
    struct snapshot *to; /* NULL: the part is restored */
    const unsigned char *from;
    int part;
    size_t at;
};

static void record(struct tape *tape, const void *memory, size_t size)
{
    struct snapshot *to = tape->to;

    if (to->room[tape->part] < tape->at + size) {
        size_t room = 2 * (tape->at + size);
        unsigned char *more = sim_memory(room);
        if (tape->at > 0)
            memcpy(more, to->bytes[tape->part], tape->at);
        free(to->bytes[tape->part]);
        to->bytes[tape->part] = more;
        to->room[tape->part] = room;
    }
    memcpy(to->bytes[tape->part] + tape->at, memory, size);
    tape->at += size;
}

/* memory is written only when it is restored. */
static void pass(struct tape *tape, void *memory, size_t size)
{
    if (tape->to != NULL) {
        record(tape, memory, size);
        return;
    }
    memcpy(memory, tape->from + tape->at, size);
    tape->at += size;
}

#define PASS(tape, object) pass(tape, &(object), sizeof(object))

/* From one member to the end of another. */
#define PASS_SPAN(tape, object, first, last)                                   \
    pass(tape, &(object)->first,                                               \
         (size_t)((char *)(&(object)->last + 1) - (char *)&(object)->first))

/* --- clients ---------------------------------------------------------------
 */

/* Unused blocks have no size, and are not read. */
static void pass_arena(struct tape *tape, struct arena *arena)
{
    int was = arena->high;

    PASS(tape, arena->high);
    pass(tape, arena->sizes, (size_t)arena->high * sizeof(arena->sizes[0]));
    pass(tape, arena->used, (size_t)arena->high);
    pass(tape, arena->blocks, (size_t)arena->high * ARENA_BLOCK);
    if (was > arena->high) {
        size_t more = (size_t)(was - arena->high);
        memset(arena->sizes + arena->high, 0, more * sizeof(arena->sizes[0]));
        memset(arena->used + arena->high, 0, more);
    }
}

/* Omits the observations, which never change, and nodes beyond the plan's. */
static void pass_client(struct tape *tape, struct sim_world *world,
                        struct state *state, int number)
{
    struct sim_client *client = &world->clients[number];
    struct rlk_runtime *runtime = &client->core.runtime;

    pass(tape, client,
         (size_t)((char *)&runtime->observations - (char *)client));
    pass(tape, &client->core.armed,
         (size_t)((char *)&client->core.nodes[world->plan->nodes] -
                  (char *)&client->core.armed));
    PASS_SPAN(tape, client, connections, inbox_room);
    pass_arena(tape, &arenas[number]);
    PASS(tape, state->clients[number]);
}

/* --- nodes, and the network ------------------------------------------------
 */

#define PASS_LIST(tape, of, list)                                              \
    do {                                                                       \
        PASS(tape, (of)->count);                                               \
        pass(tape, (of)->list, (size_t)(of)->count * sizeof((of)->list[0]));   \
    } while (0)

/* Copies only the used parts of the arrays. */
static void pass_memory(struct tape *tape, struct sim_memory *memory)
{
    PASS(tape, memory->keys);
    PASS(tape, memory->counters);
    PASS(tape, memory->numbers);
    PASS(tape, memory->marker);
    for (int i = 0; i < SIM_RESOURCES; i++) {
        PASS_LIST(tape, &memory->members[i], list);
        PASS_LIST(tape, &memory->owners[i], list);
        PASS(tape, memory->owners[i].until_ms);
    }
    for (int i = 0; i < SIM_QUEUES; i++) {
        PASS_LIST(tape, &memory->queues[i], entries);
        PASS(tape, memory->queues[i].until_ms);
    }
}

static void pass_node(struct tape *tape, struct sim_world *world,
                      struct state *state, int number)
{
    struct sim_node *node = &world->nodes[number];

    PASS_SPAN(tape, node, index, clock);
    pass_memory(tape, &node->model.memory);
    PASS_SPAN(tape, node, model.publish, model.scripts);
    pass_memory(tape, &node->snapshot);
    PASS_SPAN(tape, node, notified, set_by);
    PASS(tape, state->nodes[number]);
}

/* Copies only the members that are already set. */
static void pass_message(struct tape *tape, struct sim_message *message,
                         bool answered)
{
    PASS_SPAN(tape, message, connection, is_handoff);
    PASS_SPAN(tape, message, sent_at, steps);
    if (message->is_handoff) {
        PASS(tape, message->handoff);
        return;
    }
    if (!message->handshake)
        PASS(tape, message->request);
    if (!message->handshake && answered)
        PASS(tape, message->answer);
    if (message->handshake && answered)
        PASS(tape, message->identity);
}

/* Copies the messages on their way; the others are free. */
static void pass_messages(struct tape *tape, struct sim_world *world,
                          struct state *state)
{
    bool live[STATE_MESSAGES] = {false};

    PASS(tape, world->messages_count);
    for (int waiter = 1; waiter <= world->events.count; waiter++) {
        const struct sim_event *event = &world->events.heap[waiter];
        if (event->kind != SIM_EVENT_REQUEST && event->kind != SIM_EVENT_REPLY)
            continue;
        pass_message(tape, &world->messages[event->subject],
                     event->kind == SIM_EVENT_REPLY);
        PASS(tape, state->messages[event->subject]);
        live[event->subject] = true;
    }
    if (tape->to != NULL)
        return;
    world->messages_free = SIM_NONE;
    for (int i = world->messages_count - 1; i >= 0; i--) {
        if (live[i])
            continue;
        world->messages[i].next = world->messages_free;
        world->messages_free = i;
    }
}

static void pass_net(struct tape *tape, struct sim_world *world,
                     struct state *state)
{
    PASS_SPAN(tape, world, now, wished);
    PASS(tape, world->events.count);
    PASS(tape, world->events.added);
    pass(tape, world->events.heap + 1,
         (size_t)world->events.count * sizeof(struct sim_event));
    PASS(tape, world->connections_count);
    pass(tape, world->connections,
         (size_t)world->connections_count * sizeof(struct sim_connection));
    pass_messages(tape, world, state);
    PASS(tape, world->requests);
    PASS_SPAN(tape, world, calm, prospering);
    PASS(tape, world->broken_rule);
    PASS(tape, state->added);
    PASS(tape, world->fences);
    PASS(tape, world->fences_count);
    if (world->plan->fenced)
        PASS(tape, world->last_fences);
    PASS(tape, world->exported);
    PASS(tape, world->left_count);
}

/* --- all parts ------------------------------------------------------------ */

static void pass_part(struct tape *tape, struct sim_world *world,
                      struct state *state)
{
    if (tape->part < SIM_CLIENTS_MAX)
        pass_client(tape, world, state, tape->part);
    else if (tape->part < SIM_CLIENTS_MAX + SIM_NODES_MAX)
        pass_node(tape, world, state, tape->part - SIM_CLIENTS_MAX);
    else
        pass_net(tape, world, state);
}

void snapshot_add(struct snapshot *snapshot, const struct sim_world *world,
                  const struct state *state, uint32_t parts)
{
    for (int part = 0; part < PARTS; part++) {
        struct tape tape = {.to = snapshot, .part = part};
        if ((parts & ~snapshot->parts & UINT32_C(1) << part) != 0)
            pass_part(&tape, (struct sim_world *)(uintptr_t)world,
                      (struct state *)(uintptr_t)state);
    }
    snapshot->parts |= parts;
}

void snapshot_restore(const struct snapshot *snapshot, struct sim_world *world,
                      struct state *state, uint32_t parts)
{
    for (int part = 0; part < PARTS; part++) {
        struct tape tape = {.from = snapshot->bytes[part], .part = part};
        if ((parts & UINT32_C(1) << part) != 0)
            pass_part(&tape, world, state);
    }
}

void snapshot_empty(struct snapshot *snapshot)
{
    snapshot->parts = 0;
}
