/* SPDX-License-Identifier: MIT */
/* The words for programs. */

#include <criterion/criterion.h>
#include <string.h>

#include "cli/text/words.h"

/* Beyond every enum here. */
#define VALUES 64

static const char *status(int value)
{
    return json_words_status((enum redlock_status)value);
}

static const char *vote(int value)
{
    return json_words_vote((enum redlock_vote)value);
}

static const char *reason(int value)
{
    return json_words_reason((enum redlock_reason)value);
}

static const char *strategy(int value)
{
    return json_words_strategy((enum redlock_strategy)value);
}

static const char *guard(int value)
{
    return json_words_guard((enum redlock_guard)value);
}

/*
 * The number of values with a word. The words differ and have harmless
 * characters.
 */
static int count_words(const char *(*word_of)(int value))
{
    int count = 0;

    for (int i = 0; i < VALUES; i++) {
        const char *word = word_of(i);

        if (word == NULL)
            continue;
        count++;
        cr_expect_str_not_empty(word);
        cr_expect_eq(strspn(word, "abcdefghijklmnopqrstuvwxyz_"), strlen(word),
                     "%s", word);
        for (int k = 0; k < i; k++)
            cr_expect(word_of(k) == NULL || strcmp(word_of(k), word) != 0,
                      "%s is twice there", word);
    }
    return count;
}

/* A value without a word is one that nobody thought of. */
static void has_words_for_all(const char *(*word_of)(int value), int last)
{
    for (int i = 0; i <= last; i++)
        cr_expect_not_null(word_of(i), "%d has no word", i);
    cr_expect_eq(count_words(word_of), last + 1);
}

Test(json_words, has_one_for_every_status)
{
    has_words_for_all(status, REDLOCK_NO_DOWNGRADE);
}

Test(json_words, has_one_for_every_vote)
{
    has_words_for_all(vote, REDLOCK_VOTE_MARKED);
}

Test(json_words, has_one_for_every_reason)
{
    has_words_for_all(reason, REDLOCK_REASON_NO_MEMORY);
}

Test(json_words, has_one_for_every_strategy)
{
    has_words_for_all(strategy, REDLOCK_PARALLEL);
}

Test(json_words, has_one_for_every_guard)
{
    has_words_for_all(guard, REDLOCK_GUARD_OFF);
}

Test(json_words, keeps_the_documented_words)
{
    cr_assert_str_eq(json_words_status(REDLOCK_BUSY), "busy");
    cr_assert_str_eq(json_words_status(REDLOCK_NO_QUORUM), "no_quorum");
    cr_assert_str_eq(json_words_vote(REDLOCK_VOTE_GRANTED), "granted");
    cr_assert_str_eq(json_words_vote(REDLOCK_VOTE_TIMED_OUT), "timed_out");
    cr_assert_str_eq(json_words_reason(REDLOCK_REASON_HELD), "held");
    cr_assert_str_eq(json_words_reason(REDLOCK_REASON_IN_SCRIPT), "in_script");
}
