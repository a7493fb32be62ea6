/* SPDX-License-Identifier: MIT */
#ifndef RLK_CLOCK_NOW_H
#define RLK_CLOCK_NOW_H

/* The library's only reader of a clock. */

#include <stdint.h>

/* Nanoseconds since boot, suspend included. Never fails on Linux. Any thread.
 */
int64_t rlk_now(void);

#endif
