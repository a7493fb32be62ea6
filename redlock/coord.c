/* SPDX-License-Identifier: MIT */
/* The core's hub: events from the world in, timers and completions out. */

#include "redlock/coord.h"

#include <stddef.h>

#include "clock/clock.h"
#include "redlock/debt.h"
#include "redlock/lock.h"
#include "redlock/op.h"
#include "redlock/release.h"

static int64_t now_of(const struct rlk_coord *coord)
{
    return coord->transport->ops->now(coord->transport);
}

static void clear_links(struct rlk_coord *coord, int count)
{
    for (int node = 0; node < count; node++)
        rlk_link_clear(&coord->links[node]);
    rlk_timers_clear(&coord->timers);
}

enum redlock_status rlk_coord_init(struct rlk_coord *coord,
                                   const struct rlk_coord_settings *settings,
                                   struct rlk_transport *transport)
{
    unsigned char random[RLK_TOKEN_RANDOM_BYTES];

    coord->transport = transport;
    coord->settings = *settings;
    coord->attempts = 0;
    coord->armed = RLK_NEVER;
    coord->doomed = false;
    atomic_init(&coord->cancel_asked, false);
    coord->ops = NULL;
    coord->spare = NULL;
    coord->spares = 0;
    coord->waiters = NULL;
    coord->locks = NULL;
    rlk_timers_init(&coord->timers);
    rlk_notices_init(&coord->notices);
    transport->ops->random(transport, random, sizeof(random));
    rlk_token_base_init(&coord->token_base, random, settings->label);
    for (int node = 0; node < settings->nodes; node++) {
        if (rlk_link_init(&coord->links[node], coord, node,
                          settings->names[node]))
            continue;
        clear_links(coord, node);
        return REDLOCK_NO_MEMORY;
    }
    if (!rlk_op_reserve(coord)) {
        clear_links(coord, settings->nodes);
        return REDLOCK_NO_MEMORY;
    }
    rlk_coord_settle(coord);
    return REDLOCK_OK;
}

void rlk_coord_clear(struct rlk_coord *coord)
{
    while (coord->waiters != NULL)
        rlk_waiter_drop(coord->waiters);
    while (coord->locks != NULL)
        rlk_lock_free(coord->locks);
    while (coord->ops != NULL)
        rlk_op_free(coord->ops);
    rlk_op_unreserve(coord);
    clear_links(coord, coord->settings.nodes);
}

void rlk_coord_settle(struct rlk_coord *coord)
{
    int64_t next = rlk_timers_next(&coord->timers);

    if (next != coord->armed) {
        coord->armed = next;
        coord->transport->ops->arm(coord->transport, next);
    }
    if (rlk_notices_waiting(&coord->notices))
        coord->transport->ops->wake(coord->transport);
}

void rlk_coord_cancel_all(struct rlk_coord *coord)
{
    int64_t now = now_of(coord);

    while (coord->waiters != NULL)
        rlk_waiter_cancel(coord->waiters, now);
    rlk_coord_settle(coord);
}

void rlk_coord_release_all(struct rlk_coord *coord)
{
    int64_t now = now_of(coord);

    rlk_coord_cancel_all(coord);
    while (coord->locks != NULL)
        rlk_release_start(NULL, coord->locks, NULL, now);
    for (int node = 0; node < coord->settings.nodes; node++) {
        if (coord->links[node].state == RLK_LINK_UP)
            rlk_debt_pay(&coord->links[node], now);
    }
    rlk_coord_settle(coord);
}

bool rlk_coord_impaired(const struct rlk_coord *coord)
{
    int64_t now = now_of(coord);

    for (int node = 0; node < coord->settings.nodes; node++) {
        if (!rlk_link_usable(&coord->links[node], now))
            return true;
    }
    return false;
}

bool rlk_coord_quiet(const struct rlk_coord *coord)
{
    int64_t now = now_of(coord);

    for (int node = 0; node < coord->settings.nodes; node++) {
        if (!rlk_link_quiet(&coord->links[node], now))
            return false;
    }
    return true;
}

void rlk_coord_connected(struct rlk_coord *coord, int node,
                         const struct rlk_identity *identity)
{
    rlk_link_connected(&coord->links[node], identity, now_of(coord));
    rlk_coord_settle(coord);
}

void rlk_coord_disconnected(struct rlk_coord *coord, int node,
                            enum redlock_reason reason, const char *message)
{
    rlk_link_disconnected(&coord->links[node], reason, message, now_of(coord));
    rlk_coord_settle(coord);
}

void rlk_coord_answer(struct rlk_coord *coord, int node,
                      const struct rlk_answer *answer)
{
    rlk_link_answer(&coord->links[node], answer);
    rlk_coord_settle(coord);
}

void rlk_coord_tick(struct rlk_coord *coord)
{
    int64_t now = now_of(coord);
    struct rlk_timer *timer;

    /* The world armed this instant once: whatever comes next is news. */
    coord->armed = RLK_NEVER;
    while ((timer = rlk_timers_take_due(&coord->timers, now)) != NULL)
        timer->fire(timer, now);
    rlk_coord_settle(coord);
}

bool rlk_coord_deliver(struct rlk_coord *coord)
{
    struct rlk_notice *notice;

    if (atomic_load(&coord->cancel_asked) && coord->waiters != NULL) {
        atomic_store(&coord->cancel_asked, false);
        rlk_coord_cancel_all(coord);
    }
    /* No more than are here now: a callback may bring about the next one. */
    for (size_t left = coord->notices.count; left > 0; left--) {
        notice = rlk_notices_pop(&coord->notices);
        if (notice == NULL)
            break;
        notice->deliver(notice);
        if (coord->doomed) {
            coord->bury(coord);
            return false;
        }
    }
    rlk_coord_settle(coord);
    return true;
}
