/* SPDX-License-Identifier: MIT */
#ifndef RLK_REDLOCK_RUNTIME_MEMORY_H
#define RLK_REDLOCK_RUNTIME_MEMORY_H

/* The one pair of allocation functions, so that a test can fail any of them. */

#include <stddef.h>
#include <stdint.h>

/* Zeroed memory, or NULL. */
void *rlk_alloc(size_t size);

/* Makes memory as rlk_alloc() hands it out: all zeroes. */
void rlk_zero(void *memory, size_t size);

/* Grows or shrinks; NULL leaves the old block as it was. */
void *rlk_resize(void *old, size_t size);

/* A copy of text, or NULL. text must not be NULL. */
char *rlk_text_copy(const char *text);

/* Gives memory back; NULL is fine. */
void rlk_free(void *memory);

/*
 * For tests: the nth allocation after this call fails, once; 0: none does.
 * Returns how many were made since the last call. One thread at a time.
 */
uint64_t rlk_alloc_fail_at(uint64_t nth);

#endif
