/* SPDX-License-Identifier: MIT */
#ifndef SIM_ARGUMENTS_H
#define SIM_ARGUMENTS_H

#include <stdbool.h>
#include <stdint.h>

/* Command line arguments of the simulator's programs. */

/* Reads 90s, 10m or 1h; 0: it is no duration. */
double sim_argument_seconds(const char *text);

/* A range of seeds: A..B. false: it is none. */
bool sim_argument_seeds(const char *text, uint64_t *first, uint64_t *last);

/*
 * The bits of the rules in a comma-separated list; 0: it is empty, or has a
 * word that is no rule.
 */
uint64_t sim_argument_rules(const char *names);

#endif
