/* SPDX-License-Identifier: MIT */
#ifndef RLK_CLI_BASE_EXITS_H
#define RLK_CLI_BASE_EXITS_H

/* The command's own exit statuses, and which outcome has which. */

#include <stdbool.h>

#include "redlock/redlock.h"

enum {
    EXITS_OK = 0,
    EXITS_GONE = 1,     /* release: there was nothing of ours */
    EXITS_WARNINGS = 1, /* doctor: nothing unsafe */
    EXITS_NOT_ALL = 1,  /* local status: some do not run */
    EXITS_USAGE = 64,
    EXITS_NO_QUORUM = 69,
    EXITS_SYSTEM = 71,
    EXITS_OUTPUT = 74, /* the output cannot be written */
    EXITS_BUSY = 75,   /* unless -E says otherwise */
    EXITS_NO_RIGHTS = 77,
    EXITS_UNSAFE = 78,    /* the set-up, or a configuration file */
    EXITS_DISAGREES = 78, /* it is held with another number of slots */
    EXITS_LOST = 79,
    EXITS_NOT_EXECUTABLE = 126,
    EXITS_NOT_FOUND = 127,
    EXITS_SIGNAL = 128, /* and the signal's number */
};

/* held: the status for REDLOCK_BUSY. */
int exits_of(enum redlock_status status, int held);

/*
 * Ends this process by the signal itself: a shell ends its loop or script on
 * Ctrl-C only where it sees that its command died of it. Leaves no core file.
 * Returns 128 + number where the signal is ignored.
 *
 * group  the rest of our process group, such as the script that started us, has
 *        not got the signal: it is sent there too, unless we lead the group.
 */
int exits_by_signal(int number, bool group);

/*
 * Once all is put away after a signal that ends us (signals_ending()): by
 * SIGPIPE itself, and by SIGINT, which our group has too, where there is a
 * terminal that it can have come from. Else returns 128 + number.
 */
int exits_after_signal(int number);

#endif
