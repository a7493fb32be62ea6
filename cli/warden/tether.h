/* SPDX-License-Identifier: MIT */
#ifndef RLK_CLI_WARDEN_TETHER_H
#define RLK_CLI_WARDEN_TETHER_H

/*
 * Ties a process group, or a process, to this process and those that are forked
 * from it: when the last of them has ended, by KILL too, the kernel kills what
 * is left of the group, grandchildren, stopped processes and those that ignore
 * TERM included.
 *
 * Not reached: a process that has left the group, and one that has taken on
 * other user ids, which we could not kill either.
 *
 * It is a pipe that nobody writes into. Both its ends are asked to send KILL
 * to it when something happens at the other end, and what happens is
 * that it is closed.
 */

#include <stdbool.h>
#include <sys/types.h>

struct tether {
    int ends[2]; /* close-on-exec; -1: there is none */
};

/* false: errno says why. */
bool tether_open(struct tether *tether);

/*
 * From here on, for all who have the tether. whom: as kill() has it, a group is
 * below 0. Safe in a forked child. false: this kernel does not do it.
 */
bool tether_tie(const struct tether *tether, pid_t whom);

/* Undoes that, for all who have the tether. */
void tether_untie(const struct tether *tether);

/*
 * Closes our ends: if no other process has any, what is left of those that are
 * tied to it is killed.
 */
void tether_close(struct tether *tether);

#endif
