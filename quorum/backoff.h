/* SPDX-License-Identifier: MIT */
#ifndef RLK_QUORUM_BACKOFF_H
#define RLK_QUORUM_BACKOFF_H

/*
 * How long a contender that was refused pauses: full jitter, below a bound that
 * doubles with each refusal and later grows with the time waited. Pure.
 */

#include <stdint.h>

/* Doubling goes up to so many times the base (protocol 7). */
#define RLK_BACKOFF_CAP 64

/* The bound is at least this part of the time waited. */
#define RLK_BACKOFF_SHARE 8

struct rlk_backoff_settings {
    int64_t base_ns;    /* > 0: about two round trips */
    int64_t ceiling_ns; /* >= 0: never pause longer, whatever the bound says */
    int64_t waited_ns;  /* so far */
    int64_t longest_ns; /* what the bound never exceeds; 0: base * 64 */
};

/*
 * A pause drawn evenly from 0 .. bound, which is the larger of
 * min(base * 2^refusals, base * 64) and waited / 8, no more than longest, and
 * no more than ceiling.
 *
 * refusals  how often this contender was refused before, >= 0
 * random    64 random bits, the caller's
 *
 * The same arguments give the same pause.
 */
int64_t rlk_backoff_pause(const struct rlk_backoff_settings *settings,
                          int refusals, uint64_t random);

#endif
