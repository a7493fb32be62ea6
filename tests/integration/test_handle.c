/* SPDX-License-Identifier: MIT */
/* A lock's handle, and what a process can do to it. */

#include <criterion/criterion.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "tests/support/fixture.h"

static struct redlock_lock *lock;

static void hold_job(void)
{
    open_three();
    cr_assert_eq(fleet_acquire(client, "cup", &lock), REDLOCK_OK);
}

TestSuite(handle, .init = hold_job, .fini = close_all, .timeout = 120);

Test(handle, a_second_acquire_is_busy_and_keeps_the_first)
{
    struct redlock_lock *first = lock;
    char before[REDLOCK_TOKEN_MAX], after[REDLOCK_TOKEN_MAX];

    redlock_token(lock, before);
    cr_assert_eq(fleet_acquire(client, "cup", &lock), REDLOCK_ALREADY);
    cr_assert_eq(fleet_acquire(client, "other", &lock), REDLOCK_ALREADY);
    cr_assert_eq(redlock_adopt(client, "cup", "token", &lock), REDLOCK_ALREADY);
    cr_assert_eq(lock, first);
    cr_assert_str_eq(redlock_token(lock, after), before);
    cr_assert(redlock_held(lock));
    cr_assert_eq(fleet_holding(&fleet, "other"), 0);
    cr_assert_eq(redlock_release(&lock, NULL), REDLOCK_OK);
}

Test(handle, may_be_NULL_in_a_release_and_a_detach)
{
    struct redlock_lock *none = NULL;

    cr_assert_eq(redlock_release(&none, NULL), REDLOCK_GONE);
    cr_assert_eq(redlock_release(NULL, NULL), REDLOCK_GONE);
    redlock_detach(&none);
    redlock_detach(NULL);
    cr_assert(redlock_held(lock));
}

/* An executed program inherits no socket and no timer of the library. */
Test(handle, every_descriptor_is_close_on_exec)
{
    char link[64], target[256];

    cr_assert_geq(redlock_lost_fd(lock), 0);
    for (int fd = 3; fd < 256; fd++) {
        ssize_t length;
        int flags = fcntl(fd, F_GETFD);

        snprintf(link, sizeof(link), "/proc/self/fd/%d", fd);
        length = readlink(link, target, sizeof(target) - 1);
        if (flags == -1 || length < 0)
            continue;
        target[length] = '\0';
        if (strncmp(target, "socket:", 7) == 0 ||
            strstr(target, "timerfd") != NULL ||
            strstr(target, "eventfd") != NULL ||
            strstr(target, "eventpoll") != NULL)
            cr_expect(flags & FD_CLOEXEC, "%d is %s", fd, target);
    }
}
