/* SPDX-License-Identifier: MIT */
#ifndef RLK_REDLOCK_API_SYNC_H
#define RLK_REDLOCK_API_SYNC_H

/*
 * Many threads, one core. One of the waiting threads runs the loop. The others
 * sleep until their answers have arrived, or until they must run the loop. The
 * keeper's thread, if there is one, is a caller whose answer never arrives.
 */

#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

#include "redlock/runtime/list.h"

/*
 * Callbacks of the blocking API: first holders, for renewals and losses in the
 * order in which they happened, then listeners, for anything else. One callback
 * at a time, on any thread of the client, without the client's mutex. The
 * functions below are called with that mutex locked.
 */

struct redlock_lock;

/* A listener for other events than a lock's; embedded in its state. */
struct rlk_listener {
    struct rlk_list waiting; /* the list of listeners with news */
    /*
     * Calls back, with the mutex unlocked meanwhile, or finds no news. The
     * listener may be gone when it returns.
     */
    void (*call)(struct rlk_listener *listener, pthread_mutex_t *mutex);
};

struct rlk_tell {
    struct rlk_list waiting;   /* completions of locks and sets with news */
    struct rlk_list listeners; /* listeners with news */
    bool runs;                 /* a callback runs */
    const void
        *current;     /* its lock or listener; NULL: its owner has ended it */
    pthread_t teller; /* the thread of the callback */
    pthread_cond_t returned; /* the callback has returned */
};

/* The lock has news; ignored if its holder has no callback. */
void rlk_tell_add(struct rlk_tell *tell, struct redlock_lock *lock);

/* The listener has news. */
void rlk_tell_listener(struct rlk_tell *tell, struct rlk_listener *listener);

/*
 * Ends the callbacks of a lock. Waits, with the mutex unlocked, for a callback
 * of it that runs on another thread.
 */
void rlk_tell_forget(struct rlk_tell *tell, struct redlock_lock *lock,
                     pthread_mutex_t *mutex);

/* As rlk_tell_forget(), for a listener. */
void rlk_tell_stop(struct rlk_tell *tell, struct rlk_listener *listener,
                   pthread_mutex_t *mutex);

struct redlock_client;

/*
 * A call, and the thread that waits for its answer; on its stack. The caller
 * zeroes it, and sets start and tell.
 */
struct rlk_sync_call {
    /*
     * Starts the operation, with the mutex, on any thread of the client. false:
     * it has ended already.
     */
    bool (*start)(struct rlk_sync_call *call);
    bool alone; /* start unlocks the mutex meanwhile: on its own thread only */
    struct rlk_sync_call *next; /* among rlk_sync.arrivals */
    struct rlk_list waiting;    /* the list of waiting threads */
    sem_t woken;                /* it is done, has news, or must run the loop */
    bool done;                  /* its answer has arrived */
    bool ended;                 /* the answer had arrived when it was roused */
    bool has_news;
    bool roused; /* counted in rlk_sync.coming */
    struct rlk_list
        asleep; /* the list of sleeping threads, or of those to be woken */
    struct rlk_sync *sync;
    /*
     * Calls back on the waiting thread, with the mutex unlocked meanwhile, or
     * finds no news. Set by the callers of rlk_sync_news().
     */
    void (*tell)(struct rlk_sync_call *call, pthread_mutex_t *mutex);
};

struct rlk_sync {
    struct redlock_client *client; /* its client */
    pthread_mutex_t mutex;         /* guards the client, except while waiting */
    bool led;                      /* a thread runs the loop */
    struct rlk_sync_call *heir;    /* was woken to run the loop; may be NULL */
    struct rlk_list calls;         /* all waiting threads */
    struct rlk_list asleep;        /* those that sleep */
    struct rlk_list roused;        /* those that are to be woken */
    /*
     * Calls that are to be started. While `open` is true, the thread that has
     * the mutex starts them before it unlocks it; their threads sleep.
     */
    _Atomic(struct rlk_sync_call *) arrivals;
    atomic_bool open;
    /*
     * The number of arrivals, and of threads that were or are to be woken. A
     * thread leaves its requests to them: the last one writes all, with one
     * system call for each node.
     */
    atomic_int coming;
    int deferrals;        /* threads that left their requests to the next one */
    struct rlk_tell tell; /* due callbacks */
    bool keeper_runs;     /* the keeper's thread exists: */
    pthread_t keeper;
    struct rlk_sync_call keeper_call; /* done: the thread must end */
};

/* NULL: out of memory. The caller sets the client. */
struct rlk_sync *rlk_sync_new(void);
void rlk_sync_free(struct rlk_sync *sync);

/* Lock and unlock the mutex; no effect in the event API. */
void rlk_sync_lock(struct redlock_client *client);
void rlk_sync_unlock(struct redlock_client *client);

/*
 * Instead of these, around a call of either API that does not wait: enter finds
 * connections that broke or came back since the loop last ran; leave has the
 * thread that runs the loop do the rest of the call.
 */
void rlk_sync_enter(struct redlock_client *client);
void rlk_sync_leave(struct redlock_client *client);

/*
 * A call of the blocking API: starts it and waits for rlk_sync_done(), either
 * running the loop or sleeping while another thread runs it. If another thread
 * has the mutex, that thread starts it. Runs callbacks meanwhile.
 */
void rlk_sync_run(struct rlk_sync *sync, struct rlk_sync_call *call);

/* --- with the mutex ------------------------------------------------------ */

/*
 * Before a call: finds connections that broke or came back since the loop last
 * ran, unless a thread runs it now.
 */
void rlk_sync_look(struct rlk_sync *sync);

/* Reads the sockets, unless a thread runs the loop now. */
void rlk_sync_read(struct rlk_sync *sync);

/* The call has ended. */
void rlk_sync_done(struct rlk_sync_call *call);

/* There may be news for the thread that waits for this call. */
void rlk_sync_news(struct rlk_sync_call *call);

/*
 * Waits at most one node timeout until the last requests are sent, unless
 * another thread runs the loop. It does not wait for names to be looked up.
 */
void rlk_sync_drain(struct rlk_sync *sync);

/* Starts the keeper's thread. false: the system refuses one. */
bool rlk_sync_start_keeper(struct rlk_sync *sync);

/*
 * In a child after fork(): was a thread of the parent in a call? What the
 * client knows of the call is on that thread's stack, which the child may have
 * reused.
 */
bool rlk_sync_has_foreign_calls(const struct rlk_sync *sync);

/* --- without the mutex --------------------------------------------------- */

/* Ends the keeper's thread and joins it. */
void rlk_sync_stop_keeper(struct rlk_sync *sync);

#endif
