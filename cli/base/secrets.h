/* SPDX-License-Identifier: MIT */
#ifndef RLK_CLI_BASE_SECRETS_H
#define RLK_CLI_BASE_SECRETS_H

/* Passwords: found, and kept out of sight. */

#include <stdbool.h>
#include <stddef.h>

#define SECRETS_PASSWORD_MAX 1024

/*
 * Overwrites user and password in a list of node URIs with stars, in place:
 * in argv, ps no longer shows them. Of sentinel:// the options, too.
 */
void secrets_hide(char *nodes);

/*
 * Takes the same out of a list of node URIs, in place. Where a password has
 * unescaped separators in it, rather too much goes than too little.
 */
void secrets_strip(char *nodes);

/*
 * Reads a file's first line, without its end.
 * password: SECRETS_PASSWORD_MAX bytes.
 *
 * false: errno says why; EMSGSIZE: longer than that.
 */
bool secrets_read(const char *path, char *password);

/* Overwrites memory that is about to go. */
void secrets_forget(char *password);

#endif
