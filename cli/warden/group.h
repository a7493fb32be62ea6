/* SPDX-License-Identifier: MIT */
#ifndef RLK_CLI_WARDEN_GROUP_H
#define RLK_CLI_WARDEN_GROUP_H

/* A process group, seen from outside. Safe in a forked child. */

#include <stdbool.h>
#include <sys/types.h>

/*
 * The number is free: no process of the group is left, not even one that has
 * ended and waits to be collected.
 */
bool group_gone(pid_t group);

/*
 * Some process of the group can still do something. One that has ended cannot,
 * whether it was collected or not. Where /proc does not tell, a group that is
 * not gone is taken to live.
 */
bool group_lives(pid_t group);

#endif
