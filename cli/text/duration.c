/* SPDX-License-Identifier: MIT */
/* Parses and prints durations. */

#include "cli/text/duration.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

/* With more digits after the point it is no whole number of milliseconds. */
#define DECIMALS_MAX 9

/* Longest unit first: the parts of a duration follow in this order. */
static const struct {
    const char *name;
    int64_t ms;
} units[] = {
    {"d", INT64_C(24) * 3600 * 1000},
    {"h", INT64_C(3600) * 1000},
    {"m", INT64_C(60) * 1000},
    {"s", 1000},
    {"ms", 1},
};

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* Reads digits into *value, which saturates. */
static const char *digits(const char *text, int64_t *value, int64_t *scale)
{
    for (; is_digit(*text); text++) {
        if (*value <= DURATION_MAX_MS)
            *value = *value * 10 + (*text - '0');
        *scale *= *scale <= DURATION_MAX_MS ? 10 : 1;
    }
    return text;
}

/* Reads the letters at *text as a unit, and advances *text. */
static enum duration_fault take_unit(const char **text, int64_t *unit_ms)
{
    size_t letters = strcspn(*text, "0123456789");

    if (**text == '\0')
        return DURATION_NO_UNIT;
    for (size_t i = 0; i < sizeof(units) / sizeof(units[0]); i++) {
        if (strlen(units[i].name) == letters &&
            memcmp(*text, units[i].name, letters) == 0) {
            *unit_ms = units[i].ms;
            *text += letters;
            return DURATION_FINE;
        }
    }
    return DURATION_BAD_UNIT;
}

/*
 * Reads a number and its unit, which must be shorter than *unit_ms, and
 * advances *text. Only the last part may have decimals.
 */
static enum duration_fault take_part(const char **text, int64_t *unit_ms,
                                     int64_t *ms)
{
    int64_t longer = *unit_ms;
    int64_t whole = 0;
    int64_t part = 0;
    int64_t scale = 1;
    int64_t unused = 1;
    enum duration_fault fault;

    *text = digits(*text, &whole, &unused);
    if (**text == '.' && is_digit((*text)[1])) {
        const char *end = digits(*text + 1, &part, &scale);
        if (end - *text - 1 > DECIMALS_MAX)
            return DURATION_TOO_FINE;
        *text = end;
    }
    fault = take_unit(text, unit_ms);
    if (fault != DURATION_FINE)
        return fault;
    if (*unit_ms >= longer || (**text != '\0' && scale > 1))
        return DURATION_BAD_PARTS;
    if (whole > DURATION_MAX_MS / *unit_ms)
        return DURATION_TOO_LONG;
    if (part * *unit_ms % scale != 0)
        return DURATION_TOO_FINE;
    *ms = whole * *unit_ms + part * *unit_ms / scale;
    return DURATION_FINE;
}

enum duration_fault duration_parse(const char *text, int64_t *ms)
{
    int64_t unit_ms = INT64_MAX;
    int64_t sum = 0;

    if (*text == '\0')
        return DURATION_EMPTY;
    if (!is_digit(*text))
        return DURATION_NO_NUMBER;
    while (*text != '\0') {
        int64_t part = 0;
        enum duration_fault fault = take_part(&text, &unit_ms, &part);
        if (fault != DURATION_FINE)
            return fault;
        if (part > DURATION_MAX_MS - sum)
            return DURATION_TOO_LONG;
        sum += part;
    }
    *ms = sum;
    return DURATION_FINE;
}

const char *duration_fault_text(enum duration_fault fault)
{
    static const char *const texts[] = {
        [DURATION_FINE] = "fine",
        [DURATION_EMPTY] = "no duration: write 250ms, 30s, 5m, 1h30m or 1d",
        [DURATION_NO_NUMBER] =
            "not a duration: write 250ms, 30s, 5m, 1h30m or 1d",
        [DURATION_NO_UNIT] =
            "the number has no unit: write ms, s, m, h or d after it",
        [DURATION_BAD_UNIT] = "unknown unit: write ms, s, m, h or d",
        [DURATION_BAD_PARTS] =
            ("write each unit once, from the longest to the shortest, with a "
             "decimal point in the last only: 1h30m"),
        [DURATION_TOO_FINE] =
            "1ms is the shortest unit: write whole milliseconds",
        [DURATION_TOO_LONG] = "longer than a hundred years",
    };

    return texts[fault];
}

const char *duration_text(int64_t ms, char *text)
{
    const int64_t minute = 60 * 1000;
    const int64_t hour = 60 * minute;

    if (ms < 1000)
        (void)snprintf(text, DURATION_TEXT_MAX, "%" PRId64 " ms", ms);
    else if (ms < 10 * 1000 && ms % 1000 >= 100)
        (void)snprintf(text, DURATION_TEXT_MAX, "%" PRId64 ".%" PRId64 " s",
                       ms / 1000, ms % 1000 / 100);
    else if (ms < 2 * minute)
        (void)snprintf(text, DURATION_TEXT_MAX, "%" PRId64 " s", ms / 1000);
    else if (ms < 2 * hour)
        (void)snprintf(text, DURATION_TEXT_MAX, "%" PRId64 " min", ms / minute);
    else
        (void)snprintf(text, DURATION_TEXT_MAX, "%" PRId64 " h", ms / hour);
    return text;
}
