/* SPDX-License-Identifier: MIT */
/* The lines of INFO. */

#include <criterion/criterion.h>
#include <string.h>

#include "redlock/resp/handshake.h"

static const char info[] = "# Server\r\n"
                           "old_run_id:x\r\n"
                           "redis_version:7.0.15\r\n"
                           "empty:\r\n"
                           "odd:a\x1b[2J\r\n"
                           "maxmemory:1073741824\r\n"
                           "last:9";

Test(info, field_is_found_by_its_whole_name)
{
    size_t length = 0;
    const char *value = rlk_info_field(info, "redis_version", &length);

    cr_assert_not_null(value);
    cr_assert_eq(length, 6);
    cr_assert_null(rlk_info_field(info, "run_id", &length));
    cr_assert_null(rlk_info_field(info, "redis", &length));
}

Test(info, text_is_cut_to_fit)
{
    char value[4] = "xxx";

    cr_assert(rlk_info_text(info, "redis_version", value, sizeof(value)));
    cr_assert_str_eq(value, "7.0");
    cr_assert(rlk_info_text(info, "empty", value, sizeof(value)));
    cr_assert_str_empty(value);
}

Test(info, a_missing_text_changes_nothing)
{
    char value[4] = "old";

    cr_assert_not(rlk_info_text(info, "nothing", value, sizeof(value)));
    cr_assert_str_eq(value, "old");
}

Test(info, control_characters_do_not_reach_a_terminal)
{
    char value[16];

    cr_assert(rlk_info_text(info, "odd", value, sizeof(value)));
    cr_assert_str_eq(value, "a.[2J");
}

Test(info, a_missing_number_is_minus_one)
{
    cr_assert_eq(rlk_info_number(info, "maxmemory"), 1073741824);
    cr_assert_eq(rlk_info_number(info, "last"), 9);
    cr_assert_eq(rlk_info_number(info, "empty"), -1);
    cr_assert_eq(rlk_info_number(info, "odd"), -1);
    cr_assert_eq(rlk_info_number(info, "nothing"), -1);
}
