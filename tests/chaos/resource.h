/* SPDX-License-Identifier: MIT */
#ifndef TESTS_CHAOS_RESOURCE_H
#define TESTS_CHAOS_RESOURCE_H

/*
 * What a lock protects: a file that counts up. A writer reads the last
 * number, thinks, and appends the next one with its fence and its tenure's
 * name. Two writers at once leave a number twice or two tenures mixed: the
 * file itself tells, whatever the clocks say. It takes every fence, so that
 * what a check of fences refuses can be read from it.
 */

#include <stdint.h>

/* Opens DIR/LOCK.resource, made if missing. Exits where it cannot. */
int resource_open(const char *dir, const char *lock);

/*
 * Returns the number written. *at: the instant right before it was.
 * Exits where the file cannot be written.
 */
int64_t resource_write(int resource, const char *tenure, int64_t fence,
                       int64_t *at);

/* The last number, 0 if there is none. *at: the instant right before. */
int64_t resource_read(int resource, int64_t *at);

#endif
