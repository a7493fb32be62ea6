/* SPDX-License-Identifier: MIT */
#ifndef TESTS_CHAOS_PICTURE_H
#define TESTS_CHAOS_PICTURE_H

/*
 * One run as an SVG. Time runs from left to right. There is a row for each
 * fault, and a row for each worker with its tenures: pale if the lock was
 * shared, in slices if several locks were held together, red while another
 * worker held the lock in violation of exclusion. Below are the refusals, by
 * reason.
 */

#include <stdio.h>

#include "tests/chaos/verdict.h"

void picture_write(FILE *file, const struct verdict *verdict);

/* Writes a text with XML's special characters escaped. */
void write_escaped(FILE *file, const char *text);

#endif
