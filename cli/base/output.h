/* SPDX-License-Identifier: MIT */
#ifndef RLK_CLI_BASE_OUTPUT_H
#define RLK_CLI_BASE_OUTPUT_H

/* Standard output: what was printed is worth something once it is written. */

#include <stdbool.h>

/*
 * Whether all that was printed has been written. If not, it says so on
 * standard error, the first time.
 */
bool output_written(void);

#endif
