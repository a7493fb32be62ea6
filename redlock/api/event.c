/* SPDX-License-Identifier: MIT */
/* The event API: calls that end by a callback from the loop. */

#include "clock/clock.h"
#include "redlock/api/call.h"
#include "redlock/api/client.h"
#include "redlock/core/core.h"
#include "redlock/core/lock.h"
#include "redlock/runtime/memory.h"
#include "redlock/runtime/size.h"

/* The functions behind the macros of redlock.h (sizes). */
#undef redlock_open_on_fd
#undef redlock_async_acquire

struct redlock_pending {
    struct redlock_client *client;
    struct rlk_list of_client;
    redlock_acquired_fn *acquired; /* for an acquisition; else NULL */
    redlock_done_fn *done;
    void *user;
    struct redlock_lock *retains;  /* the lock that a retain extends; or NULL */
    struct rlk_list among_retains; /* the client's list; only with retains */
    struct rlk_any_call of;
};

static void pending_free(struct redlock_pending *pending)
{
    rlk_list_remove(&pending->of_client);
    rlk_list_remove(&pending->among_retains);
    rlk_any_call_ended(&pending->of);
    rlk_free(pending);
}

/* Frees the pending call before the callback, which may call anything. */
static void done(struct rlk_completion *completion)
{
    struct redlock_pending *pending =
        RLK_OWNER_OF(completion, struct redlock_pending, of.call.completion);
    struct redlock_client *client = pending->client;
    redlock_acquired_fn *acquired = pending->acquired;
    redlock_done_fn *callback = pending->done;
    void *user = pending->user;
    enum redlock_status status = pending->of.call.status;
    struct redlock_lock *lock =
        acquired != NULL ? rlk_any_call_lock(&pending->of) : NULL;

    if (pending->retains != NULL && status == REDLOCK_OK)
        pending->retains->retained++;
    pending_free(pending);
    client->delivering = true;
    if (acquired != NULL)
        acquired(user, status, lock);
    else if (callback != NULL)
        callback(user, status);
    client->delivering = false;
}

/* Something about a waiting acquisition may have changed. */
static void news(struct rlk_completion *completion)
{
    struct redlock_pending *pending =
        RLK_OWNER_OF(completion, struct redlock_pending, of.call.news);
    struct redlock_client *client = pending->client;
    struct rlk_wait_reported reported;

    if (!rlk_any_call_take_news(&pending->of, &reported, rlk_now()))
        return;
    client->delivering = true;
    reported.notify(&reported.waiting, reported.user);
    client->delivering = false;
    rlk_wait_reported_clear(&reported);
}

static void tell(struct redlock_lock *lock)
{
    struct redlock_client *client = lock->runtime->api;

    client->delivering = true;
    if (!lock->lost)
        lock->rare->on_renewed(lock, lock->rare->user);
    else if (lock->on_lost != NULL)
        lock->on_lost(lock, lock->rare->user);
    client->delivering = false;
}

static void free_client(struct redlock_client *client)
{
    if (client->ev != NULL)
        client->close_ev(client->ev);
    rlk_client_free(client);
}

static void on_core_free(struct rlk_core *core)
{
    free_client(core->runtime.api);
}

void rlk_async_begin(struct redlock_client *client)
{
    client->core.runtime.tell = tell;
    client->core.on_free = on_core_free;
}

enum redlock_status redlock_open_on_fd(const struct redlock_settings *settings,
                                       struct redlock_client **client,
                                       struct redlock_problem *problem)
{
    struct redlock_client *made = NULL;
    enum redlock_status status = rlk_client_open(settings, &made, problem);

    if (status != REDLOCK_OK)
        return status;
    rlk_async_begin(made);
    made->on_fd = true;
    rlk_sockets_leave_loop(made->sockets);
    rlk_client_wake_loop(made);
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
    (void)rlk_sockets_dispatch(client->sockets);
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
    rlk_any_call_forget_cancels(client);
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
        rlk_any_call_drop(&pending->of, now);
        pending_free(pending);
    }
}

/* Not called: the callback of an extension that may have ended with OK. */
void rlk_async_forget(struct redlock_client *client,
                      const struct redlock_lock *lock)
{
    struct rlk_list *all = &client->retains;

    for (struct rlk_list *at = all->next; at != all; at = at->next) {
        struct redlock_pending *pending =
            RLK_OWNER_OF(at, struct redlock_pending, among_retains);
        if (pending->retains != lock)
            continue;
        pending->retains = NULL;
        pending->of.call.status = REDLOCK_LOST;
    }
}

/*
 * Begins a call, which is started next. Is it a client of the event API, opened
 * by this process, and a report of a known size? The loop may not have run for
 * a long time.
 */
static enum redlock_status enter(struct redlock_client *client,
                                 const struct redlock_report *report,
                                 redlock_done_fn *callback, void *user,
                                 struct redlock_pending **handle)
{
    struct redlock_pending *pending;

