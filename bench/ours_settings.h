/* SPDX-License-Identifier: MIT */
#ifndef RLK_BENCH_OURS_SETTINGS_H
#define RLK_BENCH_OURS_SETTINGS_H

/* The plan of a driver, as settings of our library. */

#include "bench/driver.h"
#include "redlock/redlock.h"

#define OURS_NODES_TEXT_MAX 320

/*
 * Defaults, but for the strategy: parallel if the style begins with that word.
 *
 * nodes  OURS_NODES_TEXT_MAX bytes, which the settings borrow.
 */
struct redlock_settings ours_settings(const struct driver_plan *plan,
                                      char *nodes);

#endif
