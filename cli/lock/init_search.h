/* SPDX-License-Identifier: MIT */
#ifndef RLK_CLI_LOCK_INIT_SEARCH_H
#define RLK_CLI_LOCK_INIT_SEARCH_H

/* redlock init: are there locks which its marks would endanger? */

#include <stdint.h>

#include "cli/base/options.h"

/*
 * Searches the nodes for held locks, and writes nothing to them. Nodes which
 * are all marked with ttl_max_ms already are not searched. Reports the locks
 * that it finds, and the nodes that it cannot search.
 *
 * unsearched  set if nodes were searched: how many were not, or not completely.
 *
 * Returns an exit status, or -1: no lock was found.
 */
int init_search(const struct options *options, int64_t ttl_max_ms,
                int *unsearched);

#endif
