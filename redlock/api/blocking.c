/* SPDX-License-Identifier: MIT */
/* The blocking face. */

#include "redlock/api/blocking.h"

#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <string.h>

#include "clock/clock.h"
#include "clock/now.h"
#include "redlock/admin.h"
#include "redlock/api/client.h"
#include "redlock/core/acquire.h"
#include "redlock/core/core.h"
#include "redlock/core/extend.h"
#include "redlock/core/inspect.h"
#include "redlock/core/lock.h"
#include "redlock/core/release.h"
#include "redlock/runtime/memory.h"
#include "redlock/runtime/token.h"

/* After so long without a turn of the loop, connections may be stale. */
#define STALE_NS (50 * RLK_NS_PER_MS)

/* A thread that waits for an answer. */
struct call {
    struct call *next;
    pthread_cond_t woken;
    bool done;
    bool asleep; /* until woken: not running the loop or a callback */
};

struct rlk_sync {
    struct redlock_client *client;
    pthread_mutex_t mutex; /* guards all of the client, waiting excepted */
    bool led;              /* a thread runs the loop */
    struct call *calls;
    struct redlock_lock *to_tell; /* renewals and losses, oldest first */
    struct redlock_lock *telling; /* its callback runs now, */
    pthread_t teller;             /* on this thread */
    pthread_cond_t told;
    bool keeper_runs;
    pthread_t keeper;
    struct call keeper_call;
};

/* --- running the loop ------------------------------------------------------
 */

static void finish_call(struct call *call)
{
    call->done = true;
    pthread_cond_signal(&call->woken);
}

/* Somebody else has to run the loop now. */
static void hand_over(struct rlk_sync *sync)
{
    struct call *call = sync->calls;

    while (call != NULL && !call->asleep)
        call = call->next;
    if (!sync->led && call != NULL)
        pthread_cond_signal(&call->woken);
}

/* What there is to say of the lock now, once for a loss; or NULL. */
static redlock_lost_fn *callback_of(struct redlock_lock *lock)
{
    if (!lock->lost)
        return lock->on_renewed;
    if (lock->told_lost)
        return NULL;
    lock->told_lost = true;
    return lock->on_lost;
}

/* Calls back outside the mutex and outside the loop: it may call anything. */
static void tell_holders(struct rlk_sync *sync)
{
    while (sync->to_tell != NULL) {
        struct redlock_lock *lock = sync->to_tell;
        redlock_lost_fn *callback = callback_of(lock);

        sync->to_tell = lock->next_to_tell;
        lock->to_tell = false;
        if (callback == NULL)
            continue;
        sync->telling = lock;
        sync->teller = pthread_self();
        hand_over(sync);
        pthread_mutex_unlock(&sync->mutex);
        callback(lock, lock->user);
        pthread_mutex_lock(&sync->mutex);
        sync->telling = NULL;
        pthread_cond_broadcast(&sync->told);
    }
}

/*
 * One turn of the loop, which waits for ns nanoseconds at most; 0: one look at
 * the sockets. Other threads come in while it waits.
 */
static void turn(struct rlk_sync *sync, int64_t ns)
{
    struct rlk_sockets *sockets = sync->client->sockets;

    sync->led = true;
    if (rlk_sockets_settle(sockets) == RLK_SOCKETS_AGAIN)
        ns = 0;
    if (ns > 0)
        pthread_mutex_unlock(&sync->mutex);
    rlk_sockets_wait(sockets, ns);
    if (ns > 0)
        pthread_mutex_lock(&sync->mutex);
    rlk_sockets_take(sockets);
    (void)rlk_sockets_run_completions(sockets);
    (void)rlk_sockets_flush(sockets);
    rlk_sockets_looked(sockets);
    sync->led = false;
}

static void enter(struct rlk_sync *sync, struct call *call)
{
    pthread_cond_init(&call->woken, NULL);
    call->done = false;
    call->asleep = false;
    call->next = sync->calls;
    sync->calls = call;
}

static void leave(struct rlk_sync *sync, struct call *call)
{
    struct call **place = &sync->calls;

    while (*place != call)
        place = &(*place)->next;
    *place = call->next;
    pthread_cond_destroy(&call->woken);
    hand_over(sync);
}

/* The end of every call that may have run the loop. */
static void unlock(struct rlk_sync *sync)
{
    hand_over(sync);
    pthread_mutex_unlock(&sync->mutex);
}

