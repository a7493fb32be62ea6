/* SPDX-License-Identifier: MIT */
#ifndef TESTS_SUPPORT_SANDBOX_H
#define TESTS_SUPPORT_SANDBOX_H

/* System calls that the kernel refuses to this process, as a sandbox's does. */

#include <stdbool.h>
#include <stdint.h>

#define SANDBOX_ANY (-1)

/*
 * From now on, in this process, its children, and what they execute: call
 * number call fails with that errno; with argument 0 .. 5, only where its
 * lower half is value. false: there are no such filters here.
 */
bool sandbox_refuse(unsigned call, int argument, uint32_t value, int error);

#endif
