/* SPDX-License-Identifier: MIT */
#ifndef RLK_QUORUM_BACKOFF_H
#define RLK_QUORUM_BACKOFF_H

/* How long a refused contender pauses: full jitter, doubling, capped. Pure. */

#include <stdint.h>

/* The longest bound, in multiples of the base (protocol 7). */
#define RLK_BACKOFF_CAP 64

struct rlk_backoff_settings {
    int64_t base_ns;    /* > 0: about two round trips */
    int64_t ceiling_ns; /* >= 0: never pause longer, whatever the bound says */
};

/*
 * A pause drawn evenly from 0 .. min(base * 2^refusals, base * 64, ceiling).
 *
 * refusals  how often this contender was refused before, >= 0
 * random    64 random bits, the caller's
 *
 * The same arguments give the same pause.
 */
int64_t rlk_backoff_pause(const struct rlk_backoff_settings *settings,
                          int refusals, uint64_t random);

#endif