/* Until the call is done, by running the loop or by watching it run. */
static void wait_for(struct rlk_sync *sync, struct call *call)
{
    struct redlock_client *client = sync->client;

    if (sync->led &&
        (rlk_sockets_flush(client->sockets) ||
         rlk_completions_waiting(&client->core.runtime.completions)))
        rlk_sockets_wake(client->sockets);
    while (!call->done) {
        if (sync->to_tell != NULL && sync->telling == NULL) {
            tell_holders(sync);
            continue;
        }
        if (!sync->led) {
            turn(sync, RLK_NEVER);
            continue;
        }
        call->asleep = true;
        pthread_cond_wait(&call->woken, &sync->mutex);
        call->asleep = false;
    }
}

/*
 * Before a call: sees what broke or came back while nobody looked. A thread
 * that runs the loop looks all the time.
 */
static void look_at_sockets(struct rlk_sync *sync)
{
    struct redlock_client *client = sync->client;
    int64_t idle;

    if (sync->led)
        return;
    idle = rlk_sockets_catch_up(client->sockets);
    if (idle <= STALE_NS && !rlk_core_impaired(&client->core, rlk_now()))
        return;
    turn(sync, 0);
    rlk_core_try_again(&client->core, idle, rlk_now());
}

/* --- the keeper's thread ---------------------------------------------------
 */

static void *keep(void *argument)
{
    struct rlk_sync *sync = argument;

    pthread_mutex_lock(&sync->mutex);
    wait_for(sync, &sync->keeper_call);
    pthread_mutex_unlock(&sync->mutex);
    return NULL;
}

/* With every signal blocked: signals are the program's own business. */
static bool start_keeper(struct rlk_sync *sync)
{
    sigset_t all;
    sigset_t before;

    if (sync->keeper_runs)
        return true;
    enter(sync, &sync->keeper_call);
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    sync->keeper_runs = pthread_create(&sync->keeper, NULL, keep, sync) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (!sync->keeper_runs)
        leave(sync, &sync->keeper_call);
    return sync->keeper_runs;
}

static void stop_keeper(struct rlk_sync *sync)
{
    if (!sync->keeper_runs)
        return;
    pthread_mutex_lock(&sync->mutex);
    finish_call(&sync->keeper_call);
    rlk_sockets_wake(sync->client->sockets);
    pthread_mutex_unlock(&sync->mutex);
    pthread_join(sync->keeper, NULL);
    leave(sync, &sync->keeper_call);
}

/* --- opening and closing ---------------------------------------------------
 */

static void tell(struct redlock_lock *lock)
{
    struct redlock_client *client = lock->runtime->face;
    struct redlock_lock **place = &client->sync->to_tell;

    if (lock->to_tell || (lock->on_lost == NULL && lock->on_renewed == NULL))
        return;
    while (*place != NULL)
        place = &(*place)->next_to_tell;
    lock->next_to_tell = NULL;
    lock->to_tell = true;
    *place = lock;
}

static void sync_free(struct rlk_sync *sync)
{
    pthread_cond_destroy(&sync->told);
    pthread_mutex_destroy(&sync->mutex);
    rlk_free(sync);
}

enum redlock_status redlock_open(const struct redlock_settings *settings,
                                 struct redlock_client **client,
                                 struct redlock_problem *problem)
{
    struct rlk_sync *sync = rlk_alloc(sizeof(*sync));
    enum redlock_status status;

    if (sync == NULL)
        return REDLOCK_NO_MEMORY;
    pthread_mutex_init(&sync->mutex, NULL);
    pthread_cond_init(&sync->told, NULL);
    status = rlk_client_open(settings, client, problem);
    if (status != REDLOCK_OK) {
        sync_free(sync);
        return status;
    }
    sync->client = *client;
    (*client)->sync = sync;
    (*client)->core.runtime.tell = tell;
    return REDLOCK_OK;
}

/*
 * At most one node time-out for the nodes to hear what was sent last. Where
 * another thread runs the loop, it sees to that. A name may take as long as it
 * likes to be looked up: nobody waits for it.
 */
static void drain(struct rlk_sync *sync)
{
    struct rlk_core *core = &sync->client->core;
    int64_t by =
        rlk_clock_add(rlk_now(), core->runtime.settings.node_timeout_ns);

    for (;;) {
        int64_t now = rlk_now();
        int64_t left = rlk_clock_sub(by, now);
        uint32_t nameless = rlk_sockets_nameless(sync->client->sockets);
        if (left <= 0 || sync->led || rlk_core_quiet(core, nameless, now))
            break;
        turn(sync, left);
    }
}

