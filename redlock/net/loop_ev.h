/* SPDX-License-Identifier: MIT */
#ifndef RLK_REDLOCK_NET_LOOP_EV_H
#define RLK_REDLOCK_NET_LOOP_EV_H

/*
 * The sockets on a caller's libev loop, which watches their one descriptor. A
 * check watcher runs the completions after the loop has waited. A prepare
 * watcher runs other completions before the loop waits, and writes the requests
 * of this turn.
 *
 * libev ends the process when it runs out of memory. Therefore all memory that
 * it needs for these watchers is allocated at the opening, which first checks
 * that there is enough.
 */

#include "redlock/net/sockets.h"

struct ev_loop;
struct rlk_ev;

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
