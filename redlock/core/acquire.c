/* SPDX-License-Identifier: MIT */
/* Acquiring: attempts that ask all nodes, and the pauses between them. */

#include "redlock/core/acquire.h"

#include <string.h>

#include "quorum/backoff.h"
#include "quorum/wait.h"
#include "redlock/core/attempt.h"
#include "redlock/core/lock.h"
#include "redlock/core/node.h"
#include "redlock/core/report.h"
#include "redlock/core/waiter.h"

/* The least upper bound of a pause after a refused attempt. */
#define BACKOFF_BASE_NS RLK_NS_PER_MS

/* After this many refused slots in a row, the attempt pauses. */
#define REFUSED_MOST 4

static void attempt(struct rlk_acquire *acquire, int64_t now);

/* --- the request --------------------------------------------------------- */

int64_t rlk_acquire_warning(int64_t ttl_ns)
{
    int64_t notice = ttl_ns / REDLOCK_WARNING_DEFAULT_PART;
    int64_t least = REDLOCK_WARNING_DEFAULT_LEAST_MS * RLK_NS_PER_MS;
    int64_t most = REDLOCK_WARNING_DEFAULT_MOST_MS * RLK_NS_PER_MS;

    if (notice < least)
        return least;
    return notice > most ? most : notice;
}

enum redlock_status rlk_acquire_check_ttl(const struct rlk_runtime *runtime,
                                          int64_t ttl_ms, int64_t warning_ns)
{
    int64_t ttl_ns = rlk_clock_from_ms(ttl_ms);
    int64_t drift;

    if (ttl_ms < 1)
        return REDLOCK_BAD_REQUEST;
    drift = rlk_clock_drift(ttl_ns, runtime->settings.drift_ppm);
    if (ttl_ns > runtime->settings.ttl_max_ns)
        return REDLOCK_TTL_TOO_LONG;
    if (rlk_clock_add(drift, warning_ns) >= ttl_ns)
        return REDLOCK_TTL_TOO_SHORT;
    return REDLOCK_OK;
}

bool rlk_acquire_slots(const struct redlock_request *request,
                       struct rlk_slot *slot)
{
    *slot = (struct rlk_slot){0};
    if (request->slots < 0 || request->slots > REDLOCK_SLOTS_MAX)
        return false;
    if (request->slots == 0)
        return true;
    slot->many = (uint16_t)request->slots;
    return request->mode == REDLOCK_EXCLUSIVE && request->more_count == 0;
}

/* An owner's shared lock has no fence of that owner. */
static bool is_owner(const struct redlock_request *request)
{
    return redlock_owner_problem(request->owner) == NULL &&
           request->owner_fence >= 0 && request->owner_fence <= RLK_FENCE_MAX &&
           request->more_count == 0 && request->slots == 0 &&
           (request->mode == REDLOCK_EXCLUSIVE || request->owner_fence == 0);
}

bool rlk_acquire_lock_type(const struct rlk_runtime *runtime,
                           const struct redlock_request *request,
                           const struct rlk_lock_type **kind)
{
    bool owned = request->owner != NULL;

    if (owned ? !is_owner(request) : request->owner_fence != 0)
        return false;
    *kind = owned ? runtime->settings.owned : runtime->settings.kind;
    if (request->mode == REDLOCK_SHARED)
        *kind = runtime->settings.shared;
    if (request->slots > 0)
        *kind = runtime->settings.semaphore;
    return request->mode == REDLOCK_EXCLUSIVE ||
           request->mode == REDLOCK_SHARED;
}

enum redlock_status rlk_acquire_check(const struct rlk_runtime *runtime,
                                      const struct redlock_request *request,
                                      struct rlk_lock_settings *lock)
{
    int64_t ttl_ms =
        request->ttl_ms == 0 ? REDLOCK_TTL_DEFAULT_MS : request->ttl_ms;

