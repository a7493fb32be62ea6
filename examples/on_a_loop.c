/* SPDX-License-Identifier: MIT */
/*
 * on-a-loop: the event API on a libev loop, beside the loop's other work: it
 * acquires a lock, works while a timer runs, and releases the lock.
 */
#include <ev.h>
#include <stdio.h>
#include <stdlib.h>

#include "redlock/redlock.h"

static struct redlock_lock *lock;
static ev_timer work;

static void released(void *user, enum redlock_status status)
{
    printf("released: %s\n", redlock_strerror(status));
    ev_break(user, EVBREAK_ALL);
}

static void worked(struct ev_loop *loop, ev_timer *timer, int events)
{
    (void)timer, (void)events;
    printf("worked, and %s it\n", redlock_held(lock) ? "held" : "lost");
    if (redlock_async_release(&lock, NULL, released, loop) != REDLOCK_OK)
        ev_break(loop, EVBREAK_ALL);
}

static void acquired(void *user, enum redlock_status status,
                     struct redlock_lock *won)
{
    printf("acquired: %s\n", redlock_strerror(status));
    lock = won;
    if (status == REDLOCK_OK)
        ev_timer_start(user, &work);
    else
        ev_break(user, EVBREAK_ALL);
}

int main(void)
{
    struct ev_loop *loop = ev_default_loop(0);
    struct redlock_settings settings = {.nodes = getenv("REDLOCK_NODES"),
                                        .node_timeout_ms = 5000};
    struct redlock_request request = {
        .resource = "job", .wait_ms = REDLOCK_FOREVER, .keep = true};
    struct redlock_client *client = NULL;

    ev_timer_init(&work, worked, 0.1, 0);
    if (redlock_open_on_loop(loop, &settings, &client, NULL) != REDLOCK_OK ||
        redlock_async_acquire(client, &request, acquired, loop, NULL) !=
            REDLOCK_OK)
        return 2;
    ev_run(loop, 0);
    redlock_close(client);
    return 0;
}
