/* SPDX-License-Identifier: MIT */
/* The names of a listing. */

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "redlock/admin/list.h"
#include "redlock/runtime/memory.h"

static struct rlk_list_table table;

static void begin(void)
{
    rlk_list_table_init(&table, 1000);
}

static void end(void)
{
    rlk_list_table_clear(&table);
}

TestSuite(list_table, .init = begin, .fini = end);

static bool add(int number)
{
    char name[16];
    int length = snprintf(name, sizeof(name), "%d", number);

    return rlk_list_table_add(&table, 0, name, (size_t)length);
}

Test(list_table, has_each_name_once)
{
    for (int i = 0; i < 3000; i++)
        cr_assert(add(i % 700));
    cr_assert_eq(table.count, 700);
    cr_assert_not(table.more);
}

Test(list_table, distinguishes_a_name_from_its_prefix)
{
    cr_assert(rlk_list_table_add(&table, 0, "ab", 2));
    cr_assert(rlk_list_table_add(&table, 0, "abc", 2));
    cr_assert(rlk_list_table_add(&table, 0, "abc", 3));
    cr_assert_eq(table.count, 2);
}

Test(list_table, reports_that_a_name_did_not_fit)
{
    for (int i = 0; i < 1000; i++)
        cr_assert(add(i));
    cr_assert(add(999));
    cr_assert_not(table.more);
    cr_assert(add(1000));
    cr_assert(table.more);
    cr_assert_eq(table.count, 1000);
}

/* A name of two nodes is preferred to a thousand names of one. */
Test(list_table, keeps_real_names_if_a_node_invents_names)
{
    for (int i = 0; i < 2000; i++)
        cr_assert(add(i));
    cr_assert(rlk_list_table_add(&table, 1, "true", 4));
    cr_assert(rlk_list_table_add(&table, 2, "true", 4));
    cr_assert(rlk_list_table_add(&table, 2, "true", 4));
    cr_assert_eq(table.count, 1001);
    rlk_list_table_finish(&table);
    cr_assert_eq(table.count, 1000);
    cr_assert_str_eq(table.names[999].name, "true");
    cr_assert(table.more);
}

Test(list_table, is_sorted_by_bytes)
{
    cr_assert(rlk_list_table_add(&table, 0, "b", 1));
    cr_assert(rlk_list_table_add(&table, 0, "a\xc3", 2));
    cr_assert(rlk_list_table_add(&table, 0, "aa", 2));
    rlk_list_table_finish(&table);
    cr_assert_str_eq(table.names[0].name, "aa");
    cr_assert_str_eq(table.names[1].name, "a\xc3");
    cr_assert_str_eq(table.names[2].name, "b");
}

Test(list_table, keeps_its_names_without_memory)
{
    for (uint64_t fails = 1; fails < 12; fails++) {
        bool all = true;

        rlk_list_table_clear(&table);
        (void)rlk_alloc_fail_at(fails);
        for (int i = 0; i < 200; i++)
            all = add(i) && all;
        (void)rlk_alloc_fail_at(0);
        for (int i = 0; i < 200; i++)
            cr_assert(add(i));
        cr_assert_eq(table.count, 200);
        cr_assert_not(all);
    }
}
