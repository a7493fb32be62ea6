/* SPDX-License-Identifier: MIT */
/* Compares what clients believe with the true state. */

#include "tests/sim/witness.h"

#include <inttypes.h>
#include <stdarg.h>
#include <string.h>

#include "clock/clock.h"
#include "quorum/round.h"
#include "redlock/core/lock.h"
#include "redlock/core/op.h"
#include "redlock/runtime/pending_releases.h"
#include "tests/sim/client.h"
#include "tests/sim/node.h"
#include "tests/sim/story.h"
#include "tests/sim/user.h"
#include "tests/sim/witness_owners.h"
#include "tests/sim/witness_votes.h"
#include "tests/sim/witness_wait.h"

/*
 * A timer may be late by the plan's amount, and so may the timers that it
 * starts.
 */
#define TIMERS 4

/* The longest pause until a pending release is sent again. */
#define RECONNECT_NS (5 * RLK_NS_PER_S)

#define ADOPTED (UINT64_C(1) << 63)

static const struct {
    const char *name;
    const char *sentence;
} rules[SIM_RULES] = {
    [SIM_RULE_NONE] = {"none", "no rule is broken"},
    [SIM_RULE_EXCLUSION] = {"exclusion", "two clients hold one lock"},
    [SIM_RULE_SHIELD] = {"shield",
                         "no quorum keeps a lock's key until its end"},
    [SIM_RULE_VOTES] = {"votes", "two clients count one node's vote"},
    [SIM_RULE_FENCE] = {"fence", "a fence does not exceed an earlier one"},
    [SIM_RULE_PROBATION] = {"probation", "a repaired vote is counted too soon"},
    [SIM_RULE_DENIED] = {"denied", "a node without the key is counted"},
    [SIM_RULE_REGAINED] = {"regained", "a validity that ended came back"},
    [SIM_RULE_REPORTED] = {"reported",
                           "a loss is not reported once, in time, finally"},
    [SIM_RULE_IN_TIME] = {"in-time",
                          "acquired without votes or validity in time"},
    [SIM_RULE_ENDED] = {"ended", "a call continued after its deadline"},
    [SIM_RULE_EXTENDED] = {"extended", "extended, but the end did not move"},
    [SIM_RULE_TOKEN] = {"token", "a token is used again after its release"},
    [SIM_RULE_REPAIR] = {"repair", "a key is restored for a lost lock"},
    [SIM_RULE_NOTICE] = {"notice", "a lock ends before the reported instant"},
    [SIM_RULE_LIFE] = {"life", "a vote is counted longer than its key exists"},
    [SIM_RULE_MATCHED] = {"matched",
                          "a vote is counted longer than its answer allows"},
    [SIM_RULE_AGREED] = {"agreed", "a fence is reported that no quorum is at"},
    [SIM_RULE_STEPPED] = {"stepped", "a node that was stepped is counted"},
    [SIM_RULE_STEADY] = {"steady", "a clock was stepped by less than assumed"},
    [SIM_RULE_TRESPASS] = {"trespass",
                           "a request changes a key of another holder"},
    [SIM_RULE_COUNTER] = {"counter", "a counter changes in a forbidden way"},
    [SIM_RULE_AMNESIA] = {"amnesia", "a node votes after it lost its memory"},
    [SIM_RULE_RETURNS] = {"returns", "a lost vote does not come back"},
    [SIM_RULE_PENDING] = {"pending", "too many pending releases, or too old"},
    [SIM_RULE_ORPHAN] = {"orphan", "a key is left behind"},
    [SIM_RULE_QUIET] = {"quiet", "the world does not come to rest"},
    [SIM_RULE_PROGRESS] = {"progress",
                           "nothing fails, but a client does not acquire"},
    [SIM_RULE_SEEN] = {"seen", "a holder is seen that no quorum named"},
    [SIM_RULE_ORDER] = {"order", "a node passes over an earlier waiter"},
    [SIM_RULE_SERVED] = {"served",
                         "nothing fails, but a client waits too long"},
    [SIM_RULE_WHOLE] = {"whole", "only a part of a set is held"},
    [SIM_RULE_SLOTS] = {"slots", "more clients hold slots than there are"},
    [SIM_RULE_WOKEN] = {"woken", "the wrong waiter is notified, or none"},
    [SIM_RULE_CHOICE] = {"choice", "a token has two slots, or a node has two "
                                   "numbers of slots"},
    [SIM_RULE_UPGRADE] = {"upgrade",
                          "an owner that shares it is not refused, or "
                          "another one is"},
    [SIM_RULE_LET_IN] = {"let-in", "a quorum is free for the only waiter, "
                                   "which does not acquire"},
    [SIM_RULE_PACE] = {"pace", "a call asks too often"},
    [SIM_RULE_ANSWER] = {"answer", "an answer contradicts the node's memory"},
    [SIM_RULE_DAMAGE] = {"damage", "a fence comes from a damaged counter"},
};

