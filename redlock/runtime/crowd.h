/* SPDX-License-Identifier: MIT */
#ifndef RLK_REDLOCK_RUNTIME_CROWD_H
#define RLK_REDLOCK_RUNTIME_CROWD_H

/*
 * Which resources are wanted by several at present: who was refused one lately
 * begins in the queue instead of asking all nodes in vain. What is remembered
 * is a hint: nothing but commands depends on it.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "clock/clock.h"

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

#endif
