/* SPDX-License-Identifier: MIT */
#ifndef SIM_EXPLORE_ARENA_H
#define SIM_EXPLORE_ARENA_H

/*
 * The memory of each simulated process at a fixed place, so that it can be
 * copied and put back. It takes the place of redlock/runtime/memory.c: all of
 * the core's memory comes from here.
 */

#include <stddef.h>
#include <stdint.h>

#define ARENAS 5
#define ARENA_BLOCK 64
#define ARENA_BLOCKS 1024

struct arena {
    int high; /* no block at this place or beyond is in use */
    /* At an allocation's first block: how many it has; else 0. */
    uint16_t sizes[ARENA_BLOCKS];
    uint8_t used[ARENA_BLOCKS];
    unsigned char blocks[ARENA_BLOCKS][ARENA_BLOCK]
        __attribute__((aligned(ARENA_BLOCK)));
};

extern struct arena arenas[ARENAS];

/* Whose memory the next allocations are; struct sim_world's hook. */
void arena_enter(int process);

/* Nothing is allocated anywhere. */
void arena_clear(void);

#endif
