/* SPDX-License-Identifier: MIT */
#include "redlock/core/op.h"

#include <limits.h>
#include <string.h>

#include "redlock/core/lock.h"
#include "redlock/core/node.h"
#include "redlock/core/report.h"
#include "redlock/runtime/memory.h"

/* The median and the maximum of the nodes' clocks, as far as they are known. */

/* A clock that is further than this from the median is wrong. */
#define OUTLIER_NS RLK_NS_PER_S

/*
 * Sorts the lower bounds by which the nodes' known clocks are ahead of ours.
 * Returns how many are known.
 */
static int sort_known(const struct rlk_runtime *runtime, int64_t *sorted,
                      int64_t now)
{
    int count = 0;

    for (int node = 0; node < runtime->settings.nodes; node++) {
        const struct rlk_offset *offset = &runtime->nodes[node].guard.offset;
        int64_t ahead =
            rlk_offset_least(offset, now, runtime->settings.drift_ppm);
        int at = count;
        if (!offset->known)
            continue;
        for (; at > 0 && sorted[at - 1] > ahead; at--)
            sorted[at] = sorted[at - 1];
        sorted[at] = ahead;
        count++;
    }
    return count;
}

static int64_t shown_us(int64_t ahead_ns, int64_t now)
{
    int64_t shown = rlk_clock_add(ahead_ns, now);

    return shown > 0 ? shown / RLK_NS_PER_US : 0;
}

/*
 * A lower bound of the median of the nodes' clocks, in microseconds; of two in
 * the middle the smaller one. 0: none is known.
 */
static int64_t median_clock_us(const struct rlk_runtime *runtime, int64_t now)
{
    int64_t sorted[REDLOCK_NODES_MAX];
    int count = sort_known(runtime, sorted, now);

    return count == 0 ? 0 : shown_us(sorted[(count - 1) / 2], now);
}

/*
 * A lower bound of the largest of the nodes' clocks, in microseconds, without
 * clocks that are more than a second off the median. 0: none is known.
 *
 * It is a lower bound because a counter that is ahead of all clocks could not
 * be exceeded by a counter that begins anew from a clock.
 */
static int64_t largest_clock_us(const struct rlk_runtime *runtime, int64_t now)
{
    int64_t sorted[REDLOCK_NODES_MAX];
    int count = sort_known(runtime, sorted, now);
    int64_t largest;

    if (count == 0)
        return 0;
    largest = sorted[count / 2];
    for (int i = count / 2; i < count; i++) {
        if (rlk_clock_sub(sorted[i], sorted[count / 2]) <= OUTLIER_NS)
            largest = sorted[i];
    }
    return shown_us(largest, now);
}

/* --- what the votes say to the caller ------------------------------------ */

/* Are its answers votes on a lock, or on its extension? */
static bool op_asks_for_votes(const struct rlk_op *op)
{
    return op->operation->round == RLK_ROUND_ACQUIRE ||
           op->operation->round == RLK_ROUND_EXTEND;
}

/* Counts a node's vote for redlock_stats(), if it is one. */
static void op_count_vote(struct rlk_op *op, int node, enum rlk_vote vote)
{
    if (op_asks_for_votes(op))
        op->runtime->nodes[node].stats.votes[vote]++;
}

/* The reason in the report. A node that refused before it granted has none. */
static enum redlock_reason reason_of(const struct rlk_op *op, int node)
{
    bool granted = op->operation->round == RLK_ROUND_ACQUIRE &&
                   rlk_round_vote_of(&op->round, node) == RLK_VOTE_GRANTED;

    return granted ? REDLOCK_REASON_NONE : op->reasons[node];
}

void rlk_op_tell_report(const struct rlk_op *op, int64_t now)
{
    struct redlock_report *report = rlk_op_report(op);
    int64_t free_in = INT64_MAX;

    if (report == NULL)
        return;
    for (int node = 0; node < op->runtime->settings.nodes; node++)
        rlk_report_vote(&report->node[node],
                        rlk_round_vote_of(&op->round, node), op->operation->yes,
                        rlk_round_was_asked(&op->round, node),
                        reason_of(op, node),
                        rlk_node_quarantine(&op->runtime->nodes[node], now));
    if (rlk_round_count(&op->round, RLK_VOTE_DENIED) > 0)
        free_in = rlk_op_free_in_ms(op);
    report->granted = rlk_round_count(&op->round, RLK_VOTE_GRANTED);
    /* 0: too few nodes refused to exclude a quorum, so it is unknown. */
    report->free_in_ms = free_in == INT64_MAX || free_in == 0 ? -1 : free_in;
}

/*
 * Milliseconds from the node's answer until its key expires; INT64_MAX:
 * unknown.
 */
static int64_t node_free_in_ms(const struct rlk_op *op, int node)
{
    switch (rlk_round_vote_of(&op->round, node)) {
    case RLK_VOTE_NONE: /* not asked: it may be free */
    case RLK_VOTE_GRANTED:
        return 0;
    case RLK_VOTE_DENIED:
        return op->acquire.remaining_ms[node] < 0
                   ? INT64_MAX
                   : op->acquire.remaining_ms[node];
    case RLK_VOTE_FAILED:
    case RLK_VOTE_TIMED_OUT:
    case RLK_VOTE_UNREACHED:
    case RLK_VOTE_EXCLUDED:
        break;
    }
    return INT64_MAX;
}

int64_t rlk_op_free_in_ms(const struct rlk_op *op)
{
    int nodes = op->runtime->settings.nodes;
    int quorum = op->runtime->settings.quorum;
    int64_t best = INT64_MAX;

    for (int node = 0; node < nodes; node++) {
        /* Unknown: the waiter ahead does not have the key yet. */
        if (op->reasons[node] == REDLOCK_REASON_QUEUED)
            return INT64_MAX;
        /* One node has judged the slots of all nodes. */
        if (op->reasons[node] == REDLOCK_REASON_SLOTS)
            return node_free_in_ms(op, node);
    }
    /* The quorum-th smallest of the nodes' values. */
    for (int node = 0; node < nodes; node++) {
        int64_t candidate = node_free_in_ms(op, node);
        int within = 0;
        for (int other = 0; other < nodes; other++)
            within += node_free_in_ms(op, other) <= candidate;
        if (within >= quorum && candidate < best)
            best = candidate;
    }
    return best;
}

