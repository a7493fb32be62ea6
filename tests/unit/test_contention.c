/* SPDX-License-Identifier: MIT */
/* Which resources are remembered as contended. */

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "redlock/runtime/resource.h"

static struct rlk_contention contention;

static void empty(void)
{
    rlk_contention_init(&contention);
}

static void note(const char *name, int64_t now)
{
    rlk_contention_note(&contention, name, now);
}

static bool remembers(const char *name, int64_t now)
{
    return rlk_contention_remembers(&contention, name, now);
}

TestSuite(contention, .init = empty);

Test(contention, is_remembered_for_a_while)
{
    note("a", 100);
    cr_assert(remembers("a", 100));
    cr_assert(remembers("a", 99 + RLK_CONTENTION_SPAN_NS));
    cr_assert_not(remembers("a", 100 + RLK_CONTENTION_SPAN_NS));
    cr_assert_not(remembers("b", 100));
}

Test(contention, seen_again_is_remembered_for_longer)
{
    note("a", 100);
    note("a", 200);
    cr_assert(remembers("a", 199 + RLK_CONTENTION_SPAN_NS));
}

Test(contention, beyond_the_limit_is_forgotten_oldest_first)
{
    char name[16];

    for (int i = 0; i <= RLK_CONTENTION_MOST; i++) {
        snprintf(name, sizeof(name), "job-%d", i);
        note(name, i);
    }
    cr_assert_not(remembers("job-0", RLK_CONTENTION_MOST));
    cr_assert(remembers("job-1", RLK_CONTENTION_MOST));
    cr_assert(remembers(name, RLK_CONTENTION_MOST));
}

Test(contention, yields_until_its_instant)
{
    rlk_contention_yield(&contention, "a", 500, 100);
    cr_assert_eq(rlk_contention_yields_until(&contention, "a", 100), 500);
    cr_assert_eq(rlk_contention_yields_until(&contention, "a", 600), 600);
    cr_assert_eq(rlk_contention_yields_until(&contention, "b", 100), 100);
}

Test(contention, gives_equal_texts_equal_numbers)
{
    cr_assert_eq(rlk_contention_number("ab", 2),
                 rlk_contention_number("abc", 2));
    cr_assert_neq(rlk_contention_number("ab", 2),
                  rlk_contention_number("abc", 3));
    cr_assert_neq(rlk_contention_number("", 0), 0);
}
