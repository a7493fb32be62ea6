/* SPDX-License-Identifier: MIT */
/* Digests a process: its core, its user, and what the witness knows of it. */

#include "tests/sim/explore/client_state.h"

#include <stdatomic.h>

#include "clock/clock.h"
#include "redlock/core/lock.h"
#include "redlock/core/op.h"
#include "redlock/core/waiter.h"
#include "redlock/runtime/pending_releases.h"

#define EACH(at, head)                                                         \
    const struct rlk_list *at = (head)->next;                                  \
    at != (head);                                                              \
    at = at->next

#define EACH_OF_RING(at, ring)                                                 \
    struct rlk_list *at = (ring);                                              \
    at != NULL;                                                                \
    at = at->next == (ring) ? NULL : at->next

/* The elements of a client's lists, with numbers. */
struct view {
    const struct sim_client *client;
    const struct rlk_runtime *runtime;
    int nodes;
    struct digest digest;
};

static void put(struct view *view, int64_t value)
{
    digest_put(&view->digest, value);
}

static void put_at(struct view *view, int node, int64_t value)
{
    digest_at(&view->digest, node, value);
}

static void put_text(struct view *view, const char *text)
{
    view->digest.whole = digest_text(view->digest.whole, text);
}

static void put_text_at(struct view *view, int node, const char *text)
{
    view->digest.of[node] = digest_text(view->digest.of[node], text);
}

static const struct rlk_op *op_at(const struct rlk_list *at)
{
    return RLK_OWNER_OF(at, const struct rlk_op, among_ops);
}

static const struct redlock_lock *lock_at(const struct rlk_list *at)
{
    return RLK_OWNER_OF(at, const struct redlock_lock, among_locks);
}

static const struct rlk_extend *extend_at(const struct rlk_list *at)
{
    return RLK_OWNER_OF(at, const struct rlk_extend, of_lock);
}

static const struct rlk_pending_release *entry_at(const struct rlk_list *at)
{
    return RLK_OWNER_OF(at, const struct rlk_pending_release, among);
}

/* Each lock type has a number of its own. */
static int64_t kind_of(const struct rlk_lock_type *kind)
{
    return kind->holders | kind->former << 1 | kind->owned << 2 |
           kind->slots << 3;
}

/*
 * The number of the round among those in flight, from 1; 0: it is not in
 * flight.
 */
static int op_number(const struct view *view, const void *op)
{
    int number = 1;

    for (EACH(at, &view->runtime->ops)) {
        if (op_at(at) == op)
            return number;
        number++;
    }
    return 0;
}

static int lock_number(const struct view *view, const void *lock)
{
    int number = 1;

    for (EACH(at, &view->runtime->locks)) {
        if (lock_at(at) == lock)
            return number;
        number++;
    }
    return 0;
}

static int waiter_number(const struct view *view, const void *waiter)
{
    int number = 1;

    for (EACH(at, &view->runtime->waiters)) {
        if (RLK_OWNER_OF(at, const struct rlk_waiter, among_waiters) == waiter)
            return number;
        number++;
    }
    return 0;
}

/* --- nodes -----------------------------------------------------------------
 */

static int entry_number(const struct rlk_list *list, const void *owner)
{
    int number = 1;

    for (EACH(at, list)) {
        if (&entry_at(at)->pending == owner)
            return number;
        number++;
    }
    return 0;
}

/* The sender of a request: a round, a pending release, or the node itself. */
static int64_t owner_number(const struct view *view,
                            const struct rlk_node *node, const void *pending)
{
    int op = op_number(view, pending);

    return op != 0 ? op : -entry_number(&node->releases.sent, pending);
}

static void put_ring(struct view *view, const struct rlk_node *node,
                     const struct rlk_inflight *ring, bool sent)
{
    put_at(view, node->index, ring->count);
    for (uint32_t i = 0; i < ring->count; i++) {
        const struct rlk_inflight_entry *entry =
            &ring->entries[(ring->head + i) & (ring->room - 1)];
        put_at(view, node->index,
               owner_number(view, node, entry->pending) * 64 + entry->verb);
        if (!sent)
            continue;
        put_at(view, node->index, entry->checked * 2 + entry->whole);
        put_at(view, node->index, entry->sent);
    }
}

