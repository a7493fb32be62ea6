/* SPDX-License-Identifier: MIT */
#ifndef RLK_CLI_BASE_SECRETS_H
#define RLK_CLI_BASE_SECRETS_H

/* Finds passwords and hides them. */

#include <stdbool.h>

#define SECRETS_PASSWORD_MAX 1024

/*
 * Overwrites user and password in a list of node URIs with stars, in place, so
 * that ps does not show them in argv. Includes options of sentinel:// URIs.
 */
void secrets_hide(char *nodes);

/*
 * Removes users, passwords and options of sentinel:// URIs, in place. If a
 * password contains unescaped separators, it removes more rather than less.
 */
void secrets_strip(char *nodes);

/*
 * Reads the first line of a file or a pipe, without its newline. This can block
 * forever, so signals must be able to end the process meanwhile.
 *
 * password  SECRETS_PASSWORD_MAX bytes
 * exposed   set if every user of this machine can read the file
 *
 * Returns NULL, or the error. It refuses a file that others may write to.
 */
const char *secrets_read(const char *path, char *password, bool *exposed);

#endif
