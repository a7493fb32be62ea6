/* SPDX-License-Identifier: MIT */
/* A table, printed. */

#include "cli/text/table.h"

#include <stdbool.h>

#include "cli/text/plain.h"
#include "cli/text/wrap.h"

enum {
    GAP = 2,
    INDENT = 6
};

static void measure(struct table *table, int *widths)
{
    for (int column = 0; column < TABLE_COLUMNS; column++) {
        widths[column] = 0;
        for (int row = 0; row < table->rows; row++) {
            int columns;

            plain_clean(table->cell[row][column]);
            columns = wrap_columns(table->cell[row][column]);
            if (columns > widths[column])
                widths[column] = columns;
        }
    }
}

static void print_row(FILE *out, const struct table *table, int row,
                      const int *widths, int width)
{
    int at = 0;
    int owed = 0; /* blanks, if something follows in this line */

    for (int column = 0; column < TABLE_COLUMNS; column++) {
        const char *cell = table->cell[row][column];
        int blanks = widths[column] - wrap_columns(cell);
        bool right = (table->right >> column & 1) != 0;

        if (at > 0 && at + GAP + widths[column] > width) {
            (void)fputc('\n', out);
            owed = INDENT;
            at = INDENT;
        } else if (at > 0) {
            owed += GAP;
            at += GAP;
        }
        (void)fprintf(out, "%*s%s", owed + (right ? blanks : 0), "", cell);
        at += widths[column];
        owed = right ? 0 : blanks;
    }
    (void)fputc('\n', out);
}

void table_print(FILE *out, struct table *table, int width)
{
    int widths[TABLE_COLUMNS];

    measure(table, widths);
    for (int row = 0; row < table->rows; row++)
        print_row(out, table, row, widths, width);
}
