/* SPDX-License-Identifier: MIT */
/* Computes a pause with full jitter from random bits. */

#include "quorum/backoff.h"

#include <assert.h>

/* The upper 64 bits of a 128-bit product, in halves: C11 has no wider type. */
static uint64_t multiply_high(uint64_t a, uint64_t b)
{
    uint64_t a_high = a >> 32;
    uint64_t a_low = a & UINT32_MAX;
    uint64_t b_high = b >> 32;
    uint64_t b_low = b & UINT32_MAX;
    uint64_t middle = a_high * b_low + (a_low * b_low >> 32);
    uint64_t carry = a_low * b_high + (middle & UINT32_MAX);

    return a_high * b_high + (middle >> 32) + (carry >> 32);
}

static int64_t doubled(int64_t base_ns, int refusals)
{
    int64_t times = 1;

    for (int i = 0; i < refusals && times < RLK_BACKOFF_CAP; i++)
        times *= 2;
    return base_ns > INT64_MAX / times ? INT64_MAX : base_ns * times;
}

static int64_t bound_of(const struct rlk_backoff_settings *settings,
                        int refusals)
{
    int64_t bound = doubled(settings->base_ns, refusals);
    int64_t grown = settings->waited_ns / RLK_BACKOFF_SHARE;

    if (settings->longest_ns == 0)
        return bound;
    if (bound < grown)
        bound = grown;
    return bound < settings->longest_ns ? bound : settings->longest_ns;
}

int64_t rlk_backoff_pause(const struct rlk_backoff_settings *settings,
                          int refusals, uint64_t random)
{
    int64_t bound;

    assert(settings->base_ns > 0);
    assert(settings->ceiling_ns >= 0);
    assert(settings->longest_ns >= 0);
    assert(refusals >= 0);
    bound = bound_of(settings, refusals);
    if (bound > settings->ceiling_ns)
        bound = settings->ceiling_ns;
    /*
     * Scaled instead of taken modulo: the probabilities of two pauses differ by
     * at most one in 2^64 / bound.
     */
    return (int64_t)multiply_high(random, (uint64_t)bound + 1);
}
