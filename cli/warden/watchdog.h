/* SPDX-License-Identifier: MIT */
#ifndef RLK_CLI_WARDEN_WATCHDOG_H
#define RLK_CLI_WARDEN_WATCHDOG_H

/*
 * Ends the target in time where redlock itself cannot: a second process, which
 * hears of each renewal. Without news it sends TERM and KILL by its own clock,
 * for redlock was stopped. When redlock's end of the pipe closes, for redlock
 * was killed, it sends TERM at once and KILL by the lock's end, and has the
 * lock released when nothing of the target is left. It has a session of its
 * own, so that what stops or ends redlock's group does not reach it.
 */

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "cli/base/options.h"
#include "cli/warden/process.h"

/*
 * The release of a lock whose redlock run was killed: by a redlock release of
 * the same program, with the same nodes and rights.
 */

#define RELEASE_PROCESS_WORDS_MAX 15

struct release_process {
    char *words[RELEASE_PROCESS_WORDS_MAX]; /* the command, ended by NULL */
    char *variables[2];                     /* its own: token and nodes */
    char **environment;                     /* these, and our environment */
    char timeout[48];
    char owner[REDLOCK_OWNER_MAX + 16];
    char slots[32];
    char slot[32];
};

/*
 * One for each resource of the lock. Borrows from options, the lock and our
 * environment. NULL: no memory, or it is not known where the nodes are.
 */
struct release_process *release_processes_new(const struct options *options,
                                              const struct redlock_lock *lock);

/* NULL is fine. */
void release_processes_free(struct release_process *processes, int count);

/*
 * Becomes that program; in a forked child, with signals blocked. It says
 * nothing, and ends after half a minute at the latest.
 */
_Noreturn void release_process_execute(const struct release_process *process);

/* What a process that goes on for long does not keep open for others. */

/*
 * Closes all descriptors but standard ones and these, which are ended by -1.
 * Safe in a forked child.
 */
void descriptors_close(const int *kept);

/*
 * Ties a process group, or a process, to this process and those that are forked
 * from it: when the last of them has ended, by KILL too, the kernel kills what
 * is left of the group, grandchildren, stopped processes and those that ignore
 * TERM included.
 *
 * Not reached: a process that has left the group, and one that has taken on
 * other user ids, which we could not kill either.
 *
 * It is a pipe that nobody writes into. Both its ends are asked to send KILL
 * to it when something happens at the other end, and what happens is
 * that it is closed.
 */

struct tether {
    int ends[2]; /* close-on-exec; -1: there is none */
};

/* false: errno says why. */
bool tether_open(struct tether *tether);

/*
 * From here on, for all holders of the tether. whom: as kill() has it, a group
 * is below 0. Safe in a forked child. false: this kernel does not do it.
 */
bool tether_tie(const struct tether *tether, pid_t whom);

/* Undoes that, for all holders of the tether. */
void tether_untie(const struct tether *tether);

/*
 * Closes our ends: if no other process has any, what is left of those that are
 * tied to it is killed.
 */
void tether_close(struct tether *tether);

/*
 * The two instants before a lock's end at which its command is ended. All are
 * milliseconds on the boot clock; notice_ms is --kill-after. Pure.
 */

/* When the command gets TERM, unless the lock is renewed before. */
int64_t notice_term_ms(int64_t valid_until_ms, int64_t notice_ms);

/* When the remaining processes get KILL, so that it is gone by valid_until_ms.
 */
int64_t notice_kill_ms(int64_t valid_until_ms, int64_t notice_ms);

/* Shared with it. The pipe says that there is something new here. */
struct watchdog_page {
    atomic_bool acted;
    atomic_bool ending;
    _Atomic int64_t valid_until_ms;
};

struct watchdog {
    pid_t pid; /* 0: it does not run */
    int pipe;
    struct watchdog_page *page; /* NULL: none was started yet */
    bool ready;                 /* what the next one needs is there: */
    int timer;
    int ends[2]; /* of its pipe */
};

struct watchdog_news {
    int64_t valid_until_ms;
    bool ending; /* the target has got TERM, and gets KILL at its instant */
};

struct watchdog_start {
    struct target *target;       /* borrowed; it goes on with its own copy */
    const struct tether *tether; /* it holds the target's tether as we do */
    /* Shared memory: true, where the target needs the lock no more. */
    const atomic_bool *given_up; /* NULL: it needs it while it lives */
    int64_t notice_ms;
    const struct release_process *releases; /* if we are killed: */
    int releases_count;                     /* the number of releases */
    struct watchdog_news news;
    const char *killed_text;  /* a line for people, if redlock was killed */
    const char *stopped_text; /* if it did not renew; NULL: to say nothing */
};

/*
 * Allocates what the next one needs, unless it is there, so that a shortage is
 * found before there is a target. watchdog_end() frees it. false: errno says
 * why.
 */
bool watchdog_open(struct watchdog *watchdog);

/* false: errno says why; it may be tried again. */
bool watchdog_start(struct watchdog *watchdog,
                    const struct watchdog_start *start);

/*
 * Does not block. The watchdog reads the last news, however long it was
 * stopped.
 */
void watchdog_inform(const struct watchdog *watchdog,
                     const struct watchdog_news *news);

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
