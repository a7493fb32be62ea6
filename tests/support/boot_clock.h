/* SPDX-License-Identifier: MIT */
#ifndef TESTS_SUPPORT_BOOT_CLOCK_H
#define TESTS_SUPPORT_BOOT_CLOCK_H

/*
 * The boot clock of this process. A test may move it forward, as a suspend of
 * the machine does: the boot clock counts a suspend, and the monotonic clock
 * does not. The kernel's timers on the boot clock move with it. A program that
 * calls these functions has its own clock_gettime(), timerfd_create() and
 * timerfd_settime(), which the library in it calls.
 */

#include <stdint.h>

/* Any thread. Timers of the boot clock that are due by then fire. */
void boot_clock_suspend(int64_t ms);

#endif
