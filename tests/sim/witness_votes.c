/* SPDX-License-Identifier: MIT */
/* Compares counted votes with what the nodes did and answered. */

#include "tests/sim/witness_votes.h"

#include <inttypes.h>
#include <string.h>

#include "clock/clock.h"
#include "redlock/core/lock.h"
#include "redlock/core/op.h"
#include "redlock/runtime/handoff.h"
#include "tests/sim/client.h"
#include "tests/sim/node.h"
#include "tests/sim/user.h"
#include "tests/sim/witness_owners.h"
#include "tests/sim/witness_wait.h"

/* Rounding of times to milliseconds in requests. */
#define CUT_NS RLK_NS_PER_MS

/* A smaller deviation of a clock is not taken for a step. */
#define STEP_LEAST_NS (20 * RLK_NS_PER_MS)

static void breaks(const struct sim_slot *slot, int node, enum sim_rule rule,
                   const char *how)
{
    sim_witness_break(slot->client->world, rule, "n%d's for %s by c%d%s",
                      node + 1, slot->name, slot->client->index + 1, how);
}

bool sim_witness_rivals(const struct sim_slot *one,
                        const struct sim_slot *other)
{
    return one != other && other->client->alive && other->belief.attempt != 0 &&
           one->key == other->key && !(one->shared && other->shared) &&
           (one->owner == 0 || one->owner != other->owner);
}

static bool counts(const struct sim_slot *slot, int node)
{
    return slot->belief.true_ends[node] > slot->client->world->now &&
           (slot->belief.forgotten & (1U << node)) == 0;
}

struct sim_slot *sim_witness_slot(struct sim_client *client, const char *token)
{
    for (int i = 0; i < SIM_SLOTS; i++) {
        if (client->slots[i].belief.attempt != 0 &&
            strcmp(client->slots[i].belief.token, token) == 0)
            return &client->slots[i];
    }
    return NULL;
}

/* --- counted votes -------------------------------------------------------- */

static void check_life(struct sim_slot *slot, int node)
{
    struct sim_world *world = slot->client->world;

    if (counts(slot, node))
        sim_witness_judge(world, SIM_RULE_LIFE);
    if (counts(slot, node) && !sim_node_quarantined(world, node) &&
        sim_node_keeps(world, node, slot->key, slot->belief.token) <
            slot->belief.true_ends[node])
        breaks(slot, node, SIM_RULE_LIFE, "");
}

void sim_witness_life(struct sim_slot *slot)
{
    for (int node = 0; node < slot->client->world->plan->nodes; node++)
        check_life(slot, node);
}

/* The key was restored, and keys that the node lost may still be counted. */
static void check_probation(struct sim_slot *slot,
                            const struct redlock_lock *lock, int node)
{
    struct sim_world *world = slot->client->world;
    const struct sim_node *at = &world->nodes[node];
    const struct sim_key *key = &at->model.memory.keys[slot->key];
    const struct sim_member *member =
        sim_memory_member(&at->model.memory, slot->key, slot->belief.token,
                          sim_node_now_ms(world, node));
    int64_t probation = world->plan->ttl_max - world->plan->ttl_max / 50;
    int64_t since =
        member != NULL ? member->repaired_at : at->repaired_at[slot->key];
    bool repaired =
        member != NULL
            ? member->repaired
            : key->repaired && strcmp(key->token, slot->belief.token) == 0;

    /*
     * A client that adopts a token knows of no repair, but a quarantine shows
     * it.
     */
    if (lock->rare->adopted != NULL)
        since = world->plan->guard == SIM_GUARD_ON ? at->forgot_at : INT64_MIN;
    if (!repaired)
        return;
    sim_witness_judge(world, SIM_RULE_PROBATION);
    if (world->now - probation < since)
        breaks(slot, node, SIM_RULE_PROBATION, "");
}

static void check_vote(struct sim_slot *slot, const struct redlock_lock *lock,
                       int node)
{
    struct sim_world *world = slot->client->world;

    for (int i = 0; i < world->plan->clients * SIM_SLOTS; i++) {
        struct sim_slot *other =
            &world->clients[i / SIM_SLOTS].slots[i % SIM_SLOTS];
        if (sim_witness_rivals(slot, other))
            sim_witness_judge(world, SIM_RULE_VOTES);
        if (sim_witness_rivals(slot, other) && counts(other, node) &&
            counts(slot, node))
            sim_witness_break(world, SIM_RULE_VOTES,
                              "n%d's for %s by c%d and by c%d", node + 1,
                              slot->name, slot->client->index + 1,
                              other->client->index + 1);
    }
    sim_witness_judge(world, SIM_RULE_MATCHED);
    check_probation(slot, lock, node);
    check_life(slot, node);
    if (slot->belief.ends[node] > slot->belief.entitled[node])
        breaks(slot, node, SIM_RULE_MATCHED, ", for longer than it granted");
}

