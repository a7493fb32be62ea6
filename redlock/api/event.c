/* SPDX-License-Identifier: MIT */
/* The event face: calls whose answers come by callback, from the loop. */

#include <stddef.h>

#include "clock/clock.h"
#include "clock/now.h"
#include "redlock/api/any_call.h"
#include "redlock/api/blocking.h"
#include "redlock/api/cancel.h"
#include "redlock/api/client.h"
#include "redlock/api/retain.h"
#include "redlock/core/core.h"
#include "redlock/core/lock.h"
#include "redlock/net/loop_ev.h"
#include "redlock/runtime/memory.h"
#include "redlock/runtime/size.h"

/* The functions behind the macros: redlock.h, sizes. */
#undef redlock_open_on_loop
#undef redlock_open_on_fd
#undef redlock_async_acquire

enum pending_kind {
    PENDING_ACQUIRE,
    PENDING_EXTEND,
    PENDING_RELEASE,
    PENDING_INSPECT,
    PENDING_SET_ACQUIRE,
    PENDING_SET_EXTEND,
    PENDING_SET_RELEASE,
    PENDING_NOTHING, /* it was done at once */
};

struct redlock_pending {
    enum pending_kind kind;
    struct redlock_client *client;
    struct rlk_list of_client;
    redlock_acquired_fn *acquired;
    redlock_done_fn *done;
    void *user;
    struct redlock_lock *retains; /* where it is extended; NULL: none is */
    struct rlk_cancellable cancellable;
    union rlk_any_call of;
};

static void pending_free(struct redlock_pending *pending)
{
    rlk_list_remove(&pending->of_client);
    rlk_cancel_end(&pending->cancellable);
    rlk_free(pending);
}

static struct redlock_pending *pending_of(struct rlk_completion *completion)
{
    return RLK_OWNER_OF(completion, struct redlock_pending, of.call.completion);
}

/* Takes the pending call apart before the callback, which may do anything. */
static void acquired(struct rlk_completion *completion)
{
    struct redlock_pending *pending = pending_of(completion);
    struct redlock_client *client = pending->client;
    redlock_acquired_fn *callback = pending->acquired;
    void *user = pending->user;
    enum redlock_status status = pending->of.call.status;
    struct redlock_lock *lock = pending->kind == PENDING_ACQUIRE
                                    ? pending->of.acquire.lock
                                    : pending->of.set_acquire.lock;

    pending_free(pending);
    client->delivering = true;
    callback(user, status, lock);
    client->delivering = false;
}

static void tell_waiting(struct redlock_client *client,
                         struct rlk_wait_told *told)
{
    client->delivering = true;
    told->told(&told->waiting, told->user);
    client->delivering = false;
    rlk_wait_told_clear(told);
}

/* There may be something to tell to an acquisition that waits. */
static void news(struct rlk_completion *completion)
{
    struct redlock_pending *pending = RLK_OWNER_OF(
        completion, struct redlock_pending, of.acquire.news.completion);
    struct rlk_wait_told told;

    if (rlk_acquire_take_news(&pending->of.acquire, &told, rlk_now()))
        tell_waiting(pending->client, &told);
}

/* The same of several. */
static void set_news(struct rlk_completion *completion)
{
    struct redlock_pending *pending =
        RLK_OWNER_OF(completion, struct redlock_pending, of.set_acquire.news);
    struct rlk_wait_told told;

    if (rlk_set_acquire_take_news(&pending->of.set_acquire, &told, rlk_now()))
        tell_waiting(pending->client, &told);
}

/* Takes the pending call apart before the callback, likewise. */
static void done(struct rlk_completion *completion)
{
    struct redlock_pending *pending = pending_of(completion);
    struct redlock_client *client = pending->client;
    redlock_done_fn *callback = pending->done;
    void *user = pending->user;
    enum redlock_status status = pending->of.call.status;

    if (pending->retains != NULL && status == REDLOCK_OK)
        pending->retains->retained++;
    pending_free(pending);
    client->delivering = true;
    if (callback != NULL)
        callback(user, status);
    client->delivering = false;
}

