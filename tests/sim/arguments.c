/* SPDX-License-Identifier: MIT */
/* Parses spans of time, ranges of seeds, and sets of rules. */

#include "tests/sim/arguments.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/sim/witness.h"

double sim_argument_seconds(const char *text)
{
    char *unit;
    double number = strtod(text, &unit);

    if (number > 0 && strcmp(unit, "s") == 0)
        return number;
    if (number > 0 && strcmp(unit, "m") == 0)
        return number * 60;
    if (number > 0 && strcmp(unit, "h") == 0)
        return number * 3600;
    return 0;
}

bool sim_argument_seeds(const char *text, uint64_t *first, uint64_t *last)
{
    char *rest;

    *first = strtoull(text, &rest, 10);
    if (rest == text || strncmp(rest, "..", 2) != 0)
        return false;
    *last = strtoull(rest + 2, &rest, 10);
    return *rest == '\0' && *last >= *first;
}

uint64_t sim_argument_rules(const char *names)
{
    uint64_t rules = 0;
    char name[32];
    int length;

    while (sscanf(names, "%31[^,]%n", name, &length) == 1) {
        if (sim_rule_named(name) == SIM_RULE_NONE)
            return 0;
        rules |= SIM_RULE_BIT(sim_rule_named(name));
        names += length + (names[length] == ',');
    }
    return rules;
}
