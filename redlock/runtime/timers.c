/* SPDX-License-Identifier: MIT */
/* A binary heap of timers that know their own position in it. */

#include "redlock/runtime/timers.h"

#include <assert.h>

#include "clock/clock.h"
#include "redlock/runtime/memory.h"

static void put(struct rlk_timers *timers, size_t position,
                struct rlk_timer_slot what)
{
    timers->heap[position] = what;
    what.timer->position = position;
}

static void note_next(struct rlk_timers *timers)
{
    timers->next = timers->count == 0 ? RLK_NEVER : timers->heap[1].at;
}

static void sift_up(struct rlk_timers *timers, size_t position)
{
    struct rlk_timer_slot what = timers->heap[position];

    while (position > 1 && timers->heap[position / 2].at > what.at) {
        put(timers, position, timers->heap[position / 2]);
        position /= 2;
    }
    put(timers, position, what);
}

static void sift_down(struct rlk_timers *timers, size_t position)
{
    struct rlk_timer_slot what = timers->heap[position];

    for (;;) {
        size_t child = position * 2;
        if (child > timers->count)
            break;
        if (child < timers->count &&
            timers->heap[child + 1].at < timers->heap[child].at)
            child++;
        if (what.at <= timers->heap[child].at)
            break;
        put(timers, position, timers->heap[child]);
        position = child;
    }
    put(timers, position, what);
}

static void take_out(struct rlk_timers *timers, struct rlk_timer *timer)
{
    size_t position = timer->position;
    struct rlk_timer_slot last = timers->heap[timers->count--];

    timer->position = 0;
    if (last.timer != timer) {
        put(timers, position, last);
        sift_up(timers, position);
        sift_down(timers, last.timer->position);
    }
    note_next(timers);
}

void rlk_timers_init(struct rlk_timers *timers)
{
    *timers = (struct rlk_timers){.next = RLK_NEVER};
}

void rlk_timers_clear(struct rlk_timers *timers)
{
    rlk_free(timers->heap);
    *timers = (struct rlk_timers){.next = RLK_NEVER};
}

bool rlk_timers_promise(struct rlk_timers *timers, struct rlk_timer *timer,
                        void (*fire)(struct rlk_timer *timer, int64_t now))
{
    if (timers->promised + 2 > timers->room) {
        size_t room = timers->room == 0 ? 64 : timers->room * 2;
        struct rlk_timer_slot *heap =
            rlk_resize(timers->heap, room * sizeof(*heap));
        if (heap == NULL)
            return false;
        timers->heap = heap;
        timers->room = room;
    }
    timers->promised++;
    *timer = (struct rlk_timer){.fire = fire};
    return true;
}

void rlk_timers_forget(struct rlk_timers *timers, struct rlk_timer *timer)
{
    if (timer->position != 0)
        take_out(timers, timer);
    timers->promised--;
}

void rlk_timers_set(struct rlk_timers *timers, struct rlk_timer *timer,
                    int64_t at)
{
    int64_t before = rlk_timers_at(timers, timer);

    if (at == before)
        return;
    if (at == RLK_NEVER) {
        take_out(timers, timer);
    } else if (timer->position == 0) {
        assert(timers->count < timers->promised);
        put(timers, ++timers->count, (struct rlk_timer_slot){at, timer});
        sift_up(timers, timer->position);
    } else {
        timers->heap[timer->position].at = at;
        if (at < before)
            sift_up(timers, timer->position);
        else
            sift_down(timers, timer->position);
    }
    note_next(timers);
}

int64_t rlk_timers_at(const struct rlk_timers *timers,
                      const struct rlk_timer *timer)
{
    return timer->position == 0 ? RLK_NEVER : timers->heap[timer->position].at;
}

struct rlk_timer *rlk_timers_take_due(struct rlk_timers *timers, int64_t now)
{
    struct rlk_timer *timer;

    if (timers->count == 0 || timers->next > now)
        return NULL;
    timer = timers->heap[1].timer;
    take_out(timers, timer);
    return timer;
}