    if (runtime->settings.read_only ||
        redlock_resource_problem(request->resource) != NULL ||
        request->wait_ms < 0 || request->min_validity_ms < 0 ||
        request->warning_ms < 0 ||
        (request->modes != NULL && request->more_count == 0) ||
        !rlk_acquire_lock_type(runtime, request, &lock->kind))
        return REDLOCK_BAD_REQUEST;
    if (!rlk_acquire_slots(request, &lock->rare.slot))
        return REDLOCK_BAD_REQUEST;
    lock->ttl_ns = rlk_clock_from_ms(ttl_ms);
    lock->warning_ns = request->warning_ms > 0
                           ? rlk_clock_from_ms(request->warning_ms)
                           : rlk_acquire_warning(lock->ttl_ns);
    lock->keep = request->keep;
    lock->repair = !request->no_repair;
    lock->fenced = request->fencing || request->owner_fence > 0;
    lock->lost = request->lost;
    lock->rare.on_renewed = request->renewed;
    lock->rare.user = request->user;
    return rlk_acquire_check_ttl(runtime, ttl_ms, lock->warning_ns);
}

int64_t rlk_acquire_deadline(const struct redlock_request *request, int64_t now)
{
    return request->wait_ms == REDLOCK_FOREVER
               ? RLK_NEVER
               : rlk_clock_add(now, rlk_clock_from_ms(request->wait_ms));
}

/* --- reports about the wait ----------------------------------------------- */

void rlk_acquire_tell(struct rlk_acquire *acquire)
{
    if (acquire->news.notify != NULL && !acquire->once)
        rlk_completions_push(&acquire->call.runtime->completions,
                             &acquire->call.news);
}

bool rlk_wait_news_take(struct rlk_wait_news *news,
                        struct redlock_waiting *waiting)
{
    bool cut_off = waiting->reachable < waiting->quorum;
    uint64_t holder =
        waiting->holder == NULL
            ? 0
            : rlk_contention_number(waiting->holder, strlen(waiting->holder));

    if (news->began && cut_off == news->cut_off &&
        (waiting->position < 0 || waiting->position == news->position) &&
        (holder == 0 || holder == news->holder))
        return false;
    if (news->began && waiting->position < 0)
        waiting->position = news->position;
    news->position = waiting->position;
    if (holder != 0)
        news->holder = holder;
    news->began = true;
    news->cut_off = cut_off;
    return true;
}

/* The holder that the first local waiter reports, or the last attempt found. */
static const char *known_holder(const struct rlk_acquire *acquire,
                                const struct rlk_waiter *waiter)
{
    const char *holder = waiter != NULL && waiter->ticket != 0
                             ? waiter->holder
                             : rlk_report_holder_named(acquire->call.report);

    return holder != NULL && holder[0] != '\0' ? holder : NULL;
}

bool rlk_acquire_take_news(struct rlk_acquire *acquire,
                           struct rlk_wait_reported *reported, int64_t now)
{
    const struct rlk_waiter *waiter = rlk_local_queue_waiter(&acquire->in_line);
    const struct rlk_runtime *runtime = acquire->call.runtime;

    if (!rlk_list_linked(&acquire->among_acquires))
        return false;
    reported->waiting = (struct redlock_waiting){
        .size = sizeof(reported->waiting),
        .resource = acquire->lock->resource->text,
        .holder = known_holder(acquire, waiter),
        .waited_ms = rlk_clock_to_ms(rlk_clock_sub(now, acquire->call.started)),
        .position = waiter != NULL && waiter->ticket != 0
                        ? waiter->rank + rlk_local_queue_rank(&acquire->in_line)
                        : -1,
        .nodes = runtime->settings.nodes,
        .quorum = runtime->settings.quorum,
        .reachable = rlk_node_count_usable(runtime, now),
    };
    if (!rlk_wait_news_take(&acquire->news, &reported->waiting))
        return false;
    if (reported->waiting.holder != NULL) {
        rlk_text_show(reported->holder, sizeof(reported->holder),
                      reported->waiting.holder,
                      strlen(reported->waiting.holder));
        reported->waiting.holder = reported->holder;
    }
    reported->notify = acquire->news.notify;
    reported->user = acquire->news.user;
    reported->resource = rlk_resource_hold(acquire->lock->resource);
    return true;
}

void rlk_wait_reported_clear(struct rlk_wait_reported *reported)
{
    rlk_resource_drop(reported->resource);
}

/* --- its end ------------------------------------------------------------- */

/* Can the attempt queue? Not if it joins a lock of its own owner. */
static bool may_queue(const struct rlk_acquire *acquire, int64_t now)
{
    /* An owner must not queue behind waiters that wait for this owner. */
    return acquire->owner_fence == 0 &&
           rlk_waiter_possible(acquire->call.runtime, now);
}

