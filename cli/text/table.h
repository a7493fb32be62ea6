/* SPDX-License-Identifier: MIT */
#ifndef RLK_CLI_TEXT_TABLE_H
#define RLK_CLI_TEXT_TABLE_H

/* Cells in columns, each as wide as its widest. */

#include <stdio.h>

#define TABLE_COLUMNS 9
#define TABLE_CELL_MAX 128
#define TABLE_ROWS_MAX 64

struct table {
    int rows;
    unsigned right; /* bits: columns that are aligned to the right */
    char cell[TABLE_ROWS_MAX][TABLE_COLUMNS][TABLE_CELL_MAX];
};

/*
 * Columns that do not fit into the width go on below, indented: the same ones
 * in every row. Unsafe characters come out as plain_clean() has them.
 */
void table_print(FILE *out, struct table *table, int width);

#endif
