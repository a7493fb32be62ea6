/* SPDX-License-Identifier: MIT */
#ifndef RLK_CLI_WARDEN_CUSTODY_H
#define RLK_CLI_WARDEN_CUSTODY_H

/*
 * A target and the kept lock that it must not outlive: what redlock run does
 * for its command, and the keeper of redlock acquire --keep for a process. The
 * caller has a loop: custody_check(), custody_run_due(), custody_wait().
 */

#include <stdbool.h>
#include <stdint.h>

#include "cli/base/options.h"
#include "cli/warden/process.h"
#include "cli/warden/watchdog.h"
#include "redlock/redlock.h"

/*
 * That the lock was renewed or lost, which a thread of the library tells, as a
 * descriptor. The lock itself has its state.
 */

/* Polls readable when there is news; close-on-exec. -1: errno. */
int lock_news_open(void);

/*
 * For redlock_request.renewed and .lost. user: the address of the descriptor,
 * which stays open as long as the client does.
 */
void lock_news_tell(struct redlock_lock *lock, void *user);

struct custody_calls {
    /* The lock's end is another; renewed: by more than a moment. */
    void (*moved)(void *user, int64_t valid_until_ms, bool renewed,
                  int64_t now_ms);
    /* The target gets a signal next, as for lost. NULL: nothing is to do. */
    void (*ending)(void *user);
    /*
     * The lock is lost, or nobody watches over the target: it has got TERM;
     * KILL follows in grace_ms; 0: it has got KILL.
     */
    void (*lost)(void *user, int64_t grace_ms);
};

struct custody {
    const struct options *options; /* borrowed */
    struct redlock_lock *lock;     /* kept; borrowed */
    struct target *target;         /* borrowed */
    int64_t ttl_ms;
    int64_t notice_ms;
    int news_fd; /* of lock_news_open(); borrowed */
    const struct custody_calls *calls;
    void *user; /* of the calls */
    struct watchdog_start
        dog; /* its given_up and texts; the rest is set here */
    /* What follows is set here. */
    /*
     * The last end of the lock that was seen, kept when the lock is lost. Where
     * a renewal was missed, the target ends too early and not too late.
     */
    int64_t valid_until_ms;
    int timer;
    int64_t watchdog_ms;  /* when to start the watchdog; 0: it was started */
    int64_t unwatched_ms; /* no watchdog could be started: the target is ended
                             then; 0: nothing is amiss */
    int64_t kill_ms;      /* once lost: when the target gets KILL */
    bool lost;
    struct tether tether; /* the watchdog's too */
    struct watchdog watchdog;
};

/*
 * Fills in those times of the request, its TTL and its notice, that were not
 * given. command: for messages. false: they do not fit, as it has said.
 */
bool custody_times(const struct options *options,
                   struct redlock_request *request);

/*
 * Opens the other resources, the watchdog included. A lock that is lost
 * already is found so at the first look. false: errno says why.
 */
bool custody_open(struct custody *custody);

/* The target is there: from now, an instant before it was, it is guarded. */
void custody_start(struct custody *custody, int64_t now);

/* Looks at the lock: renewed, lost, or so near its end that it is as good. */
void custody_check(struct custody *custody);

/*
 * KILL, or the watchdog's start, if it is time for that. If no watchdog can be
 * started within one TTL, the target is ended as if the lock were lost.
 */
void custody_run_due(struct custody *custody);

/*
 * This child of ours has ended and was collected; if it is the watchdog,
 * another one takes its place.
 */
void custody_child_ended(struct custody *custody, pid_t pid);

/*
 * Waits for that instant, for news of the lock, for a signal, which is to be
 * asked for afterwards, and for the descriptor; -1: for none.
 */
void custody_wait(const struct custody *custody, int64_t latest_ms, int fd);

/*
 * The target has ended; its watchdog goes, before its number can be anybody
 * else's. Returns whether the lock was lost by then, which it had not told.
 */
bool custody_ended(struct custody *custody);

/* Closes everything; also after a start that failed. */
void custody_close(struct custody *custody);

#endif
