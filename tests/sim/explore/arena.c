/* SPDX-License-Identifier: MIT */
/* First fit in blocks of one size, so that equal calls give equal addresses. */

#include "tests/sim/explore/arena.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "redlock/runtime/memory.h"

struct arena arenas[ARENAS];
static int entered;

void arena_enter(int process)
{
    entered = process;
}

void arena_clear(void)
{
    memset(arenas, 0, sizeof(arenas));
    entered = 0;
}

static _Noreturn void fail(const char *why)
{
    fprintf(stderr, "arena: %s\n", why);
    abort();
}

/* The first run of that many free blocks. */
static int find(const struct arena *arena, int count)
{
    int run = 0;

    for (int at = 0; at < ARENA_BLOCKS; at++) {
        run = arena->used[at] != 0 ? 0 : run + 1;
        if (run == count)
            return at + 1 - count;
    }
    fail("it is full");
}

void rlk_zero(void *memory, size_t size)
{
    memset(memory, 0, size);
}

void *rlk_alloc(size_t size)
{
    struct arena *arena = &arenas[entered];
    int count = size == 0 ? 1 : (int)((size + ARENA_BLOCK - 1) / ARENA_BLOCK);
    int at = find(arena, count);

    memset(arena->used + at, 1, (size_t)count);
    arena->sizes[at] = (uint16_t)count;
    if (at + count > arena->high)
        arena->high = at + count;
    memset(arena->blocks[at], 0, (size_t)count * ARENA_BLOCK);
    return arena->blocks[at];
}

/* The arena that the memory belongs to, and its first block there. */
static struct arena *owner_of(const void *memory, int *at)
{
    size_t offset = (size_t)((const char *)memory - (const char *)arenas);
    struct arena *arena = &arenas[offset / sizeof(*arena)];

    if (offset >= sizeof(arenas))
        fail("that is no memory of its");
    *at =
        (int)(((const unsigned char *)memory - arena->blocks[0]) / ARENA_BLOCK);
    if (*at < 0 || *at >= ARENA_BLOCKS || arena->sizes[*at] == 0)
        fail("that was not allocated");
    return arena;
}

void rlk_free(void *memory)
{
    struct arena *arena;
    int at;

    if (memory == NULL)
        return;
    arena = owner_of(memory, &at);
    memset(arena->used + at, 0, arena->sizes[at]);
    arena->sizes[at] = 0;
    while (arena->high > 0 && arena->used[arena->high - 1] == 0)
        arena->high--;
}

void *rlk_resize(void *old, size_t size)
{
    void *fresh;
    size_t had;
    int at;

    if (old == NULL)
        return rlk_alloc(size);
    had = (size_t)owner_of(old, &at)->sizes[at] * ARENA_BLOCK;
    if (had >= size)
        return old;
    fresh = rlk_alloc(size);
    memcpy(fresh, old, had);
    rlk_free(old);
    return fresh;
}

char *rlk_text_copy(const char *text)
{
    size_t size = strlen(text) + 1;
    char *copy = rlk_alloc(size);

    memcpy(copy, text, size);
    return copy;
}

/* Allocations do not fail in the explorer. */
uint64_t rlk_alloc_fail_at(uint64_t nth)
{
    (void)nth;
    return 0;
}
