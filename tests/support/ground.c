/* SPDX-License-Identifier: MIT */
/* A runtime on a transport that writes down what it is asked. */

#include "tests/support/ground.h"

#include <assert.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "redlock/core/lock.h"
#include "redlock/core/op.h"
#include "redlock/kinds/kinds.h"
#include "tests/support/verbs.h"

static struct ground *ground_of(struct rlk_transport *transport)
{
    return (struct ground *)(void *)transport;
}

__attribute__((format(printf, 2, 3))) static void say(struct ground *ground,
                                                      const char *format, ...)
{
    size_t length = strlen(ground->said);
    va_list arguments;
    int more;

    if (length > 0)
        length += (size_t)snprintf(ground->said + length,
                                   sizeof(ground->said) - length, ", ");
    va_start(arguments, format);
    more = vsnprintf(ground->said + length, sizeof(ground->said) - length,
                     format, arguments);
    va_end(arguments);
    assert((size_t)more < sizeof(ground->said) - length);
    (void)more;
}

const char *ground_said(struct ground *ground)
{
    static char said[sizeof(ground->said)];

    memcpy(said, ground->said, sizeof(said));
    ground->said[0] = '\0';
    return said;
}

/* --- the transport ----------------------------------------------------------
 */

static void do_connect(struct rlk_transport *transport, int node)
{
    say(ground_of(transport), "connect n%d", node + 1);
}

static void do_disconnect(struct rlk_transport *transport, int node)
{
    say(ground_of(transport), "disconnect n%d", node + 1);
}

static bool do_send(struct rlk_transport *transport, int node,
                    const struct rlk_request *request)
{
    struct ground *ground = ground_of(transport);
    char number[32] = "";

    if (ground->out_of_memory)
        return false;
    if (request->verb == RLK_VERB_GRANT || request->verb == RLK_VERB_EXTEND ||
        request->verb == RLK_VERB_REPAIR)
        snprintf(number, sizeof(number), " %" PRId64, request->ttl_ms);
    if (request->verb == RLK_VERB_KILL_CLIENT)
        snprintf(number, sizeof(number), " %" PRId64, request->client_id);
    say(ground, "%s n%d%s%s", verb_word(request->verb), node + 1, number,
        request->by_text ? " by text" : "");
    ground->last = *request;
    return true;
}

static void do_arm(struct rlk_transport *transport, int64_t instant)
{
    (void)transport, (void)instant;
}

static void do_random(struct rlk_transport *transport, void *bytes,
                      size_t count)
{
    uint64_t random = ground_of(transport)->random;
    unsigned char *out = bytes;

    for (size_t i = 0; i < count; i++)
        out[i] = (unsigned char)(random >> i % 8 * 8);
}

static void do_wake(struct rlk_transport *transport)
{
    (void)transport;
}

static const struct rlk_transport_ops ops = {
    .connect = do_connect,
    .disconnect = do_disconnect,
    .send = do_send,
    .arm = do_arm,
    .random = do_random,
    .wake = do_wake,
};

/* --- the runtime -------------------------------------------------------------
 */

static void move_nothing(struct redlock_lock *lock, int64_t now)
{
    (void)lock, (void)now;
}

static void fire_nothing(struct rlk_timer *timer, int64_t now)
{
    (void)timer, (void)now;
}

static void tell(struct redlock_lock *lock)
{
    struct ground *ground = lock->runtime->face;

    ground->told++;
    ground->last_told = lock;
}

struct rlk_runtime_settings ground_settings(void)
{
    return (struct rlk_runtime_settings){
        .kind = &rlk_mutex,
        .shared = &rlk_shared,
        .owned = &rlk_owned,
        .downgraded = &rlk_downgraded,
        .nodes = 3,
        .quorum = 2,
        .parallel = true,
        .node_timeout_ns = 100 * MS,
        .ttl_max_ns = 10 * SECOND,
        .guard = REDLOCK_GUARD_OFF,
        .label = "ground",
        .names = {"n1", "n2", "n3", "n4", "n5"},
    };
}