static bool is_cut_off(const struct rlk_runtime *runtime, int64_t now)
{
    return rlk_node_count_usable(runtime, now) < runtime->settings.quorum;
}

/* Frees the waiter, unless it is the lock's by now. served: it has won. */
static void leave_queue(struct rlk_acquire *acquire, bool served, int64_t now)
{
    struct rlk_waiter *waiter = acquire->waiter;

    acquire->waiter = NULL;
    rlk_local_queue_leave(&acquire->in_line, served, now);
    if (waiter != NULL && !waiter->won)
        rlk_waiter_free(waiter);
}

/* Ends the acquisition: queues the completion, and frees the lock unless OK. */
static void end(struct rlk_acquire *acquire, enum redlock_status status,
                int64_t now)
{
    /* Without a quorum, the holder that a minority reports does not count. */
    if (status == REDLOCK_BUSY && acquire->waits &&
        is_cut_off(acquire->call.runtime, now))
        status = REDLOCK_NO_QUORUM;
    rlk_list_remove(&acquire->among_acquires);
    rlk_list_remove(&acquire->call.news.queued);
    rlk_timers_forget(&acquire->call.runtime->timers, &acquire->timer);
    leave_queue(acquire, status == REDLOCK_OK, now);
    rlk_counts_ended(&acquire->call.runtime->counts, status,
                     acquire->waits ? rlk_clock_sub(now, acquire->call.started)
                                    : 0);
    if (status != REDLOCK_OK) {
        rlk_lock_free(acquire->lock);
        acquire->lock = NULL;
    }
    rlk_call_end(&acquire->call, status, now);
}

/* Handles an attempt that was not won. Does another one follow? */
static bool goes_on(struct rlk_acquire *acquire, enum redlock_status status,
                    int64_t now)
{
    rlk_call_count(&acquire->call);
    acquire->call.status = status;
    if (!acquire->once && now < acquire->deadline &&
        status != REDLOCK_CANCELLED && status != REDLOCK_NO_RIGHTS &&
        status != REDLOCK_LOST && status != REDLOCK_DISAGREES &&
        status != REDLOCK_TTL_MAX_DIFFERS && status != REDLOCK_UPGRADE)
        return true;
    end(acquire, status, now);
    return false;
}

/* --- pauses -------------------------------------------------------------- */

/* Schedules the next attempt, at the deadline at the latest. */
static void pause_until(struct rlk_acquire *acquire, int64_t at)
{
    acquire->waits = true;
    rlk_timers_set(&acquire->call.runtime->timers, &acquire->timer,
                   at < acquire->deadline ? at : acquire->deadline);
}

/* The longest pause. By default at least the limit of doubling. */
static int64_t longest_pause(const struct rlk_runtime *runtime, int64_t base_ns)
{
    int64_t doubled = RLK_BACKOFF_CAP * base_ns;
    int64_t most = REDLOCK_PAUSE_MAX_DEFAULT_MS * RLK_NS_PER_MS;

    if (runtime->settings.pause_max_ns > 0)
        return runtime->settings.pause_max_ns;
    return doubled > most ? doubled : most;
}

/* The pauses of a client that is not notified. rtt_ns: RLK_NEVER if unknown. */
static struct rlk_backoff_settings polling(const struct rlk_acquire *acquire,
                                           int64_t rtt_ns, int64_t now)
{
    struct rlk_backoff_settings backoff = {
        .base_ns = BACKOFF_BASE_NS,
        .ceiling_ns = rlk_clock_sub(acquire->deadline, now),
        .waited_ns = rlk_clock_sub(now, acquire->call.started),
    };

    if (rtt_ns != RLK_NEVER && 2 * rtt_ns > backoff.base_ns)
        backoff.base_ns = 2 * rtt_ns;
    backoff.longest_ns = longest_pause(acquire->call.runtime, backoff.base_ns);
    return backoff;
}

static int64_t draw(const struct rlk_acquire *acquire,
                    const struct rlk_backoff_settings *backoff)
{
    return rlk_backoff_pause(backoff, acquire->call.rounds - 1,
                             rlk_runtime_random(acquire->call.runtime));
}

