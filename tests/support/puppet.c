/* SPDX-License-Identifier: MIT */
/* A transport that goes nowhere. */

#include "tests/support/puppet.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "clock/clock.h"
#include "redlock/kinds/mutex.h"

static struct puppet *puppet_of(struct rlk_transport *transport)
{
    return (struct puppet *)transport;
}

static void puppet_connect_node(struct rlk_transport *transport, int node)
{
    struct puppet_node *at = &puppet_of(transport)->node[node];

    at->connecting = true;
    at->connects++;
}

static void drop(struct puppet_node *node)
{
    node->connecting = false;
    node->up = false;
    node->first = 0;
    node->count = 0;
}

static void puppet_disconnect(struct rlk_transport *transport, int node)
{
    drop(&puppet_of(transport)->node[node]);
}

static void push(struct puppet_node *node,
                 const struct puppet_question *question)
{
    if (node->first + node->count == node->room) {
        size_t room = node->room == 0 ? 64 : node->room * 2;
        struct puppet_question *more =
            realloc(node->questions, room * sizeof(*more));
        if (more == NULL)
            abort();
        node->questions = more;
        node->room = room;
    }
    node->questions[node->first + node->count++] = *question;
}

static bool puppet_send(struct rlk_transport *transport, int node,
                        const struct rlk_request *request)
{
    struct puppet *puppet = puppet_of(transport);
    struct puppet_node *at = &puppet->node[node];

    if (!rlk_wire_request(&puppet->wire, request))
        abort();
    at->bytes += rlk_wire_left(&puppet->wire);
    rlk_wire_sent(&puppet->wire, rlk_wire_left(&puppet->wire));
    at->asked[request->verb]++;
    push(at, &(struct puppet_question){.verb = request->verb,
                                       .checked = request->checked,
                                       .client_id = request->client_id});
    return true;
}

static void puppet_arm(struct rlk_transport *transport, int64_t instant)
{
    puppet_of(transport)->armed = instant;
}

