/* SPDX-License-Identifier: MIT */
#ifndef RLK_REDLOCK_API_CALL_H
#define RLK_REDLOCK_API_CALL_H

/*
 * A call of any operation, on one lock or on a set, for both APIs. The caller
 * zeroes it, and sets call.completion.run and, for an acquisition,
 * call.news.run.
 *
 * All functions require the client's mutex.
 */

#include "redlock/core/acquire.h"
#include "redlock/core/extend.h"
#include "redlock/core/observe.h"
#include "redlock/core/op.h"
#include "redlock/core/release.h"
#include "redlock/redlock.h"
#include "redlock/runtime/list.h"
#include "redlock/sets/set.h"

enum rlk_any_kind {
    RLK_ANY_OTHER, /* inspects, or sends nothing */
    RLK_ANY_ACQUIRE,
    RLK_ANY_EXTEND,
    RLK_ANY_RELEASE,
};

struct rlk_any_call {
    enum rlk_any_kind kind;
    bool several; /* it is a set's */

    /* The handle that can end it: redlock_request.cancel; or NULL. */
    const struct redlock_cancel *cancel;
    struct redlock_client *client;
    struct rlk_list of_client; /* the client's calls with a handle */

    union {
        struct rlk_call call; /* the first member of each */
        struct rlk_acquire acquire;
        struct rlk_extend extend;
        struct rlk_release release;
        struct rlk_inspect inspect;
        struct rlk_set_acquire set_acquire;
        struct rlk_set_extend set_extend;
        struct rlk_set_release set_release;
    };
};

_Static_assert(offsetof(struct rlk_acquire, call) == 0 &&
                   offsetof(struct rlk_extend, call) == 0 &&
                   offsetof(struct rlk_release, call) == 0 &&
                   offsetof(struct rlk_inspect, call) == 0 &&
                   offsetof(struct rlk_set_acquire, call) == 0 &&
                   offsetof(struct rlk_set_extend, call) == 0 &&
                   offsetof(struct rlk_set_release, call) == 0,
               "the head of each");

/*
 * Start a call, as the functions of the core or of a set do. A set's handle is
 * that of one of its locks. A completion runs only after OK.
 *
 * acquire: the request is in the caller's layout. SYSTEM: the system refuses to
 * watch the cancel handle, or to start the keeper's thread. CANCELLED: the
 * handle is triggered. FORKED: the client belongs to the parent process.
 */
enum redlock_status rlk_any_call_acquire(struct rlk_any_call *of,
                                         struct redlock_client *client,
                                         const struct redlock_request *given,
                                         int64_t now);
enum redlock_status
rlk_any_call_extend(struct rlk_any_call *of, struct redlock_lock *lock,
                    int64_t ttl_ms, struct redlock_report *report, int64_t now);
enum redlock_status rlk_any_call_downgrade(struct rlk_any_call *of,
                                           struct redlock_lock *lock,
                                           struct redlock_report *report,
                                           int64_t now);
void rlk_any_call_release(struct rlk_any_call *of, struct redlock_lock *lock,
                          struct redlock_report *report, int64_t now);

/* The lock that it has acquired; or NULL. */
struct redlock_lock *rlk_any_call_lock(const struct rlk_any_call *of);

/* As rlk_acquire_take_news(). */
bool rlk_any_call_take_news(struct rlk_any_call *of,
                            struct rlk_wait_reported *reported, int64_t now);

/* Ends an acquisition as cancelled, unless it has ended. */
void rlk_any_call_cancel(struct rlk_any_call *of, int64_t now);

/* It has ended or was not started: its handle cannot end it any more. */
void rlk_any_call_ended(struct rlk_any_call *of);

/* Ends it without a completion: the client is being closed. */
void rlk_any_call_drop(struct rlk_any_call *of, int64_t now);

/* The client is being closed: handles cannot end its calls any more. */
void rlk_any_call_forget_cancels(struct redlock_client *client);

/* --- holding a lock once more: a count, and no message ------------------- */

/* Does the lock have the validity left that a new lock would need? */
bool rlk_retain_has_enough(const struct redlock_lock *lock);

/* The TTL for an extension if too little is left; 0: unknown. */
int64_t rlk_retain_ttl_ms(const struct redlock_lock *lock);

/*
 * Counts a release. true: it is not the last one, and has ended with this
 * status and report.
 */
bool rlk_retain_drop(struct redlock_lock *lock, struct redlock_report *report,
                     enum redlock_status *status);

#endif
