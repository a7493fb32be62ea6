/* SPDX-License-Identifier: MIT */
/* Turning a libev loop. */

#include "tests/support/loop.h"

#include <ev.h>

#include "tests/support/server.h"

#define PATIENCE_MS 60000

/* A turn ends by then: a callback that comes right before the loop waits would
 * else be noticed only after it has waited. */
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
