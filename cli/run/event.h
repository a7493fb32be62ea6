/* SPDX-License-Identifier: MIT */
#ifndef RLK_CLI_RUN_EVENT_H
#define RLK_CLI_RUN_EVENT_H

/*
 * Prints the events of redlock run on standard error: a line for people, or
 * with --json an object for each event, as in docs/JSON.md. None of the
 * functions blocks on its reader.
 */

#include <stdio.h>

#include "cli/base/options.h"

/*
 * While waiting: the position or the holder has changed, or too few nodes can
 * be reached, or enough of them again.
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
 * The command got TERM, and KILL follows in grace_ms. 0: it got KILL. Negative:
 * it had ended before, or was not started.
 */
void event_lost(const struct options *options, const char *why,
                int64_t grace_ms);

void event_signal(const struct options *options, int number);

/* The command has ended, but other processes of its group have not. */
void event_lingers(const struct options *options);

/*
 * The command was not started.
 *
 * reason  for programs: "signal", a signal came during the wait; "exec", it
 *         could not be executed; "system", the system refused a resource;
 *         "lost", the lock was lost before the command began
 * why     a sentence
 */
void event_not_started(const struct options *options, const char *reason,
                       const char *why);

/* --metrics-file cannot be written. error: errno; 0: it can. */
void event_no_metrics(const struct options *options, int error);

/* This many messages were dropped. options: the user of message_queue(). */
void event_dropped(FILE *out, int64_t count, const void *options);

/* Everything has ended. released: the result of the release. */
void event_ended(const struct options *options, enum redlock_status released,
                 int exit_status);

/* --- the service manager -------------------------------------------------- */

/*
 * Reports to the service manager that started us, if it has set $NOTIFY_SOCKET,
 * by the protocol of sd_notify(3). None of the functions blocks; a report that
 * cannot be sent is dropped.
 */

/* The run waits for the lock. */
void service_waits(const char *resource);

/*
 * The lock is held and the command runs, so the service is ready. false: the
 * call has to be repeated, or the service never becomes ready.
 */
bool service_ready(const char *resource);

/* The lock is lost, and the command is being ended. */
void service_lost(const char *resource);

/* All processes of the command have ended. */
void service_ends(void);

#endif
