/* SPDX-License-Identifier: MIT */
/* Calling back the holders of the blocking face. */

#include "redlock/api/tell.h"

#include "redlock/core/lock.h"

void rlk_tell_init(struct rlk_tell *tell)
{
    tell->first = NULL;
    tell->current = NULL;
    pthread_cond_init(&tell->told, NULL);
}

void rlk_tell_destroy(struct rlk_tell *tell)
{
    pthread_cond_destroy(&tell->told);
}

void rlk_tell_add(struct rlk_tell *tell, struct redlock_lock *lock)
{
    struct redlock_lock **place = &tell->first;

    if (lock->to_tell || (lock->on_lost == NULL && lock->on_renewed == NULL))
        return;
    while (*place != NULL)
        place = &(*place)->next_to_tell;
    lock->next_to_tell = NULL;
    lock->to_tell = true;
    *place = lock;
}

bool rlk_tell_due(const struct rlk_tell *tell)
{
    return tell->first != NULL && tell->current == NULL;
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
    struct redlock_lock *lock = tell->first;
    redlock_lost_fn *callback = callback_of(lock);

    tell->first = lock->next_to_tell;
    lock->to_tell = false;
    if (callback == NULL)
        return;
    tell->current = lock;
    tell->teller = pthread_self();
    pthread_mutex_unlock(mutex);
    callback(lock, lock->user);
    pthread_mutex_lock(mutex);
    tell->current = NULL;
    pthread_cond_broadcast(&tell->told);
}

void rlk_tell_forget(struct rlk_tell *tell, const struct redlock_lock *lock,
                     pthread_mutex_t *mutex)
{
    struct redlock_lock **place = &tell->first;

    /* First: it may come to wait again meanwhile. */
    while (tell->current == lock &&
           !pthread_equal(tell->teller, pthread_self()))
        pthread_cond_wait(&tell->told, mutex);
    while (*place != NULL && *place != lock)
        place = &(*place)->next_to_tell;
    if (*place != NULL)
        *place = lock->next_to_tell;
}
