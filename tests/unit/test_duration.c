/* SPDX-License-Identifier: MIT */
/* Durations: reading and writing them. */

#include <criterion/criterion.h>

#include "cli/text/duration.h"

static int64_t span_of(const char *text)
{
    int64_t ms = -1;

    cr_assert_eq(duration_parse(text, &ms), DURATION_FINE, "%s", text);
    return ms;
}

static enum duration_fault fault_of(const char *text)
{
    int64_t ms = -1;
    enum duration_fault fault = duration_parse(text, &ms);

    cr_assert(fault == DURATION_FINE || ms == -1, "%s set a value", text);
    return fault;
}

static const char *written(int64_t ms)
{
    static char text[DURATION_TEXT_MAX];

    return duration_text(ms, text);
}

Test(duration, has_units_of_milliseconds_to_days)
{
    cr_assert_eq(span_of("250ms"), 250);
    cr_assert_eq(span_of("30s"), 30000);
    cr_assert_eq(span_of("5m"), 300000);
    cr_assert_eq(span_of("2h"), 7200000);
    cr_assert_eq(span_of("1d"), 86400000);
}

Test(duration, may_have_parts_from_long_to_short)
{
    cr_assert_eq(span_of("1h30m"), 5400000);
    cr_assert_eq(span_of("1m30s"), 90000);
    cr_assert_eq(span_of("1d2h3m4s5ms"), 93784005);
    cr_assert_eq(span_of("1m0.5s"), 60500);
    cr_assert_eq(fault_of("30m1h"), DURATION_BAD_PARTS);
    cr_assert_eq(fault_of("1m1m"), DURATION_BAD_PARTS);
    cr_assert_eq(fault_of("1.5h30m"), DURATION_BAD_PARTS);
    cr_assert_eq(fault_of("1h30"), DURATION_NO_UNIT);
    cr_assert_eq(fault_of("1h 30m"), DURATION_BAD_UNIT);
    cr_assert_eq(fault_of("1h-30m"), DURATION_BAD_UNIT);
    cr_assert_eq(fault_of("1h.5m"), DURATION_BAD_UNIT);
}

Test(duration, of_zero_is_valid)
{
    cr_assert_eq(span_of("0s"), 0);
    cr_assert_eq(span_of("0ms"), 0);
}

Test(duration, may_have_a_decimal_part)
{
    cr_assert_eq(span_of("1.5s"), 1500);
    cr_assert_eq(span_of("0.001s"), 1);
    cr_assert_eq(span_of("0.25h"), 900000);
    cr_assert_eq(span_of("1.500000s"), 1500);
}

Test(duration, without_a_unit_is_refused_not_guessed)
{
    cr_assert_eq(fault_of("30"), DURATION_NO_UNIT);
    cr_assert_eq(fault_of("0"), DURATION_NO_UNIT);
    cr_assert_eq(fault_of("1.5"), DURATION_NO_UNIT);
}

Test(duration, with_another_unit_is_refused)
{
    cr_assert_eq(fault_of("5 s"), DURATION_BAD_UNIT);
    cr_assert_eq(fault_of("5sec"), DURATION_BAD_UNIT);
    cr_assert_eq(fault_of("5us"), DURATION_BAD_UNIT);
    cr_assert_eq(fault_of("5S"), DURATION_BAD_UNIT);
    cr_assert_eq(fault_of("1.s"), DURATION_BAD_UNIT);
    cr_assert_eq(fault_of("1e3s"), DURATION_BAD_UNIT);
}

Test(duration, without_a_digit_first_is_refused)
{
    cr_assert_eq(fault_of(""), DURATION_EMPTY);
    cr_assert_eq(fault_of("-1s"), DURATION_NO_NUMBER);
    cr_assert_eq(fault_of("+1s"), DURATION_NO_NUMBER);
    cr_assert_eq(fault_of(" 1s"), DURATION_NO_NUMBER);
    cr_assert_eq(fault_of(".5s"), DURATION_NO_NUMBER);
    cr_assert_eq(fault_of("s"), DURATION_NO_NUMBER);
    cr_assert_eq(fault_of("forever"), DURATION_NO_NUMBER);
}

Test(duration, finer_than_a_millisecond_is_refused)
{
    cr_assert_eq(fault_of("0.5ms"), DURATION_TOO_FINE);
    cr_assert_eq(fault_of("1.0005s"), DURATION_TOO_FINE);
    cr_assert_eq(fault_of("1.0000000001s"), DURATION_TOO_FINE);
}

Test(duration, never_overflows)
{
    cr_assert_eq(fault_of("99999999999999999999999999h"), DURATION_TOO_LONG);
    cr_assert_eq(fault_of("9223372036854775807ms"), DURATION_TOO_LONG);
    cr_assert_eq(fault_of("876001h"), DURATION_TOO_LONG);
    cr_assert_eq(fault_of("876000.5h"), DURATION_TOO_LONG);
    cr_assert_eq(fault_of("36500d1ms"), DURATION_TOO_LONG);
    cr_assert_eq(span_of("876000h"), DURATION_MAX_MS);
    cr_assert_eq(span_of("36500d"), DURATION_MAX_MS);
    cr_assert_eq(span_of("000000000000000000000000030s"), 30000);
}

Test(duration, is_written_coarser_the_longer_it_is)
{
    cr_assert_str_eq(written(0), "0 ms");
    cr_assert_str_eq(written(999), "999 ms");
    cr_assert_str_eq(written(1000), "1 s");
    cr_assert_str_eq(written(1590), "1.5 s");
    cr_assert_str_eq(written(12345), "12 s");
    cr_assert_str_eq(written(119999), "119 s");
    cr_assert_str_eq(written(120000), "2 min");
    cr_assert_str_eq(written(7200000), "2 h");
}
