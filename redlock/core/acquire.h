/* SPDX-License-Identifier: MIT */
#ifndef RLK_REDLOCK_CORE_ACQUIRE_H
#define RLK_REDLOCK_CORE_ACQUIRE_H

/*
 * Acquiring a resource. The first attempt asks all nodes. If it is refused and
 * the request waits, a waiter (waiter.h) gets queue entries at the nodes.
 * Several waiters of this client form a local queue (local_queue.h). If no node
 * queues, attempts follow with pauses between them. It ends when the lock is
 * won, the wait has timed out, or the caller cancels.
 */

#include "redlock/core/local_queue.h"
#include "redlock/core/op.h"
#include "redlock/redlock.h"
#include "redlock/runtime/list.h"
#include "redlock/runtime/resource.h"
#include "redlock/runtime/timers.h"

struct rlk_lock_type;
struct rlk_lock_settings;
struct rlk_waiter;

/* The last report about a wait; only changes are reported. */
struct rlk_wait_news {
    redlock_waiting_fn *notify; /* the caller's; NULL: no reports */
    void *user;
    bool began;      /* there was a report; the last one had: */
    bool cut_off;    /* fewer nodes than a quorum could be reached */
    int position;    /* the position; -1: unknown */
    uint64_t holder; /* a number for the holder; 0: none */
};

struct rlk_acquire {
    struct rlk_call call;           /* its rounds are the decided attempts */
    struct rlk_list among_acquires; /* the runtime's list */
    struct rlk_timer timer; /* the pause before the next attempt; in the local
                               queue: the deadline */
    struct rlk_local_waiter in_line;
    struct rlk_waiter *waiter; /* with queue entries at the nodes; or NULL */
    struct redlock_lock *lock; /* created first; held with status OK */
    uint64_t attempt;          /* number of the last attempt, for its token */
    int64_t min_validity_ns;   /* the least validity of a won lock */
    int64_t deadline;          /* of all attempts; RLK_NEVER: none */
    int64_t owner_fence;       /* the fence of its owner; 0: none */
    bool once;                 /* no second attempt, and no deadline */
    bool fair;                 /* it begins in the queue */
    bool waits;                /* the first attempt was refused or failed */
    bool cancelled;            /* the current attempt is the last */
    bool polls;                /* no node queues: the next attempt asks all */
    struct rlk_slot slot;      /* of a semaphore: the slots left to try */
    int slots_refused;   /* since the last pause: chosen slots that the other
                            nodes refused */
    uint32_t slot_gates; /* since the last pause: nodes, one bit each, whose
                            choice did not arrive in time */
    struct rlk_wait_news news;
};

/* A report; it does not refer to the wait, which may end before it. */
struct rlk_wait_reported {
    struct redlock_waiting waiting;
    redlock_waiting_fn *notify;
    void *user;
    struct rlk_resource *resource; /* counted reference */
    char holder[REDLOCK_TOKEN_MAX];
};

/*
 * Is there anything new? If so, records it as reported. The reachable nodes are
 * new only if a quorum is lost or regained. A position of -1 and a holder of
 * NULL are unknown, and not new; -1 is replaced by the last position.
 */
bool rlk_wait_news_take(struct rlk_wait_news *news,
                        struct redlock_waiting *waiting);

/*
 * The caller calls this when call.news runs. false: there is nothing new.
 * Otherwise it must call rlk_wait_reported_clear().
 */
bool rlk_acquire_take_news(struct rlk_acquire *acquire,
                           struct rlk_wait_reported *reported, int64_t now);

void rlk_wait_reported_clear(struct rlk_wait_reported *reported);

/* Something about the wait may have changed: queues call.news. */
void rlk_acquire_tell(struct rlk_acquire *acquire);

/*
 * acquire  the caller's memory, with call.completion.run and
 *          call.news.run set, and zero elsewhere.
 * request  in this version's layout: rlk_size_request().
 *
 * OK: started; call.status and lock are the caller's when the completion runs.
 * BAD_REQUEST, TTL_TOO_SHORT, TTL_TOO_LONG, NO_MEMORY: no completion runs.
 */
enum redlock_status rlk_acquire_start(struct rlk_acquire *acquire,
                                      struct rlk_runtime *runtime,
                                      const struct redlock_request *request,
                                      int64_t now);

/*
 * As rlk_acquire_start(), for a member of a set. deadline: of the whole set;
 * RLK_NEVER: none. wait_ms only determines whether there is more than one
 * attempt.
 */
enum redlock_status rlk_acquire_start_by(struct rlk_acquire *acquire,
                                         struct rlk_runtime *runtime,
                                         const struct redlock_request *request,
                                         int64_t deadline, int64_t now);

/* Ends the acquisition as cancelled, unless it has ended. */
void rlk_acquire_cancel(struct rlk_acquire *acquire, int64_t now);

/*
 * Ends the acquisition without a completion, frees its lock and sends nothing:
 * the client is being closed.
 */
void rlk_acquire_drop(struct rlk_acquire *acquire);

/* --- the request --------------------------------------------------------- */

/*
 * Checks a request as rlk_acquire_start() does, and fills in the lock's
 * settings except its resource. request: in this version's layout.
 */
enum redlock_status rlk_acquire_check(const struct rlk_runtime *runtime,
                                      const struct redlock_request *request,
                                      struct rlk_lock_settings *lock);

/*
 * The lock type that the request asks for. false: its mode, owner and slots
 * contradict each other.
 */
bool rlk_acquire_lock_type(const struct rlk_runtime *runtime,
                           const struct redlock_request *request,
                           const struct rlk_lock_type **kind);

/*
 * The slots of a request; many 0: none. false: they are out of range, or
 * contradict the rest of the request.
 */
bool rlk_acquire_slots(const struct redlock_request *request,
                       struct rlk_slot *slot);

/* When the request's wait times out, if it begins now; RLK_NEVER: never. */
int64_t rlk_acquire_deadline(const struct redlock_request *request,
                             int64_t now);

/* Checks a TTL alone, in milliseconds: OK, TTL_TOO_SHORT, TTL_TOO_LONG. */
enum redlock_status rlk_acquire_check_ttl(const struct rlk_runtime *runtime,
                                          int64_t ttl_ms, int64_t warning_ns);

/* The default advance warning of a loss. */
int64_t rlk_acquire_warning(int64_t ttl_ns);

/*
 * An attempt at a slot of a semaphore. One node, the gate, chooses the slot:
 * the first usable node of the resource's order that answers. All other nodes
 * are then asked for this slot in parallel. So each slot is a mutex with votes
 * of its own, independent of the gate, and a token never gets two slots: if the
 * gate's choice is unknown, the attempt is undone, and the next one has another
 * gate.
 *
 * The following attempts skip a slot that the gate chose and the other nodes
 * refused, until no slot is left or there is a pause.
 */

#endif
