/* SPDX-License-Identifier: MIT */
/* The core, driven event by event. */

#include "tests/support/rig.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "clock/clock.h"
#include "redlock/types/types.h"

static const char *const names[RIG_NODES] = {
    "n1",  "n2",  "n3",  "n4",  "n5",  "n6",  "n7",  "n8",  "n9",  "n10", "n11",
    "n12", "n13", "n14", "n15", "n16", "n17", "n18", "n19", "n20", "n21", "n22",
    "n23", "n24", "n25", "n26", "n27", "n28", "n29", "n30", "n31", "n32",
};

static struct rig *rig_of(struct rlk_transport *transport)
{
    return (struct rig *)(void *)transport;
}

/* --- requests without an answer ------------------------------------------- */

static void send_open(struct rig_node *node, const struct rig_request *request)
{
    if (node->open_first + node->open_count == node->open_room) {
        node->open_room = node->open_room == 0 ? 64 : node->open_room * 2;
        node->open = realloc(node->open, node->open_room * sizeof(*node->open));
        assert(node->open != NULL);
    }
    node->open[node->open_first + node->open_count++] = *request;
}

static void drop_open(struct rig_node *node)
{
    node->open_first++;
    if (--node->open_count == 0)
        node->open_first = 0;
}

/* Its connection has broken. */
static void lose(struct rig_node *node)
{
    node->connecting = false;
    node->up = false;
    node->open_first = 0;
    node->open_count = 0;
}

/* --- the transport ----------------------------------------------------------
 */

static void op_connect(struct rlk_transport *transport, int node)
{
    struct rig_node *at = &rig_of(transport)->node[node];

    at->connecting = true;
    at->connects++;
}

static void op_disconnect(struct rlk_transport *transport, int node)
{
    struct rig_node *at = &rig_of(transport)->node[node];

    at->disconnects++;
    lose(at);
}

static void copy(char *to, size_t room, const char *text, size_t length)
{
    assert(length < room);
    memcpy(to, text, length);
    to[length] = '\0';
}

static struct rig_request noted(const struct rlk_request *request)
{
    struct rig_request sent = {
        .kind = request->kind,
        .verb = request->verb,
        .by_text = request->by_text,
        .checked = request->checked,
        .rules = request->rules,
        .ttl_ms = request->ttl_ms,
        .slot = request->slot,
        .client_id = request->client_id,
        .until_us = request->until_us,
    };

    sent.owner_length = request->owner_length;
    if (request->successor != NULL)
        sent.successor = *request->successor;
    if (request->ask != NULL)
        sent.ask = *request->ask;
    if (request->resource != NULL)
        copy(sent.resource, sizeof(sent.resource), request->resource,
             request->resource_length);
    if (request->token != NULL)
        copy(sent.token, sizeof(sent.token), request->token,
             request->token_length);
    if (request->mark != NULL)
        copy(sent.mark, sizeof(sent.mark), request->mark,
             strlen(request->mark));
    return sent;
}

static void write_down(struct rlk_wire *wire, const struct rlk_request *request)
{
    bool written = rlk_wire_request(wire, request);

    assert(written);
    rlk_wire_sent(wire, rlk_wire_left(wire));
}

static bool op_send(struct rlk_transport *transport, int node,
                    const struct rlk_request *request)
{
    struct rig *rig = rig_of(transport);
    struct rig_request *sent = &rig->sent[rig->count % RIG_SENT_MAX];

    if (rig->out_of_memory)
        return false;
    if (rig->wire != NULL)
        write_down(rig->wire, request);
    *sent = noted(request);
    sent->node = node;
    sent->at = rig->now;
    rig->count++;
    rig->node[node].asked[request->verb]++;
    send_open(&rig->node[node], sent);
    return true;
}

static void op_listen(struct rlk_transport *transport, int node,
                      const char *channel)
{
    struct rig_node *at = &rig_of(transport)->node[node];

    assert(strlen(channel) + 1 == RLK_CHANNEL_MAX);
    assert(!at->listening);
    at->listening = true;
    at->listens++;
}

