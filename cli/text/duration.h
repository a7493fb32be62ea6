/* SPDX-License-Identifier: MIT */
#ifndef RLK_CLI_TEXT_DURATION_H
#define RLK_CLI_TEXT_DURATION_H

/* Durations as people write and read them: 250ms, 1.5s, 1h30m, 2d. */

#include <stdint.h>

#define DURATION_MAX_MS (INT64_C(1000) * 3600 * 24 * 365 * 100)
#define DURATION_TEXT_MAX 32

enum duration_fault {
    DURATION_FINE = 0,
    DURATION_EMPTY,
    DURATION_NO_NUMBER, /* it does not start with a digit */
    DURATION_NO_UNIT,   /* a bare number */
    DURATION_BAD_UNIT,
    DURATION_BAD_PARTS, /* 30m1h, 1m1m, 1.5h30m */
    DURATION_TOO_FINE,  /* not a whole number of milliseconds */
    DURATION_TOO_LONG,  /* beyond DURATION_MAX_MS */
};

/*
 * Parses numbers with units, from the longest unit to the shortest, and nothing
 * else. The last number may have decimals. *ms is set only if the result is
 * DURATION_FINE. 0s is allowed.
 */
enum duration_fault duration_parse(const char *text, int64_t *ms);

/* The fault and the correct form, in lower case. Static. */
const char *duration_fault_text(enum duration_fault fault);

/*
 * Writes a duration for people, rounded: 250 ms, 1.5 s, 12 s, 5 min, 2 h. text:
 * DURATION_TEXT_MAX bytes or more. Returns text.
 */
const char *duration_text(int64_t ms, char *text);

#endif
