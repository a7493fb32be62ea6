/* SPDX-License-Identifier: MIT */
#ifndef RLK_CLI_BENCH_BENCH_JSON_H
#define RLK_CLI_BENCH_BENCH_JSON_H

/* A measurement, for programs. */

#include "cli/base/json.h"
#include "cli/bench/bench_run.h"

/* One object of an array. */
void bench_json(struct json *json, const char *strategy,
                const struct bench_run *run);

#endif
