/* SPDX-License-Identifier: MIT */
#ifndef RLK_CLI_TEXT_LAYOUT_H
#define RLK_CLI_TEXT_LAYOUT_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* UTF-8, read. */

/*
 * The character at text, which ends in NUL, and how many bytes it has. 0: it is
 * none: overlong forms, surrogates and numbers beyond U+10FFFF are none.
 */
size_t utf8_next(const char *text, uint32_t *character);

/*
 * Text from elsewhere - arguments, what nodes say - as a terminal may have it:
 * nothing in it moves the cursor, gives an order, or reorders the line.
 */

/*
 * A control character (the C1 ones too), a mark that sets a direction, or the
 * end of a line or paragraph.
 */
bool plain_is_unsafe(uint32_t character);

/*
 * As fprintf(), but unsafe characters and invalid UTF-8 come out as a
 * question mark; newlines too.
 */
void plain_print(FILE *out, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* The same with a text, in place. */
void plain_clean(char *text);

#define PLAIN_SPARE 1024

/*
 * Formats a text and cleans it as plain_print() does. A text that does not fit
 * into spare is allocated; without memory for that, it is cut to fit. Returns
 * the text, which plain_free() frees.
 */
char *plain_format(char spare[static PLAIN_SPARE], const char *format,
                   va_list arguments) __attribute__((format(printf, 2, 0)));
void plain_free(char *text, const char *spare);

/* Long lines, broken between words. */

/*
 * How many columns the terminal behind out has, at least 40; 80 where out is no
 * terminal.
 */
int wrap_width(FILE *out);

/* How many columns a text takes: one for each character. */
int wrap_columns(const char *text);

struct wrap {
    int width;
    int indent; /* blanks before every line but the first */
    /*
     * For a shell: a continued line ends in a backslash, and text in single
     * quotes is not divided.
     */
    bool command;
};

/*
 * For standard error: only a terminal has a width; other readers get one line
 * for each message.
 */
struct wrap wrap_messages(int indent);

/*
 * Writes one line, and its end. What does not fit into the width goes on in
 * further lines; a word is never divided. Unsafe characters come out as
 * plain_clean() has them.
 */
void wrap_line(FILE *out, const struct wrap *wrap, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Cells in columns, each as wide as its widest. */

#define TABLE_COLUMNS 9
#define TABLE_CELL_MAX 128
#define TABLE_ROWS_MAX 64

struct table {
    int rows;
    unsigned right; /* bits: columns that are aligned to the right */
    char cell[TABLE_ROWS_MAX][TABLE_COLUMNS][TABLE_CELL_MAX];
};

/* Adds a row of TABLE_COLUMNS cells; a longer cell is cut. */
void table_add(struct table *table, const char *const *cells);

/*
 * Columns that do not fit into the width go on below, indented: the same ones
 * in every row. Unsafe characters come out as plain_clean() has them.
 */
void table_print(FILE *out, struct table *table, int width);

#endif
