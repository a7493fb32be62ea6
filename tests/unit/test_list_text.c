/* SPDX-License-Identifier: MIT */
/* Answers of a listing's scripts, and malformed ones. */

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "redlock/admin/list.h"

/* In memory of its own, so that a sanitizer sees a read beyond it. */
static struct rlk_list_text text_of(const char *text, char **copy)
{
    size_t length = strlen(text);

    *copy = malloc(length + 1);
    cr_assert_not_null(*copy);
    memcpy(*copy, text, length);
    return (struct rlk_list_text){*copy, length};
}

static bool head(const char *text, struct rlk_list_names *names)
{
    char *copy;
    struct rlk_list_text at = text_of(text, &copy);
    bool read = rlk_list_text_head(&at, names);

    free(copy);
    return read;
}

static bool stand(const char *text, struct rlk_list_stand *stand)
{
    char *copy;
    struct rlk_list_text at = text_of(text, &copy);
    bool read = rlk_list_text_stand(&at, stand);

    free(copy);
    return read;
}

Test(list_text, a_cursor_of_64_bits_is_kept_to_the_digit)
{
    struct rlk_list_names names;

    cr_assert(head("18446744073709551615 3 4 ", &names));
    cr_assert_str_eq(names.cursor, "18446744073709551615");
    cr_assert_eq(names.refused, 3);
    cr_assert_eq(names.left_out, 4);
}

Test(list_text, a_malformed_head_is_refused)
{
    static const char *const texts[] = {
        "",
        "0",
        "0 ",
        "0 0",
        "0 0 0",
        "x 0 0 ",
        "-1 0 0 ",
        "0 -1 0 ",
        "0 0 x ",
        "0  0 0 ",
        "0 9999999999999999999 0 ",
        "0 999999999999999999 0 ",
        "0 0 2147483648 ",
        "111111111111111111111111 0 0 ",
    };
    struct rlk_list_names names;

    for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++)
        cr_expect_not(head(texts[i], &names), "%s", texts[i]);
}

Test(list_text, names_have_their_stated_length)
{
    char *copy;
    struct rlk_list_text at = text_of("3:a:b10:1234567890", &copy);
    const char *name;
    size_t length;

    cr_assert(rlk_list_text_name(&at, &name, &length));
    cr_assert_eq(length, 3);
    cr_assert_eq(memcmp(name, "a:b", 3), 0);
    cr_assert(rlk_list_text_name(&at, &name, &length));
    cr_assert_eq(length, 10);
    cr_assert_not(rlk_list_text_name(&at, &name, &length));
    cr_assert_eq(at.left, 0);
    free(copy);
}

Test(list_text, a_malformed_name_is_refused)
{
    static const char *const texts[] = {"", ":", "3:ab", "0:", "1025:", "-1:a"};

    for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
        const char *name;
        size_t length;
        char *copy;
        struct rlk_list_text at = text_of(texts[i], &copy);

        cr_expect_not(rlk_list_text_name(&at, &name, &length), "%s", texts[i]);
        free(copy);
    }
}

Test(list_text, a_state_may_have_unprintable_bytes)
{
    struct rlk_list_stand it;

    cr_assert(stand("k 250 3 2 1 4 3:a\033b", &it));
    cr_assert(it.reported && it.has_key);
    cr_assert_eq(it.remaining_ms, 250);
    cr_assert_eq(it.members, 3);
    cr_assert_eq(it.waiting, 2);
    cr_assert_eq(it.slots_taken, 1);
    cr_assert_eq(it.slots, 4);
    cr_assert_str_eq(it.token, "a?b");
}

Test(list_text, a_missing_key_is_reported_and_a_denied_one_is_not)
{
    struct rlk_list_stand it;

    cr_assert(stand("n -1 0 0 0 0 0:", &it));
    cr_assert(it.reported && !it.has_key);
    cr_assert(stand("d -2 0 0 0 0 0:", &it));
    cr_assert(!it.reported && !it.has_key);
    cr_assert_eq(it.remaining_ms, -1);
}

Test(list_text, a_malformed_state_is_refused)
{
    static const char *const texts[] = {
        "",
        "k",
        "x 0 0 0 0 0 0:",
        "k 0 0 0 0 0 128:",
        "k 0 0 0 0 0 5:abcd",
        "k 0 -1 0 0 0 0:",
        "k 0 0 0 0 0 0",
        "k 9999999999999999999 0 0 0 0 0:",
    };
    struct rlk_list_stand it;

    for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++)
        cr_expect_not(stand(texts[i], &it), "%s", texts[i]);
}