/* Until when the slot's lock, or its attempt, counts the node's vote. */
static int64_t counted_until(const struct sim_slot *slot,
                             const struct redlock_lock *lock, int node)
{
    const struct rlk_op *op = slot->state == SIM_SLOT_ACQUIRING
                                  ? sim_user_acquire(slot)->call.op
                                  : NULL;

    if (op != NULL && op->round.outcome == RLK_OUTCOME_PENDING) {
        if (rlk_round_vote_of(&op->round, node) != RLK_VOTE_GRANTED)
            return RLK_NO_VOTE;
        return rlk_clock_vote_end(
            rlk_round_sent_at(&op->round, node), op->round.settings.ttl_ns,
            slot->client->core.runtime.settings.drift_ppm);
    }
    return lock->tenure.lost ? RLK_NO_VOTE
                             : rlk_tenure_vote_end(&lock->tenure, node);
}

/* With guard auto, a client that has seen no marker is not guarded. */
static bool is_guarded(const struct sim_slot *slot)
{
    const struct sim_plan *plan = slot->client->world->plan;

    return !sim_plan_is_unguarded(plan, slot->client->index) &&
           (plan->guard != SIM_GUARD_AUTO ||
            slot->client->core.runtime.guarded);
}

/*
 * The key was handed over after the node lost its memory. A guarded waiter must
 * not count it so soon, even if the releasing client judges no marker.
 */
static void check_judged(const struct sim_slot *slot, int node)
{
    struct sim_world *world = slot->client->world;
    const struct sim_node *at = &world->nodes[node];
    const struct sim_key *key = &at->model.memory.keys[slot->key];

    if (!is_guarded(slot) || !key->handed || key->restored ||
        strcmp(key->token, slot->belief.token) != 0)
        return;
    sim_witness_judge(world, SIM_RULE_AMNESIA);
    if (at->forgot_at > world->now - world->plan->ttl_max)
        breaks(slot, node, SIM_RULE_AMNESIA, ", which has lost other keys");
}

void sim_witness_votes(struct sim_slot *slot, const struct redlock_lock *lock)
{
    struct sim_belief *belief = &slot->belief;
    const struct rlk_op *op = slot->state == SIM_SLOT_ACQUIRING
                                  ? sim_user_acquire(slot)->call.op
                                  : NULL;

    for (int node = 0; node < slot->client->world->plan->nodes; node++) {
        int64_t end = counted_until(slot, lock, node);
        if (op != NULL &&
            rlk_round_vote_of(&op->round, node) == RLK_VOTE_TIMED_OUT)
            belief->timed_out |= 1U << node;
        /* A waiter asks again. */
        if (op != NULL && rlk_round_vote_of(&op->round, node) == RLK_VOTE_NONE)
            belief->timed_out &= ~(1U << node);
        if (end == belief->ends[node])
            continue;
        if (belief->ends[node] == RLK_NO_VOTE)
            check_judged(slot, node);
        belief->ends[node] = end;
        belief->true_ends[node] =
            end == RLK_NO_VOTE ? INT64_MIN
                               : sim_clock_true(&slot->client->clock, end);
        if (belief->true_ends[node] > slot->client->world->now)
            check_vote(slot, lock, node);
    }
}

/*
 * A quorum's counters were at the fence while its key existed. The quorum of
 * any later holder has one of these counters, and was issued a greater fence.
 * The votes of these nodes may have ended meanwhile: a step of a node's clock
 * ends its vote, but does not change its counter.
 */
void sim_witness_agreed(struct sim_slot *slot, const struct redlock_lock *lock)
{
    struct sim_world *world = slot->client->world;
    int there = 0;

    /* A client that adopts a token receives no fence. */
    if (!slot->fenced || lock->rare->adopted != NULL)
        return;
    sim_witness_judge(world, SIM_RULE_AGREED);
    for (int node = 0; node < world->plan->nodes; node++)
        there += slot->belief.counters[node] == lock->fence;
    if (there < world->plan->quorum)
        sim_witness_break(world, SIM_RULE_AGREED, "c%d's %s, by %d of %d nodes",
                          slot->client->index + 1, slot->name, there,
                          world->plan->nodes);
}

