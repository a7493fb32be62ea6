/* SPDX-License-Identifier: MIT */
/* The name that is suggested for a mistyped word. */

#include <criterion/criterion.h>
#include <string.h>

#include "cli/base/suggestion.h"

static const char *best(const char *word)
{
    static const char *const names[] = {"wait",   "watch",   "release",
                                        "status", "version", "verbose",
                                        "ttl",    "slot",    "slots"};
    struct suggestion suggestion;

    suggestion_init(&suggestion, word, strlen(word));
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
        suggestion_consider(&suggestion, names[i]);
    return suggestion_best(&suggestion);
}

Test(suggestion, finds_swapped_missing_added_and_replaced_letters)
{
    cr_assert_str_eq(best("wiat"), "wait");
    cr_assert_str_eq(best("relase"), "release");
    cr_assert_str_eq(best("statuses"), "status");
    cr_assert_str_eq(best("statos"), "status");
}

Test(suggestion, prefers_the_nearest_name)
{
    cr_assert_str_eq(best("slosts"), "slots");
    cr_assert_str_eq(best("sloot"), "slot");
}

Test(suggestion, completes_a_prefix_of_one_name_only)
{
    cr_assert_str_eq(best("rel"), "release");
    cr_assert_str_eq(best("vers"), "version");
    cr_assert_null(best("ver"));
}

Test(suggestion, is_none_for_three_edits)
{
    cr_assert_null(best("statxyz"));
    cr_assert_null(best("relxyzz"));
}

Test(suggestion, is_none_for_words_without_a_common_letter)
{
    cr_assert_null(best(""));
    cr_assert_null(best("x"));
    cr_assert_null(best("frobnicate-this-word-that-is-longer-than-any-name"));
}

Test(suggestion, reads_no_further_than_the_length_of_the_word)
{
    struct suggestion suggestion;

    suggestion_init(&suggestion, "wiat=5s", 4);
    suggestion_consider(&suggestion, "wait");
    cr_assert_str_eq(suggestion_best(&suggestion), "wait");
}
