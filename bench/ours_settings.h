/* SPDX-License-Identifier: MIT */
#ifndef RLK_BENCH_OURS_SETTINGS_H
#define RLK_BENCH_OURS_SETTINGS_H

/*
 * The plan of a driver, as settings of our library. Its style is
 *
 *     sequential|parallel[-fenced][-guarded][-tls][-sent]
 *
 * where the last is of the event face alone.
 */

#include "bench/driver.h"
#include "redlock/redlock.h"

#define OURS_NODES_TEXT_MAX 320

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

#endif
