/* SPDX-License-Identifier: MIT */
#ifndef RLK_REDLOCK_RUNTIME_RESOURCE_H
#define RLK_REDLOCK_RUNTIME_RESOURCE_H

/*
 * A resource's name, and who asks for it where that is said, shared by all that
 * need it and freed by the last of them.
 * One thread at a time.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "clock/clock.h"

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

/* --- a crowd ----------------------------------------------------------------
 */

/*
 * Which resources are wanted by several at present: who was refused one lately
 * begins in the queue instead of asking all nodes in vain. What is remembered
 * is a hint: nothing but commands depends on it.
 */

/* So many resources are remembered; one more takes the oldest one's room. */
#define RLK_CROWD_MOST 64

/* For so long. */
#define RLK_CROWD_SPAN_NS RLK_NS_PER_S

struct rlk_crowd {
    int64_t until; /* nothing is remembered after this instant */
    struct rlk_crowd_entry {
        uint64_t name;  /* a number for the resource's name; 0: unused */
        int64_t until;  /* it is wanted by several until then */
        int64_t polite; /* others are let go before us until then */
    } entries[RLK_CROWD_MOST];
};

void rlk_crowd_init(struct rlk_crowd *crowd);

/* Somebody else wanted this resource, or had it. */
void rlk_crowd_note(struct rlk_crowd *crowd, const char *name, size_t length,
                    int64_t now);

/* Is it wanted by several, as far as is remembered? */
bool rlk_crowd_remembers(const struct rlk_crowd *crowd, const char *name,
                         size_t length, int64_t now);

/* We do not begin to wait for it again before this instant. */
void rlk_crowd_be_polite(struct rlk_crowd *crowd, const char *name,
                         size_t length, int64_t until, int64_t now);

/* When we may begin to wait for it: now, or later out of politeness. */
int64_t rlk_crowd_polite_until(const struct rlk_crowd *crowd, const char *name,
                               size_t length, int64_t now);

/* A number for a text, the same for the same text; never 0. */
uint64_t rlk_crowd_number(const char *text, size_t length);

/* --- slots ------------------------------------------------------------------
 */

/*
 * Which slot of a semaphore a request is about. Before one is chosen it is
 * about any of some, and the node that is asked chooses.
 */

struct rlk_slot {
    uint16_t many;  /* slots there are; 0: it is no semaphore */
    uint16_t from;  /* the first that is meant; chosen: the slot */
    uint16_t among; /* so many are meant from that one on, in a circle */
    bool chosen;    /* by the answer of a node; among is 1 then */
};

/* Any of so many, the first that is looked at by random bits. */
static inline struct rlk_slot rlk_slot_any(int many, uint64_t random)
{
    return (struct rlk_slot){
        .many = (uint16_t)many,
        .from = (uint16_t)(random % (uint64_t)many),
        .among = (uint16_t)many,
    };
}

/* That one, chosen. number: 0 .. many - 1 */
static inline struct rlk_slot rlk_slot_chosen(int many, int number)
{
    return (struct rlk_slot){
        .many = (uint16_t)many,
        .from = (uint16_t)number,
        .among = 1,
        .chosen = true,
    };
}

/* So many are passed on the way from the first that is meant to that one. */
static inline int rlk_slot_distance(const struct rlk_slot *slot, int number)
{
    return (number - slot->from + slot->many) % slot->many;
}

/* Is it about that one, among others? */
static inline bool rlk_slot_means(const struct rlk_slot *slot, int64_t number)
{
    return number >= 0 && number < slot->many &&
           rlk_slot_distance(slot, (int)number) < slot->among;
}

#endif
