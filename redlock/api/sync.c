/* SPDX-License-Identifier: MIT */
/* Decides which thread runs the loop. */

#include "redlock/api/sync.h"

#include <signal.h>

#include "clock/clock.h"
#include "redlock/api/client.h"
#include "redlock/core/core.h"
#include "redlock/core/lock.h"
#include "redlock/runtime/memory.h"
#include "redlock/sets/set.h"

/* If the loop has not run for longer, connections may have broken unnoticed. */
#define STALE_NS (50 * RLK_NS_PER_MS)

/* So many threads in a row leave requests to the next one. */
#define DEFERRALS_MOST 64

static void before_callback(struct rlk_sync *sync);
static void tell_rest(struct rlk_sync *sync);

/* --- calling back holders and listeners ---------------------------------- */

static struct rlk_completion *completion_of(struct redlock_lock *lock)
{
    return lock->member == NULL ? &lock->completion
                                : &lock->member->set->completion;
}

void rlk_tell_add(struct rlk_tell *tell, struct redlock_lock *lock)
{
    struct rlk_completion *completion = completion_of(lock);

    if (!rlk_list_linked(&completion->queued) &&
        (lock->on_lost != NULL || lock->rare->on_renewed != NULL))
        rlk_list_push_back(&tell->waiting, &completion->queued);
}

void rlk_tell_listener(struct rlk_tell *tell, struct rlk_listener *listener)
{
    if (!rlk_list_linked(&listener->waiting))
        rlk_list_push_back(&tell->listeners, &listener->waiting);
}

/* Is a callback due, and none running? */
static bool is_due(const struct rlk_tell *tell)
{
    return !tell->runs && !(rlk_list_empty(&tell->waiting) &&
                            rlk_list_empty(&tell->listeners));
}

/* The callback for the lock's current state, once for a loss; or NULL. */
static redlock_lost_fn *callback_of(struct redlock_lock *lock)
{
    if (!lock->lost)
        return lock->rare->on_renewed;
    if (lock->report_lost)
        return NULL;
    lock->report_lost = true;
    return lock->on_lost;
}

static void tell_holder(struct rlk_tell *tell, pthread_mutex_t *mutex)
{
    struct rlk_completion *completion =
        RLK_OWNER_OF(tell->waiting.next, struct rlk_completion, queued);
    struct redlock_lock *lock = rlk_set_or_lock(completion);
    redlock_lost_fn *callback = callback_of(lock);

    rlk_list_remove(&completion->queued);
    if (callback == NULL)
        return;
    tell->current = lock;
    pthread_mutex_unlock(mutex);
    callback(lock, lock->rare->user);
    pthread_mutex_lock(mutex);
}

static void tell_listener(struct rlk_tell *tell, pthread_mutex_t *mutex)
{
    struct rlk_listener *listener =
        RLK_OWNER_OF(tell->listeners.next, struct rlk_listener, waiting);

    rlk_list_remove(&listener->waiting);
    tell->current = listener;
    listener->call(listener, mutex);
}

/*
 * Runs the first callback with the mutex unlocked, because the callback may
 * call any function.
 */
static void tell_one(struct rlk_tell *tell, pthread_mutex_t *mutex)
{
    tell->runs = true;
    tell->teller = pthread_self();
    if (!rlk_list_empty(&tell->waiting))
        tell_holder(tell, mutex);
    else
        tell_listener(tell, mutex);
    tell->runs = false;
    tell->current = NULL;
    pthread_cond_broadcast(&tell->returned);
}

/* Waits until no callback of this owner runs, except on this very thread. */
static void wait_until_notified(struct rlk_tell *tell, const void *whose,
                                pthread_mutex_t *mutex)
{
    while (tell->current == whose &&
           !pthread_equal(tell->teller, pthread_self())) {
        before_callback(RLK_OWNER_OF(tell, struct rlk_sync, tell));
        pthread_cond_wait(&tell->returned, mutex);
    }
}

/* The owner is freed within its callback, and its address may be reused. */
static void let_go(struct rlk_tell *tell, const void *whose)
{
    if (tell->current == whose)
        tell->current = NULL;
}

void rlk_tell_forget(struct rlk_tell *tell, struct redlock_lock *lock,
                     pthread_mutex_t *mutex)
{
    /* First: during the wait a callback may put it into the list again. */
    wait_until_notified(tell, lock, mutex);
    rlk_list_remove(&completion_of(lock)->queued);
    let_go(tell, lock);
}