void ground_open(struct ground *ground,
                 const struct rlk_runtime_settings *settings)
{
    assert(settings->nodes <= GROUND_NODES);
    memset(ground, 0, sizeof(*ground));
    ground->transport.ops = &ops;
    ground->random = UINT64_C(1) << 63;
    rlk_runtime_init(&ground->runtime, settings, &ground->transport,
                     ground->node);
    ground->runtime.lock_moved = move_nothing;
    ground->runtime.lock_fire = fire_nothing;
    ground->runtime.face = ground;
    ground->runtime.tell = tell;
}

static void hear_news(struct rlk_node *node, const struct rlk_guard_news *news,
                      int64_t now)
{
    (void)now;
    ((struct ground *)node->runtime->face)->news = *news;
}

void ground_nodes(struct ground *ground)
{
    for (int node = 0; node < ground->runtime.settings.nodes; node++) {
        bool made;
        ground->node[node] = (struct rlk_node){
            .runtime = &ground->runtime,
            .on_news = hear_news,
            .name = ground->runtime.settings.names[node],
            .index = node,
        };
        made = rlk_node_init(&ground->node[node], ground->now);
        assert(made);
        (void)made;
    }
    ground->has_nodes = true;
}

struct rlk_identity ground_identity(int node)
{
    struct rlk_identity identity = {.client_id = 101 + node};

    memset(identity.run_id, '0', sizeof(identity.run_id) - 1);
    identity.run_id[0] = (char)('a' + node);
    memset(identity.replid, '0', sizeof(identity.replid) - 1);
    identity.replid[0] = (char)('a' + node);
    return identity;
}

void ground_connect(struct ground *ground, int node)
{
    struct rlk_identity identity = ground_identity(node);

    rlk_node_connected(&ground->node[node], &identity, ground->now);
}

void ground_open_connected(struct ground *ground)
{
    struct rlk_runtime_settings settings = ground_settings();

    ground_open(ground, &settings);
    ground_nodes(ground);
    for (int node = 0; node < settings.nodes; node++)
        ground_connect(ground, node);
    (void)ground_said(ground);
}

void ground_close(struct ground *ground)
{
    struct rlk_runtime *runtime = &ground->runtime;

    while (!rlk_list_empty(&runtime->ops))
        rlk_op_free(RLK_OWNER_OF(runtime->ops.next, struct rlk_op, among_ops));
    rlk_op_unreserve(runtime);
    for (int node = 0; ground->has_nodes && node < runtime->settings.nodes;
         node++)
        rlk_node_clear(&ground->node[node]);
    rlk_runtime_clear(runtime);
}

/* --- what happens
 * -------------------------------------------------------------
 */

void ground_answer_with(struct ground *ground, int node,
                        const struct rlk_answer *answer)
{
    assert(ground->node[node].inflight.count > 0);
    rlk_node_answer(&ground->node[node], answer, ground->now);
}

void ground_answer(struct ground *ground, int node, enum rlk_answer_kind kind)
{
    ground_answer_with(ground, node,
                       &(struct rlk_answer){
                           .kind = kind,
                           .reason = kind == RLK_ANSWER_ERROR
                                         ? REDLOCK_REASON_ERROR
                                         : REDLOCK_REASON_NONE,
                           .remaining_ms = -1,
                           .text = "",
                       });
}

void ground_pass(struct ground *ground, int64_t until)
{
    int64_t next;

    assert(until >= ground->now);
    while ((next = ground->runtime.timers.next) <= until) {
        struct rlk_timer *timer;
        if (next > ground->now)
            ground->now = next;
        timer = rlk_timers_take_due(&ground->runtime.timers, ground->now);
        timer->fire(timer, ground->now);
    }
    ground->now = until;
}

void ground_run_completions(struct ground *ground)
{
    struct rlk_completion *completion;

    while ((completion = rlk_completions_pop(&ground->runtime.completions)) !=
           NULL)
        completion->run(completion);
}