/* --- answers -------------------------------------------------------------- */

/* The requested TTL, from the lifetime of the key in the request. */
static int64_t ttl_of(const struct sim_plan *plan, int64_t lives)
{
    int64_t least = 250 * RLK_NS_PER_MS;

    if (plan->slack >= 0)
        return lives - plan->slack;
    return lives - least < 10 * least ? lives - least : lives / 11 * 10;
}

/*
 * Until when a positive answer to that request allows its vote to be counted.
 */
static int64_t entitles(const struct sim_client *client,
                        const struct sim_message *message)
{
    int64_t sent = sim_clock_local(&client->clock, message->sent_at);
    int64_t ttl =
        ttl_of(client->world->plan, rlk_clock_from_ms(message->request.ttl_ms));

    return sent + ttl - ttl / 100 - 2 * RLK_NS_PER_MS + CUT_NS;
}

/* The width of the interval within which the client can know a node's clock. */
static int64_t knows_within(const struct sim_client *client, int node)
{
    const struct sim_hearing *hearing = &client->hearings[node];
    int64_t age = client->world->now - hearing->at;

    return hearing->width + age / 50;
}

static void note_time(struct sim_client *client, int node,
                      const struct sim_message *message)
{
    struct sim_hearing *hearing = &client->hearings[node];
    int64_t width = client->world->now - message->sent_at;

    if (hearing->at != INT64_MIN && knows_within(client, node) < width &&
        hearing->steps == client->world->nodes[node].steps)
        return;
    hearing->at = message->executed_at;
    hearing->steps = message->steps;
    hearing->width = width;
}

/*
 * The clock has advanced so far that no delay can hide it: the node is
 * excluded.
 */
static void note_step(struct sim_client *client, int node,
                      const struct sim_message *message)
{
    const struct sim_world *world = client->world;
    const struct sim_node *at = &world->nodes[node];
    struct sim_hearing *hearing = &client->hearings[node];
    int64_t unsure;

    if (hearing->at == INT64_MIN)
        return;
    unsure = knows_within(client, node) + world->now - message->sent_at +
             STEP_LEAST_NS;
    if (message->steps == at->steps && hearing->steps < at->steps &&
        at->step > sim_plan_slack(world->plan) + unsure)
        hearing->excluded_until = at->stepped_at + world->plan->ttl_max;
}

void sim_witness_hears(struct sim_client *client, int node,
                       const struct sim_message *message)
{
    struct sim_slot *slot = sim_witness_slot(client, message->request.token);
    const struct sim_answer *answer = &message->answer;
    enum rlk_verb verb = message->request.verb;
    struct rlk_successor head;
    int64_t end;

    if (message->handshake || slot == NULL)
        return;
    sim_witness_hears_of_share(slot, node, message);
    slot->belief.former_end = slot->belief.ends[node];
    /* The key was gone, and another client may change the counter. */
    if (verb == RLK_VERB_CONFIRM && answer->kind != RLK_ANSWER_ERROR)
        slot->belief.counters[node] = 0;
    if (answer->kind != RLK_ANSWER_YES)
        return;
    if (verb == RLK_VERB_ASK &&
        rlk_successor_read(&head, answer->text, strlen(answer->text)))
        sim_witness_head(slot, &head);
    if (verb == RLK_VERB_GRANT || verb == RLK_VERB_ASK ||
        verb == RLK_VERB_CONFIRM)
        slot->belief.counters[node] = answer->counter;
    if (verb != RLK_VERB_GRANT && verb != RLK_VERB_ASK &&
        verb != RLK_VERB_EXTEND)
        return;
    end = entitles(client, message);
    if (end > slot->belief.entitled[node])
        slot->belief.entitled[node] = end;
}

/*
 * A key that was handed over; check_life() compares the end of its vote with
 * the lifetime of the key.
 */
void sim_witness_handoff_received(struct sim_client *client, int node,
                                  const struct rlk_handoff *handoff)
{
    struct sim_slot *slot = sim_witness_slot(client, handoff->token.text);

    if (slot == NULL)
        return;
    sim_witness_head(slot, &handoff->head);
    if (!handoff->set)
        return;
    /* The message may be older than what was confirmed. */
    if (handoff->c > slot->belief.counters[node])
        slot->belief.counters[node] = handoff->c;
    slot->belief.entitled[node] = INT64_MAX;
    slot->belief.timed_out &= ~(1U << node);
}

/*
 * The node reported that it has no key of the client: its vote must not count.
 */
