/* SPDX-License-Identifier: MIT */
#ifndef RLK_CLI_RUN_EVENT_H
#define RLK_CLI_RUN_EVENT_H

/*
 * What happens during redlock run, on standard error: a line for people, or
 * with --json an object for each event, as docs/JSON.md has them. None of these
 * waits for its reader.
 */

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "cli/base/options.h"

/*
 * While it waits for the lock: its place, or the holder, is another, or too few
 * nodes can be reached, or enough of them again.
 */
void event_waiting(const struct options *options,
                   const struct redlock_waiting *waiting);

/* The lock was acquired. */
void event_acquired(const struct options *options,
                    const struct redlock_lock *lock,
                    const struct redlock_report *report);

/* The lock was not acquired. */
void event_refused(const struct options *options, enum redlock_status status,
                   const struct redlock_report *report);

void event_renewed(const struct options *options, int64_t valid_until_ms,
                   int64_t now_ms);

/*
 * The command got TERM; KILL follows in grace_ms; 0: it got KILL. Negative: the
 * command has ended before that. unwatched: only because there is no watchdog.
 */
void event_lost(const struct options *options, int64_t grace_ms,
                bool unwatched);

void event_signal(const struct options *options, int number);

/* The command has ended, but not its whole group. */
void event_lingers(const struct options *options);

/*
 * There is no command.
 *
 * reason  for programs: "signal", one came while it waited for the lock;
 *         "exec", it could not be executed; "system", the system refused what a
 *         command needs; "lost", the lock was lost before it began
 * why     a sentence
 */
void event_not_started(const struct options *options, const char *reason,
                       const char *why);

/* --metrics-file cannot be written, and why, an errno. */
void event_no_metrics(const struct options *options, int error);

/* This many messages found no room on standard error. options: as its user. */
void event_dropped(FILE *out, int64_t count, const void *options);

/* All of it has ended; what the release came to, and our exit status. */
void event_ended(const struct options *options, enum redlock_status released,
                 int exit_status);

/* --- the service manager -------------------------------------------------- */

/*
 * The reports to the service manager that started us, if it has set
 * $NOTIFY_SOCKET: the protocol of sd_notify(3). None of
 * these waits; a report that cannot be sent is dropped.
 */

/* We stand by. */
void service_waits(const char *resource);

/*
 * The lock is held and the command runs: the service is ready. false: it is to
 * be told again, or it stays on its way for good.
 */
bool service_ready(const char *resource);

/* The lock is lost, and the command is being ended. */
void service_lost(const char *resource);

/* All of the command has ended. */
void service_ends(void);

#endif
