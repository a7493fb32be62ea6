/* SPDX-License-Identifier: MIT */
/* The version, and the texts of statuses and reasons. */

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "redlock/redlock.h"

Test(text, the_version_is_the_same_in_words_and_in_numbers)
{
    char text[32];

    snprintf(text, sizeof(text), "%d.%d.%d", REDLOCK_VERSION_MAJOR,
             REDLOCK_VERSION_MINOR, REDLOCK_VERSION_PATCH);
    cr_assert_str_eq(REDLOCK_VERSION, text);
    cr_assert_str_eq(redlock_version(), text);
}

Test(text, no_two_votes_have_the_same_words)
{
    for (int vote = 0; vote <= REDLOCK_VOTE_MARKED; vote++) {
        for (int other = 0; other < vote; other++)
            cr_assert_str_neq(redlock_vote_text((enum redlock_vote)vote),
                              redlock_vote_text((enum redlock_vote)other));
    }
}

Test(text, an_unknown_number_has_words_too)
{
    cr_assert_str_eq(redlock_vote_text((enum redlock_vote)9999),
                     "unknown vote");
    cr_assert_str_eq(redlock_strerror((enum redlock_status)9999),
                     "unknown status");
    cr_assert_str_eq(redlock_reason_text((enum redlock_reason)9999),
                     "unknown reason");
}