static void op_unlisten(struct rlk_transport *transport, int node)
{
    struct rig_node *at = &rig_of(transport)->node[node];

    assert(at->listening);
    at->listening = false;
    at->unlistens++;
}

static void op_arm(struct rlk_transport *transport, int64_t instant)
{
    rig_of(transport)->armed = instant;
}

static void op_random(struct rlk_transport *transport, void *bytes,
                      size_t count)
{
    const struct rig *rig = rig_of(transport);
    unsigned char *out = bytes;

    for (size_t i = 0; i < count; i++) {
        uint64_t bits = rig->dice != NULL ? dice_bits(rig->dice) : rig->random;
        out[i] = (unsigned char)(bits >> i % 8 * 8);
    }
}

static void op_wake(struct rlk_transport *transport)
{
    rig_of(transport)->woken = true;
}

static const struct rlk_transport_ops ops = {
    .connect = op_connect,
    .disconnect = op_disconnect,
    .send = op_send,
    .listen = op_listen,
    .unlisten = op_unlisten,
    .arm = op_arm,
    .random = op_random,
    .wake = op_wake,
};

void rig_deliver(struct rig *rig)
{
    while (rig->woken) {
        rig->woken = false;
        (void)rlk_core_run_completions(&rig->core);
    }
}

void rig_finish(struct rig *rig)
{
    rlk_core_arm(&rig->core);
    rig_deliver(rig);
}

static void tell(struct redlock_lock *lock)
{
    struct rig *rig = lock->runtime->api;

    if (!lock->lost) {
        rig->renewed++;
        lock->rare->on_renewed(lock, lock->rare->user);
        return;
    }
    rig->losses++;
    if (lock->on_lost != NULL)
        lock->on_lost(lock, lock->rare->user);
}

/* --- opening ----------------------------------------------------------------
 */

struct rlk_runtime_settings rig_settings(void)
{
    struct rlk_runtime_settings settings = {
        .nodes = 3,
        .quorum = 2,
        .node_timeout_ns = 100 * RLK_NS_PER_MS,
        .ttl_max_ns = 300 * RLK_NS_PER_S,
        .drift_ppm = 10000,
        .slack_ns = 0,
        .guard = REDLOCK_GUARD_OFF,
        .kind = &rlk_mutex,
        .shared = &rlk_shared,
        .owned = &rlk_owned,
        .downgraded = &rlk_downgraded,
        .semaphore = &rlk_semaphore,
        .label = "rig",
    };

    memcpy(settings.names, names, sizeof(names));
    return settings;
}

static void free_memory(struct rig *rig)
{
    for (int node = 0; node < RIG_NODES; node++) {
        free(rig->node[node].open);
        rig->node[node].open = NULL;
    }
    free(rig->sent);
    rig->sent = NULL;
}

bool rig_try_open(struct rig *rig, const struct rlk_runtime_settings *settings)
{
    rig_close(rig);
    memset(rig, 0, sizeof(*rig));
    /* The core must not rely on zeroed memory. */
    memset(&rig->core, 0xA5, sizeof(rig->core));
    rig->transport.ops = &ops;
    rig->now = RIG_BEGINNING;
    rig->armed = RLK_NEVER;
    rig->random = UINT64_C(0x8000000000000000);
    rig->sent = malloc(RIG_SENT_MAX * sizeof(*rig->sent));
    assert(rig->sent != NULL);
    if (rlk_core_init(&rig->core, settings, &rig->transport, rig->now) !=
        REDLOCK_OK) {
        free_memory(rig);
        return false;
    }
    rig->open = true;
    rig->core.runtime.api = rig;
    rig->core.runtime.tell = tell;
    rig_deliver(rig);
    return true;
}

void rig_open(struct rig *rig, const struct rlk_runtime_settings *settings)
{
    bool opened = rig_try_open(rig, settings);

    assert(opened);
}

