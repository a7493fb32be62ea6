/* SPDX-License-Identifier: MIT */
#ifndef RLK_CLI_WARDEN_WATCHDOG_H
#define RLK_CLI_WARDEN_WATCHDOG_H

/*
 * Ends the target in time if redlock itself cannot: a second process, which
 * receives the news of each renewal. Without news, as redlock was stopped, it
 * sends TERM and KILL by its own clock. When redlock's end of the pipe closes,
 * as redlock was killed, it sends TERM immediately and KILL before the lock's
 * end, and has the lock released when nothing of the target is left. It has a
 * session of its own, so that what stops or ends redlock's group does not reach
 * it.
 */

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "cli/base/options.h"
#include "cli/warden/process.h"

/*
 * Closes all descriptors but the standard ones and these, which are ended by
 * -1: a process that stays does not keep them open for others. Safe in a forked
 * child.
 */
void descriptors_close(const int *kept);

/*
 * A parent-death signal for a process group, or a process. When this process
 * and all that are forked from it have ended, by KILL too, the kernel kills
 * what is left of the group: grandchildren, stopped processes and those that
 * ignore TERM included. It does not reach a process that has left the group,
 * and one that has taken on other user ids, which we could not kill either.
 *
 * It is a pipe that nobody writes into. Both its ends are asked to send KILL
 * when something happens at the other end, which is that it is closed.
 */
struct death_signal {
    int ends[2]; /* close-on-exec; -1: there is none */
};

#define DEATH_SIGNAL_NONE                                                      \
    {                                                                          \
        {                                                                      \
            -1, -1                                                             \
        }                                                                      \
    }

/* false: errno says why. */
bool death_signal_open(struct death_signal *signal);

/*
 * From here on, for all holders of the ends. whom: as kill() has it, a group is
 * below 0. Safe in a forked child. false: this kernel does not do it.
 */
bool death_signal_arm(const struct death_signal *signal, pid_t whom);

/* Undoes that, for all holders of the ends. */
void death_signal_disarm(const struct death_signal *signal);

/* Closes our ends: if no other process has any, KILL is sent. */
void death_signal_close(struct death_signal *signal);

/* What redlock and its watchdog know of a target and its lock. */
struct charge {
    const struct options *options; /* borrowed */
    struct redlock_lock *lock;     /* kept; borrowed. NULL: in a test */
    struct target *target;         /* borrowed */
    struct death_signal death_signal;
    /* Shared memory: true when the target needs the lock no more. */
    const atomic_bool *given_up; /* NULL: it needs the lock while it lives */
    int64_t ttl_ms;
    int64_t warning_ms;       /* the advance warning: --kill-after */
    const char *killed_text;  /* a line for people, if redlock was killed */
    const char *stopped_text; /* if it did not renew; NULL: print nothing */
};

/* Instants are milliseconds on the boot clock. */

/* When the target gets TERM, unless the lock is renewed before. */
int64_t charge_term_ms(const struct charge *charge, int64_t valid_until_ms);

/*
 * When what is left of it gets KILL, if it gets TERM now: early enough to be
 * gone by valid_until_ms, and not much later than TERM.
 */
int64_t charge_kill_ms(const struct charge *charge, int64_t valid_until_ms,
                       int64_t now_ms);

/* Shared with the watchdog. The pipe announces that something has changed. */
struct watchdog_page {
    atomic_bool acted;
    atomic_bool ending; /* the target has got TERM, and gets KILL in time */
    _Atomic int64_t valid_until_ms;
};

struct watchdog {
    pid_t pid; /* 0: it does not run */
    int pipe;
    struct watchdog_page *page; /* NULL: none was started yet */
    bool ready;                 /* the next one's timer and ends are open */
    int timer;
    int ends[2]; /* of its pipe */
};

/*
 * Allocates what the next watchdog needs, unless it is there, so that a
 * shortage is found before there is a target. watchdog_end() frees it. false:
 * errno says why.
 */
bool watchdog_open(struct watchdog *watchdog);

/* false: errno says why; it may be tried again. */
bool watchdog_start(struct watchdog *watchdog, const struct charge *charge,
                    int64_t valid_until_ms, bool ending);

/*
 * Does not block. The watchdog reads the last news, however long it was
 * stopped.
 */
void watchdog_inform(const struct watchdog *watchdog, int64_t valid_until_ms,
                     bool ending);

/*
 * It has begun to end the target, whatever we believe about the lock. Also
 * after its end.
 */
bool watchdog_acted(const struct watchdog *watchdog);

/*
 * Was this process, which has been collected, the watchdog? Then it no longer
 * runs.
 */
bool watchdog_was(struct watchdog *watchdog, pid_t pid);

/* Ends it and waits: once the target has ended. */
void watchdog_end(struct watchdog *watchdog);

#endif