static void put_entries(struct view *view, int node,
                        const struct rlk_list *list)
{
    put_at(view, node, -1);
    for (EACH(at, list)) {
        const struct rlk_pending_release *entry = entry_at(at);
        put_at(view, node, kind_of(entry->terms.kind));
        put_text_at(view, node, entry->token.text);
        put_text_at(view, node, entry->resource->text);
        if (entry->terms.slot.many > 0)
            put_at(view, node,
                   entry->terms.slot.from * 65536 + entry->terms.slot.among);
        put_at(view, node, entry->terms.lives_ns);
        put_at(view, node, entry->until);
        put_at(view, node, (int64_t)entry->terms.connection);
    }
}

static void put_bound(struct view *view, int node,
                      const struct rlk_offset_bound *bound)
{
    put_at(view, node, bound->ns);
    put_at(view, node, bound->at);
}

static void put_guard(struct view *view, int node,
                      const struct rlk_guard *guard)
{
    int64_t flags = guard->guarded | guard->nameless << 1 |
                    guard->marking << 2 | guard->stale << 3 |
                    guard->renews << 4 | guard->has_news << 5 |
                    guard->offset.known << 6 | (int64_t)guard->refused << 8;

    put_at(view, node, flags);
    put_at(view, node, guard->marker.state);
    put_at(view, node, guard->marker.longest_ms);
    put_at(view, node, guard->marker.since_us);
    put_at(view, node, guard->marked);
    put_at(view, node, guard->wakeup);
    put_bound(view, node, &guard->offset.least);
    put_bound(view, node, &guard->offset.high);
    put_bound(view, node, &guard->offset.most);
    put_at(view, node, guard->gained_ns);
    put_at(view, node, guard->most_gained_ns);
    put_at(view, node, guard->unclear_ns);
    put_at(view, node, guard->gained_at);
    put_at(view, node, guard->excluded_until);
}

static void put_identity(struct view *view, int node,
                         const struct rlk_identity *identity)
{
    view->digest.of[node] =
        digest_name(view->digest.of[node], identity->run_id);
    view->digest.of[node] =
        digest_name(view->digest.of[node], identity->replid);
    put_at(view, node, identity->client_id);
    put_text_at(view, node, identity->marker);
}

static void put_listening(struct view *view, int node,
                          const struct rlk_listening *listening)
{
    put_at(view, node, listening->state * 2 + listening->refused);
    put_at(view, node, listening->wanted_until);
    if (listening->state == RLK_LISTENING_OFF)
        return;
    put_at(view, node, listening->since);
    put_at(view, node, listening->failures);
    put_at(view, node,
           rlk_timers_at(&view->runtime->timers, &listening->timer));
}

static void put_node(struct view *view, const struct rlk_node *node)
{
    int n = node->index;
    int64_t flags = node->silent | node->unkilled << 1 |
                    node->knows_release[false] << 2 |
                    node->knows_release[true] << 3 |
                    node->releases.refused << 4 | node->lacks_grant << 5 |
                    (int64_t)node->state << 8 | (int64_t)node->reason << 16;

    put_at(view, n, flags);
    put_at(view, n, node->knows_pass * 2 + node->lacks_queue);
    put_at(view, n, node->rtt_ns);
    put_at(view, n, node->since);
    put_at(view, n, node->asked);
    put_at(view, n, (int64_t)node->connection);
    put_at(view, n, node->answered_at);
    put_at(view, n, node->failures);
    put_at(view, n, rlk_timers_at(&view->runtime->timers, &node->timer));
    put_at(view, n, rlk_timers_at(&view->runtime->timers, &node->guard_timer));
    put_identity(view, n, &node->identity);
    for (int i = 0; i < node->orphans_count; i++)
        put_at(view, n, node->orphans[i]);
    put_at(view, n, node->kills * 64 + node->spared);
    put_guard(view, n, &node->guard);
    if (node->guard.marking)
        put_text_at(view, n, node->mark);
    put_listening(view, n, &node->listening);
    put_ring(view, node, &node->inflight, true);
    put_ring(view, node, &node->held, false);
    put_entries(view, n, &node->releases.maybe_unread);
    put_entries(view, n, &node->releases.aging);
    put_entries(view, n, &node->releases.sent);
}

