/* SPDX-License-Identifier: MIT */
/* Acquiring: in this client's line, and in the queues of the nodes. */

#include "redlock/core/acquire.h"

#include <stddef.h>

#include "clock/clock.h"
#include "redlock/core/acquire_internal.h"
#include "redlock/core/line.h"
#include "redlock/core/lock.h"
#include "redlock/core/place.h"
#include "redlock/runtime/runtime.h"

static void moved_in_line(struct rlk_in_line *who)
{
    rlk_acquire_tell(RLK_OWNER_OF(who, struct rlk_acquire, in_line));
}

/* Does it wait for its turn among those of this client? */
static bool stands_in_line(const struct rlk_acquire *acquire)
{
    return !acquire->once && !acquire->lock->kind->scripted;
}

/* Its own, and with it the places of all that stand behind it. */
static void place_moved(struct rlk_place *place)
{
    struct rlk_acquire *acquire = place->settings.owner;

    if (stands_in_line(acquire))
        rlk_line_moved(&acquire->in_line);
    else
        rlk_acquire_tell(acquire);
}

bool rlk_acquire_may_queue(const struct rlk_acquire *acquire, int64_t now)
{
    /* Who carries its owner's number waits for nobody who may wait for it. */
    return acquire->owner_fence == 0 &&
           rlk_place_possible(acquire->call.runtime, now);
}

static void ask_for_place(struct rlk_acquire *acquire, int64_t now)
{
    acquire->attempt = ++acquire->call.runtime->attempts;
    if (!rlk_place_attempt(acquire->place, acquire->attempt,
                           acquire->call.rounds > 0, now))
        rlk_acquire_end(acquire, REDLOCK_NO_MEMORY, now);
}

/*
 * The pause after a claim that was lost. A node that keeps a place for the
 * token wakes it; where none does, as those with a key do not queue, it comes
 * back by itself as politely as where no node queues.
 */
static int64_t pause_of_loser(const struct rlk_acquire *acquire, int64_t now)
{
    return acquire->place->kept ? rlk_place_backoff(acquire->place)
                                : rlk_acquire_pause(acquire, now);
}

/*
 * No node has said that others hold it or wait for it: none that could was
 * left. What the nodes say to a plain attempt is the answer then.
 */
static bool found_no_gate(const struct rlk_place *place)
{
    return !place->claiming && place->wait.heard == 0;
}

static void place_over(struct rlk_place *place, enum rlk_outcome outcome,
                       bool voided, int64_t now)
{
    struct rlk_acquire *acquire = place->settings.owner;
    enum redlock_status status = acquire->call.status;
    bool lost = place->claiming;
    bool busy;

    if (outcome == RLK_OUTCOME_WON) {
        rlk_call_count(&acquire->call);
        rlk_acquire_end(acquire, REDLOCK_OK, now);
        return;
    }
    if (voided) {
        ask_for_place(acquire, now);
        return;
    }
    if (outcome == RLK_OUTCOME_DEADLINE)
        status = REDLOCK_BUSY;
    if (acquire->once && status == REDLOCK_BUSY && found_no_gate(place)) {
        rlk_call_count(&acquire->call);
        acquire->polls = true;
        rlk_acquire_pause_until(acquire, now);
        return;
    }
    if (!rlk_acquire_goes_on(acquire, status, now))
        return;
    busy = lost && status == REDLOCK_BUSY;
    if (busy && rlk_acquire_slot_next(acquire, &place->chosen)) {
        ask_for_place(acquire, now);
        return;
    }
    if (lost)
        rlk_wait_lost(&place->wait);
    /* All are asked where no node queues, and where too few are left. */
    acquire->polls = !busy;
    rlk_acquire_pause_until(
        acquire, rlk_clock_add(now, lost ? pause_of_loser(acquire, now) : 0));
    if (lost)
        rlk_acquire_tell(acquire);
}

static bool make_place(struct rlk_acquire *acquire)
{
    if (acquire->place == NULL)
        acquire->place = rlk_place_new(&(struct rlk_place_settings){
            .owner = acquire,
            .call = &acquire->call,
            .lock = acquire->lock,
            .slot = acquire->slot.many > 0 ? &acquire->slot : NULL,
            .least_ns = acquire->min_validity_ns,
            .deadline = acquire->deadline,
            .once = acquire->once,
            .fair = acquire->fair,
            .over = place_over,
            .moved = place_moved,
        });
    acquire->in_line.place = acquire->place;
    return acquire->place != NULL;
}

static void take_turn(struct rlk_in_line *who, int64_t now)
{
    struct rlk_acquire *acquire =
        RLK_OWNER_OF(who, struct rlk_acquire, in_line);

    rlk_timers_set(&acquire->call.runtime->timers, &acquire->timer, RLK_NEVER);
    if (!acquire->once && now >= acquire->deadline)
        rlk_acquire_end(acquire, acquire->call.status, now);
    else if (make_place(acquire))
        ask_for_place(acquire, now);
    else
        rlk_acquire_end(acquire, REDLOCK_NO_MEMORY, now);
}

void rlk_acquire_queue(struct rlk_acquire *acquire, int64_t now)
{
    struct rlk_in_line *who = &acquire->in_line;

    if (acquire->call.rounds == 0)
        acquire->call.status = REDLOCK_BUSY;
    acquire->waits = !acquire->once;
    if (stands_in_line(acquire) && who->line == NULL) {
        who->turn = take_turn;
        who->moved = moved_in_line;
        if (!rlk_line_join(who, acquire->call.runtime,
                           acquire->lock->resource)) {
            rlk_acquire_end(acquire, REDLOCK_NO_MEMORY, now);
            return;
        }
    }
    if (!stands_in_line(acquire) || rlk_line_is_first(who)) {
        take_turn(who, now);
    } else {
        rlk_acquire_pause_until(acquire, RLK_NEVER);
        rlk_acquire_tell(acquire);
    }
}

void rlk_acquire_leave_queue(struct rlk_acquire *acquire, bool served,
                             int64_t now)
{
    struct rlk_place *place = acquire->place;

    acquire->place = NULL;
    rlk_line_leave(&acquire->in_line, served, now);
    if (place != NULL && !place->won)
        rlk_place_free(place);
}
