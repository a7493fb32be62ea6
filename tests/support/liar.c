/* SPDX-License-Identifier: MIT */
/* Plays a client against nodes whose answers are drawn from bytes. */

#include "tests/support/liar.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "clock/clock.h"
#include "redlock/api/call.h"
#include "redlock/core/lock.h"
#include "redlock/core/observe.h"
#include "redlock/resp/answer.h"
#include "redlock/resp/handshake.h"
#include "redlock/runtime/pending_releases.h"
#include "tests/support/lies.h"
#include "tests/support/rig.h"

#define CALLS_MOST 64

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

struct liar {
    struct rig rig;
    struct rlk_wire wire;
    struct dice dice;
    struct lies lies;
    struct rlk_any_call *calls[CALLS_MOST];
    int calls_count;
    struct redlock_report reports[CALLS_MOST];
    struct rlk_observe observe;
    bool observes;
};

/* The reply of a server that follows the protocol. */
static const struct rlk_reply *honest_reply(struct liar *liar,
                                            const struct rig_request *to)
{
    struct rlk_reply *reply = &liar->lies.reply;
    int first = rlk_answer_first(to->verb);

    *reply =
        (struct rlk_reply){.kind = RLK_REPLY_INTEGER, .integer = first + 1};
    reply->row[0] = first + 1;
    reply->row[4] = -1;
    if (to->checked) {
        reply->kind = RLK_REPLY_ROW;
        reply->row[1] = liar->rig.now / RLK_NS_PER_US;
        reply->row[3] = 42 + lies_next(&liar->lies) % 4;
    } else if (to->verb == RLK_VERB_OBSERVE) {
        reply->kind = RLK_REPLY_ROW;
        reply->row[0] = 3;
        reply->row[3] = 42 + lies_next(&liar->lies) % 4;
        reply->row[4] = lies_next(&liar->lies) * INT64_C(10);
        lies_put(reply, lies_next(&liar->lies) < 128 ? "one" : "two");
    } else if (to->verb == RLK_VERB_INIT_NODE || to->verb == RLK_VERB_MARK) {
        reply->kind = RLK_REPLY_ROW;
    } else if (to->verb == RLK_VERB_GRANT) {
        reply->kind = RLK_REPLY_STATUS;
        lies_put(reply, "OK");
    }
    return reply;
}

/*
 * Small numbers are taken from the verb's range, since others are unexpected.
 */
static const struct rlk_reply *lying_reply(struct liar *liar,
                                           const struct rig_request *to)
{
    struct rlk_reply *reply = &liar->lies.reply;

    (void)lies_reply(&liar->lies);
    if (reply->row[0] >= 0 && reply->row[0] < 64)
        reply->row[0] += rlk_answer_first(to->verb);
    if (reply->integer >= 0 && reply->integer < 64)
        reply->integer += rlk_answer_first(to->verb);
    return reply;
}

/* --- what the nodes do ---------------------------------------------------- */

static void put_server(struct liar *liar)
{
    char text[512];

    liar->lies.reply.kind = RLK_REPLY_STRING;
    (void)snprintf(text, sizeof(text),
                   "# Server\r\nrun_id:%s\r\nserver_time_usec:%lld\r\n",
                   lies_run_id(&liar->lies),
                   (long long)lies_number(&liar->lies));
    lies_put(&liar->lies.reply, text);
}

static void put_replication(struct liar *liar)
{
    char text[512];

    (void)snprintf(text, sizeof(text), "role:%s\r\nmaster_replid:%s\r\n",
                   lies_next(&liar->lies) < 16 ? "slave" : "master",
                   lies_run_id(&liar->lies));
    lies_put(&liar->lies.reply, text);
}

/* Correct only in the kind of the answer. */
static void tell_truth(struct liar *liar, enum rlk_handshake_step step)
{
    if (step == RLK_HANDSHAKE_CLIENT_ID) {
        liar->lies.reply.kind = RLK_REPLY_INTEGER;
    } else if (step == RLK_HANDSHAKE_SERVER) {
        put_server(liar);
    } else {
        liar->lies.reply.kind = RLK_REPLY_STRING;
        if (step == RLK_HANDSHAKE_REPLICATION)
            put_replication(liar);
        else if (step == RLK_HANDSHAKE_MARKER)
            lies_put_marker(&liar->lies);
    }
}

