/* SPDX-License-Identifier: MIT */
#ifndef RLK_CLI_STATE_FOLDER_H
#define RLK_CLI_STATE_FOLDER_H

/*
 * Opens the folder of this user in which commands keep what the next one needs,
 * and makes it where it is missing: $REDLOCK_STATE_DIR alone, if that is set,
 * else the first of $XDG_RUNTIME_DIR/redlock, /run/redlock and
 * ~/.local/state/redlock that can be used. One that belongs to somebody else,
 * that others may enter, or that is a link, cannot.
 *
 * A descriptor to be closed, or -1.
 */
int state_folder_open(void);

#endif
