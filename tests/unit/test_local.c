/* SPDX-License-Identifier: MIT */
/* The folders of private masters, and which folders are trusted. */

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "redlock/admin.h"

static char folder[80];
static char base[96];  /* in it */
static char inner[96]; /* in that */
static char path[108];
static struct redlock_problem problem;

static void make_folder(void)
{
    const char *parent = getenv("REDLOCK_TEST_DIR");

    (void)snprintf(folder, sizeof(folder), "%s/local-XXXXXX",
                   parent == NULL ? "/tmp" : parent);
    cr_assert_not_null(mkdtemp(folder));
    (void)snprintf(base, sizeof(base), "%s/redlock", folder);
    (void)snprintf(inner, sizeof(inner), "%.80s/local-1", base);
    cr_assert_eq(setenv("XDG_RUNTIME_DIR", folder, 1), 0);
    /* No server is started. */
    cr_assert_eq(setenv("REDLOCK_SERVER", "/nowhere/redis-server", 1), 0);
}

static void remove_folder(void)
{
    (void)remove(inner);
    (void)remove(base);
    (void)rmdir(folder);
}

TestSuite(local, .init = make_folder, .fini = remove_folder);

static void is_refused(const char *why)
{
    cr_assert_eq(redlock_local_start(1, NULL, &problem), REDLOCK_SYSTEM);
    cr_assert_not_null(strstr(problem.text, why), "%s", problem.text);
}

/* local:3 and local:5 are different deployments. */
Test(local, the_number_of_nodes_is_part_of_every_path)
{
    char expected[120];

    (void)snprintf(expected, sizeof(expected), "%s/local-5/2.sock", base);
    cr_assert_eq(redlock_local_server(5, 2, path, NULL), REDLOCK_OK);
    cr_assert_str_eq(path, expected);
}

Test(local, without_a_runtime_folder_the_base_is_in_tmp)
{
    char expected[120];

    cr_assert_eq(unsetenv("XDG_RUNTIME_DIR"), 0);
    (void)snprintf(expected, sizeof(expected), "/tmp/redlock-%u/local-5/2.sock",
                   (unsigned)geteuid());
    cr_assert_eq(redlock_local_server(5, 2, path, NULL), REDLOCK_OK);
    cr_assert_str_eq(path, expected);
}

/* After su the variable still names the other user's folder. */
Test(local, a_missing_runtime_folder_is_ignored)
{
    cr_assert_eq(setenv("XDG_RUNTIME_DIR", base, 1), 0);
    cr_assert_eq(redlock_local_server(5, 2, path, NULL), REDLOCK_OK);
    cr_assert_eq(strncmp(path, "/tmp/redlock-", 13), 0);
}

Test(local, a_set_of_0_or_too_many_nodes_is_refused)
{
    cr_assert_eq(redlock_local_server(0, 1, path, NULL), REDLOCK_BAD_NODES);
    cr_assert_eq(redlock_local_server(REDLOCK_NODES_MAX + 1, 1, path, NULL),
                 REDLOCK_BAD_NODES);
    cr_assert_eq(redlock_local_server(REDLOCK_NODES_MAX, 1, path, NULL),
                 REDLOCK_OK);
}

Test(local, a_path_too_long_for_a_socket_is_refused)
{
    char deep[200];

    (void)snprintf(deep, sizeof(deep), "%s/%070d", folder, 0);
    cr_assert_eq(mkdir(deep, 0700), 0);
    cr_assert_eq(setenv("XDG_RUNTIME_DIR", deep, 1), 0);
    is_refused("too long");
    (void)rmdir(deep);
}

Test(local, a_new_folder_is_private)
{
    struct stat found;

    is_refused("REDLOCK_SERVER");
    cr_assert_eq(stat(base, &found), 0);
    cr_assert_eq(found.st_mode & 07777, (mode_t)0700);
    cr_assert_eq(stat(inner, &found), 0);
    cr_assert_eq(found.st_mode & 07777, (mode_t)0700);
    is_refused("REDLOCK_SERVER");
}

Test(local, a_missing_folder_is_no_error)
{
    int stopped = 1;

    cr_assert_eq(redlock_local_stop(1, &stopped, &problem), REDLOCK_OK);
    cr_assert_eq(stopped, 0);
}

Test(local, a_link_is_refused)
{
    cr_assert_eq(symlink("/tmp", base), 0);
    is_refused("not a folder");
}

Test(local, a_folder_that_others_may_write_to_is_refused)
{
    cr_assert_eq(mkdir(base, 0700), 0);
    cr_assert_eq(chmod(base, 0770), 0);
    is_refused("chmod 700");
}

Test(local, a_folder_of_another_user_is_refused)
{
    if (geteuid() != 0)
        cr_skip_test("only root can give a folder away");
    cr_assert_eq(mkdir(base, 0700), 0);
    cr_assert_eq(chown(base, 65534, 65534), 0);
    is_refused("another user");
}
