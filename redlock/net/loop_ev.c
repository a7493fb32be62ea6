/* SPDX-License-Identifier: MIT */
/* The watchers: one for the descriptor, and those before and after waiting. */

#include "redlock/net/loop_ev.h"

#include <ev.h>

#include "redlock/net/fork.h"
#include "redlock/runtime/memory.h"

/*
 * What libev may allocate for us: a record for each descriptor number, in an
 * array that doubles when it grows, and some entries in arrays of pointers.
 */
#define RECORD_BYTES ((size_t)32)
#define ARRAYS_BYTES ((size_t)16 * 1024)

struct rlk_ev {
    struct ev_loop *loop;
    struct rlk_sockets *sockets;
    unsigned fork_generation;
    ev_io ready;
    ev_prepare prepare;
    ev_check first;
    ev_check last;
};

/*
 * In a child after fork() the sockets belong to the parent: they are not used.
 */
static bool is_ours(const struct rlk_ev *ev)
{
    return ev->fork_generation == rlk_fork_generation();
}

static void on_ready(struct ev_loop *loop, ev_io *ready, int events)
{
    struct rlk_ev *ev = ready->data;

    (void)events;
    if (!is_ours(ev)) {
        ev_io_stop(loop, ready);
        return;
    }
    rlk_sockets_wait(ev->sockets, 0);
    rlk_sockets_take(ev->sockets);
}

/* The first of all check watchers, by its priority. */
static void waited(struct ev_loop *loop, ev_check *first, int events)
{
    struct rlk_ev *ev = first->data;

    (void)loop, (void)events;
    rlk_sockets_looked(ev->sockets);
}

/* Runs this turn's completions before ev_run(EVRUN_ONCE) returns. */
static void after_waiting(struct ev_loop *loop, ev_check *last, int events)
{
    struct rlk_ev *ev = last->data;

    (void)loop, (void)events;
    if (is_ours(ev))
        (void)rlk_sockets_run_completions(ev->sockets);
}

static void before_waiting(struct ev_loop *loop, ev_prepare *prepare,
                           int events)
{
    struct rlk_ev *ev = prepare->data;

    (void)loop, (void)events;
    if (!is_ours(ev))
        return;
    rlk_sockets_catch_up(ev->sockets);
    if (rlk_sockets_prepare_wait(ev->sockets) == RLK_SOCKETS_AGAIN)
        rlk_sockets_wake(ev->sockets);
}

/* Is there as much memory as libev will need? It aborts without it. */
static bool has_memory(const struct rlk_sockets *sockets)
{
    size_t records = ((size_t)rlk_sockets_fd(sockets) + 1) * 2 * RECORD_BYTES;
    void *trial = rlk_resize(NULL, records + ARRAYS_BYTES);

    rlk_free(trial);
    return trial != NULL;
}

/*
 * libev allocates room for pending events when the first one is pending: makes
 * them pending once, and clears them again.
 */
static void reserve(struct rlk_ev *ev)
{
    ev_feed_event(ev->loop, &ev->ready, 0);
    ev_feed_event(ev->loop, &ev->prepare, 0);
    ev_feed_event(ev->loop, &ev->first, 0);
    ev_feed_event(ev->loop, &ev->last, 0);
    (void)ev_clear_pending(ev->loop, &ev->ready);
    (void)ev_clear_pending(ev->loop, &ev->prepare);
    (void)ev_clear_pending(ev->loop, &ev->first);
    (void)ev_clear_pending(ev->loop, &ev->last);
}

static void start(struct rlk_ev *ev)
{
    ev_io_init(&ev->ready, on_ready, rlk_sockets_fd(ev->sockets), EV_READ);
    ev->ready.data = ev;
    ev_io_start(ev->loop, &ev->ready);

    /* The last of all prepare watchers, because others may call the library. */
    ev_prepare_init(&ev->prepare, before_waiting);
    ev_set_priority(&ev->prepare, EV_MINPRI);
    ev->prepare.data = ev;
    ev_prepare_start(ev->loop, &ev->prepare);

    ev_check_init(&ev->first, waited);
    ev_set_priority(&ev->first, EV_MAXPRI);
    ev->first.data = ev;
    ev_check_start(ev->loop, &ev->first);

    ev_check_init(&ev->last, after_waiting);
    ev_set_priority(&ev->last, EV_MINPRI);
    ev->last.data = ev;
    ev_check_start(ev->loop, &ev->last);
}

struct rlk_ev *rlk_ev_open(struct ev_loop *loop, struct rlk_sockets *sockets)
{
    struct rlk_ev *ev = rlk_alloc(sizeof(*ev));

    if (ev == NULL || !has_memory(sockets)) {
        rlk_free(ev);
        return NULL;
    }
    ev->loop = loop;
    ev->sockets = sockets;
    ev->fork_generation = rlk_fork_generation();
    start(ev);
    reserve(ev);
    return ev;
}

void rlk_ev_close(struct rlk_ev *ev)
{
    if (ev == NULL)
        return;
    ev_io_stop(ev->loop, &ev->ready);
    ev_prepare_stop(ev->loop, &ev->prepare);
    ev_check_stop(ev->loop, &ev->first);
    ev_check_stop(ev->loop, &ev->last);
    rlk_free(ev);
}
