/* SPDX-License-Identifier: MIT */
#ifndef RLK_REDLOCK_INSPECTION_H
#define RLK_REDLOCK_INSPECTION_H

/* Asking every node who holds a resource, or writing its marker. */

#include <stdint.h>

#include "redlock/notice.h"
#include "redlock/redlock.h"

struct rlk_coord;
struct rlk_op;

struct rlk_inspection {
    struct rlk_notice notice; /* delivered at the end */
    struct rlk_coord *coord;
    struct rlk_op *op; /* under way; NULL once ended */
    struct redlock_report *report;
    int64_t started;
    enum redlock_status status;
};

/*
 * inspection  the caller's memory, with notice.deliver set and zero elsewhere.
 *
 * OK: started. BAD_REQUEST, NO_MEMORY: no notice comes.
 */
enum redlock_status rlk_inspection_start(struct rlk_inspection *inspection,
                                         struct rlk_coord *coord,
                                         const char *resource,
                                         struct redlock_report *report,
                                         int64_t now);

/* The same for redlock_init_nodes(). */
enum redlock_status rlk_inspection_bless(struct rlk_inspection *inspection,
                                         struct rlk_coord *coord,
                                         struct redlock_report *report,
                                         int64_t now);

/* Nobody waits any more; no notice comes. */
void rlk_inspection_drop(struct rlk_inspection *inspection);

#endif
