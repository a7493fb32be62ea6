/* SPDX-License-Identifier: MIT */
#ifndef RLK_CLI_BASE_STATE_FOLDER_H
#define RLK_CLI_BASE_STATE_FOLDER_H

#include <stdbool.h>

/*
 * Opens the folder of this user in which commands keep what the next one needs:
 * $REDLOCK_STATE_DIR alone, if that is set, else the first of
 * $XDG_RUNTIME_DIR/redlock, /run/redlock and ~/.local/state/redlock that can be
 * used. One that belongs to somebody else, that others may enter, or that is a
 * link, cannot.
 *
 * make  where it is missing.
 *
 * A descriptor to be closed, or -1.
 */
int state_folder_open(bool make);

#endif
