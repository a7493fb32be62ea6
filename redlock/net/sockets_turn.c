/* SPDX-License-Identifier: MIT */
/* A turn of the loop: what comes in to the core, and the completions. */

#include "redlock/net/sockets.h"

#include <limits.h>

#include "clock/clock.h"
#include "clock/now.h"
#include "redlock/net/sockets_internal.h"
#include "redlock/resp/answer.h"

/*
 * What had come in when an instant was there is read before the instant is
 * judged: in so many looks at most, each of which reads every socket once.
 */
#define LOOKS_MOST 4096

/*
 * So many answers are judged by one reading of the clock. It is read after the
 * last of them and before anything that they bring about is sent: never earlier
 * than an answer that it judges, never later than a request that it stamps.
 */
#define JUDGED_MOST 64

static void read_clock(struct rlk_sockets *sockets)
{
    sockets->now = rlk_now();
    sockets->judged = 0;
}

/* Before each thing that the core is told. */
static void judge_one(struct rlk_sockets *sockets)
{
    if (sockets->judged >= JUDGED_MOST)
        read_clock(sockets);
    sockets->judged++;
}

/*
 * Tells the core what a node's connection has to say. It may drop or make
 * connections meanwhile, this one too: what is drawn next is then another's.
 */
static void tell_answers(struct rlk_sockets *sockets, int node)
{
    struct rlk_core *core = sockets->core;
    struct rlk_peer *peer = &sockets->node[node].peer;
    struct rlk_conn_event event;
    struct rlk_answer answer;

    while (rlk_conn_next(&peer->conn, &event)) {
        judge_one(sockets);
        switch (event.kind) {
        case RLK_CONN_ON_ITS_WAY:
            rlk_core_connecting(core, node, event.message);
            break;
        case RLK_CONN_UP:
            rlk_core_connected(core, node, event.identity, sockets->now);
            break;
        case RLK_CONN_DOWN:
            rlk_core_disconnected(core, node, event.reason, event.message,
                                  sockets->now);
            break;
        case RLK_CONN_ANSWER:
            answer = rlk_answer_to(rlk_core_asked(core, node), event.reply);
            rlk_core_answer(core, node, &answer, sockets->now);
            break;
        }
    }
    rlk_sockets_settle_peer(sockets, peer);
}

/* The same of its second connection. */
static void tell_pushes(struct rlk_sockets *sockets, int node)
{
    struct rlk_core *core = sockets->core;
    struct rlk_subscription *subscription = &sockets->node[node].subscription;
    struct rlk_subscription_event event;

    while (rlk_subscription_next(subscription, &event)) {
        judge_one(sockets);
        switch (event.kind) {
        case RLK_SUBSCRIPTION_UP:
            rlk_core_listening(core, node, event.identity, sockets->now);
            break;
        case RLK_SUBSCRIPTION_DOWN:
            rlk_core_deaf(core, node, event.reason, sockets->now);
            break;
        case RLK_SUBSCRIPTION_PUSH:
            rlk_core_pushed(core, node, event.push, sockets->now);
            break;
        }
    }
    rlk_sockets_settle_peer(sockets, &subscription->peer);
}

/* What the peers of a set have to say. */
static void tell_all(struct rlk_sockets *sockets, uint64_t set)
{
    while (set != 0) {
        int who = rlk_sockets_take_number(&set);
        if (who < REDLOCK_NODES_MAX)
            tell_answers(sockets, who);
        else
            tell_pushes(sockets, who - REDLOCK_NODES_MAX);
    }
}

/* After the answers: a lock that is won by them is not cancelled any more. */
static void tell_watched(struct rlk_sockets *sockets)
{
    for (int i = 0; i < sockets->set.ready_count; i++) {
        int descriptor = rlk_poll_set_added(&sockets->set, i);
        if (descriptor < 0)
            continue;
        read_clock(sockets);
        sockets->readable(sockets->core, descriptor, sockets->now);
    }
}

static void read_sockets(struct rlk_sockets *sockets)
{
    struct rlk_ready ready;
    uint64_t read = 0;

    for (int i = 0; i < sockets->set.ready_count; i++) {
        if (rlk_poll_set_ready(&sockets->set, i, &ready) &&
            rlk_peer_read(rlk_sockets_peer(sockets, (int)ready.who), &ready))
            read |= UINT64_C(1) << ready.who;
    }
    if (read != 0) {
        read_clock(sockets);
        tell_all(sockets, read);
    }
    tell_watched(sockets);
}

/* Nobody bounds what is pushed: that there is more of it counts for nothing. */
static bool any_answers_ready(const struct rlk_sockets *sockets)
{
    struct rlk_ready ready;

    for (int i = 0; i < sockets->set.ready_count; i++) {
        if (rlk_poll_set_ready(&sockets->set, i, &ready) &&
            ready.who < REDLOCK_NODES_MAX)
            return true;
    }
    return false;
}

/* The instant was there at now: what was in by then is read, then it counts. */
static void ring_timer(struct rlk_sockets *sockets)
{
    int64_t now = rlk_now();

    if (!rlk_poll_set_due(&sockets->set, now))
        return;
    for (int looks = 0; looks < LOOKS_MOST; looks++) {
        rlk_poll_set_wait(&sockets->set, 0);
        read_sockets(sockets);
        if (!any_answers_ready(sockets))
            break;
    }
    rlk_poll_set_arm(&sockets->set, RLK_NEVER);
    rlk_core_tick(sockets->core, now);
}

void rlk_sockets_wait(struct rlk_sockets *sockets, int64_t ns)
{
    int64_t ms =
        ns == RLK_NEVER ? -1 : (ns + RLK_NS_PER_MS - 1) / RLK_NS_PER_MS;

    rlk_poll_set_wait(&sockets->set, ms > INT_MAX ? INT_MAX : (int)ms);
}

void rlk_sockets_take(struct rlk_sockets *sockets)
{
    bool timer = rlk_poll_set_rang(&sockets->set);

    rlk_poll_set_awake(&sockets->set);
    read_sockets(sockets);
    sockets->set.ready_count = 0;
    if (timer)
        ring_timer(sockets);
}

enum rlk_sockets_next rlk_sockets_settle(struct rlk_sockets *sockets)
{
    const struct rlk_completions *completions =
        &sockets->core->runtime.completions;
    bool delivers;

    if (sockets->failed != 0) {
        read_clock(sockets);
        tell_all(sockets, sockets->failed);
    }
    delivers = completions->count > 0;
    if (!rlk_sockets_run_completions(sockets))
        return RLK_SOCKETS_GONE;
    rlk_sockets_flush(sockets);
    /* What was delivered may be what is waited for. */
    return delivers || sockets->failed != 0 || completions->count > 0
               ? RLK_SOCKETS_AGAIN
               : RLK_SOCKETS_WAIT;
}

bool rlk_sockets_run_completions(struct rlk_sockets *sockets)
{
    struct rlk_core *core = sockets->core;

    return core->runtime.completions.count == 0 ||
           rlk_core_run_completions(core);
}

void rlk_sockets_end_turn(struct rlk_sockets *sockets)
{
    (void)rlk_sockets_run_completions(sockets);
    (void)rlk_sockets_flush(sockets);
    rlk_sockets_looked(sockets);
}
