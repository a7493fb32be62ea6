/* SPDX-License-Identifier: MIT */
/* Calls of both APIs, and the handles that cancel them. */

#include "redlock/api/call.h"

#include <errno.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "redlock/api/client.h"
#include "redlock/api/sync.h"
#include "redlock/core/lock.h"
#include "redlock/core/report.h"
#include "redlock/net/fork.h"
#include "redlock/net/sockets.h"
#include "redlock/runtime/memory.h"
#include "redlock/runtime/size.h"

/* --- a handle that cancels ----------------------------------------------- */

/*
 * An eventfd that polls readable while it is triggered. The loop of each client
 * watches it while a call of that client uses it, so a trigger is one write(),
 * for any number of clients and threads.
 */
struct redlock_cancel {
    int descriptor;
    unsigned fork_generation; /* rlk_fork_generation() when it was made */
};

enum redlock_status redlock_cancel_new(struct redlock_cancel **handle)
{
    struct redlock_cancel *cancel = rlk_alloc(sizeof(*cancel));

    if (cancel == NULL)
        return REDLOCK_NO_MEMORY;
    cancel->descriptor = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
    if (cancel->descriptor < 0) {
        rlk_free(cancel);
        return REDLOCK_SYSTEM;
    }
    cancel->fork_generation = rlk_fork_generation();
    *handle = cancel;
    return REDLOCK_OK;
}

/* After fork(), a child shares the descriptor with its parent. */
static bool is_ours(const struct redlock_cancel *cancel)
{
    return cancel->fork_generation == rlk_fork_generation();
}

void redlock_cancel_trigger(struct redlock_cancel *cancel)
{
    uint64_t one = 1;
    int error = errno;

    /* A write that would block means that it is triggered already. */
    if (is_ours(cancel))
        (void)!write(cancel->descriptor, &one, sizeof(one));
    errno = error;
}

void redlock_cancel_reset(struct redlock_cancel *cancel)
{
    uint64_t triggers;

    if (is_ours(cancel))
        (void)!read(cancel->descriptor, &triggers, sizeof(triggers));
}

void redlock_cancel_free(struct redlock_cancel *cancel)
{
    if (cancel == NULL)
        return;
    close(cancel->descriptor);
    rlk_free(cancel);
}

static bool is_triggered(const struct redlock_cancel *cancel)
{
    struct pollfd look = {.fd = cancel->descriptor, .events = POLLIN};

    return poll(&look, 1, 0) > 0;
}

/* --- the calls that have it ---------------------------------------------- */

static struct rlk_any_call *of_list(struct rlk_list *of_client)
{
    return RLK_OWNER_OF(of_client, struct rlk_any_call, of_client);
}

/* A call of the client with that descriptor; or NULL. */
static struct rlk_any_call *find(struct redlock_client *client, int descriptor)
{
    struct rlk_list *all = &client->cancellable;

    for (struct rlk_list *at = all->next; at != all; at = at->next) {
        if (of_list(at)->cancel->descriptor == descriptor)
            return of_list(at);
    }
    return NULL;
}

/* Ends the calls whose handle polls readable. */
static void obey(struct rlk_core *core, int descriptor, int64_t now)
{
    struct redlock_client *client = core->runtime.api;
    struct rlk_any_call *of = find(client, descriptor);

    /* The number may have become another handle's descriptor meanwhile. */
    if (of == NULL || !is_triggered(of->cancel))
        return;
    while ((of = find(client, descriptor)) != NULL) {
        rlk_any_call_ended(of);
        rlk_any_call_cancel(of, now);
    }
    rlk_core_arm(core);
}

/* From here on the handle can end the call, which is started next. */
static enum redlock_status watch(struct rlk_any_call *of,
                                 struct redlock_client *client,
                                 const struct redlock_cancel *cancel)
{
    if (cancel == NULL)
        return REDLOCK_OK;
    if (!is_ours(cancel))
        return REDLOCK_FORKED;
    if (is_triggered(cancel))
        return REDLOCK_CANCELLED;
    if (find(client, cancel->descriptor) == NULL &&
        !rlk_sockets_watch(client->sockets, cancel->descriptor, obey))
        return REDLOCK_SYSTEM;
    of->client = client;
    of->cancel = cancel;
    rlk_list_push_front(&client->cancellable, &of->of_client);
    return REDLOCK_OK;
}

void rlk_any_call_ended(struct rlk_any_call *of)
{
    if (!rlk_list_linked(&of->of_client))
        return;
    rlk_list_remove(&of->of_client);
    /*
     * After fork(), a child may have freed the handle, and the descriptor is
     * watched by the parent's loop.
     */
    if (rlk_client_is_ours(of->client) &&
        find(of->client, of->cancel->descriptor) == NULL)
        rlk_sockets_unwatch(of->client->sockets, of->cancel->descriptor);
}

void rlk_any_call_forget_cancels(struct redlock_client *client)
{
    while (!rlk_list_empty(&client->cancellable))
        rlk_any_call_ended(of_list(client->cancellable.next));
}

/* --- their start and their end ------------------------------------------- */

