/* SPDX-License-Identifier: MIT */
#ifndef RLK_REDLOCK_RUNTIME_SLOT_H
#define RLK_REDLOCK_RUNTIME_SLOT_H

/*
 * Which slot of a semaphore a request is about. Before one is chosen it is
 * about any of some, and the node that is asked chooses.
 */

#include <stdbool.h>
#include <stdint.h>

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