void rlk_sync_close(struct redlock_client *client)
{
    struct rlk_sync *sync = client->sync;

    if (!rlk_client_is_ours(client)) {
        /* Another thread of the parent's may have been inside: then nothing
         * of it can be touched, and is left as it is. */
        if (pthread_mutex_trylock(&sync->mutex) != 0)
            return;
        pthread_mutex_unlock(&sync->mutex);
        rlk_client_free(client);
        sync_free(sync);
        return;
    }
    stop_keeper(sync);
    pthread_mutex_lock(&sync->mutex);
    sync->to_tell = NULL;
    rlk_core_release_all(&client->core, rlk_now());
    (void)rlk_sockets_flush(client->sockets);
    drain(sync);
    pthread_mutex_unlock(&sync->mutex);
    rlk_client_free(client);
    sync_free(sync);
}

void rlk_sync_lock(struct redlock_client *client)
{
    if (client->sync != NULL)
        pthread_mutex_lock(&client->sync->mutex);
}

void rlk_sync_unlock(struct redlock_client *client)
{
    if (client->sync != NULL)
        pthread_mutex_unlock(&client->sync->mutex);
}

int redlock_sightings(struct redlock_client *client,
                      struct redlock_sighting *sightings)
{
    int64_t now = rlk_now();
    int count = 0;

    if (!rlk_client_is_ours(client))
        return 0;
    rlk_sync_lock(client);
    for (int node = 0; node < client->core.runtime.settings.nodes; node++)
        count += rlk_node_sighting(&client->core.nodes[node], now,
                                   &sightings[count]);
    rlk_sync_unlock(client);
    return count;
}

/* --- the calls --------------------------------------------------------------
 *
 * Each has a frame on the caller's stack: the call, and what the core works
 * on, whose notice ends the call.
 */

/* The blocking face, in the process that opened it. */
static enum redlock_status usable(const struct redlock_client *client)
{
    if (!rlk_client_is_ours(client))
        return REDLOCK_FORKED;
    return client->sync == NULL ? REDLOCK_BAD_REQUEST : REDLOCK_OK;
}

struct acquire_frame {
    struct call call;
    struct rlk_acquire acquire;
};

static void acquired(struct rlk_completion *completion)
{
    struct acquire_frame *frame =
        RLK_OWNER_OF(completion, struct acquire_frame, acquire.call.completion);

    finish_call(&frame->call);
}

enum redlock_status redlock_acquire(struct redlock_client *client,
                                    const struct redlock_request *request,
                                    struct redlock_lock **lock)
{
    struct acquire_frame frame = {.acquire.call.completion.run = acquired};
    struct rlk_sync *sync = client->sync;
    enum redlock_status status = usable(client);

    if (status != REDLOCK_OK)
        return status;
    if (*lock != NULL)
        return REDLOCK_ALREADY;
    if (atomic_exchange(&client->core.cancel_asked, false))
        return REDLOCK_CANCELLED;
    pthread_mutex_lock(&sync->mutex);
    if ((request->keep || request->lost != NULL || request->renewed != NULL) &&
        !start_keeper(sync)) {
        unlock(sync);
        return REDLOCK_SYSTEM;
    }
    look_at_sockets(sync);
    status = rlk_acquire_start(&frame.acquire, &client->core.runtime, request,
                               rlk_now());
    rlk_core_arm(&client->core);
    if (status == REDLOCK_OK) {
        enter(sync, &frame.call);
        wait_for(sync, &frame.call);
        leave(sync, &frame.call);
        status = frame.acquire.call.status;
        *lock = frame.acquire.lock;
    }
    unlock(sync);
    return status;
}

enum redlock_status redlock_adopt(struct redlock_client *client,
                                  const char *resource, const char *token,
                                  struct redlock_lock **lock)
{
    struct rlk_lock_settings settings = {.adopted = token};
    struct rlk_token checked;

    if (!rlk_client_is_ours(client))
        return REDLOCK_FORKED;
    if (*lock != NULL)
        return REDLOCK_ALREADY;
    if (redlock_resource_problem(resource) != NULL || token == NULL ||
        !rlk_token_copy(&checked, token))
        return REDLOCK_BAD_REQUEST;
    rlk_sync_lock(client);
    settings.resource = rlk_resource_new(resource, strlen(resource));
    settings.ttl_ns = client->core.runtime.settings.ttl_max_ns;
    settings.notice_ns = rlk_acquire_notice(0);
    if (settings.resource != NULL) {
        *lock = rlk_lock_new(&client->core.runtime, &settings);
        if (*lock == NULL)
            rlk_resource_drop(settings.resource);
    }
    rlk_sync_unlock(client);
    return *lock == NULL ? REDLOCK_NO_MEMORY : REDLOCK_OK;
}

struct extend_frame {
    struct call call;
    struct rlk_extend extend;
};

static void extended(struct rlk_completion *completion)
{
    struct extend_frame *frame =
        RLK_OWNER_OF(completion, struct extend_frame, extend.call.completion);

    finish_call(&frame->call);
}

