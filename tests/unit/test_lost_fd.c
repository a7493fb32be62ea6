/* SPDX-License-Identifier: MIT */
/* The descriptor of a lock's loss ends with its lock. */

#include <criterion/criterion.h>
#include <fcntl.h>
#include <unistd.h>

#include "redlock/api/client.h"
#include "redlock/core/lock.h"

static void closes(int fd)
{
    struct redlock_lock lock = {.lost_fd = fd};

    rlk_lost_fd_freed(&lock);
    cr_assert_eq(fcntl(fd, F_GETFD), -1);
}

Test(lost_fd, is_closed_with_its_lock)
{
    closes(rlk_timer_fd());
}

/* Zero is a descriptor like any other. */
Test(lost_fd, is_closed_if_its_number_is_0)
{
    cr_assert_eq(dup2(rlk_timer_fd(), 0), 0);
    closes(0);
}
