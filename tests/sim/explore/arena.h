/* SPDX-License-Identifier: MIT */
#ifndef SIM_EXPLORE_ARENA_H
#define SIM_EXPLORE_ARENA_H

/*
 * The memory of each simulated process at a fixed address, so that it can be
 * copied and restored. Replaces redlock/runtime/memory.c: all memory of the
 * core is allocated here.
 */

#include <stddef.h>
#include <stdint.h>

#define ARENAS 5
#define ARENA_BLOCK 64
#define ARENA_BLOCKS 4096

struct arena {
    int high; /* no block from this one on is in use */
    /* At the first block of an allocation its number of blocks; else 0. */
    uint16_t sizes[ARENA_BLOCKS];
    uint8_t used[ARENA_BLOCKS];
    unsigned char blocks[ARENA_BLOCKS][ARENA_BLOCK]
        __attribute__((aligned(ARENA_BLOCK)));
};

extern struct arena arenas[ARENAS];

/*
 * Selects the process that the next allocations belong to; the hook of struct
 * sim_world.
 */
void arena_enter(int process);

/* Frees everything. */
void arena_clear(void);

#endif
