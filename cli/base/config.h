/* SPDX-License-Identifier: MIT */
#ifndef RLK_CLI_BASE_CONFIG_H
#define RLK_CLI_BASE_CONFIG_H

/*
 * Configuration files: lines "name = value" with options that are the same for
 * every call. If $REDLOCK_CONFIG is set, it names the only file; empty means
 * none. Otherwise the user's redlock.conf takes precedence over
 * /etc/redlock.conf. The command line and the environment take precedence over
 * both.
 */

#include "cli/base/options.h"

/*
 * Reads the options that the command line has not given.
 *
 * Returns an exit status, after it has reported the error with the file and the
 * line; or -1 to continue.
 */
int config_read(const struct subcommand *taker, struct options *options);

/*
 * "FILE:LINE" if a file has given the option; static, until the next call.
 * NULL: the command line or the environment has given it, or none has.
 */
const char *config_where(const struct options *options, const char *name);

/* Frees what it has read. */
void config_clear(struct options *options);

/*
 * The user's home: $HOME, or the user database's entry (cron may not set
 * $HOME). Borrowed until the next query of that database. NULL: there is none.
 */
const char *home_folder(void);

#endif
