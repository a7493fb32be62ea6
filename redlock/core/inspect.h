/* SPDX-License-Identifier: MIT */
#ifndef RLK_REDLOCK_CORE_INSPECT_H
#define RLK_REDLOCK_CORE_INSPECT_H

/* Asking every node who holds a resource, or writing its marker. */

#include <stdint.h>

#include "redlock/core/completion.h"
#include "redlock/redlock.h"

struct rlk_core;
struct rlk_op;

struct rlk_inspect {
    struct rlk_completion completion; /* delivered at the end */
    struct rlk_core *core;
    struct rlk_op *op; /* under way; NULL once ended */
    struct redlock_report *report;
    int64_t started;
    enum redlock_status status;
};

/*
 * inspect  the caller's memory, with notice.run set and zero elsewhere.
 *
 * OK: started. BAD_REQUEST, NO_MEMORY: no notice comes.
 */
enum redlock_status rlk_inspect_start(struct rlk_inspect *inspect,
                                      struct rlk_core *core,
                                      const char *resource,
                                      struct redlock_report *report,
                                      int64_t now);

/* The same for redlock_init_nodes(). */
enum redlock_status rlk_inspect_init_nodes(struct rlk_inspect *inspect,
                                           struct rlk_core *core,
                                           struct redlock_report *report,
                                           int64_t now);

/* Nobody waits any more; no notice comes. */
void rlk_inspect_drop(struct rlk_inspect *inspect);

#endif
