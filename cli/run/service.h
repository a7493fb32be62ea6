/* SPDX-License-Identifier: MIT */
#ifndef RLK_CLI_RUN_SERVICE_H
#define RLK_CLI_RUN_SERVICE_H

/*
 * What the service manager that started us is told, where it has said by
 * $NOTIFY_SOCKET that it wants to know: the protocol of sd_notify(3). None of
 * these waits, and what cannot be told is dropped.
 */

#include <stdbool.h>

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