uint32_t rlk_op_refused_for(const struct rlk_op *op, enum redlock_reason reason)
{
    uint32_t nodes = 0;

    for (int node = 0; node < op->runtime->settings.nodes; node++) {
        if (op->reasons[node] == reason)
            nodes |= rlk_node_set_of(node);
    }
    return nodes;
}

bool rlk_op_lacks_rights(const struct rlk_op *op)
{
    int refused = rlk_node_set_count(
        rlk_op_refused_for(op, REDLOCK_REASON_NOAUTH) |
        rlk_op_refused_for(op, REDLOCK_REASON_CLIENT_CERTIFICATE) |
        rlk_op_refused_for(op, REDLOCK_REASON_WRONGPASS) |
        rlk_op_refused_for(op, REDLOCK_REASON_NOPERM));

    return refused > op->runtime->settings.nodes - op->runtime->settings.quorum;
}

/* Would there be a quorum if this process had not run out of memory? */
static bool lacks_memory(const struct rlk_op *op)
{
    int lacking =
        rlk_node_set_count(rlk_op_refused_for(op, REDLOCK_REASON_NO_MEMORY));

    return lacking > 0 &&
           rlk_round_count(&op->round, RLK_VOTE_GRANTED) + lacking >=
               op->runtime->settings.quorum;
}

enum redlock_status rlk_op_no_quorum(const struct rlk_op *op)
{
    if (rlk_op_lacks_rights(op))
        return REDLOCK_NO_RIGHTS;
    return lacks_memory(op) ? REDLOCK_NO_MEMORY : REDLOCK_NO_QUORUM;
}

/* --- a request ----------------------------------------------------------- */

static bool fenced(const struct rlk_op *op)
{
    return op->round.settings.fenced || op->fence > 0;
}

/* The number that an undo takes back at the node; 0: none. */
static int64_t taken_back(const struct rlk_op *op, int node)
{
    return op->operation->round == RLK_ROUND_ACQUIRE
               ? rlk_round_issued(&op->round, node)
               : 0;
}

/*
 * Is the checked script needed? It judges markers and counts fences; for a
 * release, it takes back a number that was issued.
 */
static bool goes_checked(const struct rlk_op *op, int node, enum rlk_verb verb)
{
    switch (verb) {
    case RLK_VERB_GRANT:
    case RLK_VERB_CONFIRM:
        return fenced(op) || op->acquire.guarded || op->kind->scripted;
    case RLK_VERB_EXTEND:
    case RLK_VERB_REPAIR:
        return fenced(op) || op->runtime->guarded || op->kind->scripted;
    case RLK_VERB_RELEASE:
        return taken_back(op, node) > 0;
    case RLK_VERB_ASK:
        return true;
    case RLK_VERB_PASS:
        return op->release.successor != NULL || op->release.pass_checked ||
               taken_back(op, node) > 0;
    case RLK_VERB_INSPECT:
    case RLK_VERB_OBSERVE:
    case RLK_VERB_INIT_NODE:
    case RLK_VERB_MARK:
    case RLK_VERB_KILL_CLIENT:
    case RLK_VERBS:
        break;
    }
    return false;
}

static int64_t fence_for(const struct rlk_op *op, int node, enum rlk_verb verb)
{
    if (verb == RLK_VERB_CONFIRM)
        return rlk_round_fence(&op->round);
    if (verb == RLK_VERB_REPAIR)
        return rlk_lock_counted(op->lock, node);
    return op->fence;
}

/* Is the marker judged, for ourselves or for the named successor? */
static bool judges(const struct rlk_op *op, enum rlk_verb verb)
{
    return op->runtime->guarded ||
           (verb == RLK_VERB_PASS && op->release.successor != NULL &&
            (op->release.successor->flags & RLK_ENTRY_GUARDED) != 0);
}

/* Is what is known of the node's clock a second old? */
static bool asks_for_time(const struct rlk_offset *offset, int64_t now)
{
    return !offset->known ||
           rlk_clock_sub(now, offset->least.at) >= RLK_NS_PER_S;
}

static void fill_rules(const struct rlk_op *op, int node, enum rlk_verb verb,
                       struct rlk_rules *rules, int64_t now)
{
    struct rlk_runtime *runtime = op->runtime;
    bool takes_back = verb == RLK_VERB_RELEASE || verb == RLK_VERB_PASS;
    bool waits = verb == RLK_VERB_ASK;

    *rules = (struct rlk_rules){
        .guard_ms = judges(op, verb)
                        ? rlk_clock_to_ms(runtime->settings.ttl_max_ns)
                        : 0,
        .serial = ++runtime->serials,
        .fenced = fenced(op),
        .timed = verb == RLK_VERB_GRANT && fenced(op) &&
                 asks_for_time(&runtime->nodes[node].guard.offset, now),
        .fence = fence_for(op, node, verb),
        .issued = takes_back ? taken_back(op, node) : 0,
        .floor_us =
            waits && fenced(op) ? largest_clock_us(runtime, now) : op->floor_us,
    };
    memcpy(rules->run_id, runtime->nodes[node].identity.run_id,
           sizeof(rules->run_id));
}

/*
 * Is a request the same for all nodes? The rules of a checked one are not,
 * unless it is a fenced grant that does not ask for the time.
 */
static bool is_common(const struct rlk_op *op, int node, enum rlk_verb verb,
                      bool checked, int64_t now)
{
    const struct rlk_runtime *runtime = op->runtime;

    if (op->kind->scripted || op->operation->fill != NULL)
        return false;
    return !checked ||
           (verb == RLK_VERB_GRANT && !runtime->guarded &&
            !asks_for_time(&runtime->nodes[node].guard.offset, now));
}

