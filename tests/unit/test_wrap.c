/* SPDX-License-Identifier: MIT */
/* Long lines, broken between words; and columns. */

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "cli/text/layout.h"

static char page[1024];

static const char *wrapped(const struct wrap *wrap, const char *text)
{
    FILE *out = fmemopen(page, sizeof(page), "w");

    wrap_line(out, wrap, "%s", text);
    fclose(out);
    return page;
}

Test(wrap, text_that_fits_is_one_line)
{
    const struct wrap wrap = {.width = 11, .indent = 2};

    cr_assert_str_eq(wrapped(&wrap, "hello world"), "hello world\n");
    cr_assert_str_eq(wrapped(&wrap, "  x  y"), "  x  y\n");
    cr_assert_str_eq(wrapped(&wrap, ""), "\n");
}

Test(wrap, text_that_does_not_fit_continues_indented)
{
    const struct wrap wrap = {.width = 10, .indent = 2};

    cr_assert_str_eq(wrapped(&wrap, "hello world and all"),
                     "hello\n  world\n  and all\n");
}

Test(wrap, a_word_that_is_too_long_is_not_divided)
{
    const struct wrap wrap = {.width = 10, .indent = 2};

    cr_assert_str_eq(wrapped(&wrap, "a unix:///a/long/path b"),
                     "a\n  unix:///a/long/path\n  b\n");
}

Test(wrap, each_character_is_a_column)
{
    const struct wrap wrap = {.width = 5, .indent = 0};

    cr_assert_str_eq(wrapped(&wrap, "\xc3\xa9\xc3\xa9 \xc3\xa9\xc3\xa9"),
                     "\xc3\xa9\xc3\xa9 \xc3\xa9\xc3\xa9\n");
}

/* A shell reads it as one command, with its quoted blanks. */
Test(wrap, a_command_continues_after_a_backslash)
{
    const struct wrap wrap = {.width = 16, .indent = 4, .command = true};

    cr_assert_str_eq(wrapped(&wrap, "redis-cli -s 'a b' CONFIG SET x y"),
                     "redis-cli -s \\\n    'a b' \\\n    CONFIG SET \\\n"
                     "    x y\n");
}

Test(wrap, columns_that_do_not_fit_continue_below_in_every_row)
{
    static struct table table = {.rows = 2, .right = 1};
    FILE *out = fmemopen(page, sizeof(page), "w");

    for (int row = 0; row < 2; row++) {
        for (int column = 0; column < TABLE_COLUMNS; column++)
            strcpy(table.cell[row][column], row == 0 ? "head" : "x");
    }
    table_print(out, &table, 22);
    fclose(out);
    cr_assert_str_eq(page, "head  head  head  head\n"
                           "      head  head  head\n"
                           "      head  head\n"
                           "   x  x     x     x\n"
                           "      x     x     x\n"
                           "      x     x\n");
}