/* Draws the handshake's answers: of the kind that is expected, or of any. */
static void connect_node(struct liar *liar, int node)
{
    static const struct rlk_credentials nobody = {0};
    struct rlk_handshake handshake;
    bool lies = (lies_next(&liar->lies) & 7) == 0;

    if (!liar->rig.node[node].connecting)
        return;
    liar->lies.node = node;
    if (!rlk_handshake_write(&handshake, &nobody, &liar->wire))
        abort();
    rlk_wire_sent(&liar->wire, rlk_wire_left(&liar->wire));
    while (handshake.step < RLK_HANDSHAKE_DONE) {
        (void)lies_reply(&liar->lies);
        if (!lies)
            tell_truth(liar, handshake.step);
        rlk_handshake_reply(&handshake, &liar->lies.reply);
    }
    if (handshake.step == RLK_HANDSHAKE_DONE)
        rig_connect_as(&liar->rig, node, &handshake.identity);
    else
        rig_break(&liar->rig, node, REDLOCK_REASON_BROKEN, NULL);
}

static void answer(struct liar *liar, int node)
{
    const struct rig_request *question = rig_asked(&liar->rig, node);
    struct rlk_answer said;
    bool honest = lies_next(&liar->lies) < 128;

    if (question == NULL)
        return;
    liar->lies.node = node;
    said = rlk_answer_to(question->verb, honest ? honest_reply(liar, question)
                                                : lying_reply(liar, question));
    rig_answer(&liar->rig, node, &said);
}

static void answer_all(struct liar *liar)
{
    for (int node = 0; node < liar->rig.core.runtime.settings.nodes; node++) {
        for (size_t left = liar->rig.node[node].open_count; left > 0; left--)
            answer(liar, node);
    }
}

/* Draws the identity of the second connection's server, or closes it. */
static void listen(struct liar *liar, int node)
{
    struct rlk_identity identity = {.client_id = 7};
    uint8_t how = lies_next(&liar->lies);

    rlk_node_listen(&liar->rig.core.nodes[node], liar->rig.now);
    if (!liar->rig.node[node].listening)
        return;
    if (how < 64) {
        rig_deaf(&liar->rig, node,
                 how < 32 ? REDLOCK_REASON_NOPERM : REDLOCK_REASON_BROKEN);
    } else if (!rlk_node_listens(&liar->rig.core.nodes[node])) {
        liar->lies.node = node;
        (void)snprintf(identity.run_id, sizeof(identity.run_id), "%s",
                       lies_run_id(&liar->lies));
        rig_listening_as(&liar->rig, node, &identity);
    }
}

/* The token of one of the client's last requests. */
static const char *some_token(struct liar *liar)
{
    const struct rig *rig = &liar->rig;
    int back = 1 + lies_next(&liar->lies) % 8;

    return rig->count < back
               ? "nobody's"
               : rig->sent[(rig->count - back) % RIG_SENT_MAX].token;
}

/* A message in the format of redlock/runtime/handoff.h, with any numbers. */
static void hand_off(struct liar *liar, int node)
{
    char text[1024];
    struct rlk_handoff handoff;
    int length = snprintf(
        text, sizeof(text), "%.8s %lld %lld %d %lld %s",
        lies_run_id(&liar->lies), (long long)lies_number(&liar->lies),
        (long long)lies_number(&liar->lies), lies_next(&liar->lies) % 20,
        (long long)lies_number(&liar->lies), some_token(liar));

    if ((lies_next(&liar->lies) & 1) != 0)
        length += snprintf(
            text + length, sizeof(text) - (size_t)length,
            " %lld %lld %d %lld %s", (long long)lies_number(&liar->lies),
            (long long)lies_number(&liar->lies), lies_next(&liar->lies) % 40,
            (long long)lies_number(&liar->lies), some_token(liar));
    if (rlk_node_listens(&liar->rig.core.nodes[node]) &&
        rlk_handoff_read(&handoff, text, (size_t)length))
        rlk_core_handed(&liar->rig.core, node, &handoff, liar->rig.now);
}

static void break_node(struct liar *liar, int node)
{
    if (liar->rig.node[node].up || liar->rig.node[node].connecting)
        rig_break(&liar->rig, node, REDLOCK_REASON_BROKEN, NULL);
}

/* --- what the caller does ------------------------------------------------- */

static void ignore(struct rlk_completion *completion)
{
    (void)completion;
}

/* NULL: too many calls. Each call has its own report in reports. */
static void begin(struct rlk_any_call *call)
{
    memset(call, 0, sizeof(*call));
    call->call.completion.run = ignore;
}

static struct rlk_any_call *new_call(struct liar *liar,
                                     struct redlock_report **report)
{
    struct rlk_any_call *call;

