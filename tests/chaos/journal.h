/* SPDX-License-Identifier: MIT */
#ifndef TESTS_CHAOS_JOURNAL_H
#define TESTS_CHAOS_JOURNAL_H

/*
 * A worker's history: one line an event, which is all that the judge sees.
 *
 *     INSTANT WHO WHAT KEY=VALUE...
 *
 * The instant is nanoseconds on the boot clock, which all processes and
 * containers of a machine share.
 */

#include <stdint.h>

int64_t boot_ns(void);

/* Appends to a file, which is made if missing. Exits where it cannot. */
void journal_open(const char *path, const char *who);

/* One line, in one write. what: the event's name, then its keys. */
__attribute__((format(printf, 2, 3))) void journal_note(int64_t at,
                                                        const char *what, ...);

#endif
