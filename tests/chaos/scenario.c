/* SPDX-License-Identifier: MIT */
/* Parses the file of a scenario. */

#include "tests/chaos/scenario.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NS_PER_MS INT64_C(1000000)

/* The rest of the line that begins with KEY=; "": there is none. */
static const char *line_value(const char *text, const char *key, char *value,
                              size_t room)
{
    size_t length = strlen(key);

    value[0] = '\0';
    while (*text != '\0') {
        size_t line = strcspn(text, "\n");

        if (strncmp(text, key, length) == 0 && text[length] == '=')
            snprintf(value, room, "%.*s", (int)(line - length - 1),
                     text + length + 1);
        text += line + (text[line] == '\n');
    }
    return value;
}

static int64_t ns_of(const char *text, const char *key)
{
    char value[32];

    return strtoll(line_value(text, key, value, sizeof(value)), NULL, 10) *
           NS_PER_MS;
}

void scenario_parse(struct scenario *scenario, const char *text)
{
    char value[TEXT_BYTES];

    *scenario = (struct scenario){.ttl_ns = ns_of(text, "ttl_ms"),
                                  .recover_ns = ns_of(text, "recover_ms")};
    line_value(text, "name", scenario->name, sizeof(scenario->name));
    line_value(text, "title", scenario->title, sizeof(scenario->title));
    line_value(text, "kind", scenario->kind, sizeof(scenario->kind));
    scenario->slots =
        strtoll(line_value(text, "slots", value, sizeof(value)), NULL, 10);
    line_value(text, "skipped", scenario->skipped, sizeof(scenario->skipped));
    line_value(text, "two_holders", scenario->two_holders,
               sizeof(scenario->two_holders));
    line_value(text, "breaks", value, sizeof(value));
    scenario->breaks_exclusion = strstr(value, "exclusion") != NULL;
    scenario->breaks_late = strstr(value, "late-write") != NULL;
    line_value(text, "served", value, sizeof(value));
    scenario->served = strcmp(value, "no") != 0;
}
