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
 * Each has a frame on the caller's stack: the call, and what the thread waits
 * by. Its completion ends the wait.
 */

struct frame {
    struct rlk_sync_call waits;
    struct rlk_any_call of;
};

static void done(struct rlk_completion *completion)
{
    struct frame *frame =
        RLK_OWNER_OF(completion, struct frame, of.call.completion);

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

/* Begins a call that may be used; its operation is started next. */
static void enter(struct redlock_client *client, struct frame *frame)
{
    rlk_zero(frame, sizeof(*frame));
    frame->of.call.completion.run = done;
    frame->of.call.news.run = news;
    frame->waits.tell = report_waiting_to;
    rlk_sync_begin(client->sync);
    rlk_sync_look(client->sync);
}

/* Ends a call. If no other call is under way, no thread runs the loop. */
static void leave(struct redlock_client *client)
{
    struct rlk_sync *sync = client->sync;

    rlk_sync_tell_rest(sync);
    if (!sync->led && rlk_list_empty(&sync->calls))
        rlk_core_stop_reading(&client->core);
    rlk_sync_end(sync);
}

/* Waits for the operation, if it was started, and ends the call. */
static enum redlock_status finish(struct redlock_client *client,
                                  struct frame *frame,
                                  enum redlock_status started)
{
    enum redlock_status status = started;

    rlk_core_arm(&client->core);
    if (status == REDLOCK_OK) {
        rlk_sync_wait(client->sync, &frame->waits);
        status = frame->of.call.status;
    }
    rlk_any_call_ended(&frame->of);
    leave(client);
    return status;
}

enum redlock_status redlock_acquire(struct redlock_client *client,
                                    const struct redlock_request *request,
                                    struct redlock_lock **lock)
{
    enum redlock_status status = usable(client, NULL);
    struct frame frame;

    if (status != REDLOCK_OK)
        return status;
    if (*lock != NULL)
        return REDLOCK_ALREADY;
    enter(client, &frame);
    status = rlk_any_call_acquire(&frame.of, client, request, rlk_now());
    status = finish(client, &frame, status);
    *lock = rlk_any_call_lock(&frame.of);
    return status;
}

enum redlock_status redlock_extend(struct redlock_lock *lock, int64_t ttl_ms,
                                   struct redlock_report *report)
{
    struct redlock_client *client = lock->runtime->api;
    enum redlock_status status = usable(client, report);
    struct frame frame;

    if (status != REDLOCK_OK)
        return status;
    enter(client, &frame);
    status = rlk_any_call_extend(&frame.of, lock, ttl_ms, report, rlk_now());
    return finish(client, &frame, status);
}

enum redlock_status redlock_downgrade(struct redlock_lock *lock,
                                      struct redlock_report *report)
{
    struct redlock_client *client = lock->runtime->api;
    enum redlock_status status = usable(client, report);
    struct frame frame;

    if (status != REDLOCK_OK)
        return status;
    enter(client, &frame);
    status = rlk_any_call_downgrade(&frame.of, lock, report, rlk_now());
    return finish(client, &frame, status);
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

enum redlock_status redlock_release(struct redlock_lock **handle,
                                    struct redlock_report *report)
{
    struct redlock_lock *lock = handle == NULL ? NULL : *handle;
    struct redlock_client *client;
    enum redlock_status status;
    struct frame frame;

    if (lock == NULL)
        return REDLOCK_GONE;
    client = lock->runtime->api;
    status = usable(client, report);
    if (status == REDLOCK_BAD_REQUEST)
        return status;
    *handle = NULL;
    if (status != REDLOCK_OK)
        return status;
    enter(client, &frame);
    if (rlk_retain_drop(lock, report, &status)) {
        leave(client);
        return status;
    }
    if (rlk_release_may_learn(lock))
        rlk_sync_read(client->sync);
    rlk_tell_forget(&client->sync->tell, lock, &client->sync->mutex);
    rlk_any_call_release(&frame.of, lock, report, rlk_now());
    return finish(client, &frame, REDLOCK_OK);
}

static enum redlock_status ask_nodes(struct redlock_client *client,
                                     const char *resource, bool init_node,
                                     struct redlock_report *report)
{
    struct rlk_runtime *runtime = &client->core.runtime;
    enum redlock_status status = usable(client, report);
    struct frame frame;

    if (status != REDLOCK_OK)
        return status;
    enter(client, &frame);
    status = init_node ? rlk_inspect_init_nodes(&frame.of.inspect, runtime,
                                                report, rlk_now())
                       : rlk_inspect_start(&frame.of.inspect, runtime, resource,
                                           report, rlk_now());
    return finish(client, &frame, status);
}

enum redlock_status redlock_inspect(struct redlock_client *client,
                                    const char *resource,
                                    struct redlock_report *report)
{
    return ask_nodes(client, resource, false, report);
}

enum redlock_status redlock_init_nodes(struct redlock_client *client,
                                       struct redlock_report *report)
{
    return ask_nodes(client, NULL, true, report);
}