    if (client->sync != NULL || !rlk_size_fits(report))
        return REDLOCK_BAD_REQUEST;
    if (!rlk_client_is_ours(client))
        return REDLOCK_FORKED;
    rlk_core_try_again(&client->core, rlk_sockets_catch_up(client->sockets),
                       rlk_now());
    pending = rlk_alloc(sizeof(*pending));
    if (pending == NULL)
        return REDLOCK_NO_MEMORY;
    pending->client = client;
    pending->of.call.completion.run = done;
    pending->of.call.news.run = news;
    pending->done = callback;
    pending->user = user;
    rlk_list_push_front(&client->pending, &pending->of_client);
    *handle = pending;
    return REDLOCK_OK;
}

/* Frees a call that did not start. */
static enum redlock_status started(struct redlock_pending *pending,
                                   enum redlock_status status)
{
    struct redlock_client *client = pending->client;

    if (status != REDLOCK_OK)
        pending_free(pending);
    rlk_core_arm(&client->core);
    rlk_client_wake_loop(client);
    return status;
}

enum redlock_status redlock_async_acquire(struct redlock_client *client,
                                          const struct redlock_request *request,
                                          redlock_acquired_fn *callback,
                                          void *user,
                                          struct redlock_pending **handle)
{
    struct redlock_pending *pending;
    enum redlock_status status = enter(client, NULL, NULL, user, &pending);

    if (status != REDLOCK_OK)
        return status;
    pending->acquired = callback;
    status = started(pending, rlk_any_call_acquire(&pending->of, client,
                                                   request, rlk_now()));
    if (status == REDLOCK_OK && handle != NULL)
        *handle = pending;
    return status;
}

void redlock_async_cancel(struct redlock_pending *pending)
{
    if (!rlk_client_is_ours(pending->client))
        return;
    rlk_any_call_cancel(&pending->of, rlk_now());
    rlk_core_arm(&pending->client->core);
    rlk_client_wake_loop(pending->client);
}

static enum redlock_status extend(struct redlock_lock *lock, int64_t ttl_ms,
                                  struct redlock_report *report,
                                  redlock_done_fn *callback, void *user,
                                  struct redlock_lock *retains)
{
    struct redlock_pending *pending;
    enum redlock_status status =
        enter(lock->runtime->api, report, callback, user, &pending);

    if (status != REDLOCK_OK)
        return status;
    pending->retains = retains;
    if (retains != NULL)
        rlk_list_push_front(&pending->client->retains, &pending->among_retains);
    return started(pending, rlk_any_call_extend(&pending->of, lock, ttl_ms,
                                                report, rlk_now()));
}

enum redlock_status redlock_async_extend(struct redlock_lock *lock,
                                         int64_t ttl_ms,
                                         struct redlock_report *report,
                                         redlock_done_fn *callback, void *user)
{
    return extend(lock, ttl_ms, report, callback, user, NULL);
}

enum redlock_status redlock_async_downgrade(struct redlock_lock *lock,
                                            struct redlock_report *report,
                                            redlock_done_fn *callback,
                                            void *user)
{
    struct redlock_pending *pending;
    enum redlock_status status =
        enter(lock->runtime->api, report, callback, user, &pending);

    if (status != REDLOCK_OK)
        return status;
    return started(
        pending, rlk_any_call_downgrade(&pending->of, lock, report, rlk_now()));
}

/* Ends a call that sends nothing. Its callback is called from the loop. */
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
    struct redlock_pending *pending;
    enum redlock_status status;

    if (!rlk_retain_has_enough(lock))
        return extend(lock, rlk_retain_ttl_ms(lock), NULL, callback, user,
                      lock);
    status = enter(lock->runtime->api, NULL, callback, user, &pending);
    if (status != REDLOCK_OK)
        return status;
    lock->retained++;
    return end_at_once(pending, REDLOCK_OK);
}

enum redlock_status redlock_async_release(struct redlock_lock **handle,
                                          struct redlock_report *report,
                                          redlock_done_fn *callback, void *user)
{
    struct redlock_lock *lock = *handle;
    struct redlock_pending *pending;
    enum redlock_status status;

    if (lock == NULL)
        return REDLOCK_BAD_REQUEST;
    status = enter(lock->runtime->api, report, callback, user, &pending);
    if (status != REDLOCK_OK)
        return status;
    *handle = NULL;
    if (rlk_retain_drop(lock, report, &status))
        return end_at_once(pending, status);
    rlk_async_forget(pending->client, lock);
    rlk_any_call_release(&pending->of, lock, report, rlk_now());
    return started(pending, REDLOCK_OK);
}

enum redlock_status redlock_async_inspect(struct redlock_client *client,
                                          const char *resource,
                                          struct redlock_report *report,
                                          redlock_done_fn *callback, void *user)
{
    struct redlock_pending *pending;
    enum redlock_status status =
        enter(client, report, callback, user, &pending);

    if (status != REDLOCK_OK)
        return status;
    return started(pending, rlk_inspect_start(&pending->of.inspect,
                                              &client->core.runtime, resource,
                                              report, rlk_now()));
}