static struct redlock_pending *pending_new(struct redlock_client *client,
                                           enum pending_kind kind,
                                           redlock_done_fn *callback,
                                           void *user)
{
    struct redlock_pending *pending = rlk_alloc(sizeof(*pending));

    if (pending == NULL)
        return NULL;
    pending->kind = kind;
    pending->client = client;
    pending->of.call.completion.run = done;
    pending->done = callback;
    pending->user = user;
    rlk_list_push_front(&client->pending, &pending->of_client);
    return pending;
}

static void tell(struct redlock_lock *lock)
{
    struct redlock_client *client = lock->runtime->face;

    client->delivering = true;
    if (!lock->lost)
        lock->on_renewed(lock, lock->user);
    else if (lock->on_lost != NULL)
        lock->on_lost(lock, lock->user);
    client->delivering = false;
}

static void free_client(struct redlock_client *client)
{
    rlk_ev_close(client->ev);
    rlk_client_free(client);
}

static void on_core_free(struct rlk_core *core)
{
    free_client(core->runtime.face);
}

static void call_back_from_loop(struct redlock_client *client)
{
    client->core.runtime.tell = tell;
    client->core.on_free = on_core_free;
}

enum redlock_status redlock_open_on_loop(
    struct ev_loop *loop, const struct redlock_settings *settings,
    struct redlock_client **client, struct redlock_problem *problem)
{
    struct redlock_client *made = NULL;
    enum redlock_status status = rlk_client_open(settings, &made, problem);

    if (status != REDLOCK_OK)
        return status;
    made->ev = rlk_ev_open(loop, made->sockets);
    if (made->ev == NULL) {
        rlk_client_free(made);
        return REDLOCK_NO_MEMORY;
    }
    call_back_from_loop(made);
    *client = made;
    return REDLOCK_OK;
}

enum redlock_status redlock_open_on_fd(const struct redlock_settings *settings,
                                       struct redlock_client **client,
                                       struct redlock_problem *problem)
{
    struct redlock_client *made = NULL;
    enum redlock_status status = rlk_client_open(settings, &made, problem);

    if (status != REDLOCK_OK)
        return status;
    call_back_from_loop(made);
    made->on_fd = true;
    rlk_loop_fd_open(made->sockets);
    rlk_client_stir(made);
    *client = made;
    return REDLOCK_OK;
}

int redlock_fd(const struct redlock_client *client)
{
    return client->on_fd && rlk_client_is_ours(client)
               ? rlk_sockets_fd(client->sockets)
               : -1;
}

enum redlock_status redlock_dispatch(struct redlock_client *client)
{
    if (!client->on_fd || client->delivering)
        return REDLOCK_BAD_REQUEST;
    if (!rlk_client_is_ours(client))
        return REDLOCK_FORKED;
    (void)rlk_loop_fd_dispatch(client->sockets);
    return REDLOCK_OK;
}

void redlock_close(struct redlock_client *client)
{
    if (client == NULL)
        return;
    if (client->sync != NULL) {
        rlk_blocking_close(client);
        return;
    }
    if (rlk_client_is_ours(client)) {
        rlk_core_cancel_all(&client->core, rlk_now());
        rlk_sets_clear(&client->core.runtime);
        rlk_core_release_all(&client->core, rlk_now());
        (void)rlk_sockets_flush(client->sockets);
    }
    rlk_cancel_clear(client);
    if (client->delivering)
        client->core.closing = true;
    else
        free_client(client);
}

