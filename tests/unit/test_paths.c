/* SPDX-License-Identifier: MIT */
/* Where the private masters live, and which folders are trusted. */

#include "redlock/local/paths.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[80];
static char inner[96];
static struct redlock_problem problem;

static void make_folder(void)
{
    const char *parent = getenv("REDLOCK_TEST_DIR");

    (void)snprintf(folder, sizeof(folder), "%s/paths-XXXXXX",
                   parent == NULL ? "/tmp" : parent);
    cr_assert_not_null(mkdtemp(folder));
    (void)snprintf(inner, sizeof(inner), "%s/inner", folder);
    cr_assert_eq(setenv("XDG_RUNTIME_DIR", folder, 1), 0);
}

static void remove_folder(void)
{
    (void)remove(inner);
    (void)rmdir(folder);
}

TestSuite(local_paths, .init = make_folder, .fini = remove_folder);

/* local:3 and local:5 are different deployments. */
Test(local_paths, the_number_of_nodes_is_part_of_every_path)
{
    struct rlk_local_set set;
    char path[RLK_LOCAL_PATH_MAX], expected[RLK_LOCAL_PATH_MAX];

    cr_assert_eq(rlk_local_set_init(&set, 5, &problem), REDLOCK_OK);
    (void)snprintf(expected, sizeof(expected), "%s/redlock/local-5/2.sock",
                   folder);
    cr_assert_str_eq(rlk_local_file(&set, 2, "sock", path), expected);
}

Test(local_paths, without_a_runtime_folder_it_is_one_of_the_user_in_tmp)
{
    char base[RLK_LOCAL_PATH_MAX], expected[RLK_LOCAL_PATH_MAX];

    cr_assert_eq(unsetenv("XDG_RUNTIME_DIR"), 0);
    (void)snprintf(expected, sizeof(expected), "/tmp/redlock-%u",
                   (unsigned)geteuid());
    cr_assert_eq(rlk_local_base(base, &problem), REDLOCK_OK);
    cr_assert_str_eq(base, expected);
}

/* As after su: the variable still names the other user's. */
Test(local_paths, a_runtime_folder_that_is_not_there_is_passed_over)
{
    char base[RLK_LOCAL_PATH_MAX];

    cr_assert_eq(setenv("XDG_RUNTIME_DIR", inner, 1), 0);
    cr_assert_eq(rlk_local_base(base, &problem), REDLOCK_OK);
    cr_assert_eq(strncmp(base, "/tmp/redlock-", 13), 0);
    cr_assert_null(strstr(base, "inner"));
}

Test(local_paths, no_set_has_fewer_than_one_or_more_than_the_most_nodes)
{
    struct rlk_local_set set;

    cr_assert_eq(rlk_local_set_init(&set, 0, &problem), REDLOCK_BAD_NODES);
    cr_assert_eq(rlk_local_set_init(&set, REDLOCK_NODES_MAX + 1, NULL),
                 REDLOCK_BAD_NODES);
    cr_assert_eq(rlk_local_set_init(&set, REDLOCK_NODES_MAX, NULL), REDLOCK_OK);
}

Test(local_paths, a_path_that_no_socket_could_have_is_refused)
{
    struct rlk_local_set set;
    char deep[200];

    (void)snprintf(deep, sizeof(deep), "%s/%070d", folder, 0);
    cr_assert_eq(mkdir(deep, 0700), 0);
    cr_assert_eq(setenv("XDG_RUNTIME_DIR", deep, 1), 0);
    cr_expect_eq(rlk_local_set_init(&set, 5, &problem), REDLOCK_SYSTEM);
    cr_expect_not_null(strstr(problem.text, "too long"));
    (void)rmdir(deep);
}

Test(local_paths, a_folder_that_is_made_is_for_its_owner_alone)
{
    struct stat found;

    cr_assert_eq(rlk_local_dir_make(inner, &problem), REDLOCK_OK);
    cr_assert_eq(stat(inner, &found), 0);
    cr_assert_eq(found.st_mode & 07777, (mode_t)0700);
    cr_assert_eq(rlk_local_dir_make(inner, &problem), REDLOCK_OK);
}

Test(local_paths, what_is_not_there_is_no_fault)
{
    bool exists = true;

    cr_assert_eq(rlk_local_dir_check(inner, &exists, &problem), REDLOCK_OK);
    cr_assert_not(exists);
}

Test(local_paths, a_link_is_refused)
{
    cr_assert_eq(symlink("/tmp", inner), 0);
    cr_assert_eq(rlk_local_dir_make(inner, &problem), REDLOCK_SYSTEM);
    cr_assert_not_null(strstr(problem.text, "not a folder"));
}

Test(local_paths, a_folder_where_others_may_write_is_refused)
{
    cr_assert_eq(mkdir(inner, 0700), 0);
    cr_assert_eq(chmod(inner, 0770), 0);
    cr_assert_eq(rlk_local_dir_make(inner, &problem), REDLOCK_SYSTEM);
    cr_assert_not_null(strstr(problem.text, "chmod 700"));
}

Test(local_paths, a_folder_of_another_user_is_refused)
{
    if (geteuid() != 0)
        cr_skip_test("only root can give a folder away");
    cr_assert_eq(mkdir(inner, 0700), 0);
    cr_assert_eq(chown(inner, 65534, 65534), 0);
    cr_assert_eq(rlk_local_dir_make(inner, NULL), REDLOCK_SYSTEM);
}
