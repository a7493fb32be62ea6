/* SPDX-License-Identifier: MIT */
#ifndef RLK_CLI_BASE_SIGNALS_H
#define RLK_CLI_BASE_SIGNALS_H

/*
 * Signals, recorded by handlers. Each subcommand asks for the first signal that
 * would have ended the process, at points where it can clean up. redlock run
 * reads the signals that it forwards from a descriptor. A signal that was
 * ignored at program start stays ignored, in the command too.
 */

#include <signal.h>

#include "redlock/redlock.h"

/*
 * From here on exceeding the file size limit is an error of write(). The
 * command gets the signal's disposition as it was at program start.
 */
void signals_ignore_file_limit(void);

/*
 * From here on TERM, INT, HUP, QUIT, USR1 and USR2 are recorded, and writing
 * into a pipe without a reader is an error of write(). Must be called before
 * there are threads. false: errno is set.
 */
bool signals_catch(void);

/*
 * While it is on, those signals end the process immediately again: for calls
 * that may block forever, such as reading a file on a dead mount, and that need
 * no cleanup.
 */
void signals_end_at_once(bool on);

/* From here on SIGPIPE is recorded and ends the process as the others do. */
void signals_catch_pipe(void);

/* From here on CONT, WINCH and CHLD are recorded too, for a command. */
void signals_catch_job(void);

/* A signal that ends a wait and is not ignored, TERM first. 0: none. */
int signals_unignored(void);

/*
 * Keeps the exit status of children: if CHLD is ignored, as it may be at
 * program start, the kernel drops the status.
 */
void signals_keep_children(void);

/*
 * The handle, for requests, that an ending signal triggers, even one that came
 * before. Valid until the process ends. OK, NO_MEMORY, SYSTEM.
 */
enum redlock_status signals_cancel(struct redlock_cancel **cancel);

/* The signal that ends the process, during a wait too; 0: none. */
int signals_ending(void);

/*
 * From here on the terminal's stop signal is recorded: it is meant for the
 * command, and we stop after the command has stopped.
 */
void signals_catch_stop(void);

/* Polls readable when a signal was recorded. */
int signals_fd(void);

/* Makes signals_fd() unreadable; call it before signals_came(). */
void signals_drain(void);

/* Was this signal recorded since the last call? */
bool signals_came(int number);

/* Stops our process group, as the signal would, until it is continued. */
void signals_stop_group(int number);

/* Blocks all signals, around fork(). */
void signals_block(sigset_t *before);
void signals_restore(const sigset_t *before);

/* Restores all dispositions, in the forked child with signals blocked. */
void signals_reset(void);

/* Ignores all signals but CHLD, in a forked process that only KILL may end. */
void signals_ignore(void);

/* Ends the process after this many seconds at the latest. */
void signals_end_by_alarm(unsigned seconds);

#endif
