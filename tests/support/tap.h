/* SPDX-License-Identifier: MIT */
#ifndef TESTS_SUPPORT_TAP_H
#define TESTS_SUPPORT_TAP_H

/* Reports the results of a program that runs without Criterion, in TAP. */

#include <stdbool.h>

/* The sentence, which is in printf's format, is true. */
void tap_check(bool fact, const char *sentence, ...)
    __attribute__((format(printf, 2, 3)));

/* It cannot be tested here. */
void tap_skip(const char *sentence, const char *reason);

/* Prints how many results there were. Returns the exit status for main(). */
int tap_end(void);

#endif
