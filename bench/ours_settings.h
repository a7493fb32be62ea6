/* SPDX-License-Identifier: MIT */
#ifndef RLK_BENCH_OURS_SETTINGS_H
#define RLK_BENCH_OURS_SETTINGS_H

/*
 * The plan of a driver, as settings of our library. Its style is
 *
 *     sequential|parallel[-KIND][-fenced][-guarded][-tls][-sent]
 *
 * where the last is of the event API alone. KIND is shared, owner for a
 * reentrant one, slots for one of OURS_SLOTS, or set2 and so on for so many
 * names at once; without it the lock is exclusive, of one name.
 */

#include "bench/driver.h"
#include "redlock/redlock.h"

#define OURS_NODES_TEXT_MAX 640
#define OURS_SLOTS 3

/*
 * Defaults, but for the strategy, and for the guard, which is on if the style
 * says so: the nodes have to be marked then.
 *
 * nodes  OURS_NODES_TEXT_MAX bytes, which the settings borrow. With TLS the
 * ports are TLS ports, and $BENCH_CACERT says whom to trust.
 */
struct redlock_settings ours_settings(const struct driver_plan *plan,
                                      char *nodes);

/* Does the style ask for a fence with each lock? */
bool ours_fenced(const struct driver_plan *plan);

#define OURS_SET_MAX 9
#define OURS_NAME_MAX 40

/* The further names of a set, which a request borrows. */
struct ours_names {
    char text[OURS_SET_MAX - 1][OURS_NAME_MAX];
    const char *name[OURS_SET_MAX - 1];
};

/*
 * A lock of the style's kind, that lives for DRIVER_TTL_MS. The resource, of
 * less than OURS_NAME_MAX - 2 bytes, is borrowed.
 */
struct redlock_request ours_request(const struct driver_plan *plan,
                                    const char *resource,
                                    struct ours_names *names);

#endif
