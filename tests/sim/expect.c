/* SPDX-License-Identifier: MIT */
/* Compares the @expect lines of a story with its trace. */

#include "tests/sim/expect.h"

#include <stdio.h>
#include <string.h>

#define WORD "@expect "
#define TEXT_MAX 160

static const char *next_line(const char *line)
{
    const char *end = strchr(line, '\n');

    return end == NULL ? line + strlen(line) : end + 1;
}

/* The rest of a line after its beginning; false: it begins otherwise. */
static bool rest_of(const char *line, const char *beginning, char *rest,
                    size_t size)
{
    size_t length = strlen(beginning);

    if (strncmp(line, beginning, length) != 0)
        return false;
    snprintf(rest, size, "%.*s", (int)strcspn(line + length, "\n"),
             line + length);
    return true;
}

static bool breaks_that(const char *name, enum sim_rule broken, char *complaint,
                        size_t size)
{
    bool nothing = strcmp(name, "nothing") == 0;

    if (!nothing && sim_rule_named(name) == SIM_RULE_NONE) {
        snprintf(complaint, size, "no such rule: %s", name);
        return false;
    }
    if (broken == (nothing ? SIM_RULE_NONE : sim_rule_named(name)))
        return true;
    snprintf(complaint, size, "it should break %s, and breaks %s", name,
             broken == SIM_RULE_NONE ? "nothing" : sim_rule_name(broken));
    return false;
}

bool sim_expect_met(const char *head, const char *trace, enum sim_rule broken,
                    char *complaint, size_t size)
{
    const char *from = trace;
    bool judged = false;
    char text[TEXT_MAX];

    for (const char *line = head; *line != '\0' && strncmp(line, "---", 3) != 0;
         line = next_line(line)) {
        if (rest_of(line, WORD "breaks ", text, sizeof(text))) {
            judged = true;
            if (!breaks_that(text, broken, complaint, size))
                return false;
        } else if (rest_of(line, WORD "seen ", text, sizeof(text))) {
            from = strstr(from, text);
            if (from == NULL) {
                snprintf(complaint, size, "not seen, in this order: %s", text);
                return false;
            }
            from = next_line(from);
        } else if (rest_of(line, WORD "never ", text, sizeof(text))) {
            if (strstr(trace, text) != NULL) {
                snprintf(complaint, size, "seen: %s", text);
                return false;
            }
        } else if (rest_of(line, WORD, text, sizeof(text))) {
            snprintf(complaint, size, "not understood: " WORD "%s", text);
            return false;
        }
    }
    if (!judged)
        snprintf(complaint, size,
                 "it does not say what it expects to break: "
                 "'" WORD "breaks RULE', or nothing");
    return judged;
}
