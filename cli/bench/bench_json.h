/* SPDX-License-Identifier: MIT */
#ifndef RLK_CLI_BENCH_BENCH_JSON_H
#define RLK_CLI_BENCH_BENCH_JSON_H

/* A measurement, for programs. */

#include "cli/bench/bench_run.h"
#include "cli/text/json.h"

/* One object of an array. */
void bench_json(struct json *json, const char *strategy,
                const struct bench_run *run);

#endif
