/* SPDX-License-Identifier: MIT */
#ifndef TESTS_SUPPORT_SANDBOX_H
#define TESTS_SUPPORT_SANDBOX_H

/* Makes the kernel refuse system calls of this process, as a sandbox does. */

#include <stdbool.h>
#include <stdint.h>

#define SANDBOX_ANY (-1)

/*
 * From now on, in this process, its children and the programs that they
 * execute, system call number call fails with that errno. With argument 0 .. 5
 * it fails only if the lower half of that argument is value. false: the kernel
 * has no such filters.
 */
bool sandbox_refuse(unsigned call, int argument, uint32_t value, int error);

#endif
