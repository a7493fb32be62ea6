/* SPDX-License-Identifier: MIT */
#ifndef RLK_CLOCK_CLOCK_H
#define RLK_CLOCK_CLOCK_H

/*
 * Instants and spans: signed 64-bit nanoseconds on the boot clock
 * (CLOCK_BOOTTIME, which counts suspend). All sums saturate; none wraps. Pure,
 * except for now.c, the only file that reads a clock.
 */

#include <stdbool.h>
#include <stdint.h>

#define RLK_NS_PER_US INT64_C(1000)
#define RLK_NS_PER_MS INT64_C(1000000)
#define RLK_NS_PER_S INT64_C(1000000000)

/* The instant that never comes; also plus or minus any span. */
#define RLK_NEVER INT64_MAX

/* The part of the drift margin that does not grow with the TTL. */
#define RLK_DRIFT_FIXED_NS (2 * RLK_NS_PER_MS)

/* instant + span, saturating at INT64_MIN and RLK_NEVER. */
int64_t rlk_clock_add(int64_t instant_ns, int64_t span_ns);

/* instant - span, saturating; RLK_NEVER less anything is RLK_NEVER. */
int64_t rlk_clock_sub(int64_t instant_ns, int64_t span_ns);

/* Milliseconds to nanoseconds, saturating. */
int64_t rlk_clock_from_ms(int64_t span_ms);

/* Microseconds to nanoseconds, saturating. */
int64_t rlk_clock_from_us(int64_t span_us);

/* Nanoseconds to whole milliseconds, towards zero. */
int64_t rlk_clock_to_ms(int64_t span_ns);

/*
 * The most by which two clocks' readings can diverge over a span, rounded up.
 *
 * span_ns   >= 0
 * rate_ppm  parts per million, 0 .. 1 000 000
 */
int64_t rlk_clock_gain(int64_t span_ns, int64_t rate_ppm);

/*
 * The drift margin of a TTL: ttl * drift_ppm / 1 000 000 + 2 ms, saturating.
 *
 * ttl_ns     >= 0
 * drift_ppm  parts per million, 0 .. 1 000 000
 */
int64_t rlk_clock_drift(int64_t ttl_ns, int64_t drift_ppm);

/*
 * The end of a vote: sent + ttl - drift, saturating (protocol 1). sent must be
 * read before the request is sent.
 */
int64_t rlk_clock_vote_end(int64_t sent_ns, int64_t ttl_ns, int64_t drift_ppm);

/* --- what the kernel is asked for: now.c
 * --------------------------------------
 */

/* Nanoseconds since boot, suspend included. Any thread; it cannot fail. */
int64_t rlk_now(void);

/* A descriptor that polls readable at its instant; close-on-exec. -1: errno. */
int rlk_timer_fd(void);

/* If the instant has passed, it becomes readable immediately. false: errno. */
bool rlk_timer_fd_set(int fd, int64_t instant);

#endif
