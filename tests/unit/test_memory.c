/* SPDX-License-Identifier: MIT */
/* Memory is zeroed, and fails when a test requests it. */

#include <criterion/criterion.h>
#include <string.h>

#include "redlock/runtime/memory.h"

static bool is_zero(const unsigned char *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        if (bytes[i] != 0)
            return false;
    }
    return true;
}

Test(memory, comes_zeroed_if_it_was_used_before)
{
    for (int turn = 0; turn < 10; turn++) {
        unsigned char *block = rlk_alloc(100);
        cr_assert_not_null(block);
        cr_assert(is_zero(block, 100));
        memset(block, 0xA5, 100);
        rlk_free(block);
    }
    rlk_free(NULL);
}

Test(memory, keeps_its_contents_when_it_grows)
{
    char *block = rlk_text_copy("text");

    block = rlk_resize(block, 10000);
    cr_assert_not_null(block);
    cr_assert_str_eq(block, "text");
    rlk_free(block);
}

Test(memory, fails_once_at_the_nth_allocation)
{
    void *first;
    void *third;

    (void)rlk_alloc_fail_at(2);
    first = rlk_alloc(1);
    cr_assert_not_null(first);
    cr_assert_null(rlk_alloc(1));
    third = rlk_alloc(1);
    cr_assert_not_null(third);
    cr_assert_eq(rlk_alloc_fail_at(0), 3);
    rlk_free(first);
    rlk_free(third);
}

Test(memory, that_cannot_grow_is_unchanged)
{
    char *block = rlk_text_copy("text");

    (void)rlk_alloc_fail_at(1);
    cr_assert_null(rlk_resize(block, 10000));
    cr_assert_str_eq(block, "text");
    rlk_free(block);
}

Test(memory, for_a_copy_may_fail_too)
{
    (void)rlk_alloc_fail_at(1);
    cr_assert_null(rlk_text_copy("text"));
}
