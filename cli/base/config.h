/* SPDX-License-Identifier: MIT */
#ifndef RLK_CLI_BASE_CONFIG_H
#define RLK_CLI_BASE_CONFIG_H

/*
 * Configuration files: options that are the same for every call, "name = value"
 * a line. $REDLOCK_CONFIG names the only one, where it is set; empty: there is
 * none. Else the user's redlock.conf comes before /etc/redlock.conf, and what
 * the command line or the environment says before both.
 */

#include <limits.h>

#include "cli/base/options.h"

/* A path and a line. */
#define CONFIG_WHERE_MAX (PATH_MAX + 16)

/*
 * Reads what the command line has not given.
 *
 * Returns an exit status, or -1 to go on: it has reported the error, with the
 * file and the line.
 */
int config_read(const struct options_taker *taker, struct options *options);

/*
 * name: an option that a file may have. false: what counts is of the call or
 * the environment, or nobody has said it; true: where is "FILE:LINE".
 */
bool config_where(const struct options *options, const char *name,
                  char where[static CONFIG_WHERE_MAX]);

/* Releases what the options point to. */
void config_clear(struct options *options);

/*
 * The user's folder: $HOME, or what the user database says, since cron may have
 * none. Borrowed until the next look into that database. NULL: there is none.
 */
const char *home_folder(void);

#endif
