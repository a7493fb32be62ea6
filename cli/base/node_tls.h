/* SPDX-License-Identifier: MIT */
#ifndef RLK_CLI_BASE_NODE_TLS_H
#define RLK_CLI_BASE_NODE_TLS_H

/* TLS to the nodes: from the options and the environment. */

#include "redlock/redlock.h"

/*
 * Settings that have their nodes, and what the options said of TLS: adds what
 * the environment says, where a node is named rediss://. An option is in the
 * place of all that it belongs to: of both trusted files, or of certificate and
 * key. Says so where nobody's certificate is to be looked at.
 */
void node_tls(const char *command, struct redlock_settings *settings);

#endif