/* As rlk_pending_ops.request. What is the same for all nodes is made once. */
static struct rlk_request *op_request(const struct rlk_pending *pending,
                                      int node, enum rlk_verb verb, int64_t now)
{
    const struct rlk_op *op = (const struct rlk_op *)pending;
    struct rlk_runtime *runtime = op->runtime;
    struct rlk_request *request = &runtime->request;
    bool checked = goes_checked(op, node, verb);
    bool common = is_common(op, node, verb, checked, now);

    if (common && runtime->request_of == op && request->verb == verb)
        return request;
    *request = (struct rlk_request){
        .kind = op->kind,
        .verb = verb,
        .checked = checked,
        .encoded = common ? &runtime->encoded : NULL,
        .resource = op->resource->text,
        .resource_length = op->resource->length,
        .token = op->token.text,
        .token_length = op->token.length,
        .owner = rlk_resource_owner(op->resource),
        .owner_length = op->resource->owner_length,
        .slot = op->slot,
        .ttl_ms = op->key_lives_ms,
    };
    runtime->request_of = common ? op : NULL;
    runtime->encoded.length = 0;
    if (checked)
        fill_rules(op, node, verb, &request->rules, now);
    if (verb == RLK_VERB_PASS)
        request->successor = op->release.successor;
    if (op->operation->fill != NULL)
        op->operation->fill(op, node, request);
    return request;
}

/* --- sent, or in the backlog --------------------------------------------- */

static void note_reach(struct rlk_op *op)
{
    if (op->lock == NULL)
        return;
    op->lock->reach.asked |= op->reach.asked;
    op->lock->reach.maybe_unread |= op->reach.maybe_unread;
}

/* As rlk_op_send(): inline, because it is called for each request. */
static inline bool op_send(struct rlk_op *op, int node, enum rlk_verb verb,
                           int64_t now)
{
    if (!rlk_node_send(&op->runtime->nodes[node], &op->pending, verb, now))
        return false;
    op->in_flight++;
    /* The node may set the key now, so its release must not be lost. */
    if (verb == RLK_VERB_GRANT || verb == RLK_VERB_REPAIR ||
        verb == RLK_VERB_ASK) {
        op->reach.asked |= rlk_node_set_of(node);
        note_reach(op);
    }
    return true;
}

bool rlk_op_send(struct rlk_op *op, int node, enum rlk_verb verb, int64_t now)
{
    return op_send(op, node, verb, now);
}

/*
 * The connection broke with a request of this op on it. Until the server has
 * killed the connection, it may execute the request.
 */
static void op_note_maybe_unread(struct rlk_op *op, int node)
{
    op->reach.maybe_unread |= rlk_node_set_of(node);
    note_reach(op);
}

/* How long after a request the key that it sets has certainly expired. */
static int64_t lives(const struct rlk_op *op)
{
    return rlk_clock_add(rlk_clock_from_ms(op->key_lives_ms),
                         rlk_clock_drift(op->round.settings.ttl_ns,
                                         op->runtime->settings.drift_ppm));
}

/*
 * Adds the token's release to the node's pending releases, if the node was ever
 * asked to set the key. left: a release was sent after all other requests.
 */
static void op_release_later(struct rlk_op *op, int node, bool left,
                             int64_t now)
{
    struct rlk_node *at = &op->runtime->nodes[node];
    uint32_t bit = rlk_node_set_of(node);

    if ((op->reach.asked & bit) == 0)
        return;
    rlk_node_release_later(
        at, op->resource, &op->token,
        &(struct rlk_pending_releases_terms){
            .kind = op->kind,
            .slot = op->slot,
            .lives_ns = lives(op),
            .maybe_unread = rlk_node_maybe_unread(
                at, (op->reach.maybe_unread & bit) != 0, !left),
        },
        now);
}

/*
 * Nodes without an undo may have handed their key to the op's token. Releases
 * those keys to the next waiters. Once for each op.
 */
static void op_hand_on_elsewhere(struct rlk_op *op, int64_t now)
{
    op->acquire.handed_on = true;
    for (int node = 0; node < op->runtime->settings.nodes; node++) {
        if (!rlk_node_set_has(op->round.undone, node))
            rlk_node_hand_on(&op->runtime->nodes[node], op->resource,
                             &op->token, lives(op), now);
    }
}

/* --- which nodes --------------------------------------------------------- */

static void note_unreached(struct rlk_op *op, int node)
{
    const struct rlk_node *at = &op->runtime->nodes[node];

    op->reasons[node] = at->reason;
    rlk_report_message(rlk_op_report_of(op, node), at->message);
}

/* Does the node hide a marker that an attempt would have to judge? */
static bool hides_marker(const struct rlk_op *op, const struct rlk_node *at)
{
    return op->operation->round == RLK_ROUND_ACQUIRE &&
           op->runtime->settings.guard != REDLOCK_GUARD_OFF &&
           at->identity.marker_hidden != REDLOCK_REASON_NONE;
}

static bool marks(const struct rlk_op *op)
{
    return op->operation->verb == RLK_VERB_INIT_NODE;
}

bool rlk_op_may_judge(const struct rlk_op *op, int node)
{
    const struct rlk_node *at = &op->runtime->nodes[node];
    bool judges = op->runtime->guarded || op->round.settings.fenced;

    if (at->state != RLK_NODE_UP ||
        (op->operation->round != RLK_ROUND_ACQUIRE && !marks(op)))
        return true;
    if (hides_marker(op, at))
        return false;
    return (!marks(op) && !judges) || !at->guard.nameless;
}

/* Records why rlk_op_may_judge() excludes the node. */
static void op_note_unjudged(struct rlk_op *op, int node)
{
    const struct rlk_node *at = &op->runtime->nodes[node];

    op->reasons[node] = REDLOCK_REASON_NOPERM;
    if (hides_marker(op, at)) {
        op->reasons[node] = at->identity.marker_hidden;
        rlk_report_message(rlk_op_report_of(op, node),
                           op->reasons[node] == REDLOCK_REASON_FOREIGN_MARKER
                               ? "it is not a string, or too long"
                               : "does not show " RLK_MARKER_KEY
                                 ", which tells if it lost its memory");
    } else if (op->runtime->guarded || marks(op)) {
        rlk_report_message(rlk_op_report_of(op, node),
                           "the amnesia guard needs the right to INFO");
    } else {
        rlk_report_message(rlk_op_report_of(op, node),
                           "a fence needs the right to INFO");
    }
}