void rlk_tell_stop(struct rlk_tell *tell, struct rlk_listener *listener,
                   pthread_mutex_t *mutex)
{
    wait_until_notified(tell, listener, mutex);
    rlk_list_remove(&listener->waiting);
    let_go(tell, listener);
}

/* --- its life ------------------------------------------------------------ */

struct rlk_sync *rlk_sync_new(void)
{
    struct rlk_sync *sync = rlk_alloc(sizeof(*sync));

    if (sync == NULL)
        return NULL;
    pthread_mutex_init(&sync->mutex, NULL);
    rlk_list_init(&sync->calls);
    rlk_list_init(&sync->asleep);
    rlk_list_init(&sync->roused);
    rlk_list_init(&sync->tell.waiting);
    rlk_list_init(&sync->tell.listeners);
    pthread_cond_init(&sync->tell.returned, NULL);
    return sync;
}

void rlk_sync_free(struct rlk_sync *sync)
{
    pthread_cond_destroy(&sync->tell.returned);
    pthread_mutex_destroy(&sync->mutex);
    rlk_free(sync);
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

/* --- running the loop ---------------------------------------------------- */

/* It is to be woken when the mutex is unlocked next. */
static void rouse(struct rlk_sync_call *call)
{
    if (call->roused || !rlk_list_linked(&call->asleep))
        return;
    call->roused = true;
    call->ended = call->done;
    atomic_fetch_add(&call->sync->coming, 1);
    rlk_list_remove(&call->asleep);
    rlk_list_push_back(&call->sync->roused, &call->asleep);
}

/*
 * Wakes the threads of a list. Better without the mutex, which they lock first.
 * A thread that is woken may end its call, and the call's memory with it.
 */
static void wake(struct rlk_list *roused)
{
    while (!rlk_list_empty(roused)) {
        struct rlk_sync_call *call =
            RLK_OWNER_OF(roused->next, struct rlk_sync_call, asleep);
        rlk_list_remove(&call->asleep);
        sem_post(&call->woken);
    }
}

/* Unlocks the mutex, and then wakes the threads that are to be woken. */
static void unlock_and_wake(struct rlk_sync *sync)
{
    struct rlk_list roused;

    rlk_list_init(&roused);
    rlk_list_move(&roused, &sync->roused);
    pthread_mutex_unlock(&sync->mutex);
    wake(&roused);
}

void rlk_sync_done(struct rlk_sync_call *call)
{
    call->done = true;
    rlk_list_remove(&call->waiting);
    rouse(call);
}

void rlk_sync_news(struct rlk_sync_call *call)
{
    call->has_news = true;
    rouse(call);
}

/*
 * Before the mutex is unlocked while another thread runs the loop: writes the
 * requests, unless a thread that is coming will do so.
 */
static void write_unless_relieved(struct rlk_sync *sync)
{
    struct redlock_client *client = sync->client;

    if (!sync->led ||
        (atomic_load(&sync->coming) > 0 && ++sync->deferrals < DEFERRALS_MOST))
        return;
    sync->deferrals = 0;
    if (rlk_sockets_flush(client->sockets) ||
        !rlk_completions_empty(&client->core.runtime.completions))
        rlk_sockets_wake(client->sockets);
}

/* Starts a call, on any thread. Its own thread counts as asleep then. */
static void start(struct rlk_sync *sync, struct rlk_sync_call *call)
{
    bool under_way;

    atomic_fetch_sub(&sync->coming, 1);
    under_way = call->start(call);
    rlk_list_push_front(&sync->calls, &call->waiting);
    rlk_list_push_front(&sync->asleep, &call->asleep);
    if (!under_way)
        rlk_sync_done(call);
}

static void start_all(struct rlk_sync *sync)
{
    struct rlk_sync_call *call = atomic_exchange(&sync->arrivals, NULL);

    while (call != NULL) {
        struct rlk_sync_call *next = call->next;
        start(sync, call);
        call = next;
    }
    write_unless_relieved(sync);
}

/* Starts the calls that were left to this thread. */
static inline void start_arrivals(struct rlk_sync *sync)
{
    if (atomic_load(&sync->arrivals) != NULL)
        start_all(sync);
}

/* Locks the mutex; from here on calls may be left to this thread. */
static void lock_and_open(struct rlk_sync *sync)
{
    pthread_mutex_lock(&sync->mutex);
    atomic_store(&sync->open, true);
}

/*
 * Before the mutex is unlocked. A thread leaves its call first, and then sleeps
 * only if `open` is true: so this thread finds the call here.
 */
static void close_arrivals(struct rlk_sync *sync)
{
    start_arrivals(sync);
    atomic_store(&sync->open, false);
    start_arrivals(sync);
}

/* Has another thread run the loop, if none does. */
static void hand_over(struct rlk_sync *sync)
{
    write_unless_relieved(sync);
    close_arrivals(sync);
    if (!sync->led && sync->heir == NULL && !rlk_list_empty(&sync->asleep)) {
        sync->heir =
            RLK_OWNER_OF(sync->asleep.next, struct rlk_sync_call, asleep);
        rouse(sync->heir);
    }
}

/* A callback runs without the mutex, for as long as it likes. */
static void before_callback(struct rlk_sync *sync)
{
    hand_over(sync);
    wake(&sync->roused);
}

/* Unlocks the mutex, having left the rest to other threads. */
static void end(struct rlk_sync *sync)
{
    hand_over(sync);
    unlock_and_wake(sync);
}

/*
 * Waits for rouse(), without the mutex. true: the mutex is locked now. false:
 * the call is done, without the mutex. If no other thread is coming, this one
 * has done with the mutex what was left to it.
 */
static bool wait_until_roused(struct rlk_sync *sync, struct rlk_sync_call *call)
{
    while (sem_wait(&call->woken) != 0)
        ;
    if (call->ended) {
        if (atomic_fetch_sub(&sync->coming, 1) == 1) {
            lock_and_open(sync);
            tell_rest(sync);
            end(sync);
        }
        return false;
    }
    lock_and_open(sync);
    atomic_fetch_sub(&sync->coming, 1);
    call->roused = false;
    if (sync->heir == call)
        sync->heir = NULL;
    return true;
}

/* Sleeps until the call is done, has news, or is to run the loop. */
static bool sleep_until_woken(struct rlk_sync *sync, struct rlk_sync_call *call)
{
    hand_over(sync);
    rlk_list_push_front(&sync->asleep, &call->asleep);
    unlock_and_wake(sync);
    return wait_until_roused(sync, call);
}

/*
 * Runs the loop for one turn, waiting at most ns nanoseconds; 0: reads the
 * sockets only. Other threads can enter while it waits.
 */
static void turn(struct rlk_sync *sync, int64_t ns)
{
    struct rlk_sockets *sockets = sync->client->sockets;

    sync->led = true;
    if (rlk_sockets_prepare_wait(sockets) == RLK_SOCKETS_AGAIN)
        ns = 0;
    if (ns > 0) {
        close_arrivals(sync);
        unlock_and_wake(sync);
    }
    rlk_sockets_wait(sockets, ns);
    if (ns > 0)
        lock_and_open(sync);
    rlk_sockets_take(sockets);
    rlk_sockets_end_turn(sockets);
    sync->led = false;
}

static void enter(struct rlk_sync *sync, struct rlk_sync_call *call)
{
    sem_init(&call->woken, 0, 0);
    call->sync = sync;
}

/*
 * Waits until the call is done, running the loop unless another thread does.
 * false: without the mutex.
 */
static bool wait_for(struct rlk_sync *sync, struct rlk_sync_call *call)
{
    while (!call->done) {
        if (call->has_news) {
            call->has_news = false;
            before_callback(sync);
            call->tell(call, &sync->mutex);
            continue;
        }
        if (is_due(&sync->tell)) {
            before_callback(sync);
            tell_one(&sync->tell, &sync->mutex);
            continue;
        }
        if (!sync->led) {
            turn(sync, RLK_NEVER);
            continue;
        }
        if (!sleep_until_woken(sync, call))
            return false;
    }
    return true;
}

/* Leaves the call to the thread that has the mutex. false: it is this one. */
static bool leave_to_another(struct rlk_sync *sync, struct rlk_sync_call *call)
{
    call->next = atomic_load(&sync->arrivals);
    while (!atomic_compare_exchange_weak(&sync->arrivals, &call->next, call))
        ;
    if (pthread_mutex_trylock(&sync->mutex) == 0) {
        atomic_store(&sync->open, true);
        return false;
    }
    if (atomic_load(&sync->open))
        return true;
    lock_and_open(sync);
    return false;
}

/* Has the call started. false: it is done, without the mutex. */
static bool begin(struct rlk_sync *sync, struct rlk_sync_call *call)
{
    atomic_fetch_add(&sync->coming, 1);
    if (call->alone) {
        lock_and_open(sync);
        start(sync, call);
    } else if (leave_to_another(sync, call)) {
        return wait_until_roused(sync, call);
    }
    start_arrivals(sync);
    if (call->roused) {
        end(sync);
        return wait_until_roused(sync, call);
    }
    rlk_list_remove(&call->asleep);
    return true;
}

/*
 * If no other call is under way: runs the due callbacks, because no thread
 * would do so before the next call, and no thread runs the loop.
 */
static void tell_rest(struct rlk_sync *sync)
{
    while (!sync->led && rlk_list_empty(&sync->calls) && is_due(&sync->tell)) {
        before_callback(sync);
        tell_one(&sync->tell, &sync->mutex);
    }
    if (!sync->led && rlk_list_empty(&sync->calls))
        rlk_core_stop_reading(&sync->client->core);
}

void rlk_sync_run(struct rlk_sync *sync, struct rlk_sync_call *call)
{
    bool locked;

    enter(sync, call);
    locked = begin(sync, call) && wait_for(sync, call);
    sem_destroy(&call->woken);
    if (!locked)
        return;
    /* Callbacks that became due during ours are left to the other thread. */
    if (sync->led && is_due(&sync->tell))
        rlk_sockets_wake(sync->client->sockets);
    tell_rest(sync);
    end(sync);
}

void rlk_sync_look(struct rlk_sync *sync)
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

void rlk_sync_read(struct rlk_sync *sync)
{
    if (!sync->led)
        turn(sync, 0);
}

void rlk_sync_drain(struct rlk_sync *sync)
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

void rlk_sync_enter(struct redlock_client *client)
{
    rlk_sync_lock(client);
    if (client->sync != NULL)
        rlk_sync_look(client->sync);
    else
        rlk_core_try_again(&client->core, rlk_sockets_catch_up(client->sockets),
                           rlk_now());
}

void rlk_sync_leave(struct redlock_client *client)
{
    rlk_core_arm(&client->core);
    rlk_client_wake_loop(client);
    if (client->sync == NULL)
        return;
    if (client->sync->led)
        rlk_sockets_wake(client->sockets);
    end(client->sync);
}

/* Follows no pointer to a call. */
bool rlk_sync_has_foreign_calls(const struct rlk_sync *sync)
{
    const struct rlk_list *all = &sync->calls;
    const struct rlk_list *keeper = &sync->keeper_call.waiting;

    return all->next != all && !(all->next == keeper && keeper->next == all);
}

/* --- the keeper's thread ------------------------------------------------- */

static void *keep(void *argument)
{
    struct rlk_sync *sync = argument;

    if (wait_until_roused(sync, &sync->keeper_call) &&
        wait_for(sync, &sync->keeper_call))
        end(sync);
    return NULL;
}

/*
 * Blocks all signals in the thread: they belong to the program. It begins
 * asleep: its starter has the mutex, and runs the loop itself at first.
 */
bool rlk_sync_start_keeper(struct rlk_sync *sync)
{
    sigset_t all;
    sigset_t before;

    if (sync->keeper_runs)
        return true;
    enter(sync, &sync->keeper_call);
    rlk_list_push_front(&sync->calls, &sync->keeper_call.waiting);
    rlk_list_push_front(&sync->asleep, &sync->keeper_call.asleep);
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    sync->keeper_runs = pthread_create(&sync->keeper, NULL, keep, sync) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (!sync->keeper_runs) {
        rlk_list_remove(&sync->keeper_call.waiting);
        rlk_list_remove(&sync->keeper_call.asleep);
        sem_destroy(&sync->keeper_call.woken);
    }
    return sync->keeper_runs;
}

void rlk_sync_stop_keeper(struct rlk_sync *sync)
{
    if (!sync->keeper_runs)
        return;
    pthread_mutex_lock(&sync->mutex);
    rlk_sync_done(&sync->keeper_call);
    rlk_sockets_wake(sync->client->sockets);
    unlock_and_wake(sync);
    pthread_join(sync->keeper, NULL);
    sem_destroy(&sync->keeper_call.woken);
}
