/* SPDX-License-Identifier: MIT */
#ifndef RLK_CLI_BASE_NODE_TLS_H
#define RLK_CLI_BASE_NODE_TLS_H

/* TLS to the nodes: from the options and the environment. */

#include <stdbool.h>

#include "cli/base/options.h"

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

#endif