static void not_asked(struct rlk_op *op, int node, int64_t now)
{
    rlk_round_vote(&op->round, node, RLK_VOTE_UNREACHED, now);
    if (op->operation->missed != NULL)
        op->operation->missed(op, node, now);
}

/* Executes a round's step to ask a node. */
static inline void op_ask(struct rlk_op *op, int node, int64_t now)
{
    struct rlk_node *at = &op->runtime->nodes[node];
    enum rlk_verb verb = op->operation->verb_at != NULL
                             ? op->operation->verb_at(op, node)
                             : op->operation->verb;
    bool releases = op->operation->verb == RLK_VERB_RELEASE;
    bool usable =
        rlk_node_usable(at, now) || (releases && at->state == RLK_NODE_UP);

    if (usable && !rlk_op_may_judge(op, node)) {
        op_note_unjudged(op, node);
        not_asked(op, node, now);
        return;
    }
    if (usable && op_send(op, node, verb, now))
        return;
    if (releases)
        op_release_later(op, node, false, now);
    if (usable && !at->silent)
        op->reasons[node] = REDLOCK_REASON_NO_MEMORY;
    else
        note_unreached(op, node);
    not_asked(op, node, now);
}

void rlk_op_exclude_dead(struct rlk_op *op, int64_t now)
{
    for (int node = 0; node < op->runtime->settings.nodes; node++) {
        if (rlk_node_usable(&op->runtime->nodes[node], now))
            continue;
        note_unreached(op, node);
        op_count_vote(op, node, RLK_VOTE_UNREACHED);
        rlk_round_exclude(&op->round, node, now);
    }
}

/*
 * Is the node a gate, where clients queue? The first usable node of the
 * resource's order is. If that node does not queue, or is in quarantine, so is
 * the first node that queues.
 */
static bool is_gate(const struct rlk_op *op, int node, int64_t now)
{
    int nodes = op->runtime->settings.nodes;
    int at = rlk_order_first(op->resource->crc, nodes);
    bool first = true;

    for (int i = 0; i < nodes; i++, at = at + 1 < nodes ? at + 1 : 0) {
        bool queues = rlk_node_queues(&op->runtime->nodes[at], now);
        bool usable = rlk_node_usable(&op->runtime->nodes[at], now);
        if (at == node)
            return queues || (first && usable);
        if (queues)
            return false;
        first = first && !usable;
    }
    return false;
}

/* An undo at a gate, or of a waiter, also hands the key over. */
static enum rlk_verb undo_verb(const struct rlk_op *op, int node, int64_t now)
{
    if (op->kind->scripted || op->runtime->nodes[node].lacks_queue)
        return RLK_VERB_RELEASE;
    return op->acquire.waiter != NULL || is_gate(op, node, now)
               ? RLK_VERB_PASS
               : RLK_VERB_RELEASE;
}

static void op_undo(struct rlk_op *op, int node, int64_t now)
{
    if (rlk_op_send(op, node, undo_verb(op, node, now), now))
        return;
    op_release_later(op, node, false, now);
    rlk_round_undone(&op->round, node, now);
}

static void op_confirm(struct rlk_op *op, int node, int64_t now)
{
    if (!rlk_op_send(op, node, RLK_VERB_CONFIRM, now))
        rlk_round_unconfirmed(&op->round, node, RLK_VOTE_FAILED, now);
}

/* --- what the answers are to the round ----------------------------------- */

static bool op_wanted(const struct rlk_pending *pending, int node,
                      enum rlk_verb verb, int64_t now)
{
    const struct rlk_op *op = (const struct rlk_op *)pending;

    if (verb == RLK_VERB_CONFIRM)
        return op->round.outcome == RLK_OUTCOME_PENDING;
    if (verb == RLK_VERB_RELEASE || verb == RLK_VERB_PASS ||
        op->operation->wanted == NULL)
        return true;
    return op->operation->wanted(op, node, verb, now);
}

/*
 * Is an earlier waiter, which does not have the key yet, why the node refused?
 * A grant's answer names that waiter. An ask's answer names the holder, if any.
 */
static bool is_passed_by(const struct rlk_op *op, enum rlk_verb verb,
                         const struct rlk_answer *answer)
{
    bool open = answer->text_length == 0 ||
                (!op->kind->owned &&
                 rlk_token_is_shared(answer->text, answer->text_length));

    if (answer->kind != RLK_ANSWER_QUEUED)
        return false;
    if (op->slot.many > 0)
        return answer->text_length > 0;
    return op->kind->holders && (verb == RLK_VERB_GRANT || open);
}

/* The resource has slots: another number than ours, or we asked for none. */
static void note_slots(struct rlk_op *op, int node,
                       const struct rlk_answer *answer)
{
    op->reasons[node] =
        op->slot.many > 0 ? REDLOCK_REASON_SLOTS_DIFFER : REDLOCK_REASON_SLOTS;
    rlk_report_slots(rlk_op_report_of(op, node), answer->slots,
                     answer->members);
}

/* Another holder has the key: records its remaining TTL and its token. */
static void note_holder(struct rlk_op *op, int node, enum rlk_verb verb,
                        const struct rlk_answer *answer)
{
    op->reasons[node] = REDLOCK_REASON_HELD;
    if (is_passed_by(op, verb, answer))
        op->reasons[node] = REDLOCK_REASON_QUEUED;
    else if (answer->kind == RLK_ANSWER_SHARING)
        op->reasons[node] = REDLOCK_REASON_UPGRADE;
    else if (op->slot.many > 0 && !op->slot.chosen)
        op->reasons[node] = REDLOCK_REASON_SLOTS;
    else if (rlk_token_is_shared(answer->text, answer->text_length))
        op->reasons[node] = REDLOCK_REASON_SHARED;
    op->acquire.remaining_ms[node] =
        answer->remaining_ms < 0 ? INT64_MAX : answer->remaining_ms;
    rlk_report_holder(rlk_op_report_of(op, node), answer);
    if (op->reasons[node] == REDLOCK_REASON_SLOTS)
        rlk_report_slots(rlk_op_report_of(op, node), op->slot.many,
                         op->slot.many);
}

