/* SPDX-License-Identifier: MIT */
/* Tokens: different in each attempt, and readable. */

#include <criterion/criterion.h>
#include <string.h>

#include "redlock/runtime/token.h"

static struct rlk_token_base base_of(const char *label)
{
    static const unsigned char random[RLK_TOKEN_RANDOM_BYTES] = {
        0x01, 0x23, 0x45, 0x67, 0x89, 0xab, 0xcd, 0xef,
        0xfe, 0xdc, 0xba, 0x98, 0x76, 0x54, 0x32, 0x10};
    struct rlk_token_base base;

    rlk_token_base_init(&base, random, label);
    return base;
}

Test(token, has_the_random_bits_the_counter_and_the_label)
{
    struct rlk_token_base base = base_of("backup-1:4711");
    struct rlk_token token;

    rlk_token_make(&base, 42, &token);
    cr_assert_str_eq(token.text,
                     "0123456789abcdeffedcba9876543210-2a:backup-1:4711");
    cr_assert_eq(token.length, strlen(token.text));
}

Test(token, is_recognized_as_ours_for_any_attempt)
{
    struct rlk_token_base base = base_of("backup-1:4711");
    struct rlk_token token;

    rlk_token_make(&base, 42, &token);
    cr_assert(rlk_token_is_of(&base, token.text, token.length));
    cr_assert_not(rlk_token_is_of(&base, token.text, 32));
    cr_assert_not(rlk_token_is_of(&base, "somebody", 8));
    token.text[31]++;
    cr_assert_not(rlk_token_is_of(&base, token.text, token.length));
}

/* Scripts derive it from the token. */
Test(token, channel_ends_in_the_common_beginning_of_all_tokens)
{
    struct rlk_token_base base = base_of("backup-1:4711");
    struct rlk_token token;
    char channel[RLK_CHANNEL_MAX];

    rlk_token_make(&base, 42, &token);
    rlk_token_channel(&base, channel);
    cr_assert_str_eq(channel, "redlock:wake:0123456789abcdeffedcba9876543210");
    token.text[32] = '\0';
    cr_assert_str_eq(channel + strlen("redlock:wake:"), token.text);
}

Test(token, of_two_attempts_differ)
{
    struct rlk_token_base base = base_of("x");
    struct rlk_token first;
    struct rlk_token second;

    rlk_token_make(&base, 1, &first);
    rlk_token_make(&base, 2, &second);
    cr_assert_str_neq(first.text, second.text);
}

Test(token, with_the_longest_label_and_counter_fits)
{
    char label[REDLOCK_LABEL_MAX];
    struct rlk_token_base base;
    struct rlk_token token;

    memset(label, 'x', sizeof(label) - 1);
    label[sizeof(label) - 1] = '\0';
    base = base_of(label);
    rlk_token_make(&base, UINT64_MAX, &token);
    cr_assert_lt(token.length, sizeof(token.text));
    cr_assert_str_eq(redlock_token_label(token.text), label);
}

Test(token, label_has_no_control_characters)
{
    struct rlk_token_base base = base_of("a b\033[31m\n");

    cr_assert_str_eq(base.label, "a.b.[31m.");
}

Test(token, label_is_the_part_behind_the_prefix_or_the_whole_token)
{
    cr_assert_str_eq(redlock_token_label(
                         "0123456789abcdeffedcba9876543210-2a:backup-1:4711"),
                     "backup-1:4711");
    cr_assert_str_eq(redlock_token_label("redlock:shared"), "readers");
    cr_assert_str_eq(redlock_token_label("redlock:owner:me"), "me");
    cr_assert_str_eq(redlock_token_label("somebody"), "somebody");
    cr_assert_str_eq(redlock_token_label("0123456789abcdef-1:x"),
                     "0123456789abcdef-1:x");
    cr_assert_str_eq(redlock_token_label("0123456789abcdeffedcba9876543210-:x"),
                     "0123456789abcdeffedcba9876543210-:x");
    cr_assert_str_eq(redlock_token_label(""), "");
}

Test(token, that_is_empty_or_too_long_is_refused)
{
    char text[REDLOCK_TOKEN_MAX + 1];
    struct rlk_token token;

    memset(text, 'x', sizeof(text));
    text[REDLOCK_TOKEN_MAX] = '\0';
    cr_assert_not(rlk_token_copy(&token, ""));
    cr_assert_not(rlk_token_copy(&token, text));
    text[REDLOCK_TOKEN_MAX - 1] = '\0';
    cr_assert(rlk_token_copy(&token, text));
}

Test(token, text_is_shown_with_unprintable_bytes_replaced)
{
    char text[8];

    rlk_text_show(text, sizeof(text), "a\033b~ \x7f", 6);
    cr_assert_str_eq(text, "a?b~ ?");
    rlk_text_show(text, sizeof(text), "123456789", 9);
    cr_assert_str_eq(text, "1234567");
}