/*
 * The instant of the next attempt, after a pause with full jitter. If other
 * holders' keys refused it, the pause ends no later than their expiry. An
 * attempt that was too slow met no such key, as its own grants count as free.
 */
static int64_t next_attempt(struct rlk_acquire *acquire,
                            const struct rlk_op *op, int64_t now)
{
    struct rlk_backoff_settings backoff = polling(acquire, op->fastest_ns, now);
    int64_t free_in = acquire->call.status == REDLOCK_TOO_SLOW
                          ? RLK_NEVER
                          : rlk_clock_from_ms(rlk_op_free_in_ms(op));

    /*
     * Without this, ever shorter pauses would end in a burst of attempts right
     * before the deadline.
     */
    if (backoff.ceiling_ns < BACKOFF_BASE_NS)
        return acquire->deadline;
    if (free_in < BACKOFF_BASE_NS)
        free_in = BACKOFF_BASE_NS;
    if (free_in < backoff.ceiling_ns)
        backoff.ceiling_ns = free_in;
    return rlk_clock_add(now, draw(acquire, &backoff));
}

/* --- slots --------------------------------------------------------------- */

/* Starts over with all slots, at a random one, and with all gates. */
static void slots_anew(struct rlk_acquire *acquire)
{
    uint16_t many = acquire->lock->rare->slot.many;

    if (many == 0)
        return;
    acquire->slot =
        rlk_slot_any(many, rlk_runtime_random(acquire->call.runtime));
    acquire->slots_refused = 0;
    acquire->slot_gates = 0;
}

/* Usable nodes that this attempt has not asked yet. */
static uint32_t may_be_asked(const struct rlk_op *op, int64_t now)
{
    uint32_t nodes = 0;

    for (int node = 0; node < op->runtime->settings.nodes; node++) {
        if (rlk_node_usable(&op->runtime->nodes[node], now))
            nodes |= rlk_node_set_of(node);
    }
    return nodes & ~op->round.asked;
}

/* Asks the next gate to choose a slot. The caller drives the op. */
static void call_gate(struct rlk_op *op, int64_t now)
{
    const struct rlk_acquire *acquire = (const struct rlk_acquire *)op->call;
    uint32_t left = may_be_asked(op, now) & ~acquire->slot_gates;

    if (left != 0) {
        (void)rlk_op_call(op, rlk_node_set_of(rlk_order_lowest(
                                  left, op->round.settings.first)));
        return;
    }
    rlk_round_last_call(&op->round, now);
    rlk_round_refuse(&op->round, now);
}

/*
 * Asks the first gate. If fewer nodes than a quorum are left, or no gate, it
 * asks no node. This may free the op.
 */
static void slot_begin(struct rlk_op *op, int64_t now)
{
    const struct rlk_acquire *acquire = (const struct rlk_acquire *)op->call;
    const struct rlk_runtime_settings *of = &op->runtime->settings;
    uint32_t left;

    rlk_op_exclude_dead(op, now);
    left = may_be_asked(op, now);
    if ((left & ~acquire->slot_gates) == 0) {
        for (int node = 0; node < of->nodes; node++) {
            if (rlk_node_set_has(left, node))
                rlk_round_exclude(&op->round, node, now);
        }
        left = 0;
    }
    if (rlk_node_set_count(left) < of->quorum)
        rlk_round_last_call(&op->round, now);
    else
        call_gate(op, now);
    rlk_op_drive(op, now);
}

/*
 * It is unknown whether this gate has chosen a slot, and which one, so the
 * attempt starts anew with another token. The caller drives the op.
 */
static void give_up_gate(struct rlk_op *op, int node, int64_t now)
{
    struct rlk_acquire *acquire = (struct rlk_acquire *)op->call;

    acquire->slot_gates |= rlk_node_set_of(node);
    op->acquire.discarded = true;
    rlk_round_cancel(&op->round, now);
}

static void call_others(struct rlk_op *op, int64_t now)
{
    uint32_t others =
        rlk_node_set_all(op->runtime->settings.nodes) & ~op->round.asked;

    (void)rlk_op_call(op, others);
    rlk_round_last_call(&op->round, now);
}

/* rlk_operation.fill. This attempt gets no queue entry. */
static void slot_fill(const struct rlk_op *op, int node,
                      struct rlk_request *request)
{
    static const struct rlk_ask passing = {.flags = RLK_ENTRY_NONE};