static void note_error(struct rlk_op *op, int node,
                       const struct rlk_answer *answer)
{
    op->reasons[node] = answer->reason;
    rlk_report_error(rlk_op_report_of(op, node), answer);
}

/*
 * The undo of a wait that ended found the token's key, so the key may have been
 * handed over. In that case the predecessor names the token at every node. A
 * waiter that only lost an attempt continues to receive hand-off messages.
 */
static bool was_handed(const struct rlk_op *op, const struct rlk_answer *answer)
{
    return op->operation->verb == RLK_VERB_ASK && !op->kind->scripted &&
           !op->acquire.handed_on && answer->kind == RLK_ANSWER_YES &&
           (op->round.outcome == RLK_OUTCOME_CANCELLED ||
            op->round.outcome == RLK_OUTCOME_DEADLINE);
}

/* A release answered "held". An earlier reason may be more specific. */
static void note_who_stays(struct rlk_op *op, int node,
                           const struct rlk_answer *answer)
{
    enum redlock_reason said = op->reasons[node];

    note_holder(op, node, RLK_VERB_RELEASE, answer);
    if (said == REDLOCK_REASON_UPGRADE || said == REDLOCK_REASON_SUPERSEDED)
        op->reasons[node] = said;
}

static void undo_answered(struct rlk_op *op, int node,
                          const struct rlk_answer *answer, int64_t now)
{
    if (was_handed(op, answer))
        op_hand_on_elsewhere(op, now);
    if (answer->kind == RLK_ANSWER_HELD)
        note_who_stays(op, node, answer);
    else if (answer->kind == RLK_ANSWER_ERROR)
        op_release_later(op, node, true, now);
    else if (rlk_round_vote_of(&op->round, node) == RLK_VOTE_DENIED &&
             !op->kind->holders)
        op->acquire.remaining_ms[node] = 0; /* its release has freed the key */
    if (answer->kind == RLK_ANSWER_ERROR &&
        answer->reason == REDLOCK_REASON_WRONGTYPE)
        note_error(op, node, answer);
    rlk_round_undone(&op->round, node, now);
}

static enum rlk_vote failed(struct rlk_op *op, int node,
                            const struct rlk_answer *answer, bool sent)
{
    note_error(op, node, answer);
    if (!sent && !rlk_op_may_judge(op, node))
        op_note_unjudged(op, node);
    return sent ? RLK_VOTE_FAILED : RLK_VOTE_UNREACHED;
}

static enum rlk_vote quarantined(struct rlk_op *op, int node, int64_t now)
{
    const struct rlk_node *at = &op->runtime->nodes[node];

    if (at->guard.marker.state == RLK_MARKER_LATER) {
        op->reasons[node] = REDLOCK_REASON_FOREIGN_MARKER;
        rlk_report_message(rlk_op_report_of(op, node),
                           "it is of another version");
        return RLK_VOTE_EXCLUDED;
    }
    op->reasons[node] = REDLOCK_REASON_QUARANTINE;
    rlk_report_quarantine(rlk_op_report_of(op, node),
                          rlk_node_quarantine(at, now));
    return RLK_VOTE_EXCLUDED;
}

static enum rlk_vote vote_for(struct rlk_op *op, int node, enum rlk_verb verb,
                              const struct rlk_answer *answer, bool sent,
                              int64_t now)
{
    switch (answer->kind) {
    case RLK_ANSWER_ERROR:
        return failed(op, node, answer, sent);
    case RLK_ANSWER_QUARANTINED:
        return quarantined(op, node, now);
    case RLK_ANSWER_DISAGREES:
        op->reasons[node] = REDLOCK_REASON_LONGEST_TTL;
        rlk_report_longest(rlk_op_report_of(op, node), answer->remaining_ms);
        return RLK_VOTE_FAILED;
    case RLK_ANSWER_HELD:
    case RLK_ANSWER_QUEUED:
    case RLK_ANSWER_SHARING:
        note_holder(op, node, verb, answer);
        break;
    case RLK_ANSWER_MISSING:
        op->reasons[node] = REDLOCK_REASON_MISSING;
        break;
    case RLK_ANSWER_SUPERSEDED:
        op->reasons[node] = REDLOCK_REASON_SUPERSEDED;
        break;
    case RLK_ANSWER_SLOTS:
        note_slots(op, node, answer);
        break;
    case RLK_ANSWER_YES:
    case RLK_ANSWER_CREATED:
        break;
    }
    return op->operation->answered(op, node, verb, answer, now);
}

static void note_round_trip(struct rlk_op *op, int node, int64_t now)
{
    int64_t took = rlk_clock_sub(now, rlk_round_sent_at(&op->round, node));

    if (op_asks_for_votes(op))
        rlk_counts_latency(&op->runtime->nodes[node].stats, took);
    if (took < op->fastest_ns)
        op->fastest_ns = took;
    if (rlk_op_report(op) != NULL)
        rlk_op_report_of(op, node)->latency_us = took / RLK_NS_PER_US;
}

static void count(struct rlk_op *op, int node, enum rlk_vote vote,
                  enum rlk_verb verb, const struct rlk_answer *answer,
                  int64_t now)
{
    bool tells =
        verb == RLK_VERB_ASK || (verb == RLK_VERB_GRANT && op->kind->holders);
    bool owned = tells && !answer->issued;

    if (vote == RLK_VOTE_GRANTED && owned)
        rlk_round_owned(&op->round, node, answer->counter, now);
    else if (vote == RLK_VOTE_GRANTED && op->round.settings.fenced)
        rlk_round_granted(&op->round, node, answer->counter, now);
    else
        rlk_round_vote(&op->round, node, vote, now);
}

