/* SPDX-License-Identifier: MIT */
#ifndef RLK_REDLOCK_CORE_ACQUIRE_H
#define RLK_REDLOCK_CORE_ACQUIRE_H

/*
 * Acquiring a resource: an attempt that asks all nodes; where it is refused,
 * and the caller waits, a place in the queues of the nodes (place.h), for which
 * the waiters of this client stand in a line (line.h). Where no node queues,
 * more attempts with pauses between them. Until the lock is won, the wait has
 * run out, or the caller cancels.
 */

#include <stdbool.h>
#include <stdint.h>

#include "redlock/core/line.h"
#include "redlock/core/op.h"
#include "redlock/core/wait_news.h"
#include "redlock/redlock.h"
#include "redlock/runtime/list.h"
#include "redlock/runtime/resource.h"
#include "redlock/runtime/timers.h"

struct rlk_kind;
struct rlk_lock_settings;
struct rlk_acquire;

struct rlk_acquire {
    struct rlk_call call; /* its rounds are the attempts that were decided */
    struct rlk_list among_acquires; /* of the runtime */
    struct rlk_timer timer; /* the pause before the next attempt; the deadline,
                               while it stands in the line */
    struct rlk_in_line in_line;
    struct rlk_place *place;   /* in the nodes' queues; NULL: it has none */
    struct redlock_lock *lock; /* made beforehand; won with status OK */
    uint64_t attempt;          /* number of the last attempt, for its token */
    int64_t min_validity_ns;   /* what must be left when it is won */
    int64_t deadline;          /* no attempt goes on after it; RLK_NEVER */
    int64_t owner_fence;       /* that its owner has; 0: none */
    bool once;                 /* no second attempt, and no deadline */
    bool fair;                 /* it begins in the queue */
    bool waits;                /* it was not decided by the first attempt */
    bool cancelled;            /* whatever the attempt says: it is the last */
    bool polls;           /* no node queued it: the next attempt asks all */
    int unqueued;         /* so many places since the last pause or claim were
                             kept by no node */
    struct rlk_slot slot; /* of a semaphore: those that are left to look at */
    int slots_refused;    /* so many that a node chose were refused by the
                             others since the last pause */
    uint32_t slot_gates;  /* likewise: nodes that were to choose, a bit each,
                             and have not said in time what */
    struct rlk_wait_news news; /* news.completion.run is the caller's to set */
};

/*
 * For the caller, when the completion of the news runs: what there is to tell.
 * false: nothing. Otherwise rlk_wait_told_clear() is to be called.
 */
bool rlk_acquire_take_news(struct rlk_acquire *acquire,
                           struct rlk_wait_told *told, int64_t now);

/* There may be something to tell to the caller, who waits. */
void rlk_acquire_tell(struct rlk_acquire *acquire);

/*
 * acquire  the caller's memory, with call.completion.run and
 *          news.completion.run set, and zero elsewhere.
 *
 * OK: started; call.status and lock are the caller's when the completion runs.
 * BAD_REQUEST, TTL_TOO_SHORT, TTL_TOO_LONG, NO_MEMORY: no completion comes.
 */
enum redlock_status rlk_acquire_start(struct rlk_acquire *acquire,
                                      struct rlk_runtime *runtime,
                                      const struct redlock_request *request,
                                      int64_t now);

/*
 * The same for one of several that are acquired together, with a deadline of
 * them all instead of wait_ms, which says only whether there is more than one
 * attempt. RLK_NEVER: none. request: as this version has it.
 */
enum redlock_status rlk_acquire_start_by(struct rlk_acquire *acquire,
                                         struct rlk_runtime *runtime,
                                         const struct redlock_request *request,
                                         int64_t deadline, int64_t now);

/* Ends it as cancelled, unless it has ended. */
void rlk_acquire_cancel(struct rlk_acquire *acquire, int64_t now);

/*
 * Ends it without a completion, and frees its lock: the client is closed, and
 * nothing is sent.
 */
void rlk_acquire_drop(struct rlk_acquire *acquire);

/* --- what a request says ---------------------------------------------------
 */

/*
 * Checks a request as rlk_acquire_start() does, and fills in what the lock is
 * to have, but for its resource. request: as this version has it.
 */
enum redlock_status rlk_acquire_check(const struct rlk_runtime *runtime,
                                      const struct redlock_request *request,
                                      struct rlk_lock_settings *lock);

/*
 * The kind of lock that it asks for. false: there is none, as its mode, its
 * owner and the rest do not go together.
 */
bool rlk_acquire_kind(const struct rlk_runtime *runtime,
                      const struct redlock_request *request,
                      const struct rlk_kind **kind);

/*
 * The slots of a request; many 0: it has none. false: they cannot be, or not
 * with what else it says.
 */
bool rlk_acquire_slots(const struct redlock_request *request,
                       struct rlk_slot *slot);

/* Until when the request waits, from now on; RLK_NEVER: for ever. */
int64_t rlk_acquire_deadline(const struct redlock_request *request,
                             int64_t now);

/* Checks a TTL alone, in milliseconds: OK, TTL_TOO_SHORT, TTL_TOO_LONG. */
enum redlock_status rlk_acquire_check_ttl(const struct rlk_runtime *runtime,
                                          int64_t ttl_ms, int64_t notice_ns);

/* How long before its end a loss is told, where the request does not say. */
int64_t rlk_acquire_notice(int64_t ttl_ns);

/*
 * An attempt at a slot of a semaphore. One node chooses it: the first usable
 * one of the resource's order that answers, the gate. All others are asked for
 * that very slot, at once. So each slot is a mutex whose votes are counted as
 * any, whatever the gate says, and a token is never given two: where it is not
 * known what the gate has chosen, the attempt is undone, and the next one has
 * another gate.
 *
 * A slot that the gate chose and the others refused is passed over by the
 * attempts that follow, until none is left or there is a pause.
 */

#endif
