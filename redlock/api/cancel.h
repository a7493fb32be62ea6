/* SPDX-License-Identifier: MIT */
#ifndef RLK_REDLOCK_API_CANCEL_H
#define RLK_REDLOCK_API_CANCEL_H

/*
 * What ends calls from elsewhere: redlock_request.cancel. A handle is an
 * eventfd that polls readable while it is triggered. The loop of each client
 * watches it for as long as a call of that client has it, so a trigger is one
 * write(), whichever clients and threads it concerns.
 *
 * With the client's lock held.
 */

#include <stdbool.h>

#include "redlock/api/any_call.h"
#include "redlock/redlock.h"
#include "redlock/runtime/list.h"

/* A call that a handle may end; zero: there is none. */
struct rlk_cancellable {
    struct rlk_list of_client;
    struct redlock_client *client;
    const struct redlock_cancel *cancel;
    union rlk_any_call *call;
    bool several; /* the call acquires a set */
};

/*
 * Before the acquisition is started: the request's handle may end it from here
 * on, until rlk_cancel_end(). Nothing where the request has none.
 *
 * OK; else nothing is to be started. CANCELLED: the handle is triggered.
 * SYSTEM: the system refuses to watch it. FORKED: it is the parent process's.
 */
enum redlock_status rlk_cancel_begin(struct rlk_cancellable *cancellable,
                                     struct redlock_client *client,
                                     const struct redlock_request *request,
                                     union rlk_any_call *call);

/* The call has ended, or was not started. Fine for one without a handle. */
void rlk_cancel_end(struct rlk_cancellable *cancellable);

/* The client is closed: no handle is touched any more. */
void rlk_cancel_clear(struct redlock_client *client);

#endif
