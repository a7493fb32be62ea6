/* SPDX-License-Identifier: MIT */
#ifndef TESTS_SUPPORT_BOOT_CLOCK_H
#define TESTS_SUPPORT_BOOT_CLOCK_H

/*
 * This process's boot clock, which a test may move forward, as a suspend of
 * the machine does: the boot clock counts it, and the monotonic clock does
 * not. Timers of the kernel on the boot clock come with it. A program that
 * nodes this has its own clock_gettime(), timerfd_create() and
 * timerfd_settime(), which the library in it calls.
 */

#include <stdint.h>

/* Any thread. Timers of the boot clock that are due by then fire. */
void boot_clock_suspend(int64_t ms);

#endif