    if (liar->calls_count == CALLS_MOST)
        return NULL;
    call = malloc(sizeof(*call));
    if (call == NULL)
        abort();
    begin(call);
    *report = &liar->reports[liar->calls_count];
    liar->calls[liar->calls_count++] = call;
    return call;
}

static void acquire(struct liar *liar)
{
    static const int64_t waits_ms[] = {0, 100, 5000, REDLOCK_FOREVER};
    struct redlock_request request = {.resource = "cup"};
    uint8_t how = lies_next(&liar->lies);
    struct rlk_any_call *call = new_call(liar, &request.report);

    if (call == NULL)
        return;
    request.ttl_ms = 100 + (how & 3) * INT64_C(1000);
    request.wait_ms = waits_ms[how >> 2 & 3];
    request.keep = (how & 16) != 0;
    request.fencing = (how & 32) != 0;
    request.no_repair = (how & 64) != 0;
    (void)rlk_acquire_start(&call->acquire, &liar->rig.core.runtime, &request,
                            liar->rig.now);
}

static struct redlock_lock *some_lock(struct liar *liar)
{
    const struct rlk_list *locks = &liar->rig.core.runtime.locks;
    struct rlk_list *at = locks->next;
    struct redlock_lock *lock;

    for (int i = lies_next(&liar->lies) % 4; i > 0 && at != locks; i--)
        at = at->next;
    lock =
        at == locks ? NULL : RLK_OWNER_OF(at, struct redlock_lock, among_locks);
    /* A lock that is not won yet belongs to its acquire. */
    return lock != NULL && lock->attempt != 0 ? lock : NULL;
}

static void extend(struct liar *liar)
{
    struct redlock_lock *lock = some_lock(liar);
    struct redlock_report *report;
    struct rlk_any_call *call = lock == NULL ? NULL : new_call(liar, &report);

    if (call == NULL)
        return;
    if (rlk_extend_start(&call->extend, lock,
                         (100 + lies_next(&liar->lies) * INT64_C(16)) *
                             RLK_NS_PER_MS,
                         report, liar->rig.now) != REDLOCK_OK)
        begin(call);
}

static void release(struct liar *liar)
{
    struct redlock_lock *lock = some_lock(liar);
    struct redlock_report *report;
    struct rlk_any_call *call = lock == NULL ? NULL : new_call(liar, &report);

    if (call != NULL)
        rlk_release_start(&call->release, lock, report, liar->rig.now);
}

static void look(struct liar *liar, bool init_node)
{
    struct redlock_report *report;
    struct rlk_any_call *call = new_call(liar, &report);

    if (call == NULL)
        return;
    if (init_node)
        (void)rlk_inspect_init_nodes(&call->inspect, &liar->rig.core.runtime,
                                     report, liar->rig.now);
    else
        (void)rlk_inspect_start(&call->inspect, &liar->rig.core.runtime, "cup",
                                report, liar->rig.now);
}

static void judge_change(const struct rlk_observation_change *change,
                         const struct rlk_runtime_settings *settings)
{
    const struct rlk_view *view = change->view;

    assert(view->answered >= 0 && view->answered <= settings->nodes);
    assert(view->fence >= 0 && view->fence <= INT64_C(1) << 53);
    assert(change->passed_over >= 0);
    assert((view->state == RLK_VIEW_HELD) == (view->named > 0));
    assert(view->named == 0 || view->named >= settings->quorum);
}

static void changed(struct rlk_completion *completion)
{
    struct rlk_observe *observe =
        RLK_OWNER_OF(completion, struct rlk_observe, call.completion);
    struct rlk_observation_change change;

    if (!rlk_observation_changed(&observe->observation))
        return;
    rlk_observation_tell(&observe->observation, &change);
    judge_change(&change, &observe->call.runtime->settings);
}

/* Begins observing a resource, or ends it. */
static void observe(struct liar *liar)
{
    if (liar->observes) {
        rlk_observe_stop(&liar->observe);
        liar->observes = false;
        return;
    }
    liar->observe = (struct rlk_observe){.call.completion.run = changed};
    liar->observes =
        rlk_observe_start(&liar->observe, &liar->rig.core.runtime, "job",
                          (1 + lies_next(&liar->lies)) * RLK_NS_PER_MS,
                          liar->rig.now) == REDLOCK_OK;
}