/* Blocking API: is there a thread for renewals and reports? */
static bool has_keeper(struct redlock_client *client,
                       const struct redlock_request *request)
{
    bool calls_back = request->lost != NULL || request->renewed != NULL;

    return client->sync == NULL || !(request->keep || calls_back) ||
           rlk_sync_start_keeper(client->sync);
}

enum redlock_status rlk_any_call_acquire(struct rlk_any_call *of,
                                         struct redlock_client *client,
                                         const struct redlock_request *given,
                                         int64_t now)
{
    struct redlock_request room;
    const struct redlock_request *request = rlk_size_request(given, &room);
    enum redlock_status status;

    if (request == NULL || !rlk_size_fits(request->report))
        return REDLOCK_BAD_REQUEST;
    of->kind = RLK_ANY_ACQUIRE;
    of->several = request->more_count != 0;
    status = watch(of, client, request->cancel);
    if (status != REDLOCK_OK)
        return status;
    if (!has_keeper(client, request))
        return REDLOCK_SYSTEM;
    return of->several
               ? rlk_set_acquire_start(&of->set_acquire, &client->core.runtime,
                                       request, now)
               : rlk_acquire_start(&of->acquire, &client->core.runtime, request,
                                   now);
}

enum redlock_status
rlk_any_call_extend(struct rlk_any_call *of, struct redlock_lock *lock,
                    int64_t ttl_ms, struct redlock_report *report, int64_t now)
{
    enum redlock_status status = rlk_extend_check(lock, ttl_ms);
    int64_t ttl_ns = rlk_clock_from_ms(ttl_ms);

    if (status != REDLOCK_OK)
        return status;
    of->kind = RLK_ANY_EXTEND;
    of->several = lock->member != NULL;
    return of->several
               ? rlk_set_extend_start(&of->set_extend, lock->member->set,
                                      ttl_ns, report, now)
               : rlk_extend_start(&of->extend, lock, ttl_ns, report, now);
}

enum redlock_status rlk_any_call_downgrade(struct rlk_any_call *of,
                                           struct redlock_lock *lock,
                                           struct redlock_report *report,
                                           int64_t now)
{
    enum redlock_status status = rlk_extend_check_downgrade(lock);

    of->kind = RLK_ANY_EXTEND;
    return status != REDLOCK_OK
               ? status
               : rlk_extend_downgrade(&of->extend, lock, report, now);
}

void rlk_any_call_release(struct rlk_any_call *of, struct redlock_lock *lock,
                          struct redlock_report *report, int64_t now)
{
    of->kind = RLK_ANY_RELEASE;
    if (lock->member == NULL)
        rlk_release_start(&of->release, lock, report, now);
    else
        rlk_set_release_start(&of->set_release, lock->member->set, report, now);
}

struct redlock_lock *rlk_any_call_lock(const struct rlk_any_call *of)
{
    return of->several ? of->set_acquire.lock : of->acquire.lock;
}

bool rlk_any_call_take_news(struct rlk_any_call *of,
                            struct rlk_wait_reported *reported, int64_t now)
{
    return of->several
               ? rlk_set_acquire_take_news(&of->set_acquire, reported, now)
               : rlk_acquire_take_news(&of->acquire, reported, now);
}

void rlk_any_call_cancel(struct rlk_any_call *of, int64_t now)
{
    if (of->several)
        rlk_set_acquire_cancel(&of->set_acquire, now);
    else
        rlk_acquire_cancel(&of->acquire, now);
}

void rlk_any_call_drop(struct rlk_any_call *of, int64_t now)
{
    switch (of->kind) {
    case RLK_ANY_ACQUIRE:
        if (of->several)
            rlk_set_acquire_drop(&of->set_acquire);
        else
            rlk_acquire_drop(&of->acquire);
        break;
    case RLK_ANY_EXTEND: /* ends with its lock, or its set */
        if (of->several)
            rlk_set_extend_drop(&of->set_extend, now);
        else
            rlk_extend_drop(&of->extend, now);
        break;
    case RLK_ANY_RELEASE:
    case RLK_ANY_OTHER:
        rlk_call_drop(&of->call);
        break;
    }
}

/* --- the count of a handle ----------------------------------------------- */

bool rlk_retain_has_enough(const struct redlock_lock *lock)
{
    int64_t least_ns =
        lock->rare->least_ns > 0 ? lock->rare->least_ns : lock->warning_ns;

    return redlock_held(lock) &&
           redlock_remaining_ms(lock) >= rlk_clock_to_ms(least_ns);
}

int64_t rlk_retain_ttl_ms(const struct redlock_lock *lock)
{
    return lock->tenure.unconfirmed ? 0 : rlk_clock_to_ms(lock->ttl_ns);
}

bool rlk_retain_drop(struct redlock_lock *lock, struct redlock_report *report,
                     enum redlock_status *status)
{
    if (lock->retained == 0)
        return false;
    lock->retained--;
    rlk_report_begin(report, &lock->runtime->settings);
    *status = redlock_held(lock) ? REDLOCK_OK : REDLOCK_GONE;
    return true;
}