_Static_assert(SIM_RULES <= 64, "a set of rules fits a uint64_t");

const char *sim_rule_name(enum sim_rule rule)
{
    return rules[rule].name;
}

const char *sim_rule_sentence(enum sim_rule rule)
{
    return rules[rule].sentence;
}

enum sim_rule sim_rule_named(const char *name)
{
    for (int rule = SIM_RULE_NONE + 1; rule < SIM_RULES; rule++) {
        if (strcmp(rules[rule].name, name) == 0)
            return (enum sim_rule)rule;
    }
    return SIM_RULE_NONE;
}

void sim_witness_break(struct sim_world *world, enum sim_rule rule,
                       const char *format, ...)
{
    va_list arguments;

    if (world->broken_rule != SIM_RULE_NONE ||
        (world->blind & SIM_RULE_BIT(rule)) != 0)
        return;
    world->broken_rule = (int)rule;
    va_start(arguments, format);
    vsnprintf(world->complaint, sizeof(world->complaint), format, arguments);
    va_end(arguments);
    sim_story(world, "BROKEN: %s: %s", rules[rule].sentence, world->complaint);
}

void sim_witness_reset(struct sim_belief *belief)
{
    *belief = (struct sim_belief){.until = INT64_MIN};
    for (int node = 0; node < SIM_NODES_MAX; node++) {
        belief->ends[node] = RLK_NO_VOTE;
        belief->true_ends[node] = INT64_MIN;
        belief->entitled[node] = INT64_MIN;
    }
}

static bool stopped_since(const struct sim_client *client, int64_t local)
{
    return client->last_resumed != INT64_MIN &&
           client->last_resumed >= sim_clock_true(&client->clock, local);
}

static bool believes(const struct sim_slot *slot)
{
    return slot->belief.until > slot->client->world->now;
}

/* --- exclusion and shield
 * ----------------------------------------------------- */

static void check_exclusion(struct sim_slot *slot)
{
    struct sim_world *world = slot->client->world;

    for (int i = 0; i < world->plan->clients * SIM_SLOTS; i++) {
        struct sim_slot *other =
            &world->clients[i / SIM_SLOTS].slots[i % SIM_SLOTS];
        if (!sim_witness_rivals(slot, other))
            continue;
        sim_witness_judge(world, SIM_RULE_EXCLUSION);
        if (believes(other))
            sim_witness_break(world, SIM_RULE_EXCLUSION, "%s by c%d and by c%d",
                              slot->name, slot->client->index + 1,
                              other->client->index + 1);
    }
}

/* At most as many locks are believed valid as there are slots. */
static void check_slots(struct sim_slot *slot)
{
    struct sim_world *world = slot->client->world;
    int most = slot->slots;
    int held = 0;

    if (slot->slots == 0)
        return;
    for (int i = 0; i < world->plan->clients * SIM_SLOTS; i++) {
        const struct sim_slot *other =
            &world->clients[i / SIM_SLOTS].slots[i % SIM_SLOTS];
        if (!other->client->alive || other->resource != slot->resource ||
            other->slots == 0 || !believes(other))
            continue;
        held++;
        if (other->slots < most)
            most = other->slots;
    }
    if (held > 1)
        sim_witness_judge(world, SIM_RULE_SLOTS);
    if (held > most)
        sim_witness_break(world, SIM_RULE_SLOTS, "%d have one of %d of %s",
                          held, most, slot->name);
}

