/* SPDX-License-Identifier: MIT */
/* The event face: calls whose answers come by callback, from the loop. */

#include <stddef.h>

#include "clock/clock.h"
#include "clock/now.h"
#include "redlock/client.h"
#include "redlock/coord.h"
#include "redlock/extension.h"
#include "redlock/inspection.h"
#include "redlock/lock.h"
#include "redlock/memory.h"
#include "redlock/release.h"
#include "redlock/sync.h"
#include "redlock/transport_ev.h"
#include "redlock/waiter.h"

enum pending_kind {
    PENDING_ACQUIRE,
    PENDING_EXTEND,
    PENDING_RELEASE,
    PENDING_INSPECT,
};

struct redlock_pending {
    enum pending_kind kind;
    struct redlock_client *client;
    struct redlock_pending *next; /* of the client's */
    struct redlock_pending **link;
    redlock_acquired_fn *acquired;
    redlock_done_fn *done;
    void *user;
    union {
        struct rlk_waiter waiter;
        struct rlk_extension extension;
        struct rlk_release release;
        struct rlk_inspection inspection;
    } of;
};

static struct redlock_pending *pending_new(struct redlock_client *client,
                                           enum pending_kind kind,
                                           redlock_done_fn *done, void *user)
{
    struct redlock_pending *pending = rlk_alloc(sizeof(*pending));

    if (pending == NULL)
        return NULL;
    pending->kind = kind;
    pending->client = client;
    pending->done = done;
    pending->user = user;
    pending->next = client->pending;
    pending->link = &client->pending;
    if (pending->next != NULL)
        pending->next->link = &pending->next;
    client->pending = pending;
    return pending;
}

static void pending_free(struct redlock_pending *pending)
{
    *pending->link = pending->next;
    if (pending->next != NULL)
        pending->next->link = pending->link;
    rlk_free(pending);
}

/* Takes the pending call apart before the callback, which may do anything. */
static void call_done(struct redlock_pending *pending,
                      enum redlock_status status)
{
    struct redlock_client *client = pending->client;
    redlock_done_fn *done = pending->done;
    void *user = pending->user;

    pending_free(pending);
    client->delivering = true;
    if (done != NULL)
        done(user, status);
    client->delivering = false;
}

#define PENDING_OF(notice, member)                                             \
    ((struct redlock_pending *)((char *)(notice)-offsetof(                     \
        struct redlock_pending, of.member.notice)))

static void acquired(struct rlk_notice *notice)
{
    struct redlock_pending *pending = PENDING_OF(notice, waiter);
    struct redlock_client *client = pending->client;
    redlock_acquired_fn *callback = pending->acquired;
    void *user = pending->user;
    enum redlock_status status = pending->of.waiter.status;
    struct redlock_lock *lock = pending->of.waiter.lock;

    pending_free(pending);
    client->delivering = true;
    callback(user, status, lock);
    client->delivering = false;
}

static void extended(struct rlk_notice *notice)
{
    struct redlock_pending *pending = PENDING_OF(notice, extension);

    call_done(pending, pending->of.extension.status);
}

static void released(struct rlk_notice *notice)
{
    struct redlock_pending *pending = PENDING_OF(notice, release);

    call_done(pending, pending->of.release.status);
}

static void inspected(struct rlk_notice *notice)
{
    struct redlock_pending *pending = PENDING_OF(notice, inspection);

    call_done(pending, pending->of.inspection.status);
}

static void tell(struct rlk_coord *coord, struct redlock_lock *lock)
{
    struct redlock_client *client = coord->face;

    client->delivering = true;
    if (lock->lost != NULL)
        lock->lost(lock, lock->user);
    client->delivering = false;
}

static void free_client(struct redlock_client *client)
{
    rlk_ev_close(client->ev);
    rlk_client_free(client);
}

static void bury(struct rlk_coord *coord)
{
    free_client(coord->face);
}

enum redlock_status redlock_open_on_loop(
    struct ev_loop *loop, const struct redlock_settings *settings,
    struct redlock_client **client, struct redlock_problem *problem)
{
    struct redlock_client *made = NULL;
    enum redlock_status status = rlk_client_open(settings, &made, problem);

    if (status != REDLOCK_OK)
        return status;
    made->ev = rlk_ev_open(loop, made->world);
    if (made->ev == NULL) {
        rlk_client_free(made);
        return REDLOCK_NO_MEMORY;
    }
    made->coord.tell = tell;
    made->coord.bury = bury;
    *client = made;
    return REDLOCK_OK;
}

void redlock_close(struct redlock_client *client)
{
    if (client == NULL)
        return;
    if (client->sync != NULL) {
        rlk_sync_close(client);
        return;
    }
    if (rlk_client_is_ours(client)) {
        rlk_coord_release_all(&client->coord);
        (void)rlk_world_flush(client->world);
    }
    if (client->delivering)
        client->coord.doomed = true;
    else
        free_client(client);
}

