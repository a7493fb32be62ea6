/* SPDX-License-Identifier: MIT */
#ifndef RLK_REDLOCK_RUNTIME_RESOURCE_H
#define RLK_REDLOCK_RUNTIME_RESOURCE_H

/*
 * A resource's name and optional owner, reference-counted. One thread at a
 * time.
 */

#include <stddef.h>

#include "clock/clock.h"

struct rlk_resource {
    uint32_t holders;      /* the number of references */
    uint32_t length;       /* of the text, in bytes, without its NUL */
    uint16_t crc;          /* of the text: rlk_order_crc() */
    uint16_t owner_length; /* of rlk_resource_owner(); 0: none */
    char text[];           /* ends in NUL; then the owner, which ends in NUL */
};

/*
 * Creates it with one reference, the caller's. owner may be NULL. Returns NULL
 * if memory runs out.
 */
struct rlk_resource *rlk_resource_new(const char *text, const char *owner);

/* The owner; ends in NUL. "": none. */
const char *rlk_resource_owner(const struct rlk_resource *resource);

/* Adds a reference. Returns its argument. */
struct rlk_resource *rlk_resource_hold(struct rlk_resource *resource);

/* Drops a reference; the last one frees it. NULL is allowed. */
void rlk_resource_drop(struct rlk_resource *resource);

/* --- contention ---------------------------------------------------------- */

/*
 * The contention cache remembers resources that several clients want: a client
 * that was refused one recently begins in the queue instead of asking all nodes
 * in vain. This is a hint: only the number of commands depends on it.
 */

/* The number of resources that are remembered; a further one replaces the
 * oldest. */
#define RLK_CONTENTION_MOST 64

/* The time for which they are remembered. */
#define RLK_CONTENTION_SPAN_NS RLK_NS_PER_S

struct rlk_contention {
    int64_t until; /* the end of the last entry */
    struct rlk_contention_entry {
        uint64_t name;        /* a number for the resource's name; 0: unused */
        int64_t until;        /* several clients want it until then */
        int64_t yields_until; /* this client lets others go first until then */
    } entries[RLK_CONTENTION_MOST];
};

void rlk_contention_init(struct rlk_contention *contention);

/* Another client wanted or held this resource. */
void rlk_contention_note(struct rlk_contention *contention, const char *name,
                         int64_t now);

/* Do several clients want it, as far as is remembered? */
bool rlk_contention_remembers(const struct rlk_contention *contention,
                              const char *name, int64_t now);

/* This client does not begin to wait for it again before `until`. */
void rlk_contention_yield(struct rlk_contention *contention, const char *name,
                          int64_t until, int64_t now);

/* When this client may begin to wait for it: `now`, or later. */
int64_t rlk_contention_yields_until(const struct rlk_contention *contention,
                                    const char *name, int64_t now);

/* A hash of a text; never 0. */
uint64_t rlk_contention_number(const char *text, size_t length);

/* --- slots --------------------------------------------------------------- */

/*
 * The slots of a semaphore that a request is for. Before one is chosen the
 * request is for any of a range, and the node that is asked chooses.
 */

struct rlk_slot {
    uint16_t many;  /* the number of slots; 0: no semaphore */
    uint16_t from;  /* the first slot of the range; chosen: the slot */
    uint16_t among; /* the size of the range, which wraps around */
    bool chosen;    /* by a node's answer; among is 1 then */
};

/* The range of all slots, beginning at a random one. */
static inline struct rlk_slot rlk_slot_any(int many, uint64_t random)
{
    return (struct rlk_slot){
        .many = (uint16_t)many,
        .from = (uint16_t)(random % (uint64_t)many),
        .among = (uint16_t)many,
    };
}

/* A chosen slot. number: 0 .. many - 1 */
static inline struct rlk_slot rlk_slot_chosen(int many, int number)
{
    return (struct rlk_slot){
        .many = (uint16_t)many,
        .from = (uint16_t)number,
        .among = 1,
        .chosen = true,
    };
}

/* The distance from the first slot of the range to this one. */
static inline int rlk_slot_distance(const struct rlk_slot *slot, int number)
{
    return (number - slot->from + slot->many) % slot->many;
}

/* Is this slot in the range? */
static inline bool rlk_slot_means(const struct rlk_slot *slot, int64_t number)
{
    return number >= 0 && number < slot->many &&
           rlk_slot_distance(slot, (int)number) < slot->among;
}

#endif
