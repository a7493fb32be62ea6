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

#include "redlock/api/tell.h"
#include "redlock/runtime/list.h"

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
