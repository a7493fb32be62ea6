/* SPDX-License-Identifier: MIT */
#ifndef RLK_CLI_RUN_JOB_CONTROL_H
#define RLK_CLI_RUN_JOB_CONTROL_H

/*
 * Job control: to the shell that started us, we and our command are one job.
 * When the command stops we stop, when we go on it goes on, and the terminal
 * goes with it.
 *
 * While we are stopped nothing renews the lock: the watchdog ends a command
 * that is stopped for too long.
 */

#include "cli/base/terminal.h"
#include "cli/run/child.h"

/* If the leader has stopped: lends it the terminal, or stops with it. */
void job_control_stop(const struct terminal *terminal, struct child *child);

/* If we were told to go on, or to stop: so is the command. */
void job_control_continue(const struct terminal *terminal,
                          const struct child *child);

#endif
