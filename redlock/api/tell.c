/* SPDX-License-Identifier: MIT */
/* Calling back the holders of the blocking face. */

#include "redlock/api/tell.h"

#include "redlock/core/lock.h"

void rlk_tell_init(struct rlk_tell *tell)
{
    rlk_list_init(&tell->waiting);
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

bool rlk_tell_due(const struct rlk_tell *tell)
{
    return !tell->runs && !rlk_list_empty(&tell->waiting);
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

void rlk_tell_one(struct rlk_tell *tell, pthread_mutex_t *mutex)
{
    struct redlock_lock *lock =
        RLK_OWNER_OF(tell->waiting.next, struct redlock_lock, to_tell);
    redlock_lost_fn *callback = callback_of(lock);

    rlk_list_remove(&lock->to_tell);
    if (callback == NULL)
        return;
    tell->runs = true;
    tell->current = lock;
    tell->teller = pthread_self();
    pthread_mutex_unlock(mutex);
    callback(lock, lock->user);
    pthread_mutex_lock(mutex);
    tell->runs = false;
    tell->current = NULL;
    pthread_cond_broadcast(&tell->told);
}

void rlk_tell_forget(struct rlk_tell *tell, struct redlock_lock *lock,
                     pthread_mutex_t *mutex)
{
    /* First: it may come to wait again meanwhile. */
    while (tell->current == lock &&
           !pthread_equal(tell->teller, pthread_self()))
        pthread_cond_wait(&tell->told, mutex);
    rlk_list_remove(&lock->to_tell);
    /* Freed from within its callback: another may get its address. */
    if (tell->current == lock)
        tell->current = NULL;
}
