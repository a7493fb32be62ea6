/* SPDX-License-Identifier: MIT */
/* The list of what was found. */

#include "cli/doctor/findings.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>

struct finding *findings_add(struct findings *findings,
                             enum finding_grade grade, int node,
                             const char *code, const char *format, ...)
{
    struct finding *finding = &findings->finding[findings->count];
    va_list arguments;

    assert(findings->count < FINDINGS_MAX);
    findings->count++;
    findings->unsafe += grade == FINDING_UNSAFE ? 1 : 0;
    finding->grade = grade;
    finding->node = node;
    finding->code = code;
    finding->advice[0] = '\0';
    va_start(arguments, format);
    (void)vsnprintf(finding->text, sizeof(finding->text), format, arguments);
    va_end(arguments);
    return finding;
}

void finding_advise(struct finding *finding, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    (void)vsnprintf(finding->advice, sizeof(finding->advice), format,
                    arguments);
    va_end(arguments);
}