static void check_denied(struct sim_slot *slot, int node,
                         const struct sim_message *message)
{
    enum rlk_verb verb = message->request.verb;
    enum rlk_answer_kind kind = message->answer.kind;

    if ((verb != RLK_VERB_EXTEND && verb != RLK_VERB_CONFIRM) ||
        (kind != RLK_ANSWER_HELD && kind != RLK_ANSWER_MISSING))
        return;
    /* The request assumed an exclusive lock, which is shared by now. */
    if (slot->multi_holder && message->request.placeholder[0] == '\0')
        return;
    sim_witness_judge(slot->client->world, SIM_RULE_DENIED);
    /* The client knows it now. */
    slot->belief.forgotten &= ~(1U << node);
    if (counts(slot, node))
        breaks(slot, node, SIM_RULE_DENIED, "");
}

/* Its counter is a successor's: the extension changes nothing. */
static void check_superseded(struct sim_slot *slot, int node,
                             const struct sim_message *message)
{
    const struct sim_answer *answer = &message->answer;
    struct sim_belief *belief = &slot->belief;

    if (answer->kind == RLK_ANSWER_CREATED || answer->begun_anew ||
        (message->request.verb == RLK_VERB_REPAIR &&
         answer->kind == RLK_ANSWER_YES))
        belief->counters[node] = answer->counter;
    /* For a shared lock the membership counts. */
    if (!slot->multi_holder && message->request.verb == RLK_VERB_EXTEND &&
        message->request.checked && answer->kind == RLK_ANSWER_YES &&
        slot->state == SIM_SLOT_HOLDING && slot->lock->fence > 0 &&
        answer->counter > slot->lock->fence &&
        answer->counter != belief->counters[node] &&
        belief->ends[node] > belief->former_end)
        breaks(slot, node, SIM_RULE_DENIED, ", whose counter is a successor's");
}

/* It had waited for the connection, and its round began earlier. */
static bool was_held_back(const struct sim_client *client, int node,
                          const struct sim_message *message)
{
    return sim_clock_local(&client->clock, message->sent_at) <=
           client->core.nodes[node].since;
}

/*
 * It is still a member, and its vote was valid: the vote continues, whatever
 * number other members have brought the counter to. Guarded or stepped nodes
 * may have other reasons not to extend a vote. A request that was sent again
 * with the whole script, or that was held back, counts from when it was first
 * to be sent.
 */
static void check_prolonged(const struct sim_slot *slot, int node,
                            const struct sim_message *message)
{
    const struct sim_client *client = slot->client;
    const struct sim_belief *belief = &slot->belief;

    if (!slot->multi_holder || client->world->plan->guard != SIM_GUARD_NONE ||
        slot->state != SIM_SLOT_HOLDING || slot->lock->lost ||
        message->request.verb != RLK_VERB_EXTEND ||
        client->world->nodes[node].stepped_by != 0 ||
        message->request.by_text || was_held_back(client, node, message) ||
        message->answer.kind != RLK_ANSWER_YES ||
        belief->former_end <= sim_client_now(client))
        return;
    sim_witness_judge(client->world, SIM_RULE_RETURNS);
    if (belief->ends[node] <= belief->former_end &&
        entitles(client, message) - 2 * CUT_NS > belief->former_end)
        breaks(slot, node, SIM_RULE_RETURNS, ", although it is a member there");
}

/* No client that can know of a node's step counts its vote. */
static void check_stepped(struct sim_slot *slot, int node,
                          const struct sim_message *message)
{
    struct sim_client *client = slot->client;
    struct sim_world *world = client->world;

    if (world->plan->guard != SIM_GUARD_ON ||
        (message->request.verb != RLK_VERB_GRANT &&
         message->request.verb != RLK_VERB_ASK) ||
        message->answer.kind != RLK_ANSWER_YES ||
        world->now >= client->hearings[node].excluded_until ||
        message->steps != world->nodes[node].steps)
        return;
    sim_witness_judge(world, SIM_RULE_STEPPED);
    if (counts(slot, node))
        breaks(slot, node, SIM_RULE_STEPPED, "");
}

void sim_witness_received(struct sim_client *client, int node,
                          const struct sim_message *message)
{
    struct sim_slot *slot = sim_witness_slot(client, message->request.token);
    bool timed = message->handshake || message->answer.time_us > 0;

    if (timed) {
        note_step(client, node, message);
        note_time(client, node, message);
    }
    if (message->handshake || slot == NULL)
        return;
    check_denied(slot, node, message);
    check_superseded(slot, node, message);
    check_prolonged(slot, node, message);
    check_stepped(slot, node, message);
}
