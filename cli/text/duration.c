/* SPDX-License-Identifier: MIT */
/* Durations, read and written. */

#include "cli/text/duration.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

/* More digits than this after the point cannot make whole milliseconds. */
#define DECIMALS_MAX 9

static const struct {
    const char *name;
    int64_t ms;
} units[] = {
    {"ms", 1},
    {"s", 1000},
    {"m", INT64_C(60) * 1000},
    {"h", INT64_C(3600) * 1000},
};

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* Reads digits into *value, which stops growing at its limit. */
static const char *digits(const char *text, int64_t *value, int64_t *scale)
{
    for (; is_digit(*text); text++) {
        if (*value <= DURATION_MAX_MS)
            *value = *value * 10 + (*text - '0');
        *scale *= *scale <= DURATION_MAX_MS ? 10 : 1;
    }
    return text;
}

static enum duration_fault find_unit(const char *text, int64_t *unit_ms)
{
    if (*text == '\0')
        return DURATION_NO_UNIT;
    for (size_t i = 0; i < sizeof(units) / sizeof(units[0]); i++) {
        if (strcmp(text, units[i].name) == 0) {
            *unit_ms = units[i].ms;
            return DURATION_FINE;
        }
    }
    return DURATION_BAD_UNIT;
}

enum duration_fault duration_parse(const char *text, int64_t *ms)
{
    int64_t whole = 0;
    int64_t part = 0;
    int64_t part_scale = 1;
    int64_t unused = 1;
    int64_t unit_ms = 1;
    enum duration_fault fault;

    if (*text == '\0')
        return DURATION_EMPTY;
    if (!is_digit(*text))
        return DURATION_NO_NUMBER;
    text = digits(text, &whole, &unused);
    if (*text == '.' && is_digit(text[1])) {
        const char *end = digits(text + 1, &part, &part_scale);

        if (end - text - 1 > DECIMALS_MAX)
            return DURATION_TOO_FINE;
        text = end;
    }
    fault = find_unit(text, &unit_ms);
    if (fault != DURATION_FINE)
        return fault;
    if (whole > DURATION_MAX_MS / unit_ms)
        return DURATION_TOO_LONG;
    if (part * unit_ms % part_scale != 0)
        return DURATION_TOO_FINE;
    whole = whole * unit_ms + part * unit_ms / part_scale;
    if (whole > DURATION_MAX_MS)
        return DURATION_TOO_LONG;
    *ms = whole;
    return DURATION_FINE;
}

const char *duration_fault_text(enum duration_fault fault)
{
    switch (fault) {
    case DURATION_FINE:
        return "fine";
    case DURATION_EMPTY:
        return "it is empty: write 250ms, 30s, 5m or 2h";
    case DURATION_NO_NUMBER:
        return "it is no duration: write 250ms, 30s, 5m or 2h";
    case DURATION_NO_UNIT:
        return "it has no unit: write ms, s, m or h after the number";
    case DURATION_BAD_UNIT:
        return "its unit is none of ms, s, m and h";
    case DURATION_TOO_FINE:
        return "nothing is finer than 1ms";
    case DURATION_TOO_LONG:
        return "it is longer than a hundred years";
    }
    return "it is no duration";
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
