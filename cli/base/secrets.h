/* SPDX-License-Identifier: MIT */
#ifndef RLK_CLI_BASE_SECRETS_H
#define RLK_CLI_BASE_SECRETS_H

/* Passwords: found, and kept out of sight. */

#include <stdbool.h>

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
 * Reads the first line of a file or a pipe, without its end. That can take for
 * ever, so signals have to end the process meanwhile.
 *
 * password  SECRETS_PASSWORD_MAX bytes
 * exposed   set: every user of this machine can read the file
 *
 * Returns NULL, or the error: a file that others may write to is refused.
 */
const char *secrets_read(const char *path, char *password, bool *exposed);

/* Overwrites memory that is about to go. */
void secrets_forget(char *password);

#endif
