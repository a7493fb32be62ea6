/* SPDX-License-Identifier: MIT */
#ifndef RLK_CLI_DEMO_DEMO_MASTERS_H
#define RLK_CLI_DEMO_DEMO_MASTERS_H

/*
 * The demo's own masters, in a folder of its own below /tmp: each is a local:1
 * with its own XDG_RUNTIME_DIR, so that they can be killed and brought back one
 * by one. The user's own local:N are not touched.
 */

#include <stdbool.h>
#include <stdint.h>

#include "redlock/redlock.h"

#define DEMO_MASTERS 5

struct demo_master {
    int pid;          /* 0: killed */
    bool quarantined; /* as it was seen last */
    int64_t back_ms;
    char runtime[64]; /* its XDG_RUNTIME_DIR */
};

struct demo_masters {
    char folder[48];
    char counter[64]; /* the file that the workers count in */
    char nodes[DEMO_MASTERS * 128];
    struct demo_master master[DEMO_MASTERS];
};

/*
 * Clears what a demo that was killed has left behind, makes the folder and
 * starts all masters. Where that fails the problem's text says why, and
 * demo_masters_end() is due all the same.
 */
enum redlock_status demo_masters_start(struct demo_masters *masters,
                                       struct redlock_problem *problem);

/* SIGKILL: no farewell, and its memory is gone. index: from 0. */
void demo_masters_kill(struct demo_masters *masters, int index);

/* Starts one again, empty: in quarantine. */
enum redlock_status demo_masters_revive(struct demo_masters *masters, int index,
                                        struct redlock_problem *problem);

/* Ends all, and removes the folder. */
void demo_masters_end(struct demo_masters *masters);

#endif
