/* SPDX-License-Identifier: MIT */
#ifndef RLK_CLI_RUN_SUPERVISE_H
#define RLK_CLI_RUN_SUPERVISE_H

/*
 * What redlock run does while its command runs: hands signals on, lends the
 * terminal, tells of renewals, and ends the command before the lock ends.
 */

#include <stdbool.h>
#include <stdint.h>

#include "cli/base/options.h"
#include "cli/base/terminal.h"
#include "cli/run/child.h"
#include "cli/run/metrics.h"
#include "cli/run/status_pipe.h"
#include "cli/run/watchdog.h"

struct supervision {
    const struct options *options;
    struct redlock_lock *lock; /* kept; borrowed */
    int64_t ttl_ms;
    int64_t notice_ms;
    /*
     * The last end of the lock that was seen, kept when the lock is lost. Where
     * a renewal was missed, the command ends too early and not too late.
     */
    int64_t valid_until_ms;
    int timer;
    int news_fd;         /* of lock_news_open(); borrowed */
    int64_t watchdog_ms; /* when to start the watchdog; 0: it was started */
    int64_t kill_ms;     /* once lost: when the group gets KILL */
    bool lost;
    /* when to say that the group outlives its leader; 0: it does not */
    int64_t linger_ms;
    struct tether tether; /* the watchdog's too */
    struct child child;
    struct watchdog watchdog;
    struct status_pipe *status;  /* open; borrowed */
    struct metrics_run *metrics; /* borrowed */
    bool interrupt_forwarded; /* an INT or QUIT: the command has it from us */
    bool by_terminal; /* the command died of the terminal's INT or QUIT, which
                         our own group did not get */
    struct terminal terminal;
};

/*
 * Starts the command; signals must be caught. The caller has set the borrowed
 * members, ttl_ms, notice_ms and status. false: errno says why.
 */
bool supervise_start(struct supervision *supervision);

/* Returns when the command's whole group has ended. */
void supervise_until_end(struct supervision *supervision);

/* Ends what was opened; also after a start that failed. */
void supervise_close(struct supervision *supervision);

#endif
