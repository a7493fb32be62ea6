/* SPDX-License-Identifier: MIT */
#ifndef RLK_QUORUM_BACKOFF_H
#define RLK_QUORUM_BACKOFF_H

/*
 * The pause of a contender after a refusal: full jitter, below a bound that
 * doubles with each refusal and later grows with the time waited. Pure.
 */

#include <stdint.h>

/* The bound doubles up to this many times the base (protocol 7). */
#define RLK_BACKOFF_CAP 64

/* The bound is at least this part of the time waited. */
#define RLK_BACKOFF_SHARE 8

struct rlk_backoff_settings {
    int64_t base_ns;    /* > 0: about two round trips */
    int64_t ceiling_ns; /* >= 0: the longest pause, whatever the bound is */
    int64_t waited_ns;  /* so far */
    int64_t longest_ns; /* the limit of the bound; 0: base * 64 */
};

/*
 * A pause, drawn evenly from 0 .. bound. The bound is the larger of min(base *
 * 2^refusals, base * 64) and waited / 8, but at most longest and at most
 * ceiling.
 *
 * refusals  how often this contender was refused before, >= 0
 * random    64 random bits from the caller
 *
 * The same arguments give the same pause.
 */
int64_t rlk_backoff_pause(const struct rlk_backoff_settings *settings,
                          int refusals, uint64_t random);

#endif
