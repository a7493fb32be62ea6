/* SPDX-License-Identifier: MIT */
#ifndef RLK_CLI_DOCTOR_DOCTOR_JSON_H
#define RLK_CLI_DOCTOR_DOCTOR_JSON_H

/* An examination and its diagnosis, for programs. */

#include <stdio.h>

#include "cli/doctor/diagnosis.h"

/* One object on one line. What is not known is left out. */
void doctor_json(FILE *out, const struct redlock_examination *examination,
                 const struct diagnosis *diagnosis);

#endif
