/* SPDX-License-Identifier: MIT */
#ifndef TESTS_CHAOS_PICTURE_H
#define TESTS_CHAOS_PICTURE_H

/*
 * One run as an SVG: time across; a row for each fault, a row for each worker
 * with what it held, pale where it was shared, in slices where it was several
 * locks together, red where somebody else held it who may not; below, the
 * refusals by their answer.
 */

#include <stdio.h>

#include "tests/chaos/verdict.h"

void picture_write(FILE *file, const struct verdict *verdict);

/* Text with what XML gives a meaning escaped. */
void write_escaped(FILE *file, const char *text);

#endif
