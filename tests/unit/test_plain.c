/* SPDX-License-Identifier: MIT */
/* Text that is safe for a terminal. */

#include <criterion/criterion.h>
#include <string.h>

#include "cli/text/layout.h"

static char text[128];

static const char *cleaned(const char *from)
{
    strcpy(text, from);
    plain_clean(text);
    return text;
}

Test(plain, safe_text_is_kept)
{
    static const char fine[] = "a b-c 0 \xc3\xa9 \xe2\x82\xac \xf0\x9f\x98\x80";

    cr_assert_str_eq(cleaned(fine), fine);
    cr_assert_str_eq(cleaned(""), "");
}

Test(plain, control_characters_are_question_marks)
{
    cr_assert_str_eq(cleaned("\x1b[31mred\r\n\t\x7f"), "?[31mred????");
}

/* Control characters of C1 begin commands, too: U+009B is ESC [. */
Test(plain, control_characters_of_C1_are_question_marks)
{
    cr_assert_str_eq(cleaned("\xc2\x9b"
                             "31m \xc2\x80 \xc2\x9f \xc2\xa0."),
                     "?31m ? ? \xc2\xa0.");
}

Test(plain, direction_marks_are_question_marks)
{
    cr_assert_str_eq(cleaned("\xe2\x80\xae."), "?.");
    cr_assert_str_eq(cleaned("\xe2\x81\xa6."), "?.");
    cr_assert_str_eq(cleaned("\xd8\x9c."), "?.");
    cr_assert_str_eq(cleaned("\xe2\x80\xa8."), "?.");
}

Test(plain, invalid_bytes_are_question_marks)
{
    cr_assert_str_eq(cleaned("\x9b."), "?.");
    cr_assert_str_eq(cleaned("\xc0\x9b."), "??.");
    cr_assert_str_eq(cleaned("\xed\xa0\x80."), "???.");
    cr_assert_str_eq(cleaned("\xf4\x90\x80\x80."), "????.");
    cr_assert_str_eq(cleaned("\xe2\x82"), "??");
}
