/* SPDX-License-Identifier: MIT */
/* Valid names of locks. */

#include <criterion/criterion.h>
#include <string.h>

#include "redlock/redlock.h"

/* Such a lock would overwrite the library's own keys. */
Test(resource, the_librarys_own_names_are_refused)
{
    static const char *const ours[] = {
        "redlock:",
        "redlock:inst",
        "redlock:doctor:0a1b",
        "{job}:fence",
        "{job}:queue",
        "{job}:entry",
        "{job}:members",
        "{job}:owners",
        "{job}:slots",
        "{job}:slots:queue",
        "{job}:slots:entry",
        "{job}:slot:0",
        "{job}:slot:1023",
        "{{job}}:fence",
        "{a}b}:fence",
        "{}:fence",
        "{job}:slot:",
        "{job}:slot:0:fence",
        "{{job}:slot:0}:fence",
    };

    for (size_t i = 0; i < sizeof(ours) / sizeof(ours[0]); i++)
        cr_expect_str_not_empty(redlock_resource_problem(ours[i]), "%s",
                                ours[i]);
}

Test(resource, all_other_names_are_fine)
{
    static const char *const fine[] = {
        "cup",
        "redlock",
        "redlock-bench:7",
        "Redlock:inst",
        "my:redlock:x",
        "{job}",
        "{shop}:orders",
        "{job}:fences",
        "{job}:fence:x",
        "job}:fence",
        "job:fence",
        ":fence",
        "{job:fence",
        "a{job}:fence",
        "{job}fence",
        "{job}:slot",
        "{job}:slots:x",
        "{job}:slotted",
        "{",
        "}",
    };

    for (size_t i = 0; i < sizeof(fine) / sizeof(fine[0]); i++)
        cr_expect_null(redlock_resource_problem(fine[i]), "%s", fine[i]);
}

Test(resource, an_empty_or_too_long_name_is_refused)
{
    char name[REDLOCK_RESOURCE_MAX + 2];

    memset(name, 'x', sizeof(name));
    name[REDLOCK_RESOURCE_MAX + 1] = '\0';
    cr_expect_str_not_empty(redlock_resource_problem(name));
    name[REDLOCK_RESOURCE_MAX] = '\0';
    cr_expect_null(redlock_resource_problem(name));
    cr_expect_str_not_empty(redlock_resource_problem(""));
    cr_expect_str_not_empty(redlock_resource_problem(NULL));
}

Test(resource, an_owners_name_must_be_short_and_printable)
{
    char name[REDLOCK_OWNER_MAX + 1];

    memset(name, 'x', sizeof(name));
    name[REDLOCK_OWNER_MAX] = '\0';
    cr_expect_not_null(redlock_owner_problem(name));
    name[REDLOCK_OWNER_MAX - 1] = '\0';
    cr_expect_null(redlock_owner_problem(name));
    cr_expect_not_null(redlock_owner_problem(""));
    cr_expect_not_null(redlock_owner_problem(NULL));
    cr_expect_not_null(redlock_owner_problem("caf\xc3\xa9"));
    cr_expect_null(redlock_owner_problem("host:4711/job#3"));
}
