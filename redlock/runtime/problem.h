/* SPDX-License-Identifier: MIT */
#ifndef RLK_REDLOCK_RUNTIME_PROBLEM_H
#define RLK_REDLOCK_RUNTIME_PROBLEM_H

/* What is wrong with the settings of a client. */

#include "redlock/redlock.h"

/*
 * Says it, cut to fit, of no node in particular. problem may be NULL.
 * Returns BAD_SETTING.
 */
enum redlock_status rlk_problem_refuse(struct redlock_problem *problem,
                                       const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#endif
