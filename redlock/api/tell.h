/* SPDX-License-Identifier: MIT */
#ifndef RLK_REDLOCK_API_TELL_H
#define RLK_REDLOCK_API_TELL_H

/*
 * What holders of the blocking face are to be called back for, renewals and
 * losses, in the order in which they came: one callback at a time, on whichever
 * thread is there, outside the client's mutex. All of it is called with that
 * mutex held.
 */

#include <pthread.h>
#include <stdbool.h>

#include "redlock/runtime/list.h"

struct redlock_lock;

struct rlk_tell {
    struct rlk_list waiting; /* the locks of which there is something to tell */
    bool runs;               /* a callback does */
    struct redlock_lock *current; /* whose; NULL: it has let go of its lock */
    pthread_t teller;             /* the thread on which it runs */
    pthread_cond_t told;          /* that callback has returned */
};

void rlk_tell_init(struct rlk_tell *tell);
void rlk_tell_destroy(struct rlk_tell *tell);

/* There is something to tell of the lock, where its holder wants to know. */
void rlk_tell_add(struct rlk_tell *tell, struct redlock_lock *lock);

/* Somebody waits, and no callback runs. */
bool rlk_tell_due(const struct rlk_tell *tell);

/*
 * Calls back for the first that waits. The mutex is let go meanwhile: the
 * callback may call anything.
 */
void rlk_tell_one(struct rlk_tell *tell, pthread_mutex_t *mutex);

/*
 * After this nothing is told of the lock, and no callback of it runs, unless on
 * this very thread. Waits for that, without the mutex.
 */
void rlk_tell_forget(struct rlk_tell *tell, struct redlock_lock *lock,
                     pthread_mutex_t *mutex);

#endif