    (void)op, (void)node;
    if (request->verb == RLK_VERB_ASK)
        request->ask = &passing;
}

/*
 * All slots are taken at a gate. Does that end the attempt? If it can queue,
 * yes. Otherwise only if enough nodes agree that no quorum is left.
 */
static bool is_refused(const struct rlk_op *op, int64_t now)
{
    const struct rlk_acquire *acquire = (const struct rlk_acquire *)op->call;
    const struct rlk_runtime *runtime = op->runtime;
    int refusing =
        rlk_node_set_count(rlk_op_refused_for(op, REDLOCK_REASON_SLOTS));

    return (!acquire->once && may_queue(acquire, now)) ||
           refusing >= rlk_wait_needed(rlk_node_count_usable(runtime, now),
                                       runtime->settings.quorum);
}

static void slot_counted(struct rlk_op *op, int node, enum rlk_vote vote,
                         int64_t now)
{
    if (op->round.outcome != RLK_OUTCOME_PENDING || op->round.last_call)
        return;
    if (op->slot.chosen)
        call_others(op, now);
    else if (op->reasons[node] == REDLOCK_REASON_QUEUED ||
             (op->reasons[node] == REDLOCK_REASON_SLOTS && is_refused(op, now)))
        rlk_round_refuse(&op->round, now);
    else if (vote == RLK_VOTE_FAILED &&
             op->runtime->nodes[node].state != RLK_NODE_UP)
        give_up_gate(op, node, now);
    else
        call_gate(op, now);
}

static void slot_missed(struct rlk_op *op, int node, int64_t now)
{
    if (op->slot.chosen || op->round.outcome != RLK_OUTCOME_PENDING)
        return;
    if (rlk_round_vote_of(&op->round, node) == RLK_VOTE_TIMED_OUT)
        give_up_gate(op, node, now);
    else
        call_gate(op, now);
}

/*
 * After a refused attempt, skips the refused slot. Is there another slot to try
 * immediately?
 */
static bool slot_next(struct rlk_acquire *acquire,
                      const struct rlk_slot *refused)
{
    struct rlk_slot *slot = &acquire->slot;
    int passed;

    if (!refused->chosen || ++acquire->slots_refused > REFUSED_MOST)
        return false;
    passed = rlk_slot_distance(slot, refused->from) + 1;
    slot->from = (uint16_t)((slot->from + passed) % slot->many);
    slot->among = (uint16_t)(slot->among - passed);
    return slot->among > 0;
}

/* --- in the line, and in the nodes' queues ------------------------------- */

static void moved_in_local_queue(struct rlk_local_waiter *who)
{
    rlk_acquire_tell(RLK_OWNER_OF(who, struct rlk_acquire, in_line));
}

/* Does it queue behind other waiters of this client? */
static bool uses_local_queue(const struct rlk_acquire *acquire)
{
    return !acquire->once && !acquire->lock->kind->scripted;
}

/* Its position has changed, as have those of local waiters behind it. */
static void waiter_moved(struct rlk_waiter *waiter)
{
    struct rlk_acquire *acquire = waiter->settings.owner;

    if (uses_local_queue(acquire))
        rlk_local_queue_moved(&acquire->in_line);
    else
        rlk_acquire_tell(acquire);
}

static void ask_for_entry(struct rlk_acquire *acquire, int64_t now)
{
    acquire->attempt = ++acquire->call.runtime->attempts;
    if (!rlk_waiter_attempt(acquire->waiter, acquire->attempt,
                            acquire->call.rounds > 0, now))
        end(acquire, REDLOCK_NO_MEMORY, now);
}

/*
 * The pause after a lost claim. If a node keeps a queue entry, the node
 * notifies the waiter. Otherwise, as nodes with its key do not queue it, it has
 * to poll like a client without a queue.
 */
static int64_t pause_of_loser(const struct rlk_acquire *acquire, int64_t now)
{
    struct rlk_backoff_settings backoff = polling(acquire, RLK_NEVER, now);

    return acquire->waiter->kept ? rlk_waiter_backoff(acquire->waiter)
                                 : draw(acquire, &backoff);
}