/* The number of nodes that keep the slot's key until then, or do not vote. */
static int shielding(const struct sim_slot *slot, int64_t until)
{
    struct sim_world *world = slot->client->world;
    int nodes = 0;

    for (int node = 0; node < world->plan->nodes; node++)
        nodes +=
            sim_node_quarantined(world, node) ||
            sim_node_keeps(world, node, slot->key, slot->belief.token) >= until;
    return nodes;
}

static void check_shield(struct sim_slot *slot)
{
    struct sim_world *world = slot->client->world;
    int nodes = shielding(slot, slot->belief.until);

    sim_witness_judge(world, SIM_RULE_SHIELD);
    if (nodes < world->plan->quorum)
        sim_witness_break(world, SIM_RULE_SHIELD,
                          "c%d holds %s, but %d of %d nodes keep its key",
                          slot->client->index + 1, slot->name, nodes,
                          world->plan->nodes);
}

/*
 * A lock whose loss is reported early is valid until its end, unless released.
 */
static void check_notice(struct sim_slot *slot)
{
    struct sim_world *world = slot->client->world;
    int64_t stands = slot->belief.stands_until;
    int nodes;

    if (stands <= world->now || slot->state != SIM_SLOT_HOLDING)
        return;
    sim_witness_judge(world, SIM_RULE_NOTICE);
    nodes = shielding(slot, stands);
    if (nodes < world->plan->quorum)
        sim_witness_break(
            world, SIM_RULE_NOTICE,
            "c%d's %s is valid for %.3fms, but %d of %d nodes keep "
            "its key",
            slot->client->index + 1, slot->name,
            (double)(stands - world->now) / 1e6, nodes, world->plan->nodes);
}

void sim_witness_node(struct sim_world *world, int resource)
{
    for (int i = 0; i < world->plan->clients * SIM_SLOTS; i++) {
        struct sim_slot *slot =
            &world->clients[i / SIM_SLOTS].slots[i % SIM_SLOTS];
        if (!slot->client->alive || slot->belief.attempt == 0 ||
            slot->key != resource)
            continue;
        sim_witness_life(slot);
        if (believes(slot))
            check_shield(slot);
        else if (slot->belief.notified)
            check_notice(slot);
    }
}

/* --- validity
 * ------------------------------------------------------------------- */

/* The lock is acquired: votes were in time, and validity remains. */
static void check_won(struct sim_slot *slot, const struct redlock_lock *lock,
                      int64_t valid_until)
{
    struct sim_world *world = slot->client->world;
    int in_time = 0;

    sim_witness_judge(world, SIM_RULE_IN_TIME);
    for (int node = 0; node < world->plan->nodes; node++)
        in_time += slot->belief.true_ends[node] > world->now &&
                   (slot->belief.timed_out & (1U << node)) == 0;
    if (in_time < world->plan->quorum)
        sim_witness_break(world, SIM_RULE_IN_TIME,
                          "c%d holds %s by %d votes in time",
                          slot->client->index + 1, slot->name, in_time);
    if (valid_until - sim_client_now(slot->client) < lock->warning_ns ||
        valid_until - sim_client_now(slot->client) < slot->least)
        sim_witness_break(world, SIM_RULE_IN_TIME,
                          "c%d's %s ends before it can be reported",
                          slot->client->index + 1, slot->name);
}

/*
 * Is there another first lock of the same owner? A later one is possible, if it
 * was requested while an earlier first one was valid.
 */
static bool has_another_first(const struct sim_slot *slot)
{
    const struct sim_world *world = slot->client->world;

    for (int i = 0; i < world->plan->clients * SIM_SLOTS; i++) {
        const struct sim_slot *other =
            &world->clients[i / SIM_SLOTS].slots[i % SIM_SLOTS];
        if (other != slot && other->client->alive && believes(other) &&
            other->owner == slot->owner && other->carried == 0 &&
            other->resource == slot->resource)
            return true;
    }
    return false;
}

