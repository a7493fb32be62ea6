/* SPDX-License-Identifier: MIT */
/*
 * strike SIGNAL PID...: sends the signal with that number, and prints the
 * instant in nanoseconds of the monotonic clock, which the contenders use, too.
 */

#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <sys/types.h>

#include "bench/driver.h"

int main(int argc, char **argv)
{
    int sign;

    if (argc < 3)
        driver_fail("usage: strike SIGNAL PID...");
    sign = (int)driver_number("strike", argv[1], SIGRTMAX);
    (void)printf("%" PRId64 "\n", driver_now());
    for (int i = 2; i < argc; i++) {
        pid_t pid = (pid_t)driver_number("strike", argv[i], INT32_MAX);

        /* 0 would be all processes of this group. */
        if (pid < 1 || kill(pid, sign) != 0)
            driver_fail("no process %s of ours", argv[i]);
    }
    return 0;
}
