/* SPDX-License-Identifier: MIT */
#ifndef RLK_CLI_BASE_HOME_H
#define RLK_CLI_BASE_HOME_H

/*
 * The user's folder: $HOME, or what the user database says, since cron may have
 * none. Borrowed until the next look into that database. NULL: there is none.
 */
const char *home_folder(void);

#endif
