/* SPDX-License-Identifier: MIT */
#ifndef TESTS_SUPPORT_LOOP_H
#define TESTS_SUPPORT_LOOP_H

/* Runs a libev loop of a test. */

struct ev_loop;

/*
 * Runs the loop until the counter, which callbacks increment, has reached its
 * goal. Ends the test after a minute.
 */
void loop_run_until(struct ev_loop *loop, const int *counter, int goal);

void loop_run_for(struct ev_loop *loop, double seconds);

#endif
