/* SPDX-License-Identifier: MIT */
#ifndef RLK_REDLOCK_RUNTIME_TIMERS_H
#define RLK_REDLOCK_RUNTIME_TIMERS_H

/*
 * Every timer of a core in one heap: the owner embeds a timer, the heap holds
 * pointers to them. Instants are nanoseconds of the boot clock.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct rlk_timer {
    size_t position; /* in the heap, from 1; 0: not in it */
    /* Called when the instant has come, with the timer unset. */
    void (*fire)(struct rlk_timer *timer, int64_t now);
};

/*
 * An element of the heap. It has the timer's instant, so that a comparison of
 * two elements reads nothing but the heap.
 */
struct rlk_timer_slot {
    int64_t at;
    struct rlk_timer *timer;
};

struct rlk_timers {
    struct rlk_timer_slot *heap; /* heap[0] is not used */
    int64_t next;                /* the earliest instant, or RLK_NEVER */
    size_t count;                /* timers that are set */
    size_t room;                 /* elements that fit, with the unused one */
    size_t promised; /* timers that exist, set or not: each has its room */
};

void rlk_timers_init(struct rlk_timers *timers);
void rlk_timers_clear(struct rlk_timers *timers);

/*
 * Initializes a timer, not set, and reserves room for it, so that setting it
 * cannot fail. false: no memory.
 */
bool rlk_timers_promise(struct rlk_timers *timers, struct rlk_timer *timer,
                        void (*fire)(struct rlk_timer *timer, int64_t now));

/* Before the timer's owner is freed: unsets the timer and frees its room. */
void rlk_timers_forget(struct rlk_timers *timers, struct rlk_timer *timer);

/* Sets, moves, or (with RLK_NEVER) unsets. */
void rlk_timers_set(struct rlk_timers *timers, struct rlk_timer *timer,
                    int64_t at);

/* When the timer is due; RLK_NEVER: it is not set. */
int64_t rlk_timers_at(const struct rlk_timers *timers,
                      const struct rlk_timer *timer);

/* Unsets a timer that is due; NULL: none is. The caller calls its fire. */
struct rlk_timer *rlk_timers_take_due(struct rlk_timers *timers, int64_t now);

#endif
