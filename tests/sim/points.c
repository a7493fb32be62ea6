/* SPDX-License-Identifier: MIT */
/* Records which points were reached. */

#include "tests/sim/points.h"

#include <stdio.h>
#include <string.h>

#include "quorum/tenure.h"
#include "redlock/core/lock.h"
#include "redlock/core/op.h"
#include "redlock/runtime/pending_releases.h"
#include "tests/sim/client.h"
#include "tests/sim/node.h"
#include "tests/sim/user.h"

const char *sim_point_name(enum sim_point point)
{
    static const char *const names[SIM_POINTS] = {
        [SIM_POINT_COUNTED_AGAIN] = "a repaired vote counted again",
        [SIM_POINT_SURPLUS] = "a surplus grant that arrives late",
        [SIM_POINT_WITHDRAWN] = "a vote withdrawn",
        [SIM_POINT_CHARGED] = "a step charged to a vote",
        [SIM_POINT_EXCLUDED] = "a vote excluded for a step of its clock",
        [SIM_POINT_QUARANTINED] = "a quarantine written",
        [SIM_POINT_REFUSED] = "a grant refused in quarantine",
        [SIM_POINT_CLEARED] = "a quarantine cleared",
        [SIM_POINT_DISAGREED] = "a different longest TTL refused",
        [SIM_POINT_CONFIRMED] = "a confirm exchanged",
        [SIM_POINT_SUPERSEDED] = "a repair superseded",
        [SIM_POINT_BEGUN_ANEW] = "a counter begun anew",
        [SIM_POINT_TAKEN_BACK] = "a fence taken back",
        [SIM_POINT_RESENT] = "a script sent again with its text",
        [SIM_POINT_KILLED] = "an orphaned connection killed",
        [SIM_POINT_KILL_REFUSED] = "a kill refused",
        [SIM_POINT_BACKLOG_SENT] = "a pending release sent after a reconnect",
        [SIM_POINT_BACKLOG_OVER] = "a pending release that has expired",
        [SIM_POINT_ADOPTED] = "an exported lock adopted",
        [SIM_POINT_NO_MEMORY] = "an allocation that failed",
        [SIM_POINT_NOT_SENT] = "a send that failed",
        [SIM_POINT_SEEN] = "a holder that an observer saw",
        [SIM_POINT_HANDED] = "a lock that was handed over",
        [SIM_POINT_CLAIMED] = "a lock claimed after a hand-off",
        [SIM_POINT_HANDED_LATE] = "a key handed to an abandoned token",
        [SIM_POINT_UNRECEIVED] = "a hand-off message that nobody received",
        [SIM_POINT_WITHHELD] = "a hand-off omitted in quarantine",
        [SIM_POINT_UNREPLICATED] = "a key that no replica had received",
    };

    return names[point];
}

void sim_reach(struct sim_world *world, enum sim_point point)
{
    world->tally.points[point]++;
}

/* --- at a node ------------------------------------------------------------ */

static void look_at_marker(struct sim_world *world, const char *before,
                           const char *after)
{
    if (strcmp(before, after) == 0)
        return;
    if (after[0] != '\0' && strstr(after, "|ok|") == NULL)
        sim_reach(world, SIM_POINT_QUARANTINED);
    else if (before[0] != '\0' && strstr(before, "|ok|") == NULL)
        sim_reach(world, SIM_POINT_CLEARED);
}

void sim_points_executed(struct sim_world *world, int number,
                         const struct sim_message *message,
                         const char *marker_before)
{
    struct sim_model *model = &world->nodes[number].model;
    const struct sim_request *request = &message->request;
    const struct sim_answer *answer = &message->answer;
    int *set_by = &world->nodes[number].set_by[request->resource];
    bool done = answer->kind == RLK_ANSWER_YES;

    look_at_marker(world, marker_before, model->memory.marker);
    if (answer->kind == RLK_ANSWER_QUARANTINED)
        sim_reach(world, SIM_POINT_REFUSED);
    if (answer->kind == RLK_ANSWER_DISAGREES)
        sim_reach(world, SIM_POINT_DISAGREED);
    if (answer->kind == RLK_ANSWER_SUPERSEDED)
        sim_reach(world, SIM_POINT_SUPERSEDED);
    if (answer->reason == REDLOCK_REASON_NOSCRIPT)
        sim_reach(world, SIM_POINT_RESENT);
    if (answer->begun_anew)
        sim_reach(world, SIM_POINT_BEGUN_ANEW);
    if (request->verb == RLK_VERB_CONFIRM && done)
        sim_reach(world, SIM_POINT_CONFIRMED);
    if ((request->verb == RLK_VERB_GRANT || request->verb == RLK_VERB_ASK) &&
        done)
        *set_by = message->connection;
    if (done && request->checked && request->rules.issued > 0)
        sim_reach(world, SIM_POINT_TAKEN_BACK);
    if (request->verb != RLK_VERB_RELEASE || !done)
        return;
    if (message->connection != *set_by)
        sim_reach(world, SIM_POINT_BACKLOG_SENT);
}

