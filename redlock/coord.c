/* SPDX-License-Identifier: MIT */
/* The core's hub: events from the world in, timers and completions out. */

#include "redlock/coord.h"

#include <stddef.h>
#include <string.h>

#include "clock/clock.h"
#include "clock/mutant.h"
#include "redlock/debt.h"
#include "redlock/lock.h"
#include "redlock/op.h"
#include "redlock/release.h"

/* What a node's clock may be stepped by without harm, at least. */
#define SLACK_LEAST_NS (250 * RLK_NS_PER_MS)

/* As long as the longest pause between two attempts to connect. */
#define FORGOTTEN_NS (5 * RLK_NS_PER_S)

/* Later by less than such a share of the node time-out is in time. */
#define LATE_SHARE 8

/* A clock that is further off the others than this is wrong. */
#define OUTLIER_NS RLK_NS_PER_S

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
    rlk_sightings_take(&coord->sightings, settings->sightings,
                       settings->sightings_count);
    coord->attempts = 0;
    coord->serials = 0;
    coord->guarded = settings->guard == REDLOCK_GUARD_ON;
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

int64_t rlk_coord_slack(const struct rlk_coord *coord, int64_t ttl_ns)
{
    if (RLK_MUTANT(SLACK_LEFT_OUT))
        return 0;
    if (coord->settings.slack_ns >= 0)
        return coord->settings.slack_ns;
    return ttl_ns / 10 > SLACK_LEAST_NS ? ttl_ns / 10 : SLACK_LEAST_NS;
}

void rlk_coord_guard(struct rlk_coord *coord, int64_t now)
{
    struct rlk_op *next;

    if (coord->guarded || coord->settings.guard == REDLOCK_GUARD_OFF)
        return;
    coord->guarded = true;
    for (int node = 0; node < coord->settings.nodes; node++)
        rlk_guard_judge(&coord->links[node], now);
    for (struct rlk_op *op = coord->ops; op != NULL; op = next) {
        next = op->next;
        rlk_op_void(op, now);
    }
}

void rlk_coord_barred(struct rlk_coord *coord, int node, int64_t now)
{
    struct rlk_op *next;

    for (struct rlk_op *op = coord->ops; op != NULL; op = next) {
        next = op->next;
        rlk_op_bar(op, node, now);
    }
}

void rlk_coord_stepped(struct rlk_coord *coord, int node, int64_t by_ns,
                       int64_t now)
{
    struct redlock_lock *next;

    if (by_ns <= 0)
        return;
    for (struct rlk_op *op = coord->ops; op != NULL; op = op->next)
        rlk_op_hasten(op, node, by_ns);
    for (struct redlock_lock *lock = coord->locks; lock != NULL; lock = next) {
        next = lock->next;
        rlk_lock_hasten(lock, node, by_ns, now);
    }
}

/*
 * What the largest clock among the nodes shows at least, in microseconds; those
 * that are more than a second off the median say nothing. 0: none is known. No
 * more than it shows: a counter that runs ahead of all clocks would not be
 * reached again by one that has to begin anew.
 */
static int64_t floor_of(const struct rlk_coord *coord)
{
    int64_t now = now_of(coord);
    int64_t sorted[REDLOCK_NODES_MAX];
    int64_t largest;
    int count = 0;

    for (int node = 0; node < coord->settings.nodes; node++) {
        const struct rlk_offset *offset = &coord->links[node].guard.offset;
        int64_t ahead =
            rlk_offset_least(offset, now, coord->settings.drift_ppm);
        int place = count;
        if (!offset->known)
            continue;
        while (place > 0 && sorted[place - 1] > ahead) {
            sorted[place] = sorted[place - 1];
            place--;
        }
        sorted[place] = ahead;
        count++;
    }
    if (count == 0)
        return 0;
    largest = sorted[count / 2];
    for (int i = count / 2; i < count; i++) {
        if (rlk_clock_sub(sorted[i], sorted[count / 2]) <= OUTLIER_NS)
            largest = sorted[i];
    }
    largest = rlk_clock_add(largest, now);
    return largest > 0 ? largest / RLK_NS_PER_US : 0;
}

void rlk_coord_rules(struct rlk_coord *coord, int node, bool fenced,
                     struct rlk_rules *rules)
{
    *rules = (struct rlk_rules){
        .guard_ms =
            coord->guarded ? rlk_clock_to_ms(coord->settings.ttl_max_ns) : 0,
        .serial = ++coord->serials,
        .fenced = fenced,
        .floor_us = fenced ? floor_of(coord) : 0,
    };
    memcpy(rules->run_id, coord->links[node].identity.run_id,
           sizeof(rules->run_id));
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

void rlk_coord_overlook(struct rlk_coord *coord, int64_t idle_ns)
{
    for (int node = 0; node < coord->settings.nodes; node++)
        rlk_link_overlook(&coord->links[node], idle_ns);
    rlk_coord_settle(coord);
}

void rlk_coord_try_again(struct rlk_coord *coord, int64_t idle_ns)
{
    int64_t now = now_of(coord);

    if (idle_ns < FORGOTTEN_NS)
        return;
    for (int node = 0; node < coord->settings.nodes; node++)
        rlk_link_try_again(&coord->links[node], now);
    rlk_coord_settle(coord);
}

bool rlk_coord_quiet(const struct rlk_coord *coord, uint32_t aside)
{
    int64_t now = now_of(coord);

    for (int node = 0; node < coord->settings.nodes; node++) {
        if ((aside & UINT32_C(1) << node) == 0 &&
            !rlk_link_quiet(&coord->links[node], now))
            return false;
    }
    return true;
}

void rlk_coord_left(struct rlk_coord *coord, int64_t since, int64_t late_ns,
                    int64_t now)
{
    if (late_ns <= coord->settings.node_timeout_ns / LATE_SHARE)
        return;
    for (struct rlk_op *op = coord->ops; op != NULL; op = op->next)
        rlk_op_left(op, since, now);
    rlk_coord_settle(coord);
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

void rlk_coord_tick(struct rlk_coord *coord, int64_t now)
{
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
