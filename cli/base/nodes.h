/* SPDX-License-Identifier: MIT */
#ifndef RLK_CLI_BASE_NODES_H
#define RLK_CLI_BASE_NODES_H

/* The nodes, their password and TLS: from the options and the environment. */

#include "cli/base/options.h"

/* The list of nodes; NULL: none was given. */
const char *nodes_list(const struct options *options);

/* Prints why the library refused something. */
void nodes_problem(const char *subject, enum redlock_status status,
                   const struct redlock_problem *problem);

/*
 * redlock_init_nodes() for nodes that were just started and may be slow to
 * answer: several times, until all are marked. Returns the last answer.
 */
enum redlock_status nodes_init_all(struct redlock_client *client,
                                   struct redlock_report *report);

/*
 * Marks all nodes of a local:N that was started as a whole: such a set has
 * granted nothing yet. A single server that was started again may have granted
 * locks that it forgot, and must not be marked. Prints what went wrong;
 * command: for messages. A refusal of the nodes is reported when the caller's
 * own client meets it.
 */
void nodes_init_new(const struct redlock_settings *settings,
                    const char *command);

/*
 * Opens a client. The servers of local:N are started first, which is printed.
 * To be called before there are threads.
 *
 * Returns an exit status, or -1 to go on: it has reported the error.
 */
int nodes_open(struct options *options, struct redlock_client **client);

/*
 * Closes the client, and keeps its quarantine observations for the next
 * command.
 */
void nodes_close(struct redlock_client *client);

/*
 * As nodes_open(), but opens no client: the settings for a call of the library.
 * They borrow from options and the environment.
 */
int nodes_settings(struct options *options, struct redlock_settings *settings);

/*
 * Reads the file with the password. nodes_settings() does so, too; a process
 * does it earlier if it is about to catch signals, which must end the wait for
 * a FIFO that nobody writes to, or to close the descriptor that /dev/fd/N
 * names. Returns as nodes_open().
 */
int nodes_read_password(struct options *options);

/* Prints why the library refused the settings. Returns the exit status. */
int nodes_refused(const struct options *options, enum redlock_status status,
                  const struct redlock_problem *problem);

#endif