/*
 * The fence is greater than all fences reported before the attempt began, and
 * unique. A shared lock's is not smaller, and need not be unique. An owner's
 * first lock follows the general rule, and each later one has the fence of the
 * first.
 */
static void check_fence(struct sim_slot *slot, const struct redlock_lock *lock)
{
    struct sim_world *world = slot->client->world;
    int64_t *largest = &world->fences[slot->key];
    int64_t *last = world->last_fences[slot->key];
    bool taken = false;

    if (!slot->fenced || lock->rare->adopted != NULL)
        return;
    for (int i = 0; i < SIM_FENCES; i++)
        taken = taken || last[i] == lock->fence;
    if (*largest > 0)
        sim_witness_judge(world, SIM_RULE_FENCE);
    if (slot->carried > 0 && lock->fence != slot->carried)
        sim_witness_break(world, SIM_RULE_FENCE, "c%d's %s is not its owner's",
                          slot->client->index + 1, slot->name);
    if (slot->owner > 0 && slot->carried == 0 && has_another_first(slot))
        sim_witness_break(world, SIM_RULE_FENCE,
                          "c%d's %s is not its owner's first",
                          slot->client->index + 1, slot->name);
    if (slot->owner > 0)
        world->owned[slot->owner][slot->resource] = lock->fence;
    if (slot->shared || slot->carried > 0
            ? lock->fence < slot->belief.fence_floor
            : taken || lock->fence <= slot->belief.fence_floor)
        sim_witness_break(world, SIM_RULE_FENCE,
                          "c%d has %s with %" PRId64 ", after %" PRId64,
                          slot->client->index + 1, slot->name,
                          lock->fence - SIM_WALL_CLOCK_NS / RLK_NS_PER_US,
                          slot->belief.fence_floor -
                              SIM_WALL_CLOCK_NS / RLK_NS_PER_US);
    last[world->fences_count[slot->key]++ % SIM_FENCES] = lock->fence;
    if (lock->fence > *largest)
        *largest = lock->fence;
}

/* Counters that the plan has set far ahead are damaged. */
static void check_damage(const struct sim_slot *slot,
                         const struct redlock_lock *lock)
{
    struct sim_world *world = slot->client->world;
    const struct sim_plan *plan = world->plan;
    int damaged = 0;

    for (int node = 0; node < plan->nodes; node++)
        damaged += plan->counters[node] > 2 * RLK_FENCE_AHEAD_US;
    if (slot->key != 0 || lock->fence == 0 || damaged == 0 ||
        damaged >= plan->quorum)
        return;
    sim_witness_judge(world, SIM_RULE_DAMAGE);
    if (lock->fence > sim_node_now_us(world, 0) + 2 * RLK_FENCE_AHEAD_US)
        sim_witness_break(world, SIM_RULE_DAMAGE, "c%d's of %s",
                          slot->client->index + 1, slot->name);
}

static void tell_belief(const struct sim_slot *slot)
{
    if (slot->client->world->story == NULL)
        return;
    if (believes(slot))
        sim_story(slot->client->world, "c%d HOLDS %s until %.3fms",
                  slot->client->index + 1, slot->name,
                  (double)(slot->belief.until / RLK_NS_PER_US) / 1000.0);
    else
        sim_story(slot->client->world, "c%d does not hold %s any more",
                  slot->client->index + 1, slot->name);
}

