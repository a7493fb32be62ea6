/* SPDX-License-Identifier: MIT */
#ifndef RLK_REDLOCK_WORLD_H
#define RLK_REDLOCK_WORLD_H

/*
 * Production's world: the nodes' sockets, the boot clock's timer, and a bell
 * that wakes whoever waits, all behind one descriptor. Replies are parsed by
 * hiredis. It runs no loop: a face waits, here or on the descriptor, and then
 * takes what came in.
 *
 *     rlk_world_settle(world)     tells and writes what there is
 *     rlk_world_wait(world, ns)   or a loop waits for rlk_world_fd()
 *     rlk_world_take(world)       reads, and tells the coordinator
 *
 * One thread at a time, but for rlk_world_wait() and rlk_world_wake(): while
 * one thread waits, others may ask the coordinator for anything, and what
 * they change is waited for as well.
 */

#include <stdbool.h>
#include <stdint.h>

#include "redlock/coord.h"
#include "redlock/random.h"
#include "redlock/transport.h"
#include "redlock/uri.h"

struct rlk_world_settings {
    const struct rlk_uris *uris; /* must outlive the world */
    const char *username;        /* for URIs without one; may be NULL; copied */
    const char *password;        /* likewise */
    struct rlk_random random;    /* copied */
};

struct rlk_world;

/*
 * coord  borrowed; told of what happens. It need not be initialised before
 *        something is taken.
 *
 * NULL: no memory (errno is ENOMEM), or the system refused a descriptor.
 */
struct rlk_world *rlk_world_open(const struct rlk_world_settings *settings,
                                 struct rlk_coord *coord);

/* The world's face for the coordinator; lives as long as the world. */
struct rlk_transport *rlk_world_transport(struct rlk_world *world);

/* Polls readable while there is something to take. Never changes. */
int rlk_world_fd(const struct rlk_world *world);

enum rlk_world_next {
    RLK_WORLD_WAIT,  /* there is nothing to do but to wait */
    RLK_WORLD_AGAIN, /* something was told: whoever waits for it looks first */
    RLK_WORLD_GONE,  /* a callback ended the client, and the world with it */
};

/*
 * Before waiting: tells what failed, delivers completions, and writes what
 * was sent in this turn, once for each node.
 */
enum rlk_world_next rlk_world_settle(struct rlk_world *world);

/* Waits until there is something to take, for ns nanoseconds, or RLK_NEVER. */
void rlk_world_wait(struct rlk_world *world, int64_t ns);

/*
 * Reads what came in by the last wait, and rings the timer: after everything
 * that had come in when the instant was there. A time-out that is judged here
 * is the node's, also where this process had no time to read.
 */
void rlk_world_take(struct rlk_world *world);

/*
 * Writes what is queued, as far as the sockets take it. True if there is news
 * that only a turn of the loop will tell: a thread that is not the loop's
 * wakes it.
 */
bool rlk_world_flush(struct rlk_world *world);

/* Ends a wait that is under way, or the next one. Any thread, any signal
 * handler. */
void rlk_world_wake(struct rlk_world *world);

/* The nodes whose names are being looked up, a bit each. */
uint32_t rlk_world_nameless(const struct rlk_world *world);

/* Hands the completions over; false: RLK_WORLD_GONE. */
bool rlk_world_deliver(struct rlk_world *world);

/*
 * Somebody looks at the sockets, now. A world that nobody has looked at for a
 * while catches up before anything is asked of it: no node is held to have
 * been silent meanwhile. Returns for how long nobody had, in nanoseconds.
 */
void rlk_world_looked(struct rlk_world *world);
int64_t rlk_world_catch_up(struct rlk_world *world);

/*
 * Closes every descriptor and frees the world; the coordinator hears nothing.
 * Safe in a child after fork(): it sends nothing, and changes nothing that is
 * shared with the parent.
 */
void rlk_world_close(struct rlk_world *world);

#endif
