/* SPDX-License-Identifier: MIT */
#ifndef RLK_REDLOCK_NOTICE_H
#define RLK_REDLOCK_NOTICE_H

/*
 * Completions: what has ended, waiting to be handed to whoever asked for it.
 * They are delivered from one place (rlk_coord_deliver), with nothing of the
 * core on the stack, so that a callback may call anything.
 */

#include <stdbool.h>
#include <stddef.h>

struct rlk_notice {
    struct rlk_notice *next;
    struct rlk_notice **link; /* what points here while queued; else NULL */
    void (*deliver)(struct rlk_notice *notice);
};

struct rlk_notices {
    struct rlk_notice *first;
    struct rlk_notice **last;
    size_t count;
};

void rlk_notices_init(struct rlk_notices *notices);

bool rlk_notices_waiting(const struct rlk_notices *notices);

/* Appends a notice; one that is queued already stays where it is. */
void rlk_notices_push(struct rlk_notices *notices, struct rlk_notice *notice);

/* Takes a notice out if it is queued. */
void rlk_notices_remove(struct rlk_notices *notices, struct rlk_notice *notice);

/* Takes the first one out; NULL when there is none. */
struct rlk_notice *rlk_notices_pop(struct rlk_notices *notices);

#endif
