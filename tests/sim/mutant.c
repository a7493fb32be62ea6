/* SPDX-License-Identifier: MIT */
#include "tests/sim/mutant.h"

#include <stddef.h>

const char *sim_mutant_name = "";
const struct sim_mutant_script sim_mutant_scripts[] = {{NULL, NULL}};
