/* SPDX-License-Identifier: MIT */
#ifndef RLK_REDLOCK_NET_LOOP_EV_H
#define RLK_REDLOCK_NET_LOOP_EV_H

/*
 * A sockets on a caller's libev loop: the loop waits for its one descriptor. A
 * check watcher delivers completions after the loop has waited, a prepare
 * watcher those that came up otherwise, and it writes what was sent in this
 * turn.
 *
 * libev ends the process where its memory runs out. All that it ever needs
 * for us is allocated at the opening, which looks first if there is as much.
 */

#include <stdbool.h>

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
