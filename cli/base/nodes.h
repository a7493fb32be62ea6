/* SPDX-License-Identifier: MIT */
#ifndef RLK_CLI_BASE_NODES_H
#define RLK_CLI_BASE_NODES_H

/* The nodes, their password and TLS: from the options and the environment. */

#include "cli/base/options.h"

/* The list of nodes; NULL: no list was given. */
const char *nodes_list(const struct options *options);

/* Prints why the library refused something. */
void nodes_problem(const char *subject, enum redlock_status status,
                   const struct redlock_problem *problem);

/*
 * Calls redlock_init_nodes() until all nodes are marked, but not for long:
 * nodes that were just started may be slow to answer. Returns the last status.
 */
enum redlock_status nodes_init_all(struct redlock_client *client,
                                   struct redlock_report *report);

/*
 * Marks all nodes of a local:N that was started as a whole: such nodes have
 * granted no locks yet. A single server that was restarted is not marked,
 * because it may have forgotten locks. Prints errors, under the name of the
 * command. It does not print refusals: the caller's own client meets and
 * reports them.
 */
void nodes_init_new(const struct redlock_settings *settings,
                    const char *command);

/*
 * Opens a client. For local:N, it first starts the servers and prints that.
 * Must be called before there are threads.
 *
 * Returns an exit status, after it has reported the error; or -1 to continue.
 */
int nodes_open(struct options *options, struct redlock_client **client);

/*
 * Closes the client, and keeps its quarantine observations for the next
 * command.
 */
void nodes_close(struct redlock_client *client);

/*
 * As nodes_open(), but only fills in the settings for a library call. They
 * borrow from options and the environment.
 */
int nodes_settings(struct options *options, struct redlock_settings *settings);

/*
 * Reads the password file early; otherwise nodes_settings() reads it. A process
 * calls this before it catches signals, which must still be able to interrupt
 * the read of a FIFO without a writer, and before it closes the descriptor that
 * /dev/fd/N names. Returns as nodes_open().
 */
int nodes_read_password(struct options *options);

/* Prints why the library refused the settings. Returns the exit status. */
int nodes_refused(const struct options *options, enum redlock_status status,
                  const struct redlock_problem *problem);

#endif
