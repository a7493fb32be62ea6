/* SPDX-License-Identifier: MIT */
#include "tests/sim/mutant.h"

const char *sim_mutant_name = "";
