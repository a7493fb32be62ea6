/* SPDX-License-Identifier: MIT */
#ifndef SIM_ARGUMENTS_H
#define SIM_ARGUMENTS_H

#include <stdint.h>

/* What the simulator's programs read from their command lines. */

/* 90s, 10m, 1h; 0: it is no duration. */
double sim_argument_seconds(const char *text);

/*
 * Bits of the rules that are named with commas between them; 0: one of them is
 * none, or there is none.
 */
uint64_t sim_argument_rules(const char *names);

#endif
