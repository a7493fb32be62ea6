/* SPDX-License-Identifier: MIT */
#ifndef TESTS_SUPPORT_LOOP_H
#define TESTS_SUPPORT_LOOP_H

/* Clients of the event API on a libev loop, and the ends of their calls. */

#include "tests/support/fleet.h"

struct ev_loop;

/* A client of all masters, with UNHURRIED_MS. */
struct redlock_client *fleet_open_on_loop(const struct fleet *fleet,
                                          struct ev_loop *loop);

/*
 * Runs the loop until the counter, which callbacks increment, has reached its
 * goal. Ends the test after 100 seconds.
 */
void loop_run_until(struct ev_loop *loop, const int *counter, int goal);

void loop_run_for(struct ev_loop *loop, double seconds);

/* What the callbacks below note: they get its address as user. */
struct ending {
    int count;
    enum redlock_status status; /* of the last call that has ended */
    struct redlock_lock *lock;  /* that it has acquired, or NULL */
};

void note_acquired(void *user, enum redlock_status status,
                   struct redlock_lock *lock);
void note_done(void *user, enum redlock_status status);

/* Runs the loop until a call has ended. Returns its status; counts anew. */
enum redlock_status await_ending(struct ev_loop *loop, struct ending *ending);

#endif
