/* SPDX-License-Identifier: MIT */
#ifndef RLK_REDLOCK_CORE_INSPECT_H
#define RLK_REDLOCK_CORE_INSPECT_H

/* Asking every node who holds a resource, or writing its marker. */

#include <stdint.h>

#include "redlock/core/call.h"
#include "redlock/redlock.h"

struct rlk_inspect {
    struct rlk_call call; /* of one round */
};

/*
 * inspect  the caller's memory, with call.completion.run set and zero
 *          elsewhere.
 *
 * OK: started. BAD_REQUEST, NO_MEMORY: no completion comes.
 */
enum redlock_status rlk_inspect_start(struct rlk_inspect *inspect,
                                      struct rlk_runtime *runtime,
                                      const char *resource,
                                      struct redlock_report *report,
                                      int64_t now);

/* As above, but writes the marker of a sound memory on every node. */
enum redlock_status rlk_inspect_init_nodes(struct rlk_inspect *inspect,
                                           struct rlk_runtime *runtime,
                                           struct redlock_report *report,
                                           int64_t now);

#endif
