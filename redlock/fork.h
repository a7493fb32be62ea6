/* SPDX-License-Identifier: MIT */
#ifndef RLK_REDLOCK_FORK_H
#define RLK_REDLOCK_FORK_H

/* How often fork() has happened on the way to this process. Any thread. */

unsigned rlk_fork_generation(void);

#endif
