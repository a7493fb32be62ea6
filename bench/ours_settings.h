/* SPDX-License-Identifier: MIT */
#ifndef RLK_BENCH_OURS_SETTINGS_H
#define RLK_BENCH_OURS_SETTINGS_H

/*
 * Converts the plan of a driver to settings of the library. The style is
 *
 *     sequential|parallel[-KIND][-fenced][-guarded][-tls][-sent]
 *
 * where -sent is for the event API only. KIND is shared; owner for a reentrant
 * lock; slots for one of OURS_SLOTS; set2, set3, ... for that many names
 * together. Without KIND the lock is exclusive, with one name.
 */

#include "bench/driver.h"
#include "redlock/redlock.h"

#define OURS_NODES_TEXT_MAX 640
#define OURS_SLOTS 3

/*
 * Defaults except for the strategy, and for the guard, which is on if the style
 * says so; the nodes must then be marked.
 *
 * nodes  OURS_NODES_TEXT_MAX bytes, which the settings borrow. With TLS the
 *        ports are TLS ports, and $BENCH_CACERT is the trusted certificate.
 */
struct redlock_settings ours_settings(const struct driver_plan *plan,
                                      char *nodes);

/* Does the style request a fence for each lock? */
bool ours_fenced(const struct driver_plan *plan);

#define OURS_SET_MAX 9
#define OURS_NAME_MAX 40

/* The further names of a set. A request borrows them. */
struct ours_names {
    char text[OURS_SET_MAX - 1][OURS_NAME_MAX];
    const char *name[OURS_SET_MAX - 1];
};

/*
 * A lock of the style's type with DRIVER_TTL_MS. The resource, of less than
 * OURS_NAME_MAX - 2 bytes, is borrowed.
 */
struct redlock_request ours_request(const struct driver_plan *plan,
                                    const char *resource,
                                    struct ours_names *names);

#endif
