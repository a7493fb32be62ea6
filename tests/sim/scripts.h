/* SPDX-License-Identifier: MIT */
#ifndef SIM_SCRIPTS_H
#define SIM_SCRIPTS_H

/*
 * The shipped scripts, run by Lua 5.1 on a simulated keyspace. Each script is
 * compiled once; it keeps nothing between two calls.
 *
 * A script sees the functions that the list in scripts.c names, and no others.
 */

#include <stdio.h>

#include "redlock/resp/reader.h"
#include "tests/sim/keyspace.h"

/*
 * Executes a request as the library puts it on the wire: a plain command, EVAL,
 * or EVALSHA.
 *
 * bytes  the whole request: words in Redis's protocol.
 * known  the scripts that the server has learned, a bit each: EVAL adds one,
 *        and EVALSHA of another is answered NOSCRIPT.
 */
void sim_scripts_execute(struct sim_server *server, uint64_t *known,
                         const char *bytes, struct rlk_reply *reply);

/* Runs any script that uses those functions. keys: how many of the words are
 * KEYS. */
void sim_scripts_run_text(struct sim_server *server, struct sim_text script,
                          size_t keys, size_t count,
                          const struct sim_text *words,
                          struct rlk_reply *reply);

/*
 * From here on it is noted which lines of the scripts run. ran: has every line
 * of each function that was called run, in one script at least, but those whose
 * texts are named, up to NULL? Those that have not are printed.
 */
void sim_scripts_watch(void);
bool sim_scripts_ran(const char *const *but, FILE *out);

#endif
