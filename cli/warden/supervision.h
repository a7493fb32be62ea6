/* SPDX-License-Identifier: MIT */
#ifndef RLK_CLI_WARDEN_SUPERVISION_H
#define RLK_CLI_WARDEN_SUPERVISION_H

/*
 * Supervises a target, which must not outlive its kept lock: the command of
 * redlock run, or the process of redlock acquire --keep. The caller loops over
 * supervision_check(), supervision_run_due() and supervision_wait().
 */

#include "cli/base/options.h"
#include "cli/warden/watchdog.h"
#include "redlock/redlock.h"

/*
 * A descriptor that polls readable when the lock was renewed or lost; a thread
 * of the library sets it. Close-on-exec. -1: errno is set.
 */
int lock_news_open(void);

struct supervision_calls {
    /* The lock's end has moved; renewed: by more than a moment. */
    void (*moved)(void *user, int64_t valid_until_ms, bool renewed,
                  int64_t now_ms);
    /* Called before the signal that lost() reports. May be NULL. */
    void (*ending)(void *user);
    /*
     * The lock is lost, or there is no watchdog, as why says: the target has
     * got TERM, and gets KILL in grace_ms; if grace_ms is 0, it has got KILL.
     */
    void (*lost)(void *user, const char *why, int64_t grace_ms);
};

struct supervision {
    struct charge charge; /* set by the caller, except for the death signal */
    int news_fd;          /* from lock_news_open(); borrowed */
    const struct supervision_calls *calls;
    void *user; /* argument of the calls */
    /* The members below are set by these functions. */
    /*
     * The last seen end of the lock, kept after a loss. If a renewal was
     * missed, the target ends too early, not too late.
     */
    int64_t valid_until_ms;
    int timer;
    int64_t watchdog_ms;  /* when to start the watchdog; 0: it was started */
    int64_t unwatched_ms; /* when the target is ended because no watchdog can be
                             started; 0: none is missing */
    int64_t kill_ms;      /* after a loss: when the target gets KILL */
    bool lost;
    struct watchdog watchdog;
};

/*
 * Sets the members of a request that supervision needs: keep, the callbacks,
 * and the advance warning.
 *
 * news_fd  from lock_news_open(); borrowed while the client is open
 *
 * false: --kill-after does not fit the TTL, and that was reported.
 */
bool supervision_request(const struct options *options, int *news_fd,
                         struct redlock_request *request);

/*
 * Opens the timer and the watchdog's resources. If the lock is lost already,
 * the first supervision_check() finds that. false: errno is set.
 */
bool supervision_open(struct supervision *supervision);

/* The target exists. Supervision starts at now, an instant before that. */
void supervision_start(struct supervision *supervision, int64_t now);

/* Reads the lock: is it renewed, lost, or too close to its end? */
void supervision_check(struct supervision *supervision);

/*
 * Sends KILL or starts the watchdog when due. If no watchdog can be started
 * within one TTL, the target is ended as if the lock were lost.
 */
void supervision_run_due(struct supervision *supervision);

/*
 * Reports a child that was collected. If it was the watchdog, another one is
 * started.
 */
void supervision_child_ended(struct supervision *supervision, pid_t pid);

/*
 * Waits for the instant, for a change of the lock, for a signal (which the
 * caller then asks for), and for the descriptor (-1: none).
 */
void supervision_wait(const struct supervision *supervision, int64_t latest_ms,
                      int fd);

/*
 * The target has ended: ends the watchdog before the target's number can be
 * reused. Returns whether the lock was lost by then without a report.
 */
bool supervision_ended(struct supervision *supervision);

/* Closes everything, also after a failed start. */
void supervision_close(struct supervision *supervision);

#endif
