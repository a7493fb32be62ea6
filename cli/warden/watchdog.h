/* SPDX-License-Identifier: MIT */
#ifndef RLK_CLI_WARDEN_WATCHDOG_H
#define RLK_CLI_WARDEN_WATCHDOG_H

/*
 * A second process, which ends the target in time if redlock cannot. It
 * receives each renewal. Without renewals, because redlock is stopped, it sends
 * TERM and KILL by its own clock. When redlock's end of the pipe closes,
 * because redlock was killed, it sends TERM immediately and KILL before the
 * lock's end, and has the lock released when no process of the target is left.
 * It has its own session, so that signals to redlock's group do not reach it.
 */

#include <stdatomic.h>
#include <sys/types.h>

#include "cli/base/options.h"
#include "cli/warden/process.h"

/*
 * Closes all descriptors except the standard ones and those in kept, a list
 * ended by -1. A process that stays must not keep others' descriptors open.
 * Safe in a forked child.
 */
void descriptors_close(const int *kept);

/*
 * A parent-death signal for a process group or a process. When this process and
 * all its forks have ended, by KILL too, the kernel kills the rest of the
 * group, including grandchildren, stopped processes and those that ignore TERM.
 * It does not reach a process that has left the group, nor one with other user
 * ids, which we could not kill either.
 *
 * It is a pipe that nobody writes into. Both ends are set up to send KILL on an
 * event at the other end, and the only event is its closing.
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

/* false: errno is set. */
bool death_signal_open(struct death_signal *signal);

/*
 * Takes effect for all holders of the ends. whom: as for kill(), negative for a
 * group. Safe in a forked child. false: the kernel does not support it.
 */
bool death_signal_arm(const struct death_signal *signal, pid_t whom);

/* Undoes death_signal_arm(), for all holders of the ends. */
void death_signal_disarm(const struct death_signal *signal);

/* Closes our ends. If no other process holds any, KILL is sent. */
void death_signal_close(struct death_signal *signal);

/* A target and its lock, for redlock and its watchdog. */
struct charge {
    const struct options *options; /* borrowed */
    struct redlock_lock *lock;     /* a kept lock; borrowed. NULL in tests */
    struct target *target;         /* borrowed */
    struct death_signal death_signal;
    /* Shared memory: true when the lock is not needed any more. */
    const atomic_bool *given_up; /* NULL: always needed */
    int64_t ttl_ms;
    int64_t warning_ms;       /* the advance warning: --kill-after */
    const char *killed_text;  /* printed for people if redlock was killed */
    const char *stopped_text; /* if it did not renew; NULL: print nothing */
};

/* Instants are milliseconds on the boot clock. */

/* When the target gets TERM, unless the lock is renewed before. */
int64_t charge_term_ms(const struct charge *charge, int64_t valid_until_ms);

/*
 * When the rest of it gets KILL, if it gets TERM at now_ms: early enough to end
 * by valid_until_ms, and at most the advance warning after TERM.
 */
int64_t charge_kill_ms(const struct charge *charge, int64_t valid_until_ms,
                       int64_t now_ms);

/*
 * Sends TERM, which was due at due_ms, and moves the instant of KILL as
 * charge_kill_sooner_ms() does. No search lasts longer than until KILL is due.
 * false: it is due, and no TERM was sent.
 */
bool charge_terminate(const struct charge *charge, int64_t due_ms,
                      int64_t *kill_ms);

/*
 * TERM was due at due_ms and has been sent at now_ms; KILL is due at kill_ms.
 * Returns that instant, moved earlier by the time that TERM took: on a busy
 * machine KILL takes as long. Half of the rest stays for the target.
 */
int64_t charge_kill_sooner_ms(int64_t kill_ms, int64_t due_ms, int64_t now_ms);

/* Shared with the watchdog. A byte in the pipe announces a change. */
struct watchdog_page {
    atomic_bool acted;
    atomic_bool ending; /* redlock has sent TERM, and will send KILL in time */
    _Atomic int64_t valid_until_ms;
};

struct watchdog {
    pid_t pid; /* 0: it does not run */
    int pipe;
    struct watchdog_page *page; /* NULL: none was started yet */
    bool ready;                 /* the next one's timer and pipe are open */
    int timer;
    int ends[2]; /* of the next watchdog's pipe */
};

/*
 * Allocates what the next watchdog needs, unless that is done, so that a lack
 * of resources shows before there is a target. watchdog_end() frees it. false:
 * errno is set.
 */
bool watchdog_open(struct watchdog *watchdog);

/* false: errno is set; the call may be repeated. */
bool watchdog_start(struct watchdog *watchdog, const struct charge *charge,
                    int64_t valid_until_ms, bool ending);

/*
 * Does not block. The watchdog reads only the newest value, even if it was
 * stopped.
 */
void watchdog_inform(const struct watchdog *watchdog, int64_t valid_until_ms,
                     bool ending);

/* Has the watchdog begun to end the target? Also valid after its end. */
bool watchdog_acted(const struct watchdog *watchdog);

/* Was the collected process the watchdog? If so, no watchdog runs any more. */
bool watchdog_was(struct watchdog *watchdog, pid_t pid);

/* Kills the watchdog and collects it; called after the target has ended. */
void watchdog_end(struct watchdog *watchdog);

#endif