void rlk_async_clear(struct redlock_client *client)
{
    int64_t now = rlk_now();

    while (!rlk_list_empty(&client->pending)) {
        struct redlock_pending *pending = RLK_OWNER_OF(
            client->pending.next, struct redlock_pending, of_client);
        switch (pending->kind) {
        case PENDING_ACQUIRE:
            rlk_acquire_drop(&pending->of.acquire);
            break;
        case PENDING_SET_ACQUIRE:
            rlk_set_acquire_drop(&pending->of.set_acquire);
            break;
        case PENDING_RELEASE:
        case PENDING_INSPECT:
        case PENDING_SET_RELEASE: /* ends with its set */
        case PENDING_NOTHING:
            rlk_call_drop(&pending->of.call);
            break;
        case PENDING_EXTEND: /* ends with its lock */
            rlk_extend_drop(&pending->of.extend, now);
            break;
        case PENDING_SET_EXTEND:
            rlk_set_extend_drop(&pending->of.set_extend, now);
            break;
        }
        pending_free(pending);
    }
}

/*
 * Is it the event face, in the process that opened it? Its loop may not have
 * turned for long. And can the report be filled?
 */
static enum redlock_status usable(struct redlock_client *client,
                                  const struct redlock_report *report)
{
    if (client->sync != NULL || !rlk_size_fits(report))
        return REDLOCK_BAD_REQUEST;
    if (!rlk_client_is_ours(client))
        return REDLOCK_FORKED;
    rlk_core_try_again(&client->core, rlk_sockets_catch_up(client->sockets),
                       rlk_now());
    return REDLOCK_OK;
}

/* A call that did not start leaves nothing. */
static enum redlock_status started(struct redlock_pending *pending,
                                   enum redlock_status status)
{
    struct redlock_client *client = pending->client;

    if (status != REDLOCK_OK)
        pending_free(pending);
    rlk_core_arm(&client->core);
    rlk_client_stir(client);
    return status;
}

enum redlock_status redlock_async_acquire(struct redlock_client *client,
                                          const struct redlock_request *request,
                                          redlock_acquired_fn *callback,
                                          void *user,
                                          struct redlock_pending **place)
{
    enum redlock_status status = usable(client, NULL);
    struct rlk_runtime *runtime = &client->core.runtime;
    struct redlock_pending *pending;
    struct redlock_request room;
    bool several;

    if (status != REDLOCK_OK)
        return status;
    request = rlk_size_request(request, &room);
    if (request == NULL || !rlk_size_fits(request->report))
        return REDLOCK_BAD_REQUEST;
    several = request->more_count != 0;
    pending = pending_new(
        client, several ? PENDING_SET_ACQUIRE : PENDING_ACQUIRE, NULL, user);
    if (pending == NULL)
        return REDLOCK_NO_MEMORY;
    pending->acquired = callback;
    pending->of.call.completion.run = acquired;
    status =
        rlk_cancel_begin(&pending->cancellable, client, request, &pending->of);
    if (status != REDLOCK_OK)
        return started(pending, status);
    if (several) {
        pending->of.set_acquire.news.run = set_news;
        status = rlk_set_acquire_start(&pending->of.set_acquire, runtime,
                                       request, rlk_now());
    } else {
        pending->of.acquire.news.completion.run = news;
        status = rlk_acquire_start(&pending->of.acquire, runtime, request,
                                   rlk_now());
    }
    status = started(pending, status);
    if (status == REDLOCK_OK && place != NULL)
        *place = pending;
    return status;
}

void redlock_async_cancel(struct redlock_pending *pending)
{
    if (!rlk_client_is_ours(pending->client))
        return;
    rlk_any_call_cancel(&pending->of, pending->kind == PENDING_SET_ACQUIRE,
                        rlk_now());
    rlk_core_arm(&pending->client->core);
    rlk_client_stir(pending->client);
}

static enum redlock_status extend(struct redlock_lock *lock, int64_t ttl_ms,
                                  struct redlock_report *report,
                                  redlock_done_fn *callback, void *user,
                                  bool retains)
{
    struct redlock_client *client = lock->runtime->face;
    enum redlock_status status = usable(client, report);
    struct redlock_pending *pending;

    if (status == REDLOCK_OK)
        status = rlk_extend_check(lock, ttl_ms);
    if (status != REDLOCK_OK)
        return status;
    pending = pending_new(
        client, lock->member == NULL ? PENDING_EXTEND : PENDING_SET_EXTEND,
        callback, user);
    if (pending == NULL)
        return REDLOCK_NO_MEMORY;
    pending->retains = retains ? lock : NULL;
    status = rlk_any_call_extend(&pending->of, lock, rlk_clock_from_ms(ttl_ms),
                                 report, rlk_now());
    return started(pending, status);
}