/*
 * Has no node reported a waiter? Either no node answered, or a gate has a key
 * without a queue, which may be left over from a client that died. A plain
 * attempt at all nodes decides then.
 */
static bool found_no_waiter(const struct rlk_waiter *waiter)
{
    return !waiter->claiming &&
           (waiter->wait.answered == 0 || waiter->unopposed);
}

static void waiter_over(struct rlk_waiter *waiter, enum rlk_outcome outcome,
                        bool discarded, int64_t now)
{
    struct rlk_acquire *acquire = waiter->settings.owner;
    enum redlock_status status = acquire->call.status;
    bool lost = waiter->claiming;
    bool busy;

    if (outcome == RLK_OUTCOME_WON) {
        rlk_call_count(&acquire->call);
        end(acquire, REDLOCK_OK, now);
        return;
    }
    if (discarded) {
        ask_for_entry(acquire, now);
        return;
    }
    if (outcome == RLK_OUTCOME_DEADLINE)
        status = REDLOCK_BUSY;
    if (acquire->once && status == REDLOCK_BUSY && found_no_waiter(waiter)) {
        rlk_call_count(&acquire->call);
        acquire->polls = true;
        pause_until(acquire, now);
        return;
    }
    if (!goes_on(acquire, status, now))
        return;
    busy = lost && status == REDLOCK_BUSY;
    if (busy && slot_next(acquire, &waiter->chosen)) {
        ask_for_entry(acquire, now);
        return;
    }
    if (lost)
        rlk_wait_lost(&waiter->wait);
    /* Without a queue, or with too few gates, all nodes are asked. */
    acquire->polls = !busy;
    pause_until(acquire,
                rlk_clock_add(now, lost ? pause_of_loser(acquire, now) : 0));
    if (lost)
        rlk_acquire_tell(acquire);
}

static bool make_waiter(struct rlk_acquire *acquire)
{
    if (acquire->waiter == NULL)
        acquire->waiter = rlk_waiter_new(&(struct rlk_waiter_settings){
            .owner = acquire,
            .call = &acquire->call,
            .lock = acquire->lock,
            .slot = acquire->slot.many > 0 ? &acquire->slot : NULL,
            .least_ns = acquire->min_validity_ns,
            .deadline = acquire->deadline,
            .once = acquire->once,
            .fair = acquire->fair,
            .over = waiter_over,
            .moved = waiter_moved,
        });
    acquire->in_line.waiter = acquire->waiter;
    return acquire->waiter != NULL;
}

static void take_turn(struct rlk_local_waiter *who, int64_t now)
{
    struct rlk_acquire *acquire =
        RLK_OWNER_OF(who, struct rlk_acquire, in_line);

    rlk_timers_set(&acquire->call.runtime->timers, &acquire->timer, RLK_NEVER);
    if (!acquire->once && now >= acquire->deadline)
        end(acquire, acquire->call.status, now);
    else if (make_waiter(acquire))
        ask_for_entry(acquire, now);
    else
        end(acquire, REDLOCK_NO_MEMORY, now);
}

/* Joins the local queue. Its first waiter asks the nodes for a queue entry. */
static void enter_queue(struct rlk_acquire *acquire, int64_t now)
{
    struct rlk_local_waiter *who = &acquire->in_line;

    if (acquire->call.rounds == 0)
        acquire->call.status = REDLOCK_BUSY;
    acquire->waits = !acquire->once;
    if (uses_local_queue(acquire) && who->line == NULL) {
        who->turn = take_turn;
        who->moved = moved_in_local_queue;
        if (!rlk_local_queue_join(who, acquire->call.runtime,
                                  acquire->lock->resource)) {
            end(acquire, REDLOCK_NO_MEMORY, now);
            return;
        }
    }
    if (!uses_local_queue(acquire) || rlk_local_queue_is_first(who)) {
        take_turn(who, now);
    } else {
        pause_until(acquire, RLK_NEVER);
        rlk_acquire_tell(acquire);
    }
}

/* --- an attempt that asks all nodes -------------------------------------- */