void rlk_async_clear(struct redlock_client *client)
{
    while (client->pending != NULL) {
        struct redlock_pending *pending = client->pending;
        switch (pending->kind) {
        case PENDING_ACQUIRE:
            rlk_waiter_drop(&pending->of.waiter);
            break;
        case PENDING_RELEASE:
            rlk_release_drop(&pending->of.release);
            break;
        case PENDING_INSPECT:
            rlk_inspection_drop(&pending->of.inspection);
            break;
        case PENDING_EXTEND: /* ends with its lock */
            rlk_extension_drop(&pending->of.extension);
            break;
        }
        pending_free(pending);
    }
}

/* The event face, in the process that opened it. Its loop may have stood. */
static enum redlock_status usable(struct redlock_client *client)
{
    if (client->sync != NULL)
        return REDLOCK_BAD_REQUEST;
    if (!rlk_client_is_ours(client))
        return REDLOCK_FORKED;
    rlk_coord_try_again(&client->coord, rlk_world_catch_up(client->world));
    return REDLOCK_OK;
}

/* A call that did not start leaves nothing. */
static enum redlock_status started(struct redlock_pending *pending,
                                   enum redlock_status status)
{
    struct rlk_coord *coord = &pending->client->coord;

    if (status != REDLOCK_OK)
        pending_free(pending);
    rlk_coord_settle(coord);
    return status;
}

enum redlock_status redlock_async_acquire(struct redlock_client *client,
                                          const struct redlock_request *request,
                                          redlock_acquired_fn *callback,
                                          void *user,
                                          struct redlock_pending **place)
{
    enum redlock_status status = usable(client);
    struct redlock_pending *pending;

    if (status != REDLOCK_OK)
        return status;
    pending = pending_new(client, PENDING_ACQUIRE, NULL, user);
    if (pending == NULL)
        return REDLOCK_NO_MEMORY;
    pending->acquired = callback;
    pending->of.waiter.notice.deliver = acquired;
    status =
        started(pending, rlk_waiter_start(&pending->of.waiter, &client->coord,
                                          request, rlk_now()));
    if (status == REDLOCK_OK && place != NULL)
        *place = pending;
    return status;
}

void redlock_async_cancel(struct redlock_pending *pending)
{
    if (!rlk_client_is_ours(pending->client))
        return;
    rlk_waiter_cancel(&pending->of.waiter, rlk_now());
    rlk_coord_settle(&pending->client->coord);
}

enum redlock_status redlock_async_extend(struct redlock_lock *lock,
                                         int64_t ttl_ms,
                                         struct redlock_report *report,
                                         redlock_done_fn *done, void *user)
{
    struct redlock_client *client = lock->coord->face;
    enum redlock_status status = usable(client);
    struct redlock_pending *pending;

    if (status == REDLOCK_OK)
        status = rlk_extension_check(lock, ttl_ms);
    if (status != REDLOCK_OK)
        return status;
    pending = pending_new(client, PENDING_EXTEND, done, user);
    if (pending == NULL)
        return REDLOCK_NO_MEMORY;
    pending->of.extension.notice.deliver = extended;
    return started(pending, rlk_extension_start(&pending->of.extension, lock,
                                                rlk_clock_from_ms(ttl_ms),
                                                report, rlk_now()));
}

enum redlock_status redlock_async_release(struct redlock_lock **lock,
                                          struct redlock_report *report,
                                          redlock_done_fn *done, void *user)
{
    struct redlock_client *client;
    enum redlock_status status;
    struct redlock_pending *pending;

    if (*lock == NULL)
        return REDLOCK_BAD_REQUEST;
    client = (*lock)->coord->face;
    status = usable(client);
    if (status != REDLOCK_OK)
        return status;
    pending = pending_new(client, PENDING_RELEASE, done, user);
    if (pending == NULL)
        return REDLOCK_NO_MEMORY;
    pending->of.release.notice.deliver = released;
    rlk_release_start(&pending->of.release, *lock, report, rlk_now());
    *lock = NULL;
    return started(pending, REDLOCK_OK);
}

enum redlock_status redlock_async_inspect(struct redlock_client *client,
                                          const char *resource,
                                          struct redlock_report *report,
                                          redlock_done_fn *done, void *user)
{
    enum redlock_status status = usable(client);
    struct redlock_pending *pending;

    if (status != REDLOCK_OK)
        return status;
    pending = pending_new(client, PENDING_INSPECT, done, user);
    if (pending == NULL)
        return REDLOCK_NO_MEMORY;
    pending->of.inspection.notice.deliver = inspected;
    return started(pending,
                   rlk_inspection_start(&pending->of.inspection, &client->coord,
                                        resource, report, rlk_now()));
}