struct rlk_identity rig_identity(int node)
{
    struct rlk_identity identity = {.client_id = 100 + node};

    memset(identity.run_id, '0', sizeof(identity.run_id) - 1);
    identity.run_id[0] = (char)('a' + node);
    memset(identity.replid, '0', sizeof(identity.replid) - 1);
    identity.replid[0] = (char)('a' + node);
    return identity;
}

void rig_connect_as(struct rig *rig, int node,
                    const struct rlk_identity *identity)
{
    rig->node[node].connecting = false;
    rig->node[node].up = true;
    rlk_core_connected(&rig->core, node, identity, rig->now);
    rig_deliver(rig);
}

void rig_close(struct rig *rig)
{
    if (!rig->open)
        return;
    rlk_core_clear(&rig->core, rig->now);
    free_memory(rig);
    rig->open = false;
}

void rig_break(struct rig *rig, int node, enum redlock_reason reason,
               const char *message)
{
    lose(&rig->node[node]);
    rlk_core_disconnected(&rig->core, node, reason, message, rig->now);
    rig_deliver(rig);
}

void rig_listening_as(struct rig *rig, int node,
                      const struct rlk_identity *identity)
{
    assert(rig->node[node].listening);
    rlk_core_listening(&rig->core, node, identity, rig->now);
    rig_deliver(rig);
}

void rig_deaf(struct rig *rig, int node, enum redlock_reason reason)
{
    assert(rig->node[node].listening);
    rig->node[node].listening = false;
    rlk_core_deaf(&rig->core, node, reason, rig->now);
    rig_deliver(rig);
}

/* --- answers ----------------------------------------------------------------
 */

const struct rig_request *rig_asked(const struct rig *rig, int node)
{
    const struct rig_node *at = &rig->node[node];

    return at->open_count == 0 ? NULL : &at->open[at->open_first];
}

void rig_answer(struct rig *rig, int node, const struct rlk_answer *answer)
{
    assert(rig_asked(rig, node) != NULL);
    drop_open(&rig->node[node]);
    rlk_core_answer(&rig->core, node, answer, rig->now);
    rig_deliver(rig);
}

/* --- time -------------------------------------------------------------------
 */

/* Each run of a server has its own run_id, each connection its own number. */
static void accept(struct rig *rig, int node)
{
    const struct rig_node *at = &rig->node[node];
    struct rlk_identity identity = rig_identity(node);

    identity.client_id += at->connects * INT64_C(1000);
    identity.run_id[1] = (char)('0' + at->run);
    identity.replid[1] = (char)('0' + at->run);
    if (at->nameless) {
        identity.run_id[0] = '\0';
        identity.replid[0] = '\0';
    }
    rig_connect_as(rig, node, &identity);
}

/* Lets the node act by itself at this instant. false: it has nothing to do. */
static bool act(struct rig *rig, int node)
{
    bool acted = rig->accepts && rig->node[node].connecting;
    const struct rig_request *request;
    struct rlk_answer answer;

    if (acted)
        accept(rig, node);
    while (rig->answers != NULL && (request = rig_asked(rig, node)) != NULL &&
           rig->answers(rig, node, request, &answer)) {
        rig_answer(rig, node, &answer);
        acted = true;
    }
    return acted;
}

static void let_act(struct rig *rig)
{
    for (bool acted = true; acted;) {
        acted = false;
        for (int node = 0; node < rig->core.runtime.settings.nodes; node++)
            acted |= act(rig, node);
    }
}

void rig_pass(struct rig *rig, int64_t ns)
{
    int64_t until = rig->now + ns;

    let_act(rig);
    for (int turns = 0; rig->armed <= until; turns++) {
        assert(turns < 100000); /* else the core never comes to rest */
        if (rig->armed > rig->now)
            rig->now = rig->armed;
        rig->armed = RLK_NEVER;
        rlk_core_tick(&rig->core, rig->now);
        rig_deliver(rig);
        let_act(rig);
    }
    rig->now = until;
}