enum redlock_status redlock_async_extend(struct redlock_lock *lock,
                                         int64_t ttl_ms,
                                         struct redlock_report *report,
                                         redlock_done_fn *callback, void *user)
{
    return extend(lock, ttl_ms, report, callback, user, false);
}

enum redlock_status redlock_async_downgrade(struct redlock_lock *lock,
                                            struct redlock_report *report,
                                            redlock_done_fn *callback,
                                            void *user)
{
    struct redlock_client *client = lock->runtime->face;
    enum redlock_status status = usable(client, report);
    struct redlock_pending *pending;

    if (status == REDLOCK_OK)
        status = rlk_extend_check_downgrade(lock);
    if (status != REDLOCK_OK)
        return status;
    pending = pending_new(client, PENDING_EXTEND, callback, user);
    if (pending == NULL)
        return REDLOCK_NO_MEMORY;
    status = rlk_extend_downgrade(&pending->of.extend, lock, report, rlk_now());
    return started(pending, status);
}

/* A call that has nothing to send; its callback comes from the loop. */
static enum redlock_status end_at_once(struct redlock_pending *pending,
                                       enum redlock_status status)
{
    struct rlk_call *call = &pending->of.call;
    int64_t now = rlk_now();

    rlk_call_begin(call, &pending->client->core.runtime, NULL, now);
    rlk_call_end(call, status, now);
    return started(pending, REDLOCK_OK);
}

enum redlock_status redlock_async_retain(struct redlock_lock *lock,
                                         redlock_done_fn *callback, void *user)
{
    struct redlock_client *client = lock->runtime->face;
    enum redlock_status status = usable(client, NULL);
    struct redlock_pending *pending;

    if (status != REDLOCK_OK)
        return status;
    if (!rlk_retain_has_enough(lock))
        return extend(lock, rlk_retain_ttl_ms(lock), NULL, callback, user,
                      true);
    pending = pending_new(client, PENDING_NOTHING, callback, user);
    if (pending == NULL)
        return REDLOCK_NO_MEMORY;
    lock->retained++;
    return end_at_once(pending, REDLOCK_OK);
}

enum redlock_status redlock_async_release(struct redlock_lock **lock,
                                          struct redlock_report *report,
                                          redlock_done_fn *callback, void *user)
{
    struct redlock_client *client;
    enum redlock_status status;
    struct redlock_pending *pending;

    if (*lock == NULL)
        return REDLOCK_BAD_REQUEST;
    client = (*lock)->runtime->face;
    status = usable(client, report);
    if (status != REDLOCK_OK)
        return status;
    pending = pending_new(client, PENDING_NOTHING, callback, user);
    if (pending == NULL)
        return REDLOCK_NO_MEMORY;
    if (rlk_retain_drop(*lock, report, &status)) {
        *lock = NULL;
        return end_at_once(pending, status);
    }
    pending->kind =
        (*lock)->member == NULL ? PENDING_RELEASE : PENDING_SET_RELEASE;
    rlk_any_call_release(&pending->of, *lock, report, rlk_now());
    *lock = NULL;
    return started(pending, REDLOCK_OK);
}

enum redlock_status redlock_async_inspect(struct redlock_client *client,
                                          const char *resource,
                                          struct redlock_report *report,
                                          redlock_done_fn *callback, void *user)
{
    enum redlock_status status = usable(client, report);
    struct redlock_pending *pending;

    if (status != REDLOCK_OK)
        return status;
    pending = pending_new(client, PENDING_INSPECT, callback, user);
    if (pending == NULL)
        return REDLOCK_NO_MEMORY;
    return started(pending, rlk_inspect_start(&pending->of.inspect,
                                              &client->core.runtime, resource,
                                              report, rlk_now()));
}