/* --- rounds ----------------------------------------------------------------
 */

static int64_t bit(uint32_t set, int node)
{
    return set >> node & 1;
}

/* The sets that have a bit for each node, as one number for each node. */
static int64_t sets_at(const struct rlk_op *op, int node)
{
    const struct rlk_round *round = &op->round;

    return bit(round->asked, node) | bit(round->sent, node) << 1 |
           bit(round->waiting, node) << 2 | bit(round->undone, node) << 3 |
           bit(round->undoing, node) << 4 | bit(round->confirming, node) << 5 |
           bit(round->surpassed, node) << 6 | bit(op->reach.asked, node) << 7 |
           bit(op->reach.maybe_unread, node) << 8 |
           bit(op->acquire.granted, node) << 9 |
           bit(op->extend.lacking_key, node) << 10 |
           (int64_t)round->votes[node] << 16 | (int64_t)op->reasons[node] << 32;
}

static void put_round(struct view *view, const struct rlk_round *round)
{
    put(view, round->outcome * 8 + round->hears_out * 4 + round->reported * 2 +
                  round->last_call);
    put(view, round->settings.first * 2 + round->settings.waits);
    put(view, round->settings.kind);
    put(view, round->settings.deadline_ns);
    put(view, round->settings.ttl_ns);
    put(view, round->settings.min_validity_ns);
    put(view, round->undo_by);
    put(view, round->fence);
    put(view, round->confirm_by);
    put(view, round->left_at);
}

/* Of a semaphore. */
static void put_semaphore(struct view *view, const struct rlk_slot *slot)
{
    if (slot->many == 0)
        return;
    put(view, slot->many * 2 + slot->chosen);
    put(view, slot->from * 65536 + slot->among);
}

static void put_op(struct view *view, const struct rlk_op *op)
{
    int64_t flags = op->again | op->over << 1 | rlk_op_won(op) << 2 |
                    op->acquire.guarded << 3 | op->acquire.discarded << 4 |
                    (op->call != NULL) << 5 |
                    (int64_t)op->operation->verb << 8 | kind_of(op->kind) << 16;

    put(view, flags);
    put_round(view, &op->round);
    put_text(view, op->resource->text);
    put_text(view, op->token.text);
    put_semaphore(view, &op->slot);
    put(view, op->round.settings.ttl_ns);
    put(view, op->key_lives_ms);
    put(view, op->fastest_ns);
    put(view, op->in_flight);
    put(view, op->fence);
    put(view, op->floor_us);
    put(view, rlk_timers_at(&view->runtime->timers, &op->timer));
    put(view, lock_number(view, op->lock));
    for (int node = 0; node < view->nodes; node++) {
        put_at(view, node, sets_at(op, node));
        put_at(view, node, op->round.counters[node]);
        put_at(view, node, op->round.asked_for[node]);
        put_at(view, node,
               bit(op->round.asked, node) ? op->round.sent_at[node] : 0);
        put_at(view, node, op->acquire.remaining_ms[node]);
    }
}

/* For rounds of waiters: see waiter.h. */
static void put_waiting_op(struct view *view, const struct rlk_op *op)
{
    const struct rlk_round *round = &op->round;

    put(view, waiter_number(view, op->acquire.waiter));
    put(view, op->acquire.lingers * 2 + op->release.pass_checked +
                  op->acquire.handed_on * 4);
    put(view, op->release.successor != NULL);
    if (op->release.successor != NULL) {
        put_text(view, op->release.successor->token.text);
        put(view, op->release.successor->ticket);
        put(view, op->release.successor->generation);
    }
    for (int node = 0; node < view->nodes; node++)
        put_at(
            view, node,
            bit(round->sent_before, node) | bit(round->unanswered, node) << 1 |
                bit(round->called, node) << 2 | bit(round->issued, node) << 3 |
                bit(op->release.pass_at, node) << 4);
}

/* --- waiters -------------------------------------------------------------- */

static void put_request_sequence(struct view *view,
                                 const struct rlk_request_sequence *said)
{
    put(view, said->first);
    put(view, said->count);
    for (int64_t i = 0; i < said->count && i < RLK_WAIT_REQUESTS; i++)
        put(view, said->last[i]);
}

