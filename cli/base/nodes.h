/* SPDX-License-Identifier: MIT */
#ifndef RLK_CLI_BASE_NODES_H
#define RLK_CLI_BASE_NODES_H

/* Which nodes, and with which password: from the options and environment. */

#include <stdbool.h>

#include "cli/base/options.h"

/* TLS to the nodes: from the options and the environment. */

/* Does it say anything? */
bool node_tls_is_any(const struct redlock_tls *tls);

/*
 * settings: the options', with their nodes. Where one is named rediss://, adds
 * what the environment says. An option is in the place of all that it belongs
 * to: of both trusted files, or of certificate and key. Where none is, what
 * configuration files say is left out, and what the call says is left to be
 * refused. Says so where nobody's certificate is to be looked at.
 */
void node_tls(const struct options *options, const char *command,
              struct redlock_settings *settings);

/*
 * redlock_init_nodes() for nodes that were just started, which may be slow to
 * answer: a few times over, until all are marked. Returns the last answer.
 */
enum redlock_status nodes_init_all(struct redlock_client *client,
                                   struct redlock_report *report);

/*
 * Marks all nodes of a local:N that was started as a whole: such a set has
 * granted nothing yet. A single server that was started again may have granted
 * locks that it forgot, and is not marked. Says what went wrong; command as
 * below.
 */
void nodes_init(struct redlock_client *client, const char *command);

/*
 * Opens a client. The servers of local:N are started first, and that is said.
 * To be called before there are threads.
 *
 * command  the subcommand's name, for messages.
 *
 * Returns an exit status, or -1 to go on: it has said what there is to say.
 */
int nodes_open(const struct options *options, const char *command,
               struct redlock_client **client);

/*
 * Closes the client, and keeps its quarantine observations for the next
 * command.
 */
void nodes_close(struct redlock_client *client);

/*
 * As nodes_open(), but no client: the settings for a call of the library. They
 * borrow from options, the environment and password, which has
 * SECRETS_PASSWORD_MAX bytes and is to be forgotten after the call.
 */
int nodes_settings(const struct options *options, const char *command,
                   struct redlock_settings *settings, char *password);

/*
 * Reads the password's file before its time: for a process that is about to
 * catch signals, which must end a wait for a file that never comes, or to close
 * the descriptor which /dev/fd/N is the name of. Returns as nodes_open().
 */
int nodes_read_password(struct options *options, const char *command);

/* What that has read. May be called without it. */
void nodes_forget_password(struct options *options);

/* Says why the library refused the settings. Returns the exit status. */
int nodes_refused(const struct options *options, const char *command,
                  enum redlock_status status,
                  const struct redlock_problem *problem);

#endif
