/* SPDX-License-Identifier: MIT */
#ifndef RLK_REDLOCK_NET_FORK_H
#define RLK_REDLOCK_NET_FORK_H

/*
 * Identifies this process among its ancestors and descendants: a number that no
 * two of them share, whether the child was made by fork(), _Fork() or the
 * system call. (A child of vfork() shares its parent's memory, and this
 * number.) Any thread; never 0.
 */

unsigned rlk_fork_generation(void);

#endif
