/* SPDX-License-Identifier: MIT */
#ifndef RLK_CLI_TEXT_PLAIN_H
#define RLK_CLI_TEXT_PLAIN_H

/*
 * Text from elsewhere - arguments, what nodes say - as a terminal may have it:
 * nothing in it moves the cursor, gives an order, or reorders the line.
 */

#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/*
 * A control character (the C1 ones too), a mark that sets a direction, or the
 * end of a line or paragraph.
 */
bool plain_is_unsafe(uint32_t character);

/* The text, cleaned; the caller frees it. NULL: no memory. */
char *plain_format(const char *format, va_list arguments)
    __attribute__((format(printf, 1, 0)));

/*
 * As fprintf(), but what is unsafe, and what is no UTF-8, comes out as a
 * question mark; newlines too.
 */
void plain_print(FILE *out, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* The same with a text, in place. */
void plain_clean(char *text);

#endif
