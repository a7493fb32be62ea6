/* SPDX-License-Identifier: MIT */
#ifndef TESTS_CHAOS_REPORT_H
#define TESTS_CHAOS_REPORT_H

/*
 * Presents the verdicts: a table with a line for each run, and a page with
 * pictures.
 */

#include <stdio.h>

#include "tests/chaos/verdict.h"

void table_head(FILE *file);
void table_line(FILE *file, const struct verdict *verdict);

void page_head(FILE *file);
void page_section(FILE *file, const struct verdict *verdict);
void page_foot(FILE *file);

#endif
