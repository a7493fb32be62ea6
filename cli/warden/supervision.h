/* SPDX-License-Identifier: MIT */
#ifndef RLK_CLI_WARDEN_SUPERVISION_H
#define RLK_CLI_WARDEN_SUPERVISION_H

/*
 * Supervises a target, which must not outlive its kept lock: for the command of
 * redlock run, and for the process of redlock acquire --keep. The caller has a
 * loop: supervision_check(), supervision_run_due(), supervision_wait().
 */

#include <stdbool.h>
#include <stdint.h>

#include "cli/base/options.h"
#include "cli/warden/watchdog.h"
#include "redlock/redlock.h"

/*
 * A descriptor that polls readable when the lock was renewed or lost, which a
 * thread of the library reports. Close-on-exec. -1: errno.
 */
int lock_news_open(void);

struct supervision_calls {
    /* The lock's end has changed; renewed: by more than a moment. */
    void (*moved)(void *user, int64_t valid_until_ms, bool renewed,
                  int64_t now_ms);
    /* The target gets a signal next, as for lost. NULL: nothing is to do. */
    void (*ending)(void *user);
    /*
     * The lock is lost, or there is no watchdog: the target has got TERM; KILL
     * follows in grace_ms; 0: it has got KILL.
     */
    void (*lost)(void *user, int64_t grace_ms);
};

struct supervision {
    struct charge charge; /* the caller's, but for its death signal */
    int news_fd;          /* of lock_news_open(); borrowed */
    const struct supervision_calls *calls;
    void *user; /* of the calls */
    /* What follows is set here. */
    /*
     * The last end of the lock that was seen, kept when the lock is lost. If a
     * renewal was missed, the target ends too early and not too late.
     */
    int64_t valid_until_ms;
    int timer;
    int64_t watchdog_ms;  /* when to start the watchdog; 0: it was started */
    int64_t unwatched_ms; /* no watchdog could be started: the target is ended
                             then; 0: nothing is amiss */
    int64_t kill_ms;      /* once lost: when the target gets KILL */
    bool lost;
    struct watchdog watchdog;
};

/*
 * Sets those parts of a request that supervision needs: that the lock is kept,
 * its news, and its advance warning.
 *
 * news_fd  of lock_news_open(); borrowed as long as the client is open.
 *
 * false: TTL and --kill-after do not fit, which it has reported.
 */
bool supervision_request(const struct options *options, int *news_fd,
                         struct redlock_request *request);

/*
 * Opens the other resources, the watchdog's included. A lock that is lost
 * already is found so by the first check. false: errno says why.
 */
bool supervision_open(struct supervision *supervision);

/* The target is there: it is supervised from now, an instant before it was. */
void supervision_start(struct supervision *supervision, int64_t now);

/* Looks at the lock: renewed, lost, or so near its end that it is as good. */
void supervision_check(struct supervision *supervision);

/*
 * KILL, or the watchdog's start, if it is time for that. If no watchdog can be
 * started within one TTL, the target is ended as if the lock were lost.
 */
void supervision_run_due(struct supervision *supervision);

/*
 * This child of ours has ended and was collected; if it is the watchdog,
 * another one takes its place.
 */
void supervision_child_ended(struct supervision *supervision, pid_t pid);

/*
 * Waits for that instant, for news of the lock, for a signal, which is to be
 * asked for afterwards, and for the descriptor; -1: for none.
 */
void supervision_wait(const struct supervision *supervision, int64_t latest_ms,
                      int fd);

/*
 * The target has ended; its watchdog ends, before its number can be another
 * process's. Returns whether the lock was lost by then, which was not reported.
 */
bool supervision_ended(struct supervision *supervision);

/* Closes everything; also after a start that failed. */
void supervision_close(struct supervision *supervision);

#endif