static void look_at_validity(struct sim_slot *slot,
                             const struct redlock_lock *lock)
{
    struct sim_world *world = slot->client->world;
    struct sim_belief *belief = &slot->belief;
    int64_t valid_until = rlk_lock_valid_until(lock);
    bool had_passed = belief->held_once && !believes(slot);

    if (had_passed)
        sim_witness_judge(world, SIM_RULE_REGAINED);
    if (valid_until == belief->valid_until)
        return;
    belief->valid_until = valid_until;
    belief->until = valid_until == 0
                        ? INT64_MIN
                        : sim_clock_true(&slot->client->clock, valid_until);
    tell_belief(slot);
    if (valid_until == 0)
        return;
    if (belief->notified)
        sim_witness_break(world, SIM_RULE_REPORTED, "c%d has %s again",
                          slot->client->index + 1, slot->name);
    if (had_passed && believes(slot))
        sim_witness_break(world, SIM_RULE_REGAINED, "%s of c%d", slot->name,
                          slot->client->index + 1);
    belief->believed_to = valid_until;
    if (!believes(slot))
        return;
    check_exclusion(slot);
    check_slots(slot);
    check_shield(slot);
    if (!belief->held_once) {
        check_won(slot, lock, valid_until);
        sim_witness_agreed(slot, lock);
        check_fence(slot, lock);
        check_damage(slot, lock);
    }
    belief->held_once = true;
}

/* Records the slot's number once a node has chosen it. */
static void look_at_slot(struct sim_slot *slot, const struct redlock_lock *lock)
{
    const struct rlk_op *op = slot->state == SIM_SLOT_ACQUIRING
                                  ? sim_user_acquire(slot)->call.op
                                  : NULL;
    const struct rlk_slot *meant = op != NULL ? &op->slot : &lock->rare->slot;
    int key = meant->chosen ? sim_key_of_slot(slot->resource, meant->from)
                            : slot->resource;

    if (key == slot->key)
        return;
    slot->key = key;
    slot->belief.fence_floor = slot->client->world->fences[key];
}

static void look_at_token(struct sim_slot *slot,
                          const struct redlock_lock *lock)
{
    struct rlk_token token;
    uint64_t attempt = slot->state == SIM_SLOT_ACQUIRING
                           ? sim_user_acquire(slot)->attempt
                           : lock->attempt;

    /* The attempt of an adopted lock is another client's. */
    if (lock->rare->adopted != NULL)
        attempt = ADOPTED | sim_story_attempt(lock->rare->adopted);
    if (attempt == slot->belief.attempt)
        return;
    sim_witness_reset(&slot->belief);
    slot->belief.attempt = attempt;
    slot->belief.fence_floor = slot->client->world->fences[slot->key];
    if (lock->rare->adopted != NULL)
        (void)rlk_token_copy(&token, lock->rare->adopted);
    else
        rlk_token_make(&slot->client->core.runtime.token_base, attempt, &token);
    memcpy(slot->belief.token, token.text, token.length + 1);
}

/* Rates within the drift must not be taken for a step, whatever the delays. */
static void check_steady(const struct sim_client *client)
{
    struct sim_world *world = client->world;

    if ((world->plan->broken & (SIM_BROKEN_RATES | SIM_BROKEN_SUSPEND)) != 0)
        return;
    for (int node = 0; node < world->plan->nodes; node++) {
        int64_t gained = client->core.nodes[node].guard.gained_ns;
        int64_t stepped = world->nodes[node].stepped_by;
        if (client->core.nodes[node].guard.offset.known)
            sim_witness_judge(world, SIM_RULE_STEADY);
        if (gained > stepped)
            sim_witness_break(world, SIM_RULE_STEADY,
                              "n%d by %.3fms, which c%d takes for %.3fms",
                              node + 1, (double)stepped / 1e6,
                              client->index + 1, (double)gained / 1e6);
    }
}

/* Is the oldest expired one waiting for the node's next check? */
static bool lingers(const struct sim_client *client,
                    const struct rlk_pending_releases *releases)
{
    int64_t patience = 10 * client->world->plan->node_timeout;
    int64_t look = RECONNECT_NS + RLK_NS_PER_S +
                   (patience > RLK_NS_PER_S ? patience : RLK_NS_PER_S);

    const struct rlk_pending_release *oldest =
        RLK_LIST_FIRST(&releases->aging, struct rlk_pending_release, among);

    return oldest != NULL && !stopped_since(client, oldest->until) &&
           sim_client_now(client) > oldest->until + look;
}

