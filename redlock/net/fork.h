/* SPDX-License-Identifier: MIT */
#ifndef RLK_REDLOCK_NET_FORK_H
#define RLK_REDLOCK_NET_FORK_H

/*
 * Which process this is, in a line of parents and children: a number that no
 * process of the line shares with another, however the child was made, by
 * fork(), _Fork() or the system call. (A child of vfork() shares its parent's
 * memory, this number included.) Any thread; never 0.
 */

unsigned rlk_fork_generation(void);

#endif
