/* SPDX-License-Identifier: MIT */
#ifndef RLK_REDLOCK_API_TELL_H
#define RLK_REDLOCK_API_TELL_H

/*
 * What callers of the blocking face are to be called back for: holders of
 * renewals and losses, in the order in which they came, and after them
 * listeners of anything else. One callback at a time, on whichever thread is
 * there, outside the client's mutex. All of it is called with that mutex held.
 */

#include <pthread.h>
#include <stdbool.h>

#include "redlock/runtime/list.h"

struct redlock_lock;

/* Somebody who is not told of a lock; embedded in what it listens with. */
struct rlk_listener {
    struct rlk_list
        waiting; /* among those to whom there is something to tell */
    /*
     * Calls back, with the mutex let go meanwhile, or finds nothing to tell.
     * The listener may be gone when it returns.
     */
    void (*call)(struct rlk_listener *listener, pthread_mutex_t *mutex);
};

struct rlk_tell {
    struct rlk_list waiting; /* the locks of which there is something to tell */
    struct rlk_list listeners; /* to whom there is */
    bool runs;                 /* a callback does */
    const void *current; /* that lock or listener; NULL: its owner has let go */
    pthread_t teller;    /* the thread on which it runs */
    pthread_cond_t told; /* that callback has returned */
};

void rlk_tell_init(struct rlk_tell *tell);
void rlk_tell_destroy(struct rlk_tell *tell);

/* There is something to tell of the lock, where its holder wants to know. */
void rlk_tell_add(struct rlk_tell *tell, struct redlock_lock *lock);

/* There is something to tell a listener. */
void rlk_tell_listener(struct rlk_tell *tell, struct rlk_listener *listener);

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

/* Likewise of a listener. */
void rlk_tell_stop(struct rlk_tell *tell, struct rlk_listener *listener,
                   pthread_mutex_t *mutex);

#endif