static void look_at_backlogs(struct sim_client *client)
{
    for (int node = 0; node < client->world->plan->nodes; node++) {
        const struct rlk_pending_releases *releases =
            &client->core.nodes[node].releases;
        if (releases->count > RLK_PENDING_RELEASES_MOST ||
            releases->at_once > RLK_PENDING_RELEASES_IN_FLIGHT)
            sim_witness_break(client->world, SIM_RULE_PENDING,
                              "%d by c%d to n%d, %d of them in flight",
                              releases->count, client->index + 1, node + 1,
                              releases->at_once);
        if (releases->count > 0)
            sim_witness_judge(client->world, SIM_RULE_PENDING);
        if (lingers(client, releases))
            sim_witness_break(client->world, SIM_RULE_PENDING,
                              "by c%d to n%d, whose key is gone",
                              client->index + 1, node + 1);
    }
}

void sim_witness_client(struct sim_client *client)
{
    if (client->alive)
        look_at_backlogs(client);
    if (client->alive)
        check_steady(client);
    for (int i = 0; client->alive && i < SIM_SLOTS; i++) {
        struct sim_slot *slot = &client->slots[i];
        const struct redlock_lock *lock = sim_user_lock(slot);
        if (lock == NULL) {
            if (slot->belief.attempt != 0)
                sim_witness_reset(&slot->belief);
            continue;
        }
        look_at_token(slot, lock);
        look_at_slot(slot, lock);
        sim_witness_let_in(slot);
        sim_witness_votes(slot, lock);
        look_at_validity(slot, lock);
    }
}

void sim_witness_clock(struct sim_client *client)
{
    for (int i = 0; i < SIM_SLOTS; i++) {
        struct sim_slot *slot = &client->slots[i];
        struct sim_belief *belief = &slot->belief;
        if (belief->valid_until != 0)
            belief->until = sim_clock_true(&client->clock, belief->valid_until);
        for (int node = 0; node < client->world->plan->nodes; node++) {
            if (belief->ends[node] != RLK_NO_VOTE)
                belief->true_ends[node] =
                    sim_clock_true(&client->clock, belief->ends[node]);
        }
        if (believes(slot))
            check_exclusion(slot);
    }
}

/* --- requests and answers
 * ---------------------------------------------------------- */

void sim_witness_forgets(struct sim_world *world, int node)
{
    for (int i = 0; i < world->plan->clients * SIM_SLOTS; i++) {
        struct sim_slot *slot =
            &world->clients[i / SIM_SLOTS].slots[i % SIM_SLOTS];
        if ((world->plan->guard != SIM_GUARD_ON ||
             world->plan->unguarded != 0) &&
            slot->client->alive && slot->belief.attempt != 0 &&
            sim_node_keeps(world, node, slot->key, slot->belief.token) !=
                INT64_MIN)
            slot->belief.forgotten |= 1U << node;
    }
}

/*
 * A release: records the first one of a token, and the connections at that
 * time.
 */
static void look_at_release(struct sim_client *client, int node,
                            struct sim_request *request)
{
    uint64_t attempt = sim_story_attempt(request->token);
    int index = (int)(attempt % SIM_ATTEMPTS);
    const struct sim_slot *slot = sim_witness_slot(client, request->token);
    bool names = request->successor.token.length > 0;

    if (client->given_back[index] != attempt) {
        client->given_back[index] = attempt;
        client->given_down[index] = client->world->connections_count;
        if (slot != NULL && slot->state == SIM_SLOT_RELEASING)
            sim_witness_given_back(client->world, &request->successor);
    }
    if (names && client->connections[node] >= client->given_down[index])
        sim_witness_break(client->world, SIM_RULE_TOKEN,
                          "%s, named by a pending release",
                          sim_story_token(request->successor.token.text));
    if (names && slot != NULL &&
        !sim_client_owns(client, request->successor.token.text))
        request->known_head = slot->belief.head;
}

void sim_witness_sends(struct sim_client *client, int node,
                       struct sim_request *request)
{
    uint64_t attempt = sim_story_attempt(request->token);
    uint64_t *given = &client->given_back[attempt % SIM_ATTEMPTS];
    const struct sim_slot *slot;