enum redlock_status redlock_extend(struct redlock_lock *lock, int64_t ttl_ms,
                                   struct redlock_report *report)
{
    struct extend_frame frame = {.extend.call.completion.run = extended};
    struct redlock_client *client = lock->runtime->face;
    struct rlk_sync *sync = client->sync;
    enum redlock_status status = usable(client);

    if (status == REDLOCK_OK)
        status = rlk_extend_check(lock, ttl_ms);
    if (status != REDLOCK_OK)
        return status;
    pthread_mutex_lock(&sync->mutex);
    look_at_sockets(sync);
    status = rlk_extend_start(&frame.extend, lock, rlk_clock_from_ms(ttl_ms),
                              report, rlk_now());
    rlk_core_arm(&client->core);
    if (status == REDLOCK_OK) {
        enter(sync, &frame.call);
        wait_for(sync, &frame.call);
        leave(sync, &frame.call);
        status = frame.extend.call.status;
    }
    unlock(sync);
    return status;
}

struct release_frame {
    struct call call;
    struct rlk_release release;
};

static void released(struct rlk_completion *completion)
{
    struct release_frame *frame =
        RLK_OWNER_OF(completion, struct release_frame, release.call.completion);

    finish_call(&frame->call);
}

/* Nothing is told of the lock any more, and no callback of it still runs. */
static void hush(struct rlk_sync *sync, struct redlock_lock *lock)
{
    struct redlock_lock **place = &sync->to_tell;

    while (*place != NULL && *place != lock)
        place = &(*place)->next_to_tell;
    if (*place != NULL)
        *place = lock->next_to_tell;
    while (sync->telling == lock &&
           !pthread_equal(sync->teller, pthread_self()))
        pthread_cond_wait(&sync->told, &sync->mutex);
}

enum redlock_status redlock_release(struct redlock_lock **place,
                                    struct redlock_report *report)
{
    struct release_frame frame = {.release.call.completion.run = released};
    struct redlock_lock *lock = place == NULL ? NULL : *place;
    struct redlock_client *client;
    struct rlk_sync *sync;
    enum redlock_status status;

    if (lock == NULL)
        return REDLOCK_GONE;
    client = lock->runtime->face;
    sync = client->sync;
    *place = NULL;
    status = usable(client);
    if (status != REDLOCK_OK)
        return status;
    pthread_mutex_lock(&sync->mutex);
    look_at_sockets(sync);
    hush(sync, lock);
    rlk_release_start(&frame.release, lock, report, rlk_now());
    rlk_core_arm(&client->core);
    enter(sync, &frame.call);
    wait_for(sync, &frame.call);
    leave(sync, &frame.call);
    unlock(sync);
    return frame.release.call.status;
}

void redlock_detach(struct redlock_lock **place)
{
    struct redlock_lock *lock = place == NULL ? NULL : *place;
    struct redlock_client *client;

    if (lock == NULL)
        return;
    client = lock->runtime->face;
    *place = NULL;
    if (!rlk_client_is_ours(client))
        return;
    rlk_sync_lock(client);
    if (client->sync != NULL) {
        drain(client->sync);
        hush(client->sync, lock);
    }
    rlk_release_handle(lock, rlk_now());
    rlk_core_arm(&client->core);
    if (client->sync != NULL) {
        if (client->sync->led)
            rlk_sockets_wake(client->sockets);
        hand_over(client->sync);
    }
    rlk_sync_unlock(client);
}

struct inspect_frame {
    struct call call;
    struct rlk_inspect inspect;
};

static void inspected(struct rlk_completion *completion)
{
    struct inspect_frame *frame =
        RLK_OWNER_OF(completion, struct inspect_frame, inspect.call.completion);

    finish_call(&frame->call);
}

static enum redlock_status ask_nodes(struct redlock_client *client,
                                     const char *resource, bool init_node,
                                     struct redlock_report *report)
{
    struct inspect_frame frame = {.inspect.call.completion.run = inspected};
    struct rlk_sync *sync = client->sync;
    enum redlock_status status = usable(client);

    if (status != REDLOCK_OK)
        return status;
    pthread_mutex_lock(&sync->mutex);
    look_at_sockets(sync);
    status = init_node
                 ? rlk_inspect_init_nodes(&frame.inspect, &client->core.runtime,
                                          report, rlk_now())
                 : rlk_inspect_start(&frame.inspect, &client->core.runtime,
                                     resource, report, rlk_now());
    rlk_core_arm(&client->core);
    if (status == REDLOCK_OK) {
        enter(sync, &frame.call);
        wait_for(sync, &frame.call);
        leave(sync, &frame.call);
        status = frame.inspect.call.status;
    }
    unlock(sync);
    return status;
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
