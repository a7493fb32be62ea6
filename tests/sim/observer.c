/* SPDX-License-Identifier: MIT */
/* Compares what an observer sees with what the nodes have answered. */

#include "tests/sim/observer.h"

#include <stdlib.h>
#include <string.h>

#include "clock/clock.h"
#include "redlock/core/observe.h"
#include "tests/sim/client.h"
#include "tests/sim/points.h"
#include "tests/sim/room.h"
#include "tests/sim/story.h"
#include "tests/sim/witness.h"

/* Rounding of converted clock readings. */
#define ROUNDING_NS RLK_NS_PER_US

/*
 * The node's last answer, to a question that was sent at an instant of true
 * time.
 */
struct sim_said {
    int64_t sent_at;
    char token[SIM_TOKEN_MAX]; /* "": no holder */
};

struct sim_observer {
    struct rlk_observe core; /* first */
    struct sim_client *client;
    int resource;
    struct sim_said said[SIM_NODES_MAX];
};

/* --- the rule seen -------------------------------------------------------- */

static const char *said_to(const struct sim_observer *observer, int node,
                           int64_t since)
{
    const struct sim_said *said = &observer->said[node];

    return said->sent_at >= since ? said->token : "";
}

/* The number of nodes that named this token since the questions were sent. */
static int naming(const struct sim_observer *observer, const char *token,
                  int64_t since)
{
    int count = 0;

    for (int node = 0; node < observer->client->world->plan->nodes; node++)
        count += token[0] != '\0' &&
                 strcmp(said_to(observer, node, since), token) == 0;
    return count;
}

static void judge(struct sim_observer *observer, const struct rlk_view *view,
                  const char *token, int64_t since)
{
    struct sim_world *world = observer->client->world;
    int quorum = world->plan->quorum;

    if (view->state == RLK_VIEW_HELD && naming(observer, token, since) < quorum)
        sim_witness_break(world, SIM_RULE_SEEN, "%s, by %d of %d",
                          sim_story_token(token),
                          naming(observer, token, since), quorum);
    for (int node = 0; node < world->plan->nodes; node++) {
        const char *named = said_to(observer, node, since);
        if (view->state == RLK_VIEW_NOBODY &&
            naming(observer, named, since) >= quorum)
            sim_witness_break(world, SIM_RULE_SEEN, "no holder, although %s",
                              sim_story_token(named));
    }
}

static void tell_story(const struct sim_observer *observer,
                       const struct rlk_view *view, const char *token)
{
    struct sim_world *world = observer->client->world;
    int client = observer->client->index + 1;
    int resource = observer->resource + 1;

    if (view->state == RLK_VIEW_HELD)
        sim_story(world, "c%d sees r%d held by %s", client, resource,
                  sim_story_token(token));
    else
        sim_story(world, "c%d sees r%d %s", client, resource,
                  view->state == RLK_VIEW_NOBODY ? "free" : "unsure");
}

static void changed(struct rlk_completion *completion)
{
    struct sim_observer *observer =
        RLK_OWNER_OF(completion, struct sim_observer, core.call.completion);
    struct rlk_observation_change change;
    char token[SIM_TOKEN_MAX] = "";
    int64_t since;

    if (!rlk_observation_changed(&observer->core.observation))
        return;
    rlk_observation_tell(&observer->core.observation, &change);
    memcpy(token, change.view->token.bytes, change.view->token.length);
    since =
        sim_clock_true(&observer->client->clock, change.asked) - ROUNDING_NS;
    tell_story(observer, change.view, token);
    judge(observer, change.view, token, since);
    if (change.view->state == RLK_VIEW_HELD)
        sim_reach(observer->client->world, SIM_POINT_SEEN);
}

/* --- beginning and end ---------------------------------------------------- */

/*
 * Does the request come from the observer, and not from an inspecting user? A
 * user's request may be executed after its call has ended.
 */
static bool asks(const struct sim_observer *observer,
                 const struct sim_request *request)
{
    if (request->resource != observer->resource)
        return false;
    if (!observer->core.plain)
        return request->verb == RLK_VERB_OBSERVE;
    return request->verb == RLK_VERB_INSPECT && !observer->client->inspecting;
}

void sim_observer_executed(struct sim_world *world, int node,
                           const struct sim_message *message)
{
    const struct sim_connection *connection =
        &world->connections[message->connection];
    struct sim_observer *observer = world->clients[connection->client].observer;
    struct sim_said *said;

    if (observer == NULL || !asks(observer, &message->request))
        return;
    said = &observer->said[node];
    if (message->sent_at < said->sent_at)
        return;
    said->sent_at = message->sent_at;
    memcpy(said->token, message->answer.text, sizeof(said->token));
    if (message->answer.kind != RLK_ANSWER_HELD)
        said->token[0] = '\0';
}

bool sim_observer_toggle(struct sim_client *client,
                         const struct sim_action *action)
{
    char name[] = {'r', (char)('1' + action->resource), '\0'};
    struct sim_observer *observer;

    if (client->observer != NULL) {
        sim_observer_end(client);
        return true;
    }
    observer = sim_memory(sizeof(*observer));
    observer->core.call.completion.run = changed;
    observer->client = client;
    observer->resource = action->resource;
    if (rlk_observe_start(&observer->core, &client->core.runtime, name,
                          client->world->plan->node_timeout,
                          sim_client_now(client)) != REDLOCK_OK) {
        free(observer);
        return false;
    }
    client->observer = observer;
    return true;
}

void sim_observer_end(struct sim_client *client)
{
    if (client->observer == NULL)
        return;
    rlk_observe_stop(&client->observer->core);
    free(client->observer);
    client->observer = NULL;
}
