/* SPDX-License-Identifier: MIT */
/* JSON: commas, and arbitrary texts. */

#include <criterion/criterion.h>
#include <stdlib.h>

#include "cli/text/json.h"

static char *text;
static size_t length;
static FILE *file;
static struct json json;

static void begin(void)
{
    file = open_memstream(&text, &length);
    cr_assert_not_null(file);
    json_open(&json, file);
}

static void expect(const char *line)
{
    json_end(&json);
    (void)fclose(file);
    cr_assert_str_eq(text, line);
    free(text);
}

static void expect_text(const char *from, const char *quoted)
{
    char line[128];

    begin();
    json_text(&json, "t", from);
    (void)snprintf(line, sizeof(line), "{\"t\":%s}\n", quoted);
    expect(line);
}

Test(json, puts_commas_only_between_members)
{
    begin();
    json_text(&json, "a", "x");
    json_number(&json, "b", -1);
    json_array(&json, "c");
    json_object(&json, NULL);
    json_close(&json, '}');
    json_object(&json, NULL);
    json_bool(&json, "d", true);
    json_close(&json, '}');
    json_close(&json, ']');
    json_bool(&json, "e", false);
    json_text(&json, "f", NULL);
    expect("{\"a\":\"x\",\"b\":-1,\"c\":[{},{\"d\":true}],"
           "\"e\":false,\"f\":null}\n");
}

Test(json, writes_the_largest_numbers_with_all_digits)
{
    begin();
    json_number(&json, "most", INT64_MAX);
    json_number(&json, "least", INT64_MIN);
    expect("{\"most\":9223372036854775807,"
           "\"least\":-9223372036854775808}\n");
}

Test(json, leaves_out_unknown_members)
{
    begin();
    json_number_from(&json, "a", 0, -1);
    json_number_from(&json, "b", 0, 0);
    json_some_text(&json, "c", "");
    json_some_text(&json, "d", NULL);
    json_reason(&json, "e", REDLOCK_REASON_NONE);
    json_reason(&json, "f", REDLOCK_REASON_HELD);
    expect("{\"b\":0,\"f\":\"held\"}\n");
}

Test(json, escapes_quotes_backslashes_and_control_characters)
{
    expect_text("a\"b\\c", "\"a\\\"b\\\\c\"");
    expect_text("\n\t\x01\x7f", "\"\\u000a\\u0009\\u0001\\u007f\"");
}

Test(json, keeps_valid_utf_8)
{
    expect_text("\xc3\xa9\xe2\x82\xac\xf0\x9f\x94\x92",
                "\"\xc3\xa9\xe2\x82\xac\xf0\x9f\x94\x92\"");
}

Test(json, replaces_invalid_utf_8)
{
    expect_text("a\xff", "\"a\\ufffd\"");
    expect_text("\x80", "\"\\ufffd\"");
    expect_text("\xc3", "\"\\ufffd\"");
    expect_text("\xc3(", "\"\\ufffd(\"");
    /* overlong, a surrogate, beyond the last code point, cut short */
    expect_text("\xc0\xaf", "\"\\ufffd\\ufffd\"");
    expect_text("\xe0\x80\xaf", "\"\\ufffd\\ufffd\\ufffd\"");
    expect_text("\xed\xa0\x80", "\"\\ufffd\\ufffd\\ufffd\"");
    expect_text("\xf4\x90\x80\x80", "\"\\ufffd\\ufffd\\ufffd\\ufffd\"");
    expect_text("\xf0\x9f\x94", "\"\\ufffd\\ufffd\\ufffd\"");
}
