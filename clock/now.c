/* SPDX-License-Identifier: MIT */
/* The library's only reader of a clock. */

#include "clock/clock.h"

#include <assert.h>
#include <time.h>

int64_t rlk_now(void)
{
    struct timespec boot;
    int failed = clock_gettime(CLOCK_BOOTTIME, &boot);

    assert(failed == 0);
    return (int64_t)boot.tv_sec * RLK_NS_PER_S + boot.tv_nsec;
}
