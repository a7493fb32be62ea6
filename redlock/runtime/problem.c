/* SPDX-License-Identifier: MIT */
/* The sentence that says why a client was not opened. */

#include "redlock/runtime/problem.h"

#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

enum redlock_status rlk_problem_refuse(struct redlock_problem *problem,
                                       const char *format, ...)
{
    va_list arguments;

    if (problem != NULL) {
        problem->position = 0;
        va_start(arguments, format);
        vsnprintf(problem->text, sizeof(problem->text), format, arguments);
        va_end(arguments);
    }
    return REDLOCK_BAD_SETTING;
}
