/* SPDX-License-Identifier: MIT */
#ifndef RLK_CLI_DOCTOR_DOCTOR_TEXT_H
#define RLK_CLI_DOCTOR_DOCTOR_TEXT_H

/* An examination and its diagnosis, for people. */

#include <stdio.h>

#include "cli/doctor/diagnosis.h"

/* A table of the nodes, a line for each finding, the arithmetic, the verdict.
 */
void doctor_print(FILE *out, const struct redlock_examination *examination,
                  const struct diagnosis *diagnosis);

/* An examination and its diagnosis, for programs. */

/* One object on one line. What is not known is left out. */
void doctor_json(FILE *out, const struct redlock_examination *examination,
                 const struct diagnosis *diagnosis);

#endif
