/* SPDX-License-Identifier: MIT */
#ifndef RLK_REDLOCK_SETS_EXTEND_SET_H
#define RLK_REDLOCK_SETS_EXTEND_SET_H

/* Extending all locks of a set, at once. */

#include <stdint.h>

#include "redlock/core/call.h"
#include "redlock/sets/set.h"

struct rlk_set_extend_part;

struct rlk_set_extend {
    struct rlk_call call;
    struct rlk_set_extend_part *parts; /* one a lock; NULL once ended */
    int count;                         /* of them */
    int left;                          /* that have not ended */
    enum redlock_status status; /* OK, or of the last that was not extended */
};

/*
 * extend  the caller's memory, with call.completion.run set, and zero
 *         elsewhere. report: of the first.
 *
 * OK: started. LOST, NO_MEMORY: nothing was sent, nobody is told. It ends with
 * NO_MEMORY where there was too little on the way: what was extended stays so.
 */
enum redlock_status rlk_set_extend_start(struct rlk_set_extend *extend,
                                         const struct rlk_set *set,
                                         int64_t ttl_ns,
                                         struct redlock_report *report,
                                         int64_t now);

/* Ends it without a completion: its caller is gone. */
void rlk_set_extend_drop(struct rlk_set_extend *extend, int64_t now);

#endif
