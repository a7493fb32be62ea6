/* SPDX-License-Identifier: MIT */
#ifndef RLK_CLI_DOCTOR_DOCTOR_TLS_H
#define RLK_CLI_DOCTOR_DOCTOR_TLS_H

#include <stdio.h>

#include "cli/text/wrap.h"
#include "redlock/admin.h"

/* The nodes' TLS: a line for those that have the same. None without any. */
void doctor_tls(FILE *out, const struct wrap *wrap,
                const struct redlock_examination *examination);

#endif
