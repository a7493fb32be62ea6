/* SPDX-License-Identifier: MIT */
#ifndef RLK_CLI_BASE_OUTPUT_H
#define RLK_CLI_BASE_OUTPUT_H

/*
 * Standard output. A token that was printed and not written is a token that
 * nobody has.
 */

#include <stdbool.h>

/*
 * Has all that was printed been written? If not, it says so on standard error,
 * the first time.
 */
bool output_written(void);

#endif
