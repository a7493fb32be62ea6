/* SPDX-License-Identifier: MIT */
#ifndef TESTS_CHAOS_RESOURCE_H
#define TESTS_CHAOS_RESOURCE_H

/*
 * What a lock protects: a file of increasing numbers. A writer reads the last
 * number, pauses, and appends the next number with its fence and the name of
 * its tenure. Two simultaneous writers write a number twice, or interleave
 * their tenures. The file shows this without any clock. It accepts every fence,
 * so the judge can read from it what a check of fences would have refused.
 */

#include <stdint.h>

/* Opens DIR/LOCK.resource, and creates it if needed. Exits on failure. */
int resource_open(const char *dir, const char *lock);

/*
 * Returns the number written. *at: the instant just before. Exits on failure.
 */
int64_t resource_write(int resource, const char *tenure, int64_t fence,
                       int64_t *at);

/* The last number; 0: there is none. *at: the instant just before. */
int64_t resource_read(int resource, int64_t *at);

#endif