static void put_wait(struct view *view, const struct rlk_wait *wait)
{
    put(view, wait->preferred);
    put(view, wait->wide * 64 + wait->lost);
    for (int node = 0; node < view->nodes; node++) {
        put_at(view, node,
               bit(wait->gates, node) | bit(wait->unanswered, node) << 1 |
                   bit(wait->answered, node) << 2 |
                   bit(wait->behind, node) << 3);
        put_at(view, node, (int64_t)wait->holders[node]);
    }
}

static void put_waiter(struct view *view, const struct rlk_waiter *waiter)
{
    int64_t flags = waiter->won | waiter->filed << 1 | waiter->claiming << 2 |
                    waiter->named << 3 | waiter->settings.once << 4 |
                    waiter->rests << 5 | waiter->step_due << 6;

    put(view, flags);
    put(view, op_number(view, waiter->op));
    put(view, lock_number(view, waiter->settings.lock));
    put(view, waiter->ticket);
    put_text(view,
             waiter->head.token.length == 0 ? "" : waiter->head.token.text);
    put(view, waiter->head.ticket);
    put(view, waiter->head.generation);
    put(view, (int64_t)waiter->attempt);
    put(view, waiter->tries * 256 + waiter->rank);
    put_request_sequence(view, &waiter->said);
    put_wait(view, &waiter->wait);
    put(view, waiter->renew_at);
    put(view, waiter->silent_at);
    put(view, waiter->claim_at);
    put(view, waiter->claim_again);
    put(view, waiter->claim_by);
    for (int node = 0; node < view->nodes; node++)
        put_at(view, node,
               bit(waiter->queued, node) | bit(waiter->to_claim, node) << 1 |
                   bit(waiter->shunned, node) << 2 |
                   bit(waiter->looked_at, node) << 3);
    put_semaphore(view, &waiter->chosen);
}

/* Abandoned tokens: hand-offs to them are answered. */
static void put_ended(struct view *view)
{
    const struct rlk_ended *ended = view->runtime->ended;

    for (int i = 0; ended != NULL && i < RLK_ENDED_MOST; i++) {
        if (ended->waiters[i].resource == NULL)
            continue;
        put(view, (int64_t)ended->waiters[i].attempt);
        put_text(view, ended->waiters[i].resource->text);
        put(view, ended->waiters[i].lives_ns);
    }
}

static void put_contention(struct view *view)
{
    const struct rlk_contention *contention = &view->runtime->contention;

    put(view, contention->until);
    for (int i = 0; i < RLK_CONTENTION_MOST; i++) {
        if (contention->entries[i].name == 0)
            continue;
        put(view, (int64_t)contention->entries[i].name);
        put(view, contention->entries[i].until);
        put(view, contention->entries[i].yields_until);
    }
}

/* --- calls and locks -------------------------------------------------------
 */

static void put_call(struct view *view, const struct rlk_call *call)
{
    put(view, op_number(view, call->op));
    put(view, call->started);
    put(view, call->rounds * 64 + (int)call->status);
}

static void put_extend(struct view *view, const struct rlk_extend *extend)
{
    put_call(view, &extend->call);
    put(view, rlk_timers_at(&view->runtime->timers, &extend->timer));
    put(view, extend->ttl_ns);
    put(view, extend->goal);
    put(view, extend->ended != NULL);
    put(view, extend->downgrades);
}

static void put_acquire(struct view *view, const struct rlk_acquire *acquire)
{
    put_call(view, &acquire->call);
    put(view, rlk_timers_at(&view->runtime->timers, &acquire->timer));
    put(view, (int64_t)acquire->attempt);
    put(view, acquire->min_validity_ns);
    put(view, acquire->owner_fence);
    put(view, acquire->deadline);
    put(view, acquire->once * 4 + acquire->fair * 2 + acquire->polls);
    put_semaphore(view, &acquire->slot);
    put(view, acquire->slots_refused);
    put(view, acquire->slot_gates);
    put(view, waiter_number(view, acquire->waiter));
    put(view, lock_number(view, acquire->lock));
}

