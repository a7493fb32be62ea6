/* SPDX-License-Identifier: MIT */
#ifndef TESTS_CHAOS_JOURNAL_H
#define TESTS_CHAOS_JOURNAL_H

/*
 * The history of a worker: one line for each event. The judge reads nothing
 * else.
 *
 *     INSTANT WHO WHAT KEY=VALUE...
 *
 * The instant is in nanoseconds on the boot clock, which all processes and
 * containers of a machine share.
 */

#include <stdint.h>

int64_t boot_ns(void);

/* Opens a file for appending, and creates it if needed. Exits on failure. */
void journal_open(const char *path, const char *who);

/* Writes one line by one call. what: the name of the event, then its keys. */
__attribute__((format(printf, 2, 3))) void journal_note(int64_t at,
                                                        const char *what, ...);

#endif
