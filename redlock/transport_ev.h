/* SPDX-License-Identifier: MIT */
#ifndef RLK_REDLOCK_TRANSPORT_EV_H
#define RLK_REDLOCK_TRANSPORT_EV_H

/*
 * Production's world: sockets on a libev loop, replies parsed by hiredis.
 *
 * A check watcher delivers completions after the loop has waited, a prepare
 * watcher those that came up otherwise, and it writes what was sent in this
 * turn, once for each node. One descriptor of the kernel's boot-clock timer
 * serves every timer of the coordinator.
 */

#include <stdbool.h>

#include "redlock/coord.h"
#include "redlock/transport.h"
#include "redlock/uri.h"

struct ev_loop;

struct rlk_world_settings {
    const struct rlk_uris *uris; /* must outlive the world */
    const char *username;        /* for URIs without one; may be NULL; copied */
    const char *password;        /* likewise */
};

struct rlk_world;

/*
 * loop   borrowed; outlives the world.
 * coord  borrowed; told of what happens. It need not be initialised before
 *        the loop runs.
 *
 * NULL: no memory (errno is ENOMEM) or the system refused a descriptor.
 */
struct rlk_world *rlk_world_open(struct ev_loop *loop,
                                 const struct rlk_world_settings *settings,
                                 struct rlk_coord *coord);

/* The world's face for the coordinator; lives as long as the world. */
struct rlk_transport *rlk_world_transport(struct rlk_world *world);

/*
 * Writes what is queued, as far as the sockets take it. True if the loop has
 * to look at its watchers again: a thread that is not the loop's wakes it.
 */
bool rlk_world_flush(struct rlk_world *world);

/*
 * Makes the loop turn once, with a delivery of completions. Any thread; safe
 * in a signal handler.
 */
void rlk_world_wake(struct rlk_world *world);

/*
 * Stops every watcher, closes every descriptor and frees the world; the
 * coordinator hears nothing. Safe within a callback of the loop, and in a
 * child after fork() (it sends nothing).
 */
void rlk_world_close(struct rlk_world *world);

#endif