/* SplitMix64. */
static uint64_t throw_dice(struct puppet *puppet)
{
    uint64_t bits = puppet->dice += UINT64_C(0x9e3779b97f4a7c15);

    bits = (bits ^ bits >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    bits = (bits ^ bits >> 27) * UINT64_C(0x94d049bb133111eb);
    return bits ^ bits >> 31;
}

static void puppet_random(struct rlk_transport *transport, void *bytes,
                          size_t count)
{
    unsigned char *out = bytes;

    for (size_t i = 0; i < count; i++)
        out[i] = (unsigned char)throw_dice(puppet_of(transport));
}

static void puppet_wake(struct rlk_transport *transport)
{
    (void)transport; /* puppet_settle() looks for itself */
}

static const struct rlk_transport_ops puppet_ops = {
    .connect = puppet_connect_node,
    .disconnect = puppet_disconnect,
    .send = puppet_send,
    .arm = puppet_arm,
    .random = puppet_random,
    .wake = puppet_wake,
};

static void tell(struct rlk_core *core, struct redlock_lock *lock)
{
    ((struct puppet *)core->face)->told = lock;
}

static int64_t or_else(int64_t value, int64_t otherwise)
{
    return value == 0 ? otherwise : value;
}

void puppet_start(struct puppet *puppet,
                  const struct rlk_core_settings *settings)
{
    struct rlk_core_settings all = *settings;

    *puppet = (struct puppet){
        .transport.ops = &puppet_ops,
        .armed = RLK_NEVER,
        .dice = 1,
    };
    all.nodes = (int)or_else(settings->nodes, 3);
    all.quorum = (int)or_else(settings->quorum, all.nodes / 2 + 1);
    all.node_timeout_ns =
        or_else(settings->node_timeout_ns, 100 * RLK_NS_PER_MS);
    all.ttl_max_ns = or_else(settings->ttl_max_ns, 300 * RLK_NS_PER_S);
    all.drift_ppm = or_else(settings->drift_ppm, 10000);
    all.kind = &rlk_mutex;
    all.label = "puppet";
    for (int node = 0; node < all.nodes; node++)
        all.names[node] = "redis://puppet";
    if (rlk_core_init(&puppet->core, &all, &puppet->transport, puppet->now) !=
        REDLOCK_OK)
        abort();
    puppet->core.face = puppet;
    puppet->core.tell = tell;
}

void puppet_stop(struct puppet *puppet)
{
    rlk_core_clear(&puppet->core, puppet->now);
    rlk_wire_clear(&puppet->wire);
    for (int node = 0; node < PUPPET_NODES; node++)
        free(puppet->node[node].questions);
}

void puppet_connect(struct puppet *puppet, int node,
                    const struct rlk_identity *identity)
{
    puppet->node[node].connecting = false;
    puppet->node[node].up = true;
    rlk_core_connected(&puppet->core, node, identity, puppet->now);
}

void puppet_break(struct puppet *puppet, int node)
{
    drop(&puppet->node[node]);
    rlk_core_disconnected(&puppet->core, node, REDLOCK_REASON_BROKEN, "cut",
                          puppet->now);
}

void puppet_answer(struct puppet *puppet, int node,
                   const struct rlk_answer *answer)
{
    struct puppet_node *at = &puppet->node[node];

    at->first++;
    if (--at->count == 0)
        at->first = 0;
    rlk_core_answer(&puppet->core, node, answer, puppet->now);
}

const struct puppet_question *puppet_question(const struct puppet *puppet,
                                              int node)
{
    const struct puppet_node *at = &puppet->node[node];

    return at->count == 0 ? NULL : &at->questions[at->first];
}

void puppet_settle(struct puppet *puppet)
{
    while (rlk_completions_waiting(&puppet->core.completions))
        (void)rlk_core_run_completions(&puppet->core, puppet->now);
}

/* Each node is a server of its own, and each connection another client. */
static void greet(struct puppet *puppet, int node)
{
    struct rlk_identity identity = {
        .client_id = ++puppet->node[node].last_client_id,
    };

    if (!puppet->node[node].nameless)
        (void)snprintf(identity.run_id, sizeof(identity.run_id), "%020x%020x",
                       (unsigned)puppet->node[node].run, (unsigned)node + 1);
    memcpy(identity.replid, identity.run_id, sizeof(identity.replid));
    puppet_connect(puppet, node, &identity);
}

/* Whatever can happen at this instant. false: nothing could. */
static bool happen(struct puppet *puppet)
{
    bool happened = false;

    for (int node = 0; node < puppet->core.settings.nodes; node++) {
        const struct puppet_question *question;
        struct rlk_answer answer;

        if (puppet->node[node].connecting && !puppet->refuses) {
            greet(puppet, node);
            happened = true;
        }
        while ((question = puppet_question(puppet, node)) != NULL &&
               puppet->answers != NULL &&
               puppet->answers(puppet, node, question, &answer)) {
            puppet_answer(puppet, node, &answer);
            happened = true;
        }
    }
    puppet_settle(puppet);
    return happened;
}

void puppet_pass(struct puppet *puppet, int64_t span_ns)
{
    int64_t end = puppet->now + span_ns;

    for (;;) {
        while (happen(puppet))
            continue;
        if (puppet->armed > end)
            break;
        if (puppet->armed > puppet->now)
            puppet->now = puppet->armed;
        puppet->armed = RLK_NEVER; /* it is armed anew */
        rlk_core_tick(&puppet->core, puppet->now);
    }
    puppet->now = end;
}

uint64_t puppet_asked(const struct puppet *puppet, enum rlk_verb verb)
{
    uint64_t asked = 0;

    for (int node = 0; node < PUPPET_NODES; node++)
        asked += puppet->node[node].asked[verb];
    return asked;
}