static void ask_answered(struct rlk_op *op, int node, enum rlk_verb verb,
                         const struct rlk_answer *answer, bool sent,
                         int64_t now)
{
    enum rlk_vote vote = vote_for(op, node, verb, answer, sent, now);

    if (answer->kind == RLK_ANSWER_ERROR &&
        op->operation->verb == RLK_VERB_RELEASE)
        op_release_later(op, node, true, now);
    if (sent && answer->reason != REDLOCK_REASON_BROKEN)
        note_round_trip(op, node, now);
    op_count_vote(op, node, vote);
    count(op, node, vote, verb, answer, now);
    if (op->operation->counted != NULL)
        op->operation->counted(op, node, vote, now);
}

static void confirm_answered(struct rlk_op *op, int node,
                             const struct rlk_answer *answer, int64_t now)
{
    (void)op->operation->answered(op, node, RLK_VERB_CONFIRM, answer, now);
    if (answer->kind == RLK_ANSWER_YES) {
        rlk_round_confirmed(&op->round, node, answer->counter, now);
        if (rlk_round_vote_of(&op->round, node) == RLK_VOTE_FAILED)
            op->reasons[node] = REDLOCK_REASON_ERROR;
        return;
    }
    if (answer->kind == RLK_ANSWER_ERROR) {
        note_error(op, node, answer);
        rlk_round_unconfirmed(&op->round, node, RLK_VOTE_FAILED, now);
        return;
    }
    op->reasons[node] = REDLOCK_REASON_MISSING;
    rlk_round_unconfirmed(&op->round, node, RLK_VOTE_DENIED, now);
}

/*
 * Handles a server that refuses to queue or to hand over: sends the plain grant
 * or release instead, in the same round.
 */
static bool does_without(struct rlk_op *op, int node, enum rlk_verb verb,
                         const struct rlk_answer *answer, bool sent,
                         int64_t now)
{
    struct rlk_node *at = &op->runtime->nodes[node];
    bool lacks = answer->reason == REDLOCK_REASON_NOPERM ||
                 answer->reason == REDLOCK_REASON_CLUSTER ||
                 answer->reason == REDLOCK_REASON_ERROR;

    if (!sent || at->state != RLK_NODE_UP ||
        answer->reason == REDLOCK_REASON_WRONGTYPE)
        return false;
    if (verb == RLK_VERB_PASS) {
        at->lacks_queue = at->lacks_queue || lacks;
        return rlk_op_send(op, node, RLK_VERB_RELEASE, now);
    }
    if (verb != RLK_VERB_ASK || !lacks)
        return false;
    at->lacks_queue = true;
    if (!op_wanted(&op->pending, node, RLK_VERB_GRANT, now))
        return false;
    op_ask(op, node, now);
    rlk_op_drive(op, now); /* in case that it could not be sent */
    return true;
}

void rlk_op_set_clock(struct rlk_op *op, int64_t counter, int64_t now)
{
    if (op->round.settings.fenced &&
        counter > op->round.clock_us + RLK_FENCE_AHEAD_US)
        rlk_round_clock(&op->round, median_clock_us(op->runtime, now));
}

static void op_answered(struct rlk_pending *pending, int node,
                        enum rlk_verb verb, const struct rlk_answer *answer,
                        bool sent, int64_t now)
{
    struct rlk_op *op = (struct rlk_op *)pending;

    op->in_flight--;
    rlk_op_set_clock(op, answer->counter, now);
    if (sent && op->runtime->nodes[node].state != RLK_NODE_UP)
        op_note_maybe_unread(op, node);
    if (answer->kind == RLK_ANSWER_ERROR &&
        does_without(op, node, verb, answer, sent, now))
        return;
    if (verb == RLK_VERB_REPAIR) {
        (void)op->operation->answered(op, node, verb, answer, now);
    } else if (verb == RLK_VERB_CONFIRM) {
        confirm_answered(op, node, answer, now);
    } else if ((verb == RLK_VERB_RELEASE || verb == RLK_VERB_PASS) &&
               op->operation->round == RLK_ROUND_ACQUIRE) {
        undo_answered(op, node, answer, now);
    } else {
        ask_answered(op, node, verb, answer, sent, now);
    }
    rlk_op_drive(op, now);
}

/* Ops as owners of requests. */
static const struct rlk_pending_ops op_pending = {
    .request = op_request,
    .wanted = op_wanted,
    .answered = op_answered,
};

/* --- from its beginning to the last answer ------------------------------- */

/* How many finished ops are kept for reuse: about as many as a turn needs. */
#define SPARES_MOST 128

/* Grants that the round excluded at its end are no votes. */
static void exclude_ahead(struct rlk_op *op)
{
    for (int node = 0; node < op->runtime->settings.nodes; node++) {
        if (!rlk_node_set_has(op->acquire.granted, node) ||
            rlk_round_vote_of(&op->round, node) != RLK_VOTE_EXCLUDED)
            continue;
        op->acquire.granted &= ~rlk_node_set_of(node);
        op->reasons[node] = REDLOCK_REASON_COUNTER_AHEAD;
    }
}

static void finish(struct rlk_op *op, enum rlk_outcome outcome, int64_t now)
{
    exclude_ahead(op);
    op->over = true;
    /* A round cut short by the deadline reports less than the one before. */
    if (!op->again || outcome != RLK_OUTCOME_DEADLINE ||
        op->acquire.waiter != NULL)
        rlk_op_tell_report(op, now);
    op->operation->done(op, outcome, now);
    op->call = NULL;
}

void rlk_op_drive(struct rlk_op *op, int64_t now)
{
    struct rlk_step step;

    while (rlk_round_next(&op->round, &step, now)) {
        switch (step.kind) {
        case RLK_STEP_ASK:
            op_ask(op, step.node, now);
            break;
        case RLK_STEP_CONFIRM:
            op_confirm(op, step.node, now);
            break;
        case RLK_STEP_UNDO:
            op_undo(op, step.node, now);
            break;
        case RLK_STEP_DONE:
            finish(op, step.outcome, now);
            break;
        }
    }
    if (op->over && op->in_flight == 0 && !op->acquire.lingers)
        rlk_op_free(op);
    else
        rlk_timers_set(&op->runtime->timers, &op->timer,
                       op->over ? RLK_NEVER : rlk_round_wakeup(&op->round));
}

