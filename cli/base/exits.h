/* SPDX-License-Identifier: MIT */
#ifndef RLK_CLI_BASE_EXITS_H
#define RLK_CLI_BASE_EXITS_H

/* The command's own exit statuses, and the status for each outcome. */

#include "redlock/redlock.h"

enum {
    EXITS_OK = 0,
    EXITS_GONE = 1,     /* release: this token held no lock */
    EXITS_WARNINGS = 1, /* doctor: warnings, but nothing unsafe */
    EXITS_NOT_ALL = 1,  /* local status: not all servers run */
    EXITS_USAGE = 64,
    EXITS_NO_QUORUM = 69,
    EXITS_SYSTEM = 71,
    EXITS_OUTPUT = 74, /* the output cannot be written */
    EXITS_BUSY = 75,   /* the default; -E replaces it */
    EXITS_NO_RIGHTS = 77,
    EXITS_UNSAFE = 78,    /* the deployment, or a configuration file */
    EXITS_DISAGREES = 78, /* the lock is held with another number of slots */
    EXITS_LOST = 79,
    EXITS_NOT_EXECUTABLE = 126,
    EXITS_NOT_FOUND = 127,
    EXITS_SIGNAL = 128, /* plus the signal's number */
};

/* held: the status for REDLOCK_BUSY, which -E sets. */
int exits_of(enum redlock_status status, int held);

/*
 * Ends this process by the signal itself: a shell ends its loop or script on
 * Ctrl-C only if the signal has killed its command. Leaves no core file.
 * Returns 128 + number if the signal is ignored.
 *
 * group  also sends the signal to the rest of our process group, such as the
 *        script that started us, unless we lead the group.
 */
int exits_by_signal(int number, bool group);

/*
 * To be called after the cleanup that follows signals_ending(). Ends the
 * process by the signal itself for SIGPIPE, and for SIGINT if a terminal can
 * have sent it to our group. Otherwise returns 128 + number.
 */
int exits_after_signal(int number);

#endif
