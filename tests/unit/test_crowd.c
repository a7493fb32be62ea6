/* SPDX-License-Identifier: MIT */
/* Which resources are remembered as wanted by several. */

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "redlock/runtime/resource.h"

static struct rlk_crowd crowd;

static void empty(void)
{
    rlk_crowd_init(&crowd);
}

static void note(const char *name, int64_t now)
{
    rlk_crowd_note(&crowd, name, now);
}

static bool remembers(const char *name, int64_t now)
{
    return rlk_crowd_remembers(&crowd, name, now);
}

TestSuite(crowd, .init = empty);

Test(crowd, is_remembered_for_a_while)
{
    note("a", 100);
    cr_assert(remembers("a", 100));
    cr_assert(remembers("a", 99 + RLK_CROWD_SPAN_NS));
    cr_assert_not(remembers("a", 100 + RLK_CROWD_SPAN_NS));
    cr_assert_not(remembers("b", 100));
}

Test(crowd, that_comes_again_is_remembered_for_longer)
{
    note("a", 100);
    note("a", 200);
    cr_assert(remembers("a", 199 + RLK_CROWD_SPAN_NS));
}

Test(crowd, is_forgotten_where_there_are_too_many_and_the_oldest_first)
{
    char name[16];

    for (int i = 0; i <= RLK_CROWD_MOST; i++) {
        snprintf(name, sizeof(name), "job-%d", i);
        note(name, i);
    }
    cr_assert_not(remembers("job-0", RLK_CROWD_MOST));
    cr_assert(remembers("job-1", RLK_CROWD_MOST));
    cr_assert(remembers(name, RLK_CROWD_MOST));
}

Test(crowd, lets_others_go_before_until_its_instant)
{
    rlk_crowd_be_polite(&crowd, "a", 500, 100);
    cr_assert_eq(rlk_crowd_polite_until(&crowd, "a", 100), 500);
    cr_assert_eq(rlk_crowd_polite_until(&crowd, "a", 600), 600);
    cr_assert_eq(rlk_crowd_polite_until(&crowd, "b", 100), 100);
}

Test(crowd, numbers_texts_by_what_they_say)
{
    cr_assert_eq(rlk_crowd_number("ab", 2), rlk_crowd_number("abc", 2));
    cr_assert_neq(rlk_crowd_number("ab", 2), rlk_crowd_number("abc", 3));
    cr_assert_neq(rlk_crowd_number("", 0), 0);
}