static void note_silent(struct rlk_op *op, int node)
{
    const struct rlk_node *at = &op->runtime->nodes[node];

    op->reasons[node] = REDLOCK_REASON_SILENT;
    if (at->state == RLK_NODE_CONNECTING && at->no_answer != NULL)
        rlk_report_message(rlk_op_report_of(op, node), at->no_answer);
}

static void op_fire(struct rlk_timer *timer, int64_t now)
{
    struct rlk_op *op = RLK_OWNER_OF(timer, struct rlk_op, timer);
    uint32_t waited = op->round.waiting | op->round.confirming;

    rlk_round_tick(&op->round, now);
    for (int node = 0; node < op->runtime->settings.nodes; node++) {
        if (!rlk_node_set_has(waited, node) ||
            rlk_round_vote_of(&op->round, node) != RLK_VOTE_TIMED_OUT)
            continue;
        note_silent(op, node);
        op_count_vote(op, node, RLK_VOTE_TIMED_OUT);
        rlk_node_timed_out(&op->runtime->nodes[node], now);
        if (op->operation->missed != NULL)
            op->operation->missed(op, node, now);
    }
    rlk_op_drive(op, now);
}

/* --- kept for reuse ------------------------------------------------------ */

/* Resets the op to what op_new() returns, and keeps it for the next round. */
static void keep_spare(struct rlk_op *op)
{
    struct rlk_runtime *runtime = op->runtime;
    struct rlk_timer timer = op->timer;

    /* The round is left: rlk_round_start() sets all of it. */
    rlk_zero(op, offsetof(struct rlk_op, round));
    rlk_zero(&op->resource, sizeof(*op) - offsetof(struct rlk_op, resource));
    op->timer = timer;
    op->runtime = runtime;
    rlk_list_push_front(&runtime->spare_ops, &op->among_ops);
    runtime->spare_ops_count++;
}

static struct rlk_op *take_spare(struct rlk_runtime *runtime)
{
    struct rlk_op *op;

    if (rlk_list_empty(&runtime->spare_ops))
        return NULL;
    op = RLK_OWNER_OF(runtime->spare_ops.next, struct rlk_op, among_ops);
    rlk_list_remove(&op->among_ops);
    runtime->spare_ops_count--;
    return op;
}

/*
 * An op, zero except for its timer. The last spare op is reserved for a
 * release, which must not fail for lack of memory.
 */
static struct rlk_op *op_new(struct rlk_runtime *runtime,
                             enum rlk_round_kind round)
{
    struct rlk_op *op;

    if (runtime->spare_ops_count > 1)
        return take_spare(runtime);
    op = rlk_alloc(sizeof(*op));
    if (op != NULL && rlk_timers_promise(&runtime->timers, &op->timer, op_fire))
        return op;
    rlk_free(op);
    return round == RLK_ROUND_RELEASE ? take_spare(runtime) : NULL;
}

bool rlk_op_reserve(struct rlk_runtime *runtime)
{
    struct rlk_op *op = op_new(runtime, RLK_ROUND_ACQUIRE);

    if (op == NULL)
        return false;
    op->runtime = runtime;
    keep_spare(op);
    return true;
}

void rlk_op_unreserve(struct rlk_runtime *runtime)
{
    struct rlk_op *op;

    while ((op = take_spare(runtime)) != NULL) {
        rlk_timers_forget(&runtime->timers, &op->timer);
        rlk_free(op);
    }
}

/* --- its beginning, and what ends it early ------------------------------- */

static enum rlk_strategy strategy_of(const struct rlk_op *op,
                                     const struct rlk_op_settings *settings)
{
    if (settings->called)
        return RLK_STRATEGY_CALLED;
    return op->runtime->settings.parallel ? RLK_STRATEGY_PARALLEL
                                          : RLK_STRATEGY_SEQUENTIAL;
}

/* Only attempts use the resource's order. */
static int first_of(const struct rlk_op *op,
                    const struct rlk_op_settings *settings)
{
    if (settings->operation->round != RLK_ROUND_ACQUIRE)
        return 0;
    return rlk_order_first(op->resource->crc, op->runtime->settings.nodes);
}

static void name_successor(struct rlk_op *op,
                           const struct rlk_successor *successor)
{
    if (successor == NULL)
        return;
    op->release.successor = rlk_alloc(sizeof(*op->release.successor));
    if (op->release.successor != NULL)
        *op->release.successor = *successor;
}

static void start_round(struct rlk_op *op,
                        const struct rlk_op_settings *settings, int64_t now)
{
    const struct rlk_runtime_settings *of = &op->runtime->settings;
    /* The fence of an owner's first lock identifies the owner's later locks,
     * which nodes with a greater counter would refuse. */
    bool patient = settings->fenced && op->kind->owned && settings->fence == 0;

    rlk_round_start(&op->round,
                    &(struct rlk_round_settings){
                        .kind = settings->operation->round,
                        .strategy = strategy_of(op, settings),
                        .nodes = of->nodes,
                        .quorum = of->quorum,
                        .first = first_of(op, settings),
                        .waits = settings->waits,
                        .node_timeout_ns = of->node_timeout_ns,
                        .deadline_ns = settings->deadline,
                        .ttl_ns = settings->ttl_ns,
                        .drift_ppm = of->drift_ppm,
                        .min_validity_ns = settings->min_validity_ns,
                        .fenced = settings->fenced,
                        .patient = patient,
                    },
                    now);
}

