/* SPDX-License-Identifier: MIT */
#ifndef RLK_REDLOCK_API_SYNC_H
#define RLK_REDLOCK_API_SYNC_H

/*
 * Many threads, one core. A thread that waits runs the loop, unless another one
 * does: then it sleeps until its answer is there, or until it is its turn to
 * run the loop. The keeper's thread, where there is one, is a caller whose
 * answer never comes.
 */

#include <pthread.h>
#include <stdbool.h>

#include "redlock/runtime/list.h"

/*
 * What callers of the blocking face are to be called back for: holders of
 * renewals and losses, in the order in which they came, and after them
 * listeners of anything else. One callback at a time, on whichever thread is
 * there, outside the client's mutex. All of it is called with that mutex held.
 */

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

struct redlock_client;

/* A thread that waits for an answer: on its stack. */
struct rlk_sync_call {
    struct rlk_list waiting; /* among those that wait */
    pthread_cond_t woken;    /* it is done, or has to run the loop */
    bool done;               /* its answer is there */
    bool asleep; /* until woken: not running the loop or a callback */
    bool has_news;
    /*
     * Calls back on the thread that waits, with the mutex let go meanwhile, or
     * finds nothing to tell. Set by whoever calls rlk_sync_news().
     */
    void (*tell)(struct rlk_sync_call *call, pthread_mutex_t *mutex);
};

struct rlk_sync {
    struct redlock_client *client; /* that it belongs to */
    pthread_mutex_t mutex; /* guards all of the client, waiting excepted */
    bool led;              /* a thread runs the loop */
    struct rlk_list calls; /* all that wait */
    struct rlk_tell tell;  /* callbacks that are due */
    bool keeper_runs;      /* the keeper's thread exists: */
    pthread_t keeper;
    struct rlk_sync_call keeper_call; /* done when it is to end */
};

/* NULL: no memory. The client is still to be set. */
struct rlk_sync *rlk_sync_new(void);
void rlk_sync_free(struct rlk_sync *sync);

/* Keeps other threads out of the core; nothing in the event face. */
void rlk_sync_lock(struct redlock_client *client);
void rlk_sync_unlock(struct redlock_client *client);

/*
 * Around a call of either face that waits for no answer, instead of these: sees
 * what broke or came back while nobody looked; and has the rest of the call
 * done by whoever runs the loop.
 */
void rlk_sync_enter(struct redlock_client *client);
void rlk_sync_leave(struct redlock_client *client);

/* --- with the mutex --------------------------------------------------------
 */

/*
 * Before a call: sees what broke or came back while nobody looked. A thread
 * that runs the loop looks all the time.
 */
void rlk_sync_look(struct rlk_sync *sync);

/*
 * Reads what has come in since anybody looked. A thread that runs the loop does
 * so all the time.
 */
void rlk_sync_read(struct rlk_sync *sync);

/*
 * Until rlk_sync_done() was called for the call, by running the loop or by
 * watching it run. Holders are called back meanwhile.
 */
void rlk_sync_wait(struct rlk_sync *sync, struct rlk_sync_call *call);
void rlk_sync_done(struct rlk_sync_call *call);

/* There may be something to tell to who waits for that call. */
void rlk_sync_news(struct rlk_sync_call *call);

/*
 * At the end of a call, where no other one is under way: calls back for what
 * has come up, since nobody else will before the next call.
 */
void rlk_sync_tell_rest(struct rlk_sync *sync);

/* Somebody else has to run the loop now. At the end of every call that may have
 * run it, or that has left something to do. */
void rlk_sync_hand_over(struct rlk_sync *sync);

/*
 * At most one node time-out for the nodes to hear what was sent last. Where
 * another thread runs the loop, it sees to that. A name may take as long as it
 * likes to be looked up: nobody waits for it.
 */
void rlk_sync_drain(struct rlk_sync *sync);

/* The keeper's thread runs from here on. false: the system refuses one. */
bool rlk_sync_start_keeper(struct rlk_sync *sync);

/* --- without it ------------------------------------------------------------
 */

/* Ends the keeper's thread, and waits for that. */
void rlk_sync_stop_keeper(struct rlk_sync *sync);

#endif
