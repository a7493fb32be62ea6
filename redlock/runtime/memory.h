/* SPDX-License-Identifier: MIT */
#ifndef RLK_REDLOCK_RUNTIME_MEMORY_H
#define RLK_REDLOCK_RUNTIME_MEMORY_H

/* The only allocation functions, so that a test can fail any of them. */

#include <stddef.h>
#include <stdint.h>

/* Zeroed memory, or NULL. */
void *rlk_alloc(size_t size);

/* Zeroes memory, as rlk_alloc() returns it. */
void rlk_zero(void *memory, size_t size);

/*
 * Grows or shrinks; what is new is not zeroed. old may be NULL. NULL: the old
 * block is unchanged.
 */
void *rlk_resize(void *old, size_t size);

/* A copy of text, or NULL. text must not be NULL. */
char *rlk_text_copy(const char *text);

/* Frees memory; NULL is allowed. */
void rlk_free(void *memory);

/*
 * For tests: the nth allocation after this call fails, once; 0: none does.
 * Returns the number of allocations since the last call. One thread at a time.
 */
uint64_t rlk_alloc_fail_at(uint64_t nth);

#endif
