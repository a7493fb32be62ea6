/* SPDX-License-Identifier: MIT */
#ifndef SIM_SCRIPTS_H
#define SIM_SCRIPTS_H

/*
 * Runs the library's scripts in Lua 5.1 on a simulated keyspace. Each script is
 * compiled once, and has no state between calls.
 *
 * A script can use only the functions that are listed in scripts.c.
 */

#include <stdio.h>

#include "redlock/resp/reader.h"
#include "tests/sim/keyspace.h"

/*
 * Executes a request as the library sends it: a plain command, EVAL, or
 * EVALSHA.
 *
 * bytes  the whole request: words in Redis's protocol. known  the scripts that
 * the server knows, one bit each: EVAL adds one, and
 *        EVALSHA of an unknown one is answered with NOSCRIPT.
 */
void sim_scripts_execute(struct sim_server *server, uint64_t *known,
                         const char *bytes, struct rlk_reply *reply);

/*
 * Runs any script that uses those functions. keys: the number of words that are
 * KEYS.
 */
void sim_scripts_run_text(struct sim_server *server, struct sim_text script,
                          size_t keys, size_t count,
                          const struct sim_text *words,
                          struct rlk_reply *reply);

/*
 * Records from here on which lines of the scripts are executed.
 * sim_scripts_ran: was every line of each called function executed in at least
 * one script, except the lines in but, up to NULL? Prints the others.
 */
void sim_scripts_watch(void);
bool sim_scripts_ran(const char *const *but, FILE *out);

#endif