/* --- at a client ---------------------------------------------------------- */

static void look_at_vote(const struct sim_slot *slot, int node, int64_t end)
{
    struct sim_world *world = slot->client->world;
    const struct sim_belief *belief = &slot->belief;
    const struct sim_key *key =
        &world->nodes[node].model.memory.keys[slot->key];
    const struct sim_member *member =
        sim_memory_member(&world->nodes[node].model.memory, slot->key,
                          slot->belief.token, sim_node_now_ms(world, node));
    bool repaired =
        member != NULL
            ? member->repaired
            : key->repaired && strcmp(key->token, slot->belief.token) == 0;

    if (end == belief->ends[node])
        return;
    if (end == RLK_NO_VOTE)
        sim_reach(world, SIM_POINT_WITHDRAWN);
    else if (belief->ends[node] == RLK_NO_VOTE && repaired)
        sim_reach(world, SIM_POINT_COUNTED_AGAIN);
    else if (belief->ends[node] == RLK_NO_VOTE &&
             (belief->timed_out & (1U << node)) != 0)
        sim_reach(world, SIM_POINT_SURPLUS);
    else if (end < belief->ends[node])
        sim_reach(world, SIM_POINT_CHARGED);
}

static void look_at_attempt(const struct sim_slot *slot)
{
    struct sim_world *world = slot->client->world;
    const struct rlk_op *op = sim_user_acquire(slot)->call.op;

    for (int node = 0; op != NULL && node < world->plan->nodes; node++) {
        if (rlk_round_vote_of(&op->round, node) == RLK_VOTE_EXCLUDED &&
            op->reasons[node] == REDLOCK_REASON_CLOCK)
            sim_reach(world, SIM_POINT_EXCLUDED);
    }
}

void sim_points_client(struct sim_client *client)
{
    for (int i = 0; client->alive && i < SIM_SLOTS; i++) {
        const struct sim_slot *slot = &client->slots[i];
        const struct redlock_lock *lock = sim_user_lock(slot);
        if (slot->state == SIM_SLOT_ACQUIRING)
            look_at_attempt(slot);
        if (slot->state == SIM_SLOT_HOLDING && lock->rare->adopted != NULL &&
            !slot->belief.held_once && rlk_lock_valid_until(lock) > 0)
            sim_reach(client->world, SIM_POINT_ADOPTED);
        if (slot->state != SIM_SLOT_HOLDING || lock->tenure.lost ||
            !slot->belief.held_once)
            continue;
        for (int node = 0; node < client->world->plan->nodes; node++)
            look_at_vote(slot, node, rlk_tenure_vote_end(&lock->tenure, node));
    }
}

void sim_points_connected(struct sim_client *client, int node)
{
    const struct rlk_list *aging = &client->core.nodes[node].releases.aging;
    int64_t now = sim_client_now(client);

    for (const struct rlk_list *at = aging->next; at != aging; at = at->next) {
        if (RLK_OWNER_OF(at, struct rlk_pending_release, among)->until <= now)
            sim_reach(client->world, SIM_POINT_BACKLOG_OVER);
    }
}

/* --- summary -------------------------------------------------------------- */

bool sim_points_complete(const struct sim_profile *profile,
                         const struct sim_tally *tally, char *missing,
                         size_t size)
{
    for (int deed = 0; deed < SIM_DEEDS; deed++) {
        if (profile->deeds[deed] == 0 || tally->deeds[deed] > 0)
            continue;
        snprintf(missing, size, "never drawn: %s",
                 sim_deed_name((enum sim_deed)deed));
        return false;
    }
    for (int point = 0; point < SIM_POINTS; point++) {
        if ((profile->never & SIM_POINT_BIT(point)) != 0 &&
            tally->points[point] > 0) {
            snprintf(missing, size, "reached, and must not be: %s",
                     sim_point_name((enum sim_point)point));
            return false;
        }
        if ((profile->reaches & SIM_POINT_BIT(point)) == 0 ||
            tally->points[point] > 0)
            continue;
        snprintf(missing, size, "never reached: %s",
                 sim_point_name((enum sim_point)point));
        return false;
    }
    return true;
}
