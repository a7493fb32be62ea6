/* SPDX-License-Identifier: MIT */
#ifndef RLK_REDLOCK_RUNTIME_RESOURCE_H
#define RLK_REDLOCK_RUNTIME_RESOURCE_H

/*
 * A resource's name, and who asks for it where that is said, shared by all that
 * need it and freed by the last of them.
 * One thread at a time.
 */

#include <stddef.h>
#include <stdint.h>

struct rlk_resource {
    uint32_t holders;      /* that have not dropped it */
    uint32_t length;       /* of the text, in bytes, without its NUL */
    uint16_t crc;          /* of the text: rlk_order_crc() */
    uint16_t owner_length; /* of what rlk_resource_owner() gives; 0: none */
    char text[];           /* ends in NUL; behind it the owner, likewise */
};

/* One holder: the caller. NULL: no memory. */
struct rlk_resource *rlk_resource_new(const char *text, size_t length);

/*
 * The same, with the owner that those who need it ask for it as; NULL: without.
 */
struct rlk_resource *rlk_resource_owned(const char *text, size_t length,
                                        const char *owner);

/* The owner; ends in NUL. "": there is none. */
const char *rlk_resource_owner(const struct rlk_resource *resource);

/* One more holder. Returns its argument. */
struct rlk_resource *rlk_resource_hold(struct rlk_resource *resource);

/* One holder less; the last one frees it. NULL is fine. */
void rlk_resource_drop(struct rlk_resource *resource);

#endif
