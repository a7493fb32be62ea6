/* SPDX-License-Identifier: MIT */
/* JSON: commas, and texts that nobody chose for it. */

#include <criterion/criterion.h>
#include <stdlib.h>

#include "cli/text/json.h"

struct page {
    char *text;
    size_t length;
    FILE *file;
    struct json json;
};

static void begin(struct page *page)
{
    page->file = open_memstream(&page->text, &page->length);
    cr_assert_not_null(page->file);
    json_start(&page->json, page->file);
}

static void expect(struct page *page, const char *line)
{
    json_finish(&page->json);
    (void)fclose(page->file);
    cr_assert_str_eq(page->text, line);
    free(page->text);
}

static void expect_text(const char *text, const char *line)
{
    struct page page = {.text = NULL};

    begin(&page);
    json_text(&page.json, NULL, text);
    expect(&page, line);
}

Test(json, puts_commas_between_members_alone)
{
    struct page page = {.text = NULL};

    begin(&page);
    json_object(&page.json, NULL);
    json_text(&page.json, "a", "x");
    json_number(&page.json, "b", -1);
    json_array(&page.json, "c");
    json_object(&page.json, NULL);
    json_close(&page.json, '}');
    json_object(&page.json, NULL);
    json_bool(&page.json, "d", true);
    json_close(&page.json, '}');
    json_close(&page.json, ']');
    json_bool(&page.json, "e", false);
    json_text(&page.json, "f", NULL);
    json_close(&page.json, '}');
    expect(&page, "{\"a\":\"x\",\"b\":-1,\"c\":[{},{\"d\":true}],"
                  "\"e\":false,\"f\":null}\n");
}

Test(json, writes_the_largest_numbers_whole)
{
    struct page page = {.text = NULL};

    begin(&page);
    json_array(&page.json, NULL);
    json_number(&page.json, NULL, INT64_MAX);
    json_number(&page.json, NULL, INT64_MIN);
    json_close(&page.json, ']');
    expect(&page, "[9223372036854775807,-9223372036854775808]\n");
}

Test(json, starts_a_second_line_without_a_comma)
{
    struct page page = {.text = NULL};

    begin(&page);
    json_bool(&page.json, NULL, true);
    json_finish(&page.json);
    json_bool(&page.json, NULL, true);
    expect(&page, "true\ntrue\n");
}

Test(json, escapes_quotes_backslashes_and_control_characters)
{
    expect_text("a\"b\\c", "\"a\\\"b\\\\c\"\n");
    expect_text("\n\t\x01\x7f", "\"\\u000a\\u0009\\u0001\\u007f\"\n");
}

Test(json, lets_good_utf_8_through)
{
    expect_text("\xc3\xa9\xe2\x82\xac\xf0\x9f\x94\x92",
                "\"\xc3\xa9\xe2\x82\xac\xf0\x9f\x94\x92\"\n");
}

Test(json, replaces_what_is_no_utf_8)
{
    expect_text("a\xff", "\"a\\ufffd\"\n");
    expect_text("\x80", "\"\\ufffd\"\n");
    expect_text("\xc3", "\"\\ufffd\"\n");
    expect_text("\xc3(", "\"\\ufffd(\"\n");
    /* overlong, a surrogate, beyond the last code point, cut short */
    expect_text("\xc0\xaf", "\"\\ufffd\\ufffd\"\n");
    expect_text("\xe0\x80\xaf", "\"\\ufffd\\ufffd\\ufffd\"\n");
    expect_text("\xed\xa0\x80", "\"\\ufffd\\ufffd\\ufffd\"\n");
    expect_text("\xf4\x90\x80\x80", "\"\\ufffd\\ufffd\\ufffd\\ufffd\"\n");
    expect_text("\xf0\x9f\x94", "\"\\ufffd\\ufffd\\ufffd\"\n");
}
