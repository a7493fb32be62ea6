/* SPDX-License-Identifier: MIT */
/* Runs a libev loop until a counter has reached its goal, or a call has ended.
 */

#include "tests/support/loop.h"

#include <ev.h>

#define PATIENCE_MS 100000

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

struct redlock_client *fleet_open_on_loop(const struct fleet *fleet,
                                          struct ev_loop *loop)
{
    return open_client_on_loop(
        loop, &(struct redlock_settings){.nodes = fleet->nodes,
                                         .node_timeout_ms = UNHURRIED_MS});
}

void note_acquired(void *user, enum redlock_status status,
                   struct redlock_lock *lock)
{
    struct ending *ending = user;

    ending->count++;
    ending->status = status;
    ending->lock = lock;
}

void note_done(void *user, enum redlock_status status)
{
    note_acquired(user, status, NULL);
}

enum redlock_status await_ending(struct ev_loop *loop, struct ending *ending)
{
    loop_run_until(loop, &ending->count, 1);
    ending->count = 0;
    return ending->status;
}
