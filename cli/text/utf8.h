/* SPDX-License-Identifier: MIT */
#ifndef RLK_CLI_TEXT_UTF8_H
#define RLK_CLI_TEXT_UTF8_H

/* UTF-8, read. */

#include <stddef.h>
#include <stdint.h>

/*
 * The character at text, which ends in NUL, and how many bytes it has. 0: it is
 * none: overlong forms, surrogates and what is beyond U+10FFFF are none.
 */
size_t utf8_next(const char *text, uint32_t *character);

#endif
