/* SPDX-License-Identifier: MIT */
#ifndef RLK_CLI_WARDEN_DESCENDANTS_H
#define RLK_CLI_WARDEN_DESCENDANTS_H

/*
 * What a process has started, and what that has. Found through the parents that
 * /proc names: one whose parent has ended before it was looked for is not
 * found, nor is more than there is room for. Without memory: safe in a forked
 * child.
 */

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "cli/warden/process.h"

#define DESCENDANTS_MAX 1024

struct descendant {
    pid_t pid;
    uint64_t start; /* with the number, whose it is */
};

/* Those that were found stay, also when their parents have ended. */
struct descendants {
    int count;
    struct descendant found[DESCENDANTS_MAX];
};

/*
 * Looks for those that are new. spared: a process that is left out, with what
 * descends from it; 0: none. We are always.
 */
void descendants_find(struct descendants *descendants, const struct process *of,
                      pid_t spared);

/* Those from that one on, as long as they are the ones that were found. */
void descendants_signal(const struct descendants *descendants, int from,
                        int number);
bool descendants_live(const struct descendants *descendants);

#endif
