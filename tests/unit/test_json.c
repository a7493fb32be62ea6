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
    json_open(&page->json, page->file);
}

static void expect(struct page *page, const char *line)
{
    json_end(&page->json);
    (void)fclose(page->file);
    cr_assert_str_eq(page->text, line);
    free(page->text);
}

static void expect_text(const char *text, const char *quoted)
{
    struct page page = {.text = NULL};
    char line[128];

    begin(&page);
    json_text(&page.json, "t", text);
    (void)snprintf(line, sizeof(line), "{\"t\":%s}\n", quoted);
    expect(&page, line);
}

Test(json, puts_commas_only_between_members)
{
    struct page page = {.text = NULL};

    begin(&page);
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
    expect(&page, "{\"a\":\"x\",\"b\":-1,\"c\":[{},{\"d\":true}],"
                  "\"e\":false,\"f\":null}\n");
}

Test(json, writes_the_largest_numbers_with_all_digits)
{
    struct page page = {.text = NULL};

    begin(&page);
    json_number(&page.json, "most", INT64_MAX);
    json_number(&page.json, "least", INT64_MIN);
    expect(&page, "{\"most\":9223372036854775807,"
                  "\"least\":-9223372036854775808}\n");
}

Test(json, leaves_out_unknown_members)
{
    struct page page = {.text = NULL};

    begin(&page);
    json_number_from(&page.json, "a", 0, -1);
    json_number_from(&page.json, "b", 0, 0);
    json_some_text(&page.json, "c", "");
    json_some_text(&page.json, "d", NULL);
    json_reason(&page.json, "e", REDLOCK_REASON_NONE);
    json_reason(&page.json, "f", REDLOCK_REASON_HELD);
    expect(&page, "{\"b\":0,\"f\":\"held\"}\n");
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
