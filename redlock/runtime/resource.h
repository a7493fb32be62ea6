/* SPDX-License-Identifier: MIT */
#ifndef RLK_REDLOCK_RUNTIME_RESOURCE_H
#define RLK_REDLOCK_RUNTIME_RESOURCE_H

/*
 * A resource's name, shared by all that need it and freed by the last of them.
 * One thread at a time.
 */

#include <stddef.h>
#include <stdint.h>

struct rlk_resource {
    uint32_t holders; /* that have not dropped it */
    uint32_t length;  /* of the text, in bytes, without its NUL */
    uint16_t slot;    /* of the text: rlk_order_slot() */
    char text[];      /* ends in NUL */
};

/* One holder: the caller. NULL: no memory. */
struct rlk_resource *rlk_resource_new(const char *text, size_t length);

/* One more holder. Returns its argument. */
struct rlk_resource *rlk_resource_hold(struct rlk_resource *resource);

/* One holder less; the last one frees it. NULL is fine. */
void rlk_resource_drop(struct rlk_resource *resource);

#endif
