/* SPDX-License-Identifier: MIT */
/* Results in TAP, each with the name of the program. */

#include "tests/support/tap.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>

static int results;
static int failures;

void tap_check(bool fact, const char *sentence, ...)
{
    va_list arguments;

    failures += !fact;
    printf("%sok %d - %s::", fact ? "" : "not ", ++results,
           program_invocation_short_name);
    va_start(arguments, sentence);
    vprintf(sentence, arguments);
    va_end(arguments);
    printf("\n");
    fflush(stdout); /* a child must not print it again */
}

void tap_skip(const char *sentence, const char *reason)
{
    tap_check(true, "%s # SKIP %s", sentence, reason);
}

int tap_end(void)
{
    printf("1..%d\n", results);
    return failures != 0;
}
