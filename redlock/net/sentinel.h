/* SPDX-License-Identifier: MIT */
#ifndef RLK_REDLOCK_NET_SENTINEL_H
#define RLK_REDLOCK_NET_SENTINEL_H

/* Where the master of a group is, as its Sentinels say. */

#include "redlock/net/resolve.h"

/* So long one Sentinel may take, in milliseconds; then the next one is asked.
 */
#define RLK_SENTINEL_PATIENCE_MS 1000

struct rlk_sentinel_group {
    const char *hosts;    /* "host[:port]+.../name", IPv6 in brackets */
    const char *username; /* ours there; NULL: the default user */
    const char *password; /* NULL: none is said */
};

/*
 * Asks one Sentinel after the other, until one knows the master; blocks
 * meanwhile, so it is for a thread of its own. NULL: there are addresses, each
 * with its port; else a static sentence.
 */
const char *rlk_sentinel_ask(const struct rlk_sentinel_group *group,
                             struct rlk_addresses *found);

#endif