static void attempt_done(struct rlk_op *op, enum rlk_outcome outcome,
                         int64_t now)
{
    struct rlk_acquire *acquire = (struct rlk_acquire *)op->call;
    enum redlock_status status;
    bool polled;

    if (acquire == NULL)
        return;
    status = rlk_attempt_status(op, outcome);
    /* A refused attempt may still wait for the answers to its undo. */
    if (acquire->cancelled && status != REDLOCK_OK)
        status = REDLOCK_CANCELLED;
    acquire->call.op = NULL;
    if (op->acquire.discarded) {
        attempt(acquire, now);
        return;
    }
    polled = acquire->polls;
    acquire->polls = false;
    if (status == REDLOCK_OK) {
        rlk_call_count(&acquire->call);
        rlk_attempt_begin_lock(op, acquire->lock, acquire->attempt, now);
        end(acquire, status, now);
        return;
    }
    if (status == REDLOCK_BUSY && slot_next(acquire, &op->slot)) {
        rlk_call_count(&acquire->call);
        acquire->call.status = status;
        attempt(acquire, now);
        return;
    }
    /* An earlier attempt's status says more than the deadline. */
    if (status == REDLOCK_DEADLINE && acquire->call.rounds > 0)
        status = acquire->call.status;
    if (status == REDLOCK_BUSY)
        rlk_contention_note(&op->runtime->contention, op->resource->text, now);
    if (!goes_on(acquire, status, now))
        return;
    /*
     * Refused slots are tried again after a pause, as are queues that no node
     * offered.
     */
    if (status == REDLOCK_BUSY && acquire->slots_refused == 0 && !polled &&
        may_queue(acquire, now)) {
        enter_queue(acquire, now);
        return;
    }
    pause_until(acquire, next_attempt(acquire, op, now));
    if (status == REDLOCK_BUSY || is_cut_off(op->runtime, now))
        rlk_acquire_tell(acquire);
}

static const struct rlk_operation attempt_operation = {
    .round = RLK_ROUND_ACQUIRE,
    .verb = RLK_VERB_GRANT,
    .yes = REDLOCK_VOTE_GRANTED,
    .wanted = rlk_attempt_wanted,
    .answered = rlk_attempt_answered,
    .done = attempt_done,
};

static const struct rlk_operation slot_operation = {
    .round = RLK_ROUND_ACQUIRE,
    .verb = RLK_VERB_GRANT,
    .yes = REDLOCK_VOTE_GRANTED,
    .verb_at = rlk_attempt_verb_for_slot,
    .fill = slot_fill,
    .wanted = rlk_attempt_wanted,
    .answered = rlk_attempt_answered,
    .counted = slot_counted,
    .missed = slot_missed,
    .done = attempt_done,
};

static void attempt(struct rlk_acquire *acquire, int64_t now)
{
    struct rlk_runtime *runtime = acquire->call.runtime;
    bool of_semaphore = acquire->lock->rare->slot.many > 0;
    struct rlk_token token;

    /* Protocol 2: each attempt has a new token. */
    acquire->attempt = ++runtime->attempts;
    rlk_token_make(&runtime->token_base, acquire->attempt, &token);
    if (!rlk_op_start(
            runtime,
            &(struct rlk_op_settings){
                .operation =
                    of_semaphore ? &slot_operation : &attempt_operation,
                .kind = acquire->lock->kind,
                .resource = acquire->lock->resource,
                .token = &token,
                .slot = acquire->slot,
                .ttl_ns = acquire->lock->ttl_ns,
                .min_validity_ns = acquire->min_validity_ns,
                .deadline = acquire->deadline,
                .fenced = acquire->lock->fenced,
                .fence = acquire->owner_fence,
                /* A node that refuses a slot needs no undo. */
                .waits = of_semaphore || (!acquire->once && !acquire->polls &&
                                          may_queue(acquire, now)),
                .called = of_semaphore,
                .again = acquire->call.rounds > 0,
                .call = &acquire->call,
            },
            &acquire->call.op, now))
        end(acquire, REDLOCK_NO_MEMORY, now);
    else if (of_semaphore && acquire->call.op != NULL)
        slot_begin(acquire->call.op, now);
}

/* Do others want the resource, or have they recently? */
static bool begins_in_queue(const struct rlk_acquire *acquire, int64_t now)
{
    const struct rlk_runtime *runtime = acquire->call.runtime;
    const struct rlk_resource *name = acquire->lock->resource;

    if (acquire->fair)
        return true;
    return !acquire->once &&
           (rlk_contention_remembers(&runtime->contention, name->text, now) ||
            rlk_local_queue_exists(runtime, name));
}

