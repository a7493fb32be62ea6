/* SPDX-License-Identifier: MIT */
/* Sums of instants and spans that saturate, and the drift margin. */

#include "clock/clock.h"

#include <assert.h>

static const int64_t million = 1000000;

int64_t rlk_clock_add(int64_t instant_ns, int64_t span_ns)
{
    if (instant_ns == RLK_NEVER)
        return RLK_NEVER;
    if (span_ns > 0 && instant_ns > INT64_MAX - span_ns)
        return RLK_NEVER;
    if (span_ns < 0 && instant_ns < INT64_MIN - span_ns)
        return INT64_MIN;
    return instant_ns + span_ns;
}

int64_t rlk_clock_sub(int64_t instant_ns, int64_t span_ns)
{
    if (instant_ns == RLK_NEVER)
        return RLK_NEVER;
    if (span_ns < 0 && instant_ns > INT64_MAX + span_ns)
        return RLK_NEVER;
    if (span_ns > 0 && instant_ns < INT64_MIN + span_ns)
        return INT64_MIN;
    return instant_ns - span_ns;
}

static int64_t in_ns(int64_t span, int64_t unit_ns)
{
    if (span > INT64_MAX / unit_ns)
        return INT64_MAX;
    if (span < INT64_MIN / unit_ns)
        return INT64_MIN;
    return span * unit_ns;
}

int64_t rlk_clock_from_ms(int64_t span_ms)
{
    return in_ns(span_ms, RLK_NS_PER_MS);
}

int64_t rlk_clock_to_ms(int64_t span_ns)
{
    return span_ns / RLK_NS_PER_MS;
}

int64_t rlk_clock_from_us(int64_t span_us)
{
    return in_ns(span_us, RLK_NS_PER_US);
}

/* In two parts, so that no product overflows 64 bits and nothing is cut off. */
static int64_t share(int64_t span_ns, int64_t ppm, int64_t add)
{
    assert(span_ns >= 0);
    assert(ppm >= 0 && ppm <= million);
    return span_ns / million * ppm + (span_ns % million * ppm + add) / million;
}

int64_t rlk_clock_gain(int64_t span_ns, int64_t rate_ppm)
{
    return share(span_ns, rate_ppm, million - 1);
}

int64_t rlk_clock_drift(int64_t ttl_ns, int64_t drift_ppm)
{
    return rlk_clock_add(share(ttl_ns, drift_ppm, 0), RLK_DRIFT_FIXED_NS);
}

int64_t rlk_clock_vote_end(int64_t sent_ns, int64_t ttl_ns, int64_t drift_ppm)
{
    return rlk_clock_add(sent_ns, ttl_ns - rlk_clock_drift(ttl_ns, drift_ppm));
}
