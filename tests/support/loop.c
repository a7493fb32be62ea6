/* SPDX-License-Identifier: MIT */
/* Runs a libev loop until a counter has reached its goal. */

#include "tests/support/loop.h"

#include <ev.h>

#include "tests/support/server.h"

#define PATIENCE_MS 60000

/*
 * The longest turn. Otherwise a callback that runs just before the loop waits
 * would be noticed only after the wait.
 */
#define TURN_S 0.01

static void turn_ends(struct ev_loop *loop, ev_timer *timer, int events)
{
    (void)loop, (void)timer, (void)events;
}

static void time_is_over(struct ev_loop *loop, ev_timer *timer, int events)
{
    (void)timer, (void)events;
    ev_break(loop, EVBREAK_ALL);
}

void loop_run_until(struct ev_loop *loop, const int *counter, int goal)
{
    long long until = boot_ms() + PATIENCE_MS;
    ev_timer turn;

    ev_timer_init(&turn, turn_ends, TURN_S, TURN_S);
    ev_now_update(loop);
    ev_timer_start(loop, &turn);
    while (*counter < goal) {
        if (boot_ms() > until)
            die("the loop: %d came, and not %d", *counter, goal);
        ev_run(loop, EVRUN_ONCE);
    }
    ev_timer_stop(loop, &turn);
}

void loop_run_for(struct ev_loop *loop, double seconds)
{
    ev_timer end;

    ev_timer_init(&end, time_is_over, seconds, 0.);
    ev_now_update(loop);
    ev_timer_start(loop, &end);
    ev_run(loop, 0);
    ev_timer_stop(loop, &end);
}
