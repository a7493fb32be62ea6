/* SPDX-License-Identifier: MIT */
#ifndef RLK_REDLOCK_NET_LOOP_EV_H
#define RLK_REDLOCK_NET_LOOP_EV_H

/*
 * The sockets on a caller's libev loop, which waits for their one descriptor. A
 * check watcher runs the completions after the loop has waited. A prepare
 * watcher, before the loop waits, runs the completions that came up otherwise,
 * and writes the requests of this turn.
 *
 * libev ends the process when it runs out of memory. All memory that it ever
 * needs for these watchers is allocated at the opening, which first tries
 * whether there is enough.
 */

#include <stdbool.h>

#include "redlock/net/sockets.h"

struct ev_loop;
struct rlk_ev;

/*
 * The sockets behind a descriptor that the caller waits for, in a loop of
 * whatever kind: poll(2), epoll, another library's. Of that loop only one thing
 * is asked: that it calls dispatch when the descriptor, rlk_sockets_fd(), is
 * readable.
 *
 *     rlk_loop_fd_open(sockets)      once
 *     rlk_loop_fd_stir(sockets)      after whatever was asked of the core
 *     rlk_loop_fd_dispatch(sockets)  when the descriptor is readable
 */

/* From here on nobody waits by rlk_sockets_wait(). */
void rlk_loop_fd_open(struct rlk_sockets *sockets);

/*
 * Has the descriptor polled readable if there is something to write or to tell,
 * which only a dispatch does. Writes nothing to a node.
 */
void rlk_loop_fd_stir(struct rlk_sockets *sockets);

/*
 * One turn: reads what is there, runs the completions, writes. Never waits, and
 * may be called when there is nothing to do. What is left to do after it, since
 * a turn is bounded, leaves the descriptor readable.
 *
 * false: a callback closed the client, and the sockets with it.
 */
bool rlk_loop_fd_dispatch(struct rlk_sockets *sockets);

/*
 * loop   borrowed; outlives this.
 * sockets  borrowed; outlives this.
 *
 * NULL: no memory.
 */
struct rlk_ev *rlk_ev_open(struct ev_loop *loop, struct rlk_sockets *sockets);

/* Stops the watchers. Safe within a callback of the loop. */
void rlk_ev_close(struct rlk_ev *ev);

#endif
