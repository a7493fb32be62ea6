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
 * The character at text, which ends in NUL, and its length in bytes. 0:
 * invalid, as are overlong forms, surrogates and numbers beyond U+10FFFF.
 */
size_t utf8_next(const char *text, uint32_t *character);

/*
 * Text from elsewhere - arguments, answers of nodes - made safe for a terminal:
 * it cannot move the cursor, send control sequences, or reorder the line.
 */

/*
 * Is it a control character (including C1), a mark that sets a direction, or
 * the end of a line or paragraph?
 */
bool plain_is_unsafe(uint32_t character);

/*
 * As fprintf(), but prints a question mark for each unsafe character, newlines
 * included, and for invalid UTF-8.
 */
void plain_print(FILE *out, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Replaces unsafe characters in place, as plain_print() does. */
void plain_clean(char *text);

#define PLAIN_SPARE 1024

/*
 * Formats a text and cleans it as plain_print() does. A text that does not fit
 * into spare is allocated; without memory it is cut to fit. Returns the text,
 * to be freed by plain_free().
 */
char *plain_format(char spare[static PLAIN_SPARE], const char *format,
                   va_list arguments) __attribute__((format(printf, 2, 0)));
void plain_free(char *text, const char *spare);

/* Lines, wrapped between words. */

/*
 * The width of the terminal behind out, at least 40 columns; 80 if out is no
 * terminal.
 */
int wrap_width(FILE *out);

/* The width of a text in columns: one for each character. */
int wrap_columns(const char *text);

struct wrap {
    int width;
    int indent; /* blanks before every line but the first */
    /*
     * For shell commands: a continued line ends in a backslash, and text in
     * single quotes is not wrapped.
     */
    bool command;
};

/*
 * For standard error. Only a terminal has a width; for other outputs each
 * message is one line.
 */
struct wrap wrap_messages(int indent);

/*
 * Writes a line and its newline. Text beyond the width continues in further
 * lines; words are not divided. Unsafe characters are replaced as by
 * plain_clean().
 */
void wrap_line(FILE *out, const struct wrap *wrap, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* A table whose columns are as wide as their widest cells. */

#define TABLE_COLUMNS 9
#define TABLE_CELL_MAX 128
#define TABLE_ROWS_MAX 64

struct table {
    int rows;
    unsigned right; /* one bit for each column that is aligned to the right */
    char cell[TABLE_ROWS_MAX][TABLE_COLUMNS][TABLE_CELL_MAX];
};

/* Adds a row of TABLE_COLUMNS cells; a longer cell is cut. */
void table_add(struct table *table, const char *const *cells);

/*
 * Prints the table. Columns beyond the width are printed below, indented, the
 * same ones in every row. Unsafe characters are replaced as by plain_clean().
 */
void table_print(FILE *out, struct table *table, int width);

#endif