static void put_tenure(struct view *view, const struct redlock_lock *lock)
{
    put(view, lock->tenure.validity);
    put(view, lock->tenure.lost * 2 + lock->tenure.unconfirmed);
    for (int node = 0; node < view->nodes; node++) {
        put_at(view, node, lock->votes[node]);
        put_at(view, node, bit(lock->tenure.on_probation, node));
        put_at(view, node,
               bit(lock->reach.asked, node) |
                   bit(lock->reach.maybe_unread, node) << 1);
        if (lock->fenced)
            put_at(view, node, lock->votes[view->nodes + node]);
    }
}

static void put_lock(struct view *view, const struct redlock_lock *lock)
{
    int64_t flags = lock->kept | lock->repair << 1 | lock->lost << 2 |
                    lock->abandoned << 3 | lock->renew_soon << 4 |
                    lock->renewing << 5 | lock->renewed << 6 |
                    lock->raises << 7 | kind_of(lock->kind) << 8;

    put(view, flags);
    put_text(view, lock->resource->text);
    put_semaphore(view, &lock->rare->slot);
    put_text(view, lock->rare->adopted == NULL ? "" : lock->rare->adopted);
    put(view, (int64_t)lock->attempt);
    put(view, lock->ttl_ns);
    put(view, lock->longest_ns);
    put(view, lock->warning_ns);
    put(view, lock->expires_at);
    put(view, rlk_lock_shielded_until(lock));
    put(view, lock->fence);
    put(view, rlk_timers_at(&view->runtime->timers, &lock->timer));
    put(view, lock->renew_at);
    put(view, waiter_number(view, lock->rare->waiter));
    put_tenure(view, lock);
    for (EACH_OF_RING(at, lock->rounds))
        put(view,
            op_number(view, RLK_OWNER_OF(at, const struct rlk_op, of_lock)));
    put(view, -1);
    for (EACH_OF_RING(at, lock->extends))
        put_extend(view, extend_at(at));
    put(view, -2);
}

/* --- the user, and the witness ---------------------------------------------
 */

static void put_belief(struct view *view, const struct sim_belief *belief)
{
    put(view, (int64_t)belief->attempt);
    put_text(view, belief->token);
    put(view, belief->valid_until);
    put(view, belief->believed_to);
    put(view, belief->held_once * 2 + belief->notified);
    put(view, belief->stands_until);
    put(view, belief->fence_floor);
    put_text(view, belief->head.token);
    put(view, belief->head.ticket);
    for (int node = 0; node < view->nodes; node++) {
        put_at(view, node,
               bit(belief->timed_out, node) * 2 + bit(belief->forgotten, node));
        put_at(view, node, belief->ends[node]);
        put_at(view, node, belief->entitled[node]);
        put_at(view, node, belief->counters[node]);
    }
}

static void put_slot(struct view *view, const struct sim_slot *slot)
{
    put(view, slot->state);
    if (slot->state != SIM_SLOT_IDLE || slot->belief.attempt != 0) {
        put(view, slot->shared + slot->owner * 2 + slot->fenced * 8 +
                      slot->slots * 16);
        put(view, slot->carried);
        put(view, slot->resource * 2 + slot->no_repair);
        put(view, slot->least);
        put_belief(view, &slot->belief);
        put(view, lock_number(view, slot->lock));
    }
    if (slot->state == SIM_SLOT_ACQUIRING)
        put_acquire(view, &slot->acquire);
    if (slot->state == SIM_SLOT_RELEASING)
        put_call(view, &slot->release.call);
    if (slot->state == SIM_SLOT_ACQUIRING || slot->state == SIM_SLOT_RELEASING)
        put(view, slot->due);
    for (int i = 0; i < SIM_EXTENSIONS; i++)
        put(view, slot->extensions[i].under_way);
}

static void put_hearing(struct view *view, int node)
{
    const struct sim_hearing *hearing = &view->client->hearings[node];

    if (view->client->world->plan->guard == SIM_GUARD_NONE)
        return;
    put_at(view, node, hearing->at);
    put_at(view, node, hearing->steps);
    put_at(view, node, hearing->width);
    put_at(view, node, hearing->excluded_until);
}

