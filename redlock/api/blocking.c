/* SPDX-License-Identifier: MIT */
/* The blocking API: its client and its calls. */

#include "redlock/api/client.h"

#include <pthread.h>

#include "clock/clock.h"
#include "redlock/admin.h"
#include "redlock/api/call.h"
#include "redlock/api/sync.h"
#include "redlock/core/core.h"
#include "redlock/core/lock.h"
#include "redlock/runtime/memory.h"
#include "redlock/runtime/size.h"

/* The functions behind the macros of redlock.h (sizes). */
#undef redlock_open
#undef redlock_acquire

static void tell(struct redlock_lock *lock)
{
    struct redlock_client *client = lock->runtime->api;

    rlk_tell_add(&client->sync->tell, lock);
}

enum redlock_status redlock_open(const struct redlock_settings *settings,
                                 struct redlock_client **client,
                                 struct redlock_problem *problem)
{
    struct rlk_sync *sync = rlk_sync_new();
    enum redlock_status status;

    if (sync == NULL)
        return REDLOCK_NO_MEMORY;
    status = rlk_client_open(settings, client, problem);
    if (status != REDLOCK_OK) {
        rlk_sync_free(sync);
        return status;
    }
    sync->client = *client;
    (*client)->sync = sync;
    (*client)->core.runtime.tell = tell;
    return REDLOCK_OK;
}

void rlk_blocking_close(struct redlock_client *client)
{
    struct rlk_sync *sync = client->sync;

    if (!rlk_client_is_ours(client)) {
        /*
         * A thread of the parent may have held the mutex during fork(), or have
         * been in a call. Then nothing can be freed safely.
         */
        if (rlk_sync_has_foreign_calls(sync) ||
            pthread_mutex_trylock(&sync->mutex) != 0)
            return;
        pthread_mutex_unlock(&sync->mutex);
        rlk_client_free(client);
        rlk_sync_free(sync);
        return;
    }
    rlk_sync_stop_keeper(sync);
    pthread_mutex_lock(&sync->mutex);
    /* From here on no callback is called. */
    while (!rlk_list_empty(&sync->tell.waiting))
        rlk_list_remove(sync->tell.waiting.next);
    rlk_log_clear(client);
    rlk_observe_clear(client);
    rlk_core_cancel_all(&client->core, rlk_now());
    rlk_sets_clear(&client->core.runtime);
    rlk_core_release_all(&client->core, rlk_now());
    (void)rlk_sockets_flush(client->sockets);
    rlk_sync_drain(sync);
    pthread_mutex_unlock(&sync->mutex);
    rlk_client_free(client);
    rlk_sync_free(sync);
}

/* --- the calls --------------------------------------------------------------
 *
 * Each has a frame on the caller's stack: the call, its arguments, and what the
 * thread waits by. Its completion ends the wait.
 */

struct frame {
    struct rlk_sync_call waits;
    struct redlock_client *client;
    enum redlock_status (*start)(struct frame *frame);
    const struct redlock_request *request;
    const char *resource;
    struct redlock_lock *lock;
    int64_t ttl_ms;
    struct redlock_report *report;
    bool counted; /* a release that is not the last one: it is only counted */
    enum redlock_status status;
    struct rlk_any_call of;
};

static void done(struct rlk_completion *completion)
{
    struct frame *frame =
        RLK_OWNER_OF(completion, struct frame, of.call.completion);

    frame->status = frame->of.call.status;
    rlk_any_call_ended(&frame->of);
    rlk_sync_done(&frame->waits);
}

/* Something about a waiting acquisition may have changed. */
static void news(struct rlk_completion *completion)
{
    struct frame *frame = RLK_OWNER_OF(completion, struct frame, of.call.news);

    rlk_sync_news(&frame->waits);
}

/* rlk_sync_call.tell: calls the waiting callback. */
static void report_waiting_to(struct rlk_sync_call *call,
                              pthread_mutex_t *mutex)
{
    struct frame *frame = RLK_OWNER_OF(call, struct frame, waits);
    struct rlk_wait_reported reported;

    if (!rlk_any_call_take_news(&frame->of, &reported, rlk_now()))
        return;
    pthread_mutex_unlock(mutex);
    reported.notify(&reported.waiting, reported.user);
    pthread_mutex_lock(mutex);
    rlk_wait_reported_clear(&reported);
}

/*
 * Is it a blocking client, opened by this process, and a report of a known
 * size?
 */
static enum redlock_status usable(const struct redlock_client *client,
                                  const struct redlock_report *report)
{
    if (!rlk_client_is_ours(client))
        return REDLOCK_FORKED;
    return client->sync == NULL || !rlk_size_fits(report) ? REDLOCK_BAD_REQUEST
                                                          : REDLOCK_OK;
}

/* rlk_sync_call.start */
static bool start(struct rlk_sync_call *call)
{
    struct frame *frame = RLK_OWNER_OF(call, struct frame, waits);

    rlk_sync_look(call->sync);
    frame->status = frame->start(frame);
    rlk_core_arm(&frame->client->core);
    if (frame->status == REDLOCK_OK && !frame->counted)
        return true;
    rlk_any_call_ended(&frame->of);
    return false;
}

