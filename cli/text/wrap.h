/* SPDX-License-Identifier: MIT */
#ifndef RLK_CLI_TEXT_WRAP_H
#define RLK_CLI_TEXT_WRAP_H

/* Long lines, broken between words. */

#include <stdbool.h>
#include <stdio.h>

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
     * For a shell: a line that goes on ends in a backslash, and what stands in
     * single quotes is not divided.
     */
    bool command;
};

/*
 * Writes one line, and its end. What does not fit into the width goes on in
 * further lines; a word is never divided. Unsafe characters come out as
 * plain_clean() has them.
 */
void wrap_line(FILE *out, const struct wrap *wrap, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
