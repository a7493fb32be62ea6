/* SPDX-License-Identifier: MIT */
#ifndef RLK_CLI_BASE_SIGNALS_H
#define RLK_CLI_BASE_SIGNALS_H

/*
 * Signals, noted by handlers: the first that would have ended us, which each
 * subcommand asks for where it can put everything away, and those that redlock
 * run hands on, read from a descriptor. One that was ignored at our start stays
 * ignored, in the command too.
 */

#include <signal.h>
#include <stdbool.h>

#include "redlock/redlock.h"

/*
 * From here on writing beyond the limit of a file's size is an error that
 * write() reports. A command of ours gets the signal as it was at our start.
 */
void signals_ignore_file_limit(void);

/*
 * From here on TERM, INT, HUP, QUIT, USR1 and USR2 are noted, and writing into
 * a pipe without a reader is an error that write() tells. Before there are
 * threads. false: errno says why.
 */
bool signals_catch(void);

/*
 * While it is on, those signals end the process immediately again: for calls
 * that may block for ever, such as reading a file on a dead mount, and that
 * leave nothing to put away.
 */
void signals_end_at_once(bool on);

/* After that: a pipe without a reader is to end us, as those signals do. */
void signals_catch_pipe(void);

/* After that: CONT, WINCH and CHLD are noted too, for a command of ours. */
void signals_catch_job(void);

/* The first ending signal that is not ignored, from TERM on; 0: none. */
int signals_unignored(void);

/*
 * A child of ours waits to be collected when it has ended: where CHLD is
 * ignored, as it may be at our start, its status is lost.
 */
void signals_keep_children(void);

/* Ignores the terminal's stop, for a subcommand that hides the cursor. */
void signals_ignore_stop(void);

/*
 * The handle that a signal that ends us triggers, now if it has come already:
 * for requests. It lives as long as the process. OK, NO_MEMORY, SYSTEM.
 */
enum redlock_status signals_cancel(struct redlock_cancel **cancel);

/* The signal that asked us to end, while waiting; 0: none. */
int signals_ending(void);

/*
 * From here on the terminal's stop is noted too: it is meant for the command,
 * and we stop when the command has.
 */
void signals_catch_stop(void);

/* Polls readable when a signal has come. */
int signals_fd(void);

/* Makes signals_fd() unreadable; call it before asking what came. */
void signals_drain(void);

/* Has this signal come since it was asked for last? */
bool signals_came(int number);

/* Stops our process group as the signal does, until it is continued. */
void signals_stop_group(int number);

/* Around fork(): nothing is delivered in between. */
void signals_block(sigset_t *before);
void signals_restore(const sigset_t *before);

/* In the forked child, with signals blocked: everything as at our start. */
void signals_reset(void);

/* In a forked process that nothing but KILL is to end. */
void signals_ignore(void);

/* From here on the process lives for at most this many seconds. */
void signals_end_by_alarm(unsigned seconds);

#endif