/* Runs a call of a usable client. */
static enum redlock_status run(struct frame *frame)
{
    rlk_zero(&frame->of, sizeof(frame->of));
    frame->of.call.completion.run = done;
    frame->of.call.news.run = news;
    frame->waits.tell = report_waiting_to;
    frame->waits.start = start;
    rlk_sync_run(frame->client->sync, &frame->waits);
    return frame->status;
}

static enum redlock_status start_acquire(struct frame *frame)
{
    return rlk_any_call_acquire(&frame->of, frame->client, frame->request,
                                rlk_now());
}

enum redlock_status redlock_acquire(struct redlock_client *client,
                                    const struct redlock_request *request,
                                    struct redlock_lock **lock)
{
    enum redlock_status status = usable(client, NULL);
    struct frame frame = {
        .client = client, .start = start_acquire, .request = request};

    if (status != REDLOCK_OK)
        return status;
    if (*lock != NULL)
        return REDLOCK_ALREADY;
    status = run(&frame);
    *lock = rlk_any_call_lock(&frame.of);
    return status;
}

static enum redlock_status start_extend(struct frame *frame)
{
    return rlk_any_call_extend(&frame->of, frame->lock, frame->ttl_ms,
                               frame->report, rlk_now());
}

enum redlock_status redlock_extend(struct redlock_lock *lock, int64_t ttl_ms,
                                   struct redlock_report *report)
{
    struct frame frame = {.client = lock->runtime->api,
                          .start = start_extend,
                          .lock = lock,
                          .ttl_ms = ttl_ms,
                          .report = report};
    enum redlock_status status = usable(frame.client, report);

    return status == REDLOCK_OK ? run(&frame) : status;
}

static enum redlock_status start_downgrade(struct frame *frame)
{
    return rlk_any_call_downgrade(&frame->of, frame->lock, frame->report,
                                  rlk_now());
}

enum redlock_status redlock_downgrade(struct redlock_lock *lock,
                                      struct redlock_report *report)
{
    struct frame frame = {.client = lock->runtime->api,
                          .start = start_downgrade,
                          .lock = lock,
                          .report = report};
    enum redlock_status status = usable(frame.client, report);

    return status == REDLOCK_OK ? run(&frame) : status;
}

enum redlock_status redlock_retain(struct redlock_lock *lock)
{
    struct redlock_client *client = lock->runtime->api;
    enum redlock_status status = usable(client, NULL);
    int64_t ttl_ms;
    bool enough;

    if (status != REDLOCK_OK)
        return status;
    rlk_sync_lock(client);
    enough = rlk_retain_has_enough(lock);
    ttl_ms = rlk_retain_ttl_ms(lock);
    lock->retained += enough ? 1 : 0;
    rlk_sync_unlock(client);
    if (enough)
        return REDLOCK_OK;
    status = redlock_extend(lock, ttl_ms, NULL);
    rlk_sync_lock(client);
    lock->retained += status == REDLOCK_OK ? 1 : 0;
    rlk_sync_unlock(client);
    return status;
}

static enum redlock_status start_release(struct frame *frame)
{
    struct rlk_sync *sync = frame->client->sync;
    struct redlock_lock *lock = frame->lock;
    enum redlock_status status = REDLOCK_OK;

    frame->counted = rlk_retain_drop(lock, frame->report, &status);
    if (frame->counted)
        return status;
    if (rlk_release_may_learn(lock))
        rlk_sync_read(sync);
    rlk_tell_forget(&sync->tell, lock, &sync->mutex);
    rlk_any_call_release(&frame->of, lock, frame->report, rlk_now());
    return status;
}

enum redlock_status redlock_release(struct redlock_lock **handle,
                                    struct redlock_report *report)
{
    struct redlock_lock *lock = handle == NULL ? NULL : *handle;
    struct frame frame = {
        .start = start_release, .lock = lock, .report = report};
    enum redlock_status status;

    if (lock == NULL)
        return REDLOCK_GONE;
    frame.client = lock->runtime->api;
    status = usable(frame.client, report);
    if (status == REDLOCK_BAD_REQUEST)
        return status;
    *handle = NULL;
    if (status != REDLOCK_OK)
        return status;
    /* The release waits until a callback of the lock has returned. */
    frame.waits.alone = lock->on_lost != NULL || lock->rare->on_renewed != NULL;
    return run(&frame);
}

static enum redlock_status start_inspect(struct frame *frame)
{
    return rlk_inspect_start(&frame->of.inspect, &frame->client->core.runtime,
                             frame->resource, frame->report, rlk_now());
}

static enum redlock_status start_init_nodes(struct frame *frame)
{
    return rlk_inspect_init_nodes(&frame->of.inspect,
                                  &frame->client->core.runtime, frame->report,
                                  rlk_now());
}

enum redlock_status redlock_inspect(struct redlock_client *client,
                                    const char *resource,
                                    struct redlock_report *report)
{
    struct frame frame = {.client = client,
                          .start = start_inspect,
                          .resource = resource,
                          .report = report};
    enum redlock_status status = usable(client, report);

    return status == REDLOCK_OK ? run(&frame) : status;
}

enum redlock_status redlock_init_nodes(struct redlock_client *client,
                                       struct redlock_report *report)
{
    struct frame frame = {
        .client = client, .start = start_init_nodes, .report = report};
    enum redlock_status status = usable(client, report);

    return status == REDLOCK_OK ? run(&frame) : status;
}