static void put_user(struct view *view)
{
    const struct sim_client *client = view->client;

    put(view, (int64_t)view->runtime->attempts);
    put(view, (int64_t)view->runtime->serials);
    put(view, client->not_sent);
    for (uint64_t i = 0; i <= view->runtime->attempts; i++)
        put(view, (int64_t)client->given_back[i % SIM_ATTEMPTS]);
    for (int i = 0; i < SIM_SLOTS; i++)
        put_slot(view, &client->slots[i]);
    put(view, client->inspecting);
    if (client->inspecting)
        put_call(view, &client->inspect.call);
}

struct digest client_state_digest(const struct sim_client *client)
{
    struct view view = {
        .client = client,
        .runtime = &client->core.runtime,
        .nodes = client->world->plan->nodes,
    };

    put(&view, client->generation * 4 + client->stopped * 2 + client->alive);
    put(&view, client->last_resumed);
    put(&view, client->stopped ? client->stopped_at : 0);
    if (!client->alive)
        return view.digest;
    put(&view, view.runtime->guarded);
    for (EACH(at, &view.runtime->ops)) {
        put_op(&view, op_at(at));
        put_waiting_op(&view, op_at(at));
    }
    for (EACH(at, &view.runtime->waiters))
        put_waiter(&view,
                   RLK_OWNER_OF(at, const struct rlk_waiter, among_waiters));
    put_contention(&view);
    put(&view, -1);
    put_ended(&view);
    put(&view, -1);
    for (EACH(at, &view.runtime->locks))
        put_lock(&view, lock_at(at));
    put_user(&view);
    for (int node = 0; node < view.nodes; node++) {
        put_node(&view, &client->core.nodes[node]);
        put_hearing(&view, node);
    }
    return view.digest;
}

/* --- timers ----------------------------------------------------------------
 */

#define TIMERS_MAX 256

struct order {
    const struct rlk_timers *all;
    int count;
    struct rlk_timer_slot timers[TIMERS_MAX];
};

static void note(struct order *order, struct rlk_timer *timer)
{
    int64_t due = rlk_timers_at(order->all, timer);
    int waiter = order->count;

    if (timer->position == 0 || order->count == TIMERS_MAX)
        return;
    for (; waiter > 0 && order->timers[waiter - 1].at > due; waiter--)
        order->timers[waiter] = order->timers[waiter - 1];
    order->timers[waiter] = (struct rlk_timer_slot){.at = due, .timer = timer};
    order->count++;
}

static void note_lock(struct order *order, struct redlock_lock *lock)
{
    note(order, &lock->timer);
    for (EACH_OF_RING(at, lock->extends))
        note(order, &RLK_OWNER_OF(at, struct rlk_extend, of_lock)->timer);
}

void client_state_tidy(struct sim_client *client)
{
    struct rlk_runtime *runtime = &client->core.runtime;
    struct order order = {.all = &runtime->timers};

    if (!client->alive || runtime->timers.count < 2)
        return;
    for (int node = 0; node < client->world->plan->nodes; node++) {
        note(&order, &client->core.nodes[node].timer);
        note(&order, &client->core.nodes[node].guard_timer);
        note(&order, &client->core.nodes[node].listening.timer);
    }
    for (struct rlk_list *at = runtime->ops.next; at != &runtime->ops;
         at = at->next)
        note(&order, &RLK_OWNER_OF(at, struct rlk_op, among_ops)->timer);
    for (struct rlk_list *at = runtime->acquires.next; at != &runtime->acquires;
         at = at->next)
        note(&order,
             &RLK_OWNER_OF(at, struct rlk_acquire, among_acquires)->timer);
    for (struct rlk_list *at = runtime->waiters.next; at != &runtime->waiters;
         at = at->next)
        note(&order,
             &RLK_OWNER_OF(at, struct rlk_waiter, among_waiters)->timer);
    for (struct rlk_list *at = runtime->locks.next; at != &runtime->locks;
         at = at->next)
        note_lock(&order, RLK_OWNER_OF(at, struct redlock_lock, among_locks));
    if ((size_t)order.count != runtime->timers.count)
        return;
    for (int i = 0; i < order.count; i++) {
        runtime->timers.heap[i + 1] = order.timers[i];
        order.timers[i].timer->position = (size_t)i + 1;
    }
}
