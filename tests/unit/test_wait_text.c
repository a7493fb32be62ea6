/* SPDX-License-Identifier: MIT */
/* The line about a wait, within the terminal's width. */

#include <criterion/criterion.h>
#include <string.h>

#include "cli/text/layout.h"
#include "cli/text/wait_text.h"

static char text[WAIT_TEXT_MAX];
static struct wait_text wait;

static void begin(void)
{
    wait = (struct wait_text){.resource = "job", .position = -1};
}

TestSuite(wait_text, .init = begin);

static const char *line(int columns)
{
    return wait_text_line(&wait, columns, text);
}

static void held_by(const char *label)
{
    strcpy(wait.label, label);
}

Test(wait_text, has_the_known_parts)
{
    cr_assert_str_eq(line(79), "redlock: job: waiting");
    held_by("web1:42");
    cr_assert_str_eq(line(79), "redlock: job: held by web1:42; waiting");
    wait.waited_ms = 12345;
    wait.position = 2;
    cr_assert_str_eq(
        line(79),
        "redlock: job: held by web1:42; waiting for 12 s, 3rd in the queue");
    cr_assert_str_eq(wait_text_words(&wait, text),
                     "held by web1:42; waiting for 12 s, 3rd in the queue");
}

Test(wait_text, counts_whole_seconds)
{
    wait.waited_ms = 999;
    cr_assert_str_eq(line(79), "redlock: job: waiting");
    wait.waited_ms = 1999;
    cr_assert_str_eq(line(79), "redlock: job: waiting for 1 s");
    wait.waited_ms = 125000;
    cr_assert_str_eq(line(79), "redlock: job: waiting for 2 min");
}

Test(wait_text, counts_positions_from_1)
{
    static const struct {
        int position;
        const char *end;
    } ends[] = {
        {0, "waiting, next in the queue"}, {1, " 2nd in the queue"},
        {3, " 4th in the queue"},          {10, " 11th in the queue"},
        {11, " 12th in the queue"},        {12, " 13th in the queue"},
        {20, " 21st in the queue"},        {110, " 111th in the queue"},
        {121, " 122nd in the queue"},
    };

    for (size_t i = 0; i < sizeof(ends) / sizeof(ends[0]); i++) {
        wait.position = ends[i].position;
        cr_expect_not_null(strstr(line(79), ends[i].end), "%s", text);
    }
}

Test(wait_text, reports_that_too_few_nodes_can_be_reached)
{
    wait.nodes = 5;
    wait.quorum = 3;
    wait.reachable = 2;
    wait.position = 1;
    cr_assert_str_eq(wait_text_words(&wait, text),
                     "waiting, 2 of 5 nodes reachable");
    wait.reachable = 3;
    cr_assert_str_eq(wait_text_words(&wait, text), "waiting, 2nd in the queue");
}

Test(wait_text, takes_the_label_out_of_a_token)
{
    static const char token[] = "0123456789abcdef0123456789abcdef"
                                "0000000000000001:web2:7";

    wait_text_holder(&wait, token);
    cr_assert_str_eq(wait.label, redlock_token_label(token));
    wait_text_holder(&wait, NULL);
    cr_assert_str_eq(wait.label, redlock_token_label(token));
}

/* Only the names are cut. */
Test(wait_text, fits_with_names_of_any_length)
{
    char name[REDLOCK_RESOURCE_MAX + 1];

    memset(name, 'n', REDLOCK_RESOURCE_MAX);
    name[REDLOCK_RESOURCE_MAX] = '\0';
    wait.resource = name;
    wait.position = 2;
    wait.waited_ms = 5000;
    cr_expect_eq(strlen(line(79)), 79, "%s", text);
    memset(wait.label, 'h', REDLOCK_LABEL_MAX - 1);
    cr_expect_eq(strlen(line(79)), 79, "%s", text);
    cr_expect_not_null(strstr(text, "nnn...: held by hhh"), "%s", text);
    cr_expect_not_null(strstr(text, "h...; waiting for 5 s, 3rd in the queue"),
                       "%s", text);
    wait.resource = "job";
    cr_expect_eq(strlen(line(79)), 79, "%s", text);
    cr_expect_not_null(strstr(text, "redlock: job: held by hhh"), "%s", text);
    held_by("me");
    wait.resource = name;
    cr_expect_not_null(strstr(line(79), "n...: held by me; "), "%s", text);
    for (int columns = 0; columns < 79; columns++)
        cr_expect_leq(strlen(line(columns)), (size_t)columns, "%s", text);
}

Test(wait_text, counts_two_columns_for_characters_outside_ASCII)
{
    /* Sixty characters of three bytes each. */
    char name[61 * 3] = "";

    for (int i = 0; i < 60; i++)
        strcat(name, "\xe6\xbc\xa2");
    wait.resource = name;
    cr_assert_leq(2 * wrap_columns(line(79)), 79 + 30, "%s", text);
    cr_assert_not_null(strstr(text, "\xe6\xbc\xa2...: waiting"), "%s", text);
}

Test(wait_text, has_no_control_characters)
{
    wait.resource = "a\033[2Jb\rc\xff";
    held_by("x\x9by");
    cr_assert_str_eq(line(79), "redlock: a?[2Jb?c?: held by x?y; waiting");
}
