/* SPDX-License-Identifier: MIT */
/* Allocation that tests can count and make fail. */

#include "redlock/runtime/memory.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

static _Atomic uint64_t allocations;
static _Atomic uint64_t fail_at;

static int refused(void)
{
    uint64_t count =
        atomic_fetch_add_explicit(&allocations, 1, memory_order_relaxed) + 1;

    return count == atomic_load_explicit(&fail_at, memory_order_relaxed);
}

/* Not inlined, or compilers would make a calloc() of malloc() and this. */
__attribute__((noinline)) void rlk_zero(void *memory, size_t size)
{
    memset(memory, 0, size);
}

/*
 * Not calloc(): glibc's malloc() reuses what this thread freed last, and its
 * calloc() does not.
 */
void *rlk_alloc(size_t size)
{
    void *memory = refused() ? NULL : malloc(size);

    if (memory != NULL)
        rlk_zero(memory, size);
    return memory;
}

void *rlk_resize(void *old, size_t size)
{
    return refused() ? NULL : realloc(old, size);
}

char *rlk_text_copy(const char *text)
{
    size_t size = strlen(text) + 1;
    char *copy = rlk_alloc(size);

    if (copy != NULL)
        memcpy(copy, text, size);
    return copy;
}

void rlk_free(void *memory)
{
    free(memory);
}

uint64_t rlk_alloc_fail_at(uint64_t nth)
{
    uint64_t made = atomic_exchange(&allocations, 0);

    atomic_store(&fail_at, nth);
    return made;
}
