/* SPDX-License-Identifier: MIT */
/* Descriptors, a timer and a wakeup behind epoll. */

#include "redlock/net/poll_set.h"

#include <assert.h>
#include <errno.h>
#include <stddef.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "clock/clock.h"

#define TIMER RLK_POLL_SET_MOST
#define WAKEUP (RLK_POLL_SET_MOST + 1)
#define ADDED (RLK_POLL_SET_MOST + 2)

/* Of which descriptor an event tells: the one before may have had its number.
 */
static uint64_t mark(int who, uint32_t serial)
{
    return (uint64_t)serial << 32 | (uint32_t)who;
}

/* --- life ---------------------------------------------------------------- */

static bool watch_own(struct rlk_poll_set *set, int descriptor, int who)
{
    struct epoll_event event = {
        .events = EPOLLIN,
        .data.u64 = mark(who, 0),
    };

    return descriptor >= 0 &&
           epoll_ctl(set->epoll, EPOLL_CTL_ADD, descriptor, &event) == 0;
}

bool rlk_poll_set_open(struct rlk_poll_set *set)
{
    *set = (struct rlk_poll_set){
        .epoll = -1,
        .timer = -1,
        .wakeup = -1,
        .armed = RLK_NEVER,
        .asked = RLK_NEVER,
    };
    set->epoll = epoll_create1(EPOLL_CLOEXEC);
    if (set->epoll < 0)
        return false;
    set->timer = rlk_timer_fd();
    if (!watch_own(set, set->timer, TIMER))
        return false;
    set->wakeup = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
    return watch_own(set, set->wakeup, WAKEUP);
}

static void close_one(int descriptor)
{
    if (descriptor >= 0)
        close(descriptor);
}

void rlk_poll_set_close(struct rlk_poll_set *set)
{
    close_one(set->timer);
    close_one(set->wakeup);
    close_one(set->epoll);
}

/* --- what is waited for -------------------------------------------------- */

void rlk_poll_set_unwatch(struct rlk_poll_set *set, struct rlk_watched *watched)
{
    if (watched->descriptor >= 0)
        (void)epoll_ctl(set->epoll, EPOLL_CTL_DEL, watched->descriptor, NULL);
    watched->descriptor = -1;
    watched->events = 0;
}

bool rlk_poll_set_watch(struct rlk_poll_set *set, struct rlk_watched *watched,
                        int who, const struct rlk_watched *want)
{
    struct epoll_event event = {
        .events = want->events,
        .data.u64 = mark(who, want->serial),
    };
    bool known = watched->descriptor == want->descriptor &&
                 watched->serial == want->serial;

    if (known && watched->events == want->events)
        return true;
    if (!known)
        rlk_poll_set_unwatch(set, watched);
    if (epoll_ctl(set->epoll, known ? EPOLL_CTL_MOD : EPOLL_CTL_ADD,
                  want->descriptor, &event) != 0)
        return false;
    *watched = *want;
    return true;
}

/* Its number stands in the place of the serial. */
bool rlk_poll_set_add(struct rlk_poll_set *set, int descriptor)
{
    struct epoll_event event = {
        .events = EPOLLIN,
        .data.u64 = mark(ADDED, (uint32_t)descriptor),
    };

    return epoll_ctl(set->epoll, EPOLL_CTL_ADD, descriptor, &event) == 0;
}

void rlk_poll_set_take_out(struct rlk_poll_set *set, int descriptor)
{
    (void)epoll_ctl(set->epoll, EPOLL_CTL_DEL, descriptor, NULL);
}

void rlk_poll_set_arm(struct rlk_poll_set *set, int64_t instant)
{
    bool armed;

    set->asked = instant;
    if (instant >= set->armed)
        return;
    armed = rlk_timer_fd_set(set->timer, instant);
    assert(armed);
    (void)armed;
    set->armed = instant;
}

void rlk_poll_set_wake(struct rlk_poll_set *set)
{
    uint64_t one = 1;
    int error = errno;

    /* A wakeup that cannot take another one is rung. */
    (void)!write(set->wakeup, &one, sizeof(one));
    errno = error;
}

/* --- what came in -------------------------------------------------------- */

void rlk_poll_set_wait(struct rlk_poll_set *set, int timeout_ms)
{
    int count =
        epoll_wait(set->epoll, set->ready, RLK_POLL_SET_READY_MOST, timeout_ms);

    set->ready_count = count < 0 ? 0 : count;
}

bool rlk_poll_set_ready(const struct rlk_poll_set *set, int place,
                        struct rlk_ready *ready)
{
    uint64_t data = set->ready[place].data.u64;

    *ready = (struct rlk_ready){
        .who = (uint32_t)data,
        .serial = (uint32_t)(data >> 32),
        .events = set->ready[place].events,
    };
    return ready->who < RLK_POLL_SET_MOST;
}

int rlk_poll_set_added(const struct rlk_poll_set *set, int place)
{
    struct rlk_ready ready;

    (void)rlk_poll_set_ready(set, place, &ready);
    return ready.who == ADDED ? (int)ready.serial : -1;
}

static bool came_in(const struct rlk_poll_set *set, int who)
{
    for (int i = 0; i < set->ready_count; i++) {
        if (set->ready[i].data.u64 == mark(who, 0))
            return true;
    }
    return false;
}

bool rlk_poll_set_rang(const struct rlk_poll_set *set)
{
    return came_in(set, TIMER);
}

bool rlk_poll_set_due(struct rlk_poll_set *set, int64_t now)
{
    uint64_t expirations;

    if (read(set->timer, &expirations, sizeof(expirations)) < 0)
        return false;
    set->armed = RLK_NEVER;
    if (set->asked > now) {
        /* Asked for while an earlier instant was armed. */
        rlk_poll_set_arm(set, set->asked);
        return false;
    }
    return true;
}

void rlk_poll_set_awake(struct rlk_poll_set *set)
{
    uint64_t rings;

    if (came_in(set, WAKEUP))
        (void)!read(set->wakeup, &rings, sizeof(rings));
}
