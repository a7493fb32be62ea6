/* SPDX-License-Identifier: MIT */
#ifndef RLK_CLI_MESSAGE_H
#define RLK_CLI_MESSAGE_H

/* Lines for people, on standard error. */

#include "cli/options.h"

/* Each message is one write, so that lines do not mix with the command's. */
void message_buffer(void);

/*
 * "redlock: RESOURCE: ...", unless --quiet or --json. The resource's control
 * characters come out as question marks. resource may be NULL.
 */
void message(const struct options *options, const char *resource,
             const char *format, ...) __attribute__((format(printf, 3, 4)));

/* The same whatever the options: for what is wrong with the call itself. */
void message_always(const char *subject, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#endif