bool rlk_op_start(struct rlk_runtime *runtime,
                  const struct rlk_op_settings *settings, struct rlk_op **made,
                  int64_t now)
{
    struct rlk_op *op = op_new(runtime, settings->operation->round);

    if (op == NULL)
        return false;
    /* It may have the memory of an earlier one. */
    runtime->request_of = NULL;
    op->pending.ops = &op_pending;
    op->operation = settings->operation;
    op->kind = settings->kind == NULL ? runtime->settings.kind : settings->kind;
    op->runtime = runtime;
    rlk_list_push_front(&runtime->ops, &op->among_ops);
    op->resource = rlk_resource_hold(settings->resource);
    if (settings->token != NULL)
        op->token = *settings->token;
    op->slot = settings->slot;
    op->reach = settings->reach;
    op->key_lives_ms = rlk_clock_to_ms(rlk_clock_add(
        settings->ttl_ns, rlk_runtime_slack(runtime, settings->slack_of_ns > 0
                                                         ? settings->slack_of_ns
                                                         : settings->ttl_ns)));
    op->fastest_ns = RLK_NEVER;
    op->call = settings->call;
    for (int node = 0; node < runtime->settings.nodes; node++)
        op->acquire.remaining_ms[node] = -1;
    if (settings->lock != NULL)
        rlk_op_attach(op, settings->lock);
    op->again = settings->again;
    op->fence = settings->fence;
    op->release.pass_at = settings->pass_at;
    op->release.pass_checked = settings->pass_checked;
    op->acquire.waiter = settings->waiter;
    name_successor(op, settings->successor);
    op->acquire.guarded = runtime->guarded;
    if (!op->again)
        rlk_report_begin(rlk_op_report(op), &runtime->settings);
    start_round(op, settings, now);
    if (fenced(op) && op_asks_for_votes(op))
        op->floor_us = largest_clock_us(runtime, now);
    if (op->operation->round == RLK_ROUND_ACQUIRE && !settings->called)
        rlk_op_exclude_dead(op, now);
    if (made != NULL)
        *made = op;
    rlk_op_drive(op, now);
    return true;
}

uint32_t rlk_op_call(struct rlk_op *op, uint32_t nodes)
{
    uint32_t called = 0;

    for (int node = 0; node < op->runtime->settings.nodes; node++) {
        if (rlk_node_set_has(nodes, node) && rlk_round_call(&op->round, node))
            called |= rlk_node_set_of(node);
    }
    /* Their earlier grants must not count from the new request. */
    op->acquire.granted &= ~called;
    return called;
}

void rlk_op_stop_lingering(struct rlk_op *op)
{
    op->acquire.lingers = false;
    op->acquire.waiter = NULL;
    if (op->in_flight == 0)
        rlk_op_free(op);
}

void rlk_op_left(struct rlk_op *op, int64_t since, int64_t now)
{
    if (!op->over && rlk_round_left(&op->round, since, now))
        rlk_timers_set(&op->runtime->timers, &op->timer,
                       rlk_round_wakeup(&op->round));
}

void rlk_op_cancel(struct rlk_op *op, int64_t now)
{
    rlk_round_cancel(&op->round, now);
    rlk_op_drive(op, now);
}

void rlk_op_discard(struct rlk_op *op, int64_t now)
{
    if (op->operation->round != RLK_ROUND_ACQUIRE || op->acquire.guarded ||
        op->over)
        return;
    rlk_op_give_up(op, now);
}

void rlk_op_give_up(struct rlk_op *op, int64_t now)
{
    op->acquire.discarded = true;
    rlk_op_cancel(op, now);
}

void rlk_op_shorten(struct rlk_op *op, int node, int64_t by_ns)
{
    /* A grant that is not answered yet was executed after the step. */
    if (op->operation->round == RLK_ROUND_ACQUIRE && !op->over &&
        rlk_node_set_has(op->acquire.granted, node))
        rlk_round_shorten(&op->round, node, by_ns);
}

void rlk_op_exclude(struct rlk_op *op, int node, int64_t now)
{
    if (op->operation->round != RLK_ROUND_ACQUIRE || op->over)
        return;
    op->acquire.granted &= ~rlk_node_set_of(node);
    if (rlk_round_vote_of(&op->round, node) == RLK_VOTE_GRANTED)
        op->reasons[node] = REDLOCK_REASON_CLOCK;
    rlk_round_exclude_grants(&op->round, node, now);
    rlk_op_drive(op, now);
}

/* --- its caller and its lock --------------------------------------------- */

void rlk_op_attach(struct rlk_op *op, struct redlock_lock *lock)
{
    op->lock = lock;
    rlk_ring_push(&lock->rounds, &op->of_lock);
}

void rlk_op_detach(struct rlk_op *op)
{
    if (op->lock != NULL)
        rlk_ring_remove(&op->lock->rounds, &op->of_lock);
    op->lock = NULL;
    op->extend.lacking_key = 0;
}

void rlk_op_free(struct rlk_op *op)
{
    struct rlk_runtime *runtime = op->runtime;

    rlk_op_detach(op);
    rlk_list_remove(&op->among_ops);
    rlk_resource_drop(op->resource);
    rlk_free(op->release.successor);
    rlk_timers_set(&runtime->timers, &op->timer, RLK_NEVER);
    if (runtime->spare_ops_count < SPARES_MOST) {
        keep_spare(op);
        return;
    }
    rlk_timers_forget(&runtime->timers, &op->timer);
    rlk_free(op);
}

/* --- how every operation begins and ends --------------------------------- */

void rlk_call_begin(struct rlk_call *call, struct rlk_runtime *runtime,
                    struct redlock_report *report, int64_t now)
{
    call->runtime = runtime;
    call->report = report;
    call->started = now;
}

void rlk_call_count(struct rlk_call *call)
{
    if (call->rounds < INT_MAX)
        call->rounds++;
}

static void leave_round(struct rlk_call *call)
{
    if (call->op != NULL)
        call->op->call = NULL;
    call->op = NULL;
}

void rlk_call_end(struct rlk_call *call, enum redlock_status status,
                  int64_t now)
{
    leave_round(call);
    call->status = status;
    rlk_report_finish(call->report, call->rounds, call->started, now);
    rlk_completions_push(&call->runtime->completions, &call->completion);
}

void rlk_call_drop(struct rlk_call *call)
{
    leave_round(call);
    rlk_list_remove(&call->completion.queued);
}