static void try(struct rlk_acquire *acquire, int64_t now)
{
    slots_anew(acquire);
    if (!acquire->polls && begins_in_queue(acquire, now) &&
        may_queue(acquire, now))
        enter_queue(acquire, now);
    else
        attempt(acquire, now);
}

static void acquire_fire(struct rlk_timer *timer, int64_t now)
{
    struct rlk_acquire *acquire =
        RLK_OWNER_OF(timer, struct rlk_acquire, timer);

    if (now >= acquire->deadline)
        end(acquire, acquire->call.status, now);
    else
        try(acquire, now);
}

/*
 * A client that cannot reach the first gate would overtake the waiters queued
 * there. It therefore delays its attempt.
 */
static bool yields(struct rlk_acquire *acquire, int64_t now)
{
    const struct rlk_runtime *runtime = acquire->call.runtime;
    const struct rlk_resource *name = acquire->lock->resource;
    int64_t until =
        rlk_contention_yields_until(&runtime->contention, name->text, now);

    if (acquire->once || until <= now)
        return false;
    acquire->call.status = REDLOCK_BUSY;
    pause_until(acquire, until);
    rlk_acquire_tell(acquire);
    return true;
}

/* --- the whole of it ----------------------------------------------------- */

enum redlock_status rlk_acquire_start_by(struct rlk_acquire *acquire,
                                         struct rlk_runtime *runtime,
                                         const struct redlock_request *request,
                                         int64_t deadline, int64_t now)
{
    struct rlk_lock_settings settings = {0};
    enum redlock_status status = rlk_acquire_check(runtime, request, &settings);
    int64_t least_ns = rlk_clock_from_ms(request->min_validity_ms);

    if (status != REDLOCK_OK)
        return status;
    if (least_ns > settings.warning_ns)
        settings.rare.least_ns = least_ns;
    settings.resource = rlk_resource_new(request->resource, request->owner);
    if (settings.resource == NULL)
        return REDLOCK_NO_MEMORY;
    acquire->lock = rlk_lock_new(runtime, &settings);
    if (acquire->lock == NULL) {
        rlk_resource_drop(settings.resource);
        return REDLOCK_NO_MEMORY;
    }
    if (!rlk_timers_promise(&runtime->timers, &acquire->timer, acquire_fire)) {
        rlk_lock_free(acquire->lock);
        acquire->lock = NULL;
        return REDLOCK_NO_MEMORY;
    }
    rlk_call_begin(&acquire->call, runtime, request->report, now);
    acquire->once = request->wait_ms == 0;
    acquire->deadline = deadline;
    /* A lock whose loss would be reported immediately is not worth having. */
    acquire->min_validity_ns =
        least_ns > settings.warning_ns ? least_ns : settings.warning_ns;
    acquire->fair = request->fair;
    acquire->owner_fence = request->owner_fence;
    acquire->news.notify = request->waiting;
    acquire->news.user = request->user;
    rlk_list_push_front(&runtime->acquires, &acquire->among_acquires);
    if (!yields(acquire, now))
        try(acquire, now);
    return REDLOCK_OK;
}

enum redlock_status rlk_acquire_start(struct rlk_acquire *acquire,
                                      struct rlk_runtime *runtime,
                                      const struct redlock_request *request,
                                      int64_t now)
{
    return rlk_acquire_start_by(
        acquire, runtime, request,
        request->wait_ms == 0 ? RLK_NEVER : rlk_acquire_deadline(request, now),
        now);
}

void rlk_acquire_cancel(struct rlk_acquire *acquire, int64_t now)
{
    if (!rlk_list_linked(&acquire->among_acquires))
        return;
    acquire->cancelled = true;
    if (acquire->call.op != NULL)
        rlk_op_cancel(acquire->call.op, now); /* calls attempt_done(), too */
    if (rlk_list_linked(&acquire->among_acquires))
        end(acquire, REDLOCK_CANCELLED, now);
}

void rlk_acquire_drop(struct rlk_acquire *acquire)
{
    rlk_local_queue_drop(&acquire->in_line);
    if (rlk_list_linked(&acquire->among_acquires))
        end(acquire, REDLOCK_CANCELLED, acquire->call.started);
    rlk_call_drop(&acquire->call);
}