static void pass(struct liar *liar)
{
    static const int64_t spans_ns[] = {
        0,
        RLK_NS_PER_MS,
        30 * RLK_NS_PER_MS,
        150 * RLK_NS_PER_MS,
        2 * RLK_NS_PER_S,
        20 * RLK_NS_PER_S,
    };

    rig_pass(&liar->rig, spans_ns[lies_next(&liar->lies) % COUNT(spans_ns)]);
}

/* --- a turn of the script ------------------------------------------------- */

static void act(struct liar *liar)
{
    uint8_t what = lies_next(&liar->lies);
    int node = lies_next(&liar->lies) % liar->rig.core.runtime.settings.nodes;

    switch (what % 20) {
    case 0:
    case 1:
        pass(liar);
        break;
    case 2:
        connect_node(liar, node);
        break;
    case 3:
        for (node = 0; node < liar->rig.core.runtime.settings.nodes; node++)
            connect_node(liar, node);
        break;
    case 4:
        break_node(liar, node);
        break;
    case 5:
    case 6:
        acquire(liar);
        break;
    case 7:
        extend(liar);
        break;
    case 8:
        release(liar);
        break;
    case 9:
        look(liar, false);
        break;
    case 10:
        look(liar, true);
        break;
    case 11:
        rlk_core_cancel_all(&liar->rig.core, liar->rig.now);
        break;
    case 12:
        answer_all(liar);
        break;
    case 13:
    case 14:
        listen(liar, node);
        break;
    case 15:
    case 16:
        hand_off(liar, node);
        break;
    case 17:
        observe(liar);
        break;
    default:
        answer(liar, node);
        break;
    }
    rig_finish(&liar->rig);
}

static void judge_report(const struct redlock_report *report)
{
    assert(report->granted >= 0 && report->granted <= report->nodes);
    assert(report->free_in_ms >= -1);
    for (int node = 0; node < report->nodes; node++) {
        const struct redlock_node_report *of = &report->node[node];
        assert(of->quarantine_ms >= 0);
        assert(of->remaining_ms >= -1);
        assert(of->latency_us >= -1);
        assert(strlen(of->holder) < sizeof(of->holder));
        assert(strlen(of->message) < sizeof(of->message));
    }
}

static void judge_nodes(const struct liar *liar)
{
    const struct rlk_core *core = &liar->rig.core;

    for (int index = 0; index < core->runtime.settings.nodes; index++) {
        const struct rlk_node *node = &core->nodes[index];
        assert(node->releases.count <= RLK_PENDING_RELEASES_MOST);
        assert(node->releases.at_once <= RLK_PENDING_RELEASES_IN_FLIGHT);
        assert(node->orphans_count <= RLK_NODE_ORPHANS);
        assert(rlk_node_quarantine(node, liar->rig.now) >= 0);
    }
}

static void judge_calls(const struct liar *liar)
{
    const struct rlk_core *core = &liar->rig.core;

    for (const struct rlk_list *at = core->runtime.locks.next;
         at != &core->runtime.locks; at = at->next) {
        const struct redlock_lock *lock =
            RLK_OWNER_OF(at, struct redlock_lock, among_locks);
        assert(lock->fence >= 0 && lock->fence <= INT64_C(1) << 53);
    }
    for (int i = 0; i < liar->calls_count; i++)
        judge_report(&liar->reports[i]);
}

void liar_play(const uint8_t *script, size_t length)
{
    static const enum redlock_guard guards[] = {
        REDLOCK_GUARD_AUTO, REDLOCK_GUARD_ON, REDLOCK_GUARD_OFF};
    struct rlk_runtime_settings settings = rig_settings();
    struct liar *liar = calloc(1, sizeof(*liar));
    uint8_t how;

    if (liar == NULL)
        abort();
    liar->lies.script = script;
    liar->lies.left = length;
    how = lies_next(&liar->lies);
    settings.nodes = 1 + 2 * (how % 3);
    settings.quorum = settings.nodes / 2 + 1;
    settings.parallel = (how & 8) != 0;
    settings.slack_ns = (how & 16) != 0 ? -1 : 0;
    settings.guard = guards[(how >> 5) % 3];
    settings.ttl_max_ns = 5 * RLK_NS_PER_S;
    rig_open(&liar->rig, &settings);
    liar->rig.wire = &liar->wire;
    liar->rig.dice = &liar->dice;
    while (liar->lies.left > 0) {
        act(liar);
        judge_nodes(liar);
    }
    judge_calls(liar);
    if (liar->observes)
        observe(liar);
    rig_close(&liar->rig);
    rlk_wire_clear(&liar->wire);
    for (int i = 0; i < liar->calls_count; i++)
        free(liar->calls[i]);
    free(liar);
}
