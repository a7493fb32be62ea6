/* SPDX-License-Identifier: MIT */
/* Calling back the holders and the listeners of the blocking face. */

#include "redlock/api/tell.h"

#include "redlock/core/lock.h"

void rlk_tell_init(struct rlk_tell *tell)
{
    rlk_list_init(&tell->waiting);
    rlk_list_init(&tell->listeners);
    tell->runs = false;
    tell->current = NULL;
    pthread_cond_init(&tell->told, NULL);
}

void rlk_tell_destroy(struct rlk_tell *tell)
{
    pthread_cond_destroy(&tell->told);
}

void rlk_tell_add(struct rlk_tell *tell, struct redlock_lock *lock)
{
    if (!rlk_list_linked(&lock->to_tell) &&
        (lock->on_lost != NULL || lock->on_renewed != NULL))
        rlk_list_push_back(&tell->waiting, &lock->to_tell);
}

void rlk_tell_listener(struct rlk_tell *tell, struct rlk_listener *listener)
{
    if (!rlk_list_linked(&listener->waiting))
        rlk_list_push_back(&tell->listeners, &listener->waiting);
}

bool rlk_tell_due(const struct rlk_tell *tell)
{
    return !tell->runs && !(rlk_list_empty(&tell->waiting) &&
                            rlk_list_empty(&tell->listeners));
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

static void tell_holder(struct rlk_tell *tell, pthread_mutex_t *mutex)
{
    struct redlock_lock *lock =
        RLK_OWNER_OF(tell->waiting.next, struct redlock_lock, to_tell);
    redlock_lost_fn *callback = callback_of(lock);

    rlk_list_remove(&lock->to_tell);
    if (callback == NULL)
        return;
    tell->current = lock;
    pthread_mutex_unlock(mutex);
    callback(lock, lock->user);
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

void rlk_tell_one(struct rlk_tell *tell, pthread_mutex_t *mutex)
{
    tell->runs = true;
    tell->teller = pthread_self();
    if (!rlk_list_empty(&tell->waiting))
        tell_holder(tell, mutex);
    else
        tell_listener(tell, mutex);
    tell->runs = false;
    tell->current = NULL;
    pthread_cond_broadcast(&tell->told);
}

/* Until no callback of that one runs, unless on this very thread. */
static void wait_for(struct rlk_tell *tell, const void *whose,
                     pthread_mutex_t *mutex)
{
    while (tell->current == whose &&
           !pthread_equal(tell->teller, pthread_self()))
        pthread_cond_wait(&tell->told, mutex);
}

/* Freed from within its callback: another may get its address. */
static void let_go(struct rlk_tell *tell, const void *whose)
{
    if (tell->current == whose)
        tell->current = NULL;
}

void rlk_tell_forget(struct rlk_tell *tell, struct redlock_lock *lock,
                     pthread_mutex_t *mutex)
{
    /* First: it may come to wait again meanwhile. */
    wait_for(tell, lock, mutex);
    rlk_list_remove(&lock->to_tell);
    let_go(tell, lock);
}

void rlk_tell_stop(struct rlk_tell *tell, struct rlk_listener *listener,
                   pthread_mutex_t *mutex)
{
    wait_for(tell, listener, mutex);
    rlk_list_remove(&listener->waiting);
    let_go(tell, listener);
}