    sim_witness_asks_to_share(client, request);
    if ((request->verb == RLK_VERB_RELEASE || request->verb == RLK_VERB_PASS) &&
        sim_client_owns(client, request->token))
        look_at_release(client, node, request);
    if ((request->verb == RLK_VERB_GRANT || request->verb == RLK_VERB_ASK) &&
        attempt > 1 &&
        client->given_back[(attempt - 1) % SIM_ATTEMPTS] == attempt - 1)
        sim_witness_judge(client->world, SIM_RULE_TOKEN);
    if ((request->verb == RLK_VERB_GRANT || request->verb == RLK_VERB_ASK) &&
        *given == attempt)
        sim_witness_break(client->world, SIM_RULE_TOKEN, "%s",
                          sim_story_token(request->token));
    if (request->verb != RLK_VERB_REPAIR)
        return;
    sim_witness_judge(client->world, SIM_RULE_REPAIR);
    slot = sim_witness_slot(client, request->token);
    if (slot == NULL || !believes(slot) || slot->belief.notified ||
        slot->no_repair)
        sim_witness_break(client->world, SIM_RULE_REPAIR, "%s",
                          sim_story_token(request->token));
}

/* --- results of calls ----------------------------------------------------- */

void sim_witness_ended(struct sim_client *client, int64_t due, const char *call)
{
    struct sim_world *world = client->world;
    int64_t allowed = sim_clock_true(&client->clock, due);

    if (client->last_resumed > allowed)
        allowed = client->last_resumed;
    sim_witness_judge(world, SIM_RULE_ENDED);
    allowed += TIMERS * world->plan->noise.late + RLK_NS_PER_US;
    if (world->now > allowed)
        sim_witness_break(world, SIM_RULE_ENDED, "%s of c%d, %.3fms too late",
                          call, client->index + 1,
                          (double)(world->now - allowed) / 1e6);
}

void sim_witness_acquired(struct sim_slot *slot)
{
    if (!slot->belief.held_once)
        sim_witness_break(slot->client->world, SIM_RULE_IN_TIME,
                          "c%d acquired %s, but never held it",
                          slot->client->index + 1, slot->name);
}

void sim_witness_extended(struct sim_slot *slot,
                          const struct rlk_extend *extend)
{
    const struct sim_belief *belief = &slot->belief;

    if (extend->call.status == REDLOCK_LOST && belief->held_once &&
        slot->state == SIM_SLOT_HOLDING)
        sim_witness_ended(slot->client, belief->believed_to, "extend");
    if (extend->call.status == REDLOCK_OK)
        sim_witness_judge(slot->client->world, SIM_RULE_EXTENDED);
    if (extend->call.status == REDLOCK_OK && slot->state == SIM_SLOT_HOLDING &&
        !belief->notified && belief->valid_until < extend->goal &&
        believes(slot))
        sim_witness_break(slot->client->world, SIM_RULE_EXTENDED, "%s of c%d",
                          slot->name, slot->client->index + 1);
}

void sim_witness_loss_reported(struct sim_slot *slot)
{
    struct sim_belief *belief = &slot->belief;
    struct sim_client *client = slot->client;
    int64_t tell_at;

    sim_witness_judge(client->world, SIM_RULE_REPORTED);
    if (slot->lock == NULL) {
        sim_witness_break(client->world, SIM_RULE_REPORTED,
                          "%s of c%d, before it was acquired", slot->name,
                          client->index + 1);
        return;
    }
    tell_at = belief->believed_to - slot->lock->warning_ns;
    if (belief->notified)
        sim_witness_break(client->world, SIM_RULE_REPORTED, "%s of c%d, twice",
                          slot->name, client->index + 1);
    belief->notified = true;
    if (slot->lock->tenure.validity > sim_client_now(client))
        belief->stands_until =
            sim_clock_true(&client->clock, slot->lock->tenure.validity);
    check_notice(slot);
    /* An adopted lock may never have been valid. */
    if (belief->held_once && sim_client_now(client) >= belief->believed_to &&
        !stopped_since(client, tell_at))
        sim_witness_break(client->world, SIM_RULE_REPORTED,
                          "%s of c%d, after its end", slot->name,
                          client->index + 1);
}
