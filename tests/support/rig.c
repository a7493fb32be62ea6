/* SPDX-License-Identifier: MIT */
/* The core in a test's hand. */

#include "tests/support/rig.h"

#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "clock/clock.h"

/* Some instant: a boot clock is rarely at zero. */
#define BEGINNING (INT64_C(1000) * RLK_NS_PER_S)

static const char *const names[RIG_NODES] = {
    "n1",  "n2",  "n3",  "n4",  "n5",  "n6",  "n7",  "n8",  "n9",  "n10", "n11",
    "n12", "n13", "n14", "n15", "n16", "n17", "n18", "n19", "n20", "n21", "n22",
    "n23", "n24", "n25", "n26", "n27", "n28", "n29", "n30", "n31", "n32",
};

static const char *const verbs[RLK_VERBS] = {
    [RLK_VERB_GRANT] = "grant",      [RLK_VERB_CONFIRM] = "confirm",
    [RLK_VERB_EXTEND] = "extend",    [RLK_VERB_REPAIR] = "repair",
    [RLK_VERB_RELEASE] = "release",  [RLK_VERB_INSPECT] = "inspect",
    [RLK_VERB_INIT_NODE] = "bless",  [RLK_VERB_MARK] = "mark",
    [RLK_VERB_KILL_CLIENT] = "kill",
};

static struct rig *rig_of(struct rlk_transport *transport)
{
    return (struct rig *)(void *)transport;
}

/* --- the transport ----------------------------------------------------------
 */

static void op_connect(struct rlk_transport *transport, int node)
{
    rig_of(transport)->connects[node]++;
}

static void forget(struct rig *rig, int node)
{
    for (int i = 0; i < rig->count; i++)
        rig->sent[i].answered |= rig->sent[i].node == node;
}

static void op_disconnect(struct rlk_transport *transport, int node)
{
    struct rig *rig = rig_of(transport);

    rig->disconnects[node]++;
    forget(rig, node);
}

static void copy(char *to, size_t room, const char *text, size_t length)
{
    cr_assert_lt(length, room);
    memcpy(to, text, length);
    to[length] = '\0';
}

static bool op_send(struct rlk_transport *transport, int node,
                    const struct rlk_request *request)
{
    struct rig *rig = rig_of(transport);
    struct rig_request *sent = &rig->sent[rig->count];

    if (rig->out_of_memory)
        return false;
    cr_assert_lt(rig->count, RIG_SENT_MAX);
    *sent = (struct rig_request){
        .node = node,
        .verb = request->verb,
        .by_text = request->by_text,
        .checked = request->checked,
        .rules = request->rules,
        .ttl_ms = request->ttl_ms,
        .client_id = request->client_id,
        .until_us = request->until_us,
        .at = rig->now,
    };
    if (request->resource != NULL)
        copy(sent->resource, sizeof(sent->resource), request->resource,
             request->resource_length);
    if (request->token != NULL)
        copy(sent->token, sizeof(sent->token), request->token,
             request->token_length);
    if (request->mark != NULL)
        copy(sent->mark, sizeof(sent->mark), request->mark,
             strlen(request->mark));
    rig->count++;
    return true;
}

static void op_arm(struct rlk_transport *transport, int64_t instant)
{
    rig_of(transport)->armed = instant;
}

static void op_random(struct rlk_transport *transport, void *bytes,
                      size_t count)
{
    unsigned char *out = bytes;

    for (size_t i = 0; i < count; i++)
        out[i] = ((unsigned char *)&rig_of(transport)->random)[i % 8];
}

static void op_wake(struct rlk_transport *transport)
{
    rig_of(transport)->woken = true;
}

static const struct rlk_transport_ops ops = {
    .connect = op_connect,
    .disconnect = op_disconnect,
    .send = op_send,
    .arm = op_arm,
    .random = op_random,
    .wake = op_wake,
};

void rig_settle(struct rig *rig)
{
    rlk_core_arm(&rig->core);
    while (rig->woken) {
        rig->woken = false;
        (void)rlk_core_run_completions(&rig->core, rig->now);
    }
}

static void tell(struct rlk_core *core, struct redlock_lock *lock)
{
    struct rig *rig = core->face;

    rig->told++;
    if (lock->on_lost != NULL)
        lock->on_lost(lock, lock->user);
}

/* --- opening ----------------------------------------------------------------
 */

struct rlk_core_settings rig_settings(void)
{
    struct rlk_core_settings settings = {
        .nodes = 3,
        .quorum = 2,
        .node_timeout_ns = 100 * RLK_NS_PER_MS,
        .ttl_max_ns = 300 * RLK_NS_PER_S,
        .drift_ppm = 10000,
        .slack_ns = 0,
        .guard = REDLOCK_GUARD_OFF,
        .label = "rig",
    };

    memcpy(settings.names, names, sizeof(names));
    return settings;
}

bool rig_try_open(struct rig *rig, const struct rlk_core_settings *settings)
{
    rig_close(rig);
    memset(rig, 0, sizeof(*rig));
    /* The core takes memory as it finds it. */
    memset(&rig->core, 0xA5, sizeof(rig->core));
    rig->transport.ops = &ops;
    rig->now = BEGINNING;
    rig->armed = RLK_NEVER;
    rig->random = UINT64_C(0x8000000000000000);
    if (rlk_core_init(&rig->core, settings, &rig->transport, rig->now) !=
        REDLOCK_OK)
        return false;
    rig->open = true;
    rig->core.face = rig;
    rig->core.tell = tell;
    rig_settle(rig);
    return true;
}

void rig_open(struct rig *rig, const struct rlk_core_settings *settings)
{
    cr_assert(rig_try_open(rig, settings));
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
    rlk_core_connected(&rig->core, node, identity, rig->now);
    rig_settle(rig);
}

void rig_connect(struct rig *rig, int node)
{
    struct rlk_identity identity = rig_identity(node);

    rig_connect_as(rig, node, &identity);
}

void rig_open_connected(struct rig *rig,
                        const struct rlk_core_settings *settings)
{
    rig_open(rig, settings);
    for (int node = 0; node < settings->nodes; node++)
        rig_connect(rig, node);
}

void rig_close(struct rig *rig)
{
    if (rig->open)
        rlk_core_clear(&rig->core, rig->now);
    rig->open = false;
}

void rig_break(struct rig *rig, int node, enum redlock_reason reason)
{
    forget(rig, node);
    rlk_core_disconnected(&rig->core, node, reason, NULL, rig->now);
    rig_settle(rig);
}

/* --- answers ----------------------------------------------------------------
 */

static struct rig_request *oldest(struct rig *rig, int node)
{
    for (int i = 0; i < rig->count; i++) {
        if (rig->sent[i].node == node && !rig->sent[i].answered)
            return &rig->sent[i];
    }
    return NULL;
}

const struct rig_request *rig_asked(const struct rig *rig, int node)
{
    return oldest((struct rig *)(uintptr_t)rig, node);
}

void rig_answer(struct rig *rig, int node, const struct rlk_answer *answer)
{
    struct rig_request *asked = oldest(rig, node);

    cr_assert_not_null(asked, "nothing was asked of n%d", node + 1);
    asked->answered = true;
    rlk_core_answer(&rig->core, node, answer, rig->now);
    rig_settle(rig);
}

void rig_yes(struct rig *rig, int node)
{
    rig_answer(rig, node,
               &(struct rlk_answer){
                   .kind = RLK_ANSWER_YES, .remaining_ms = -1, .text = ""});
}

void rig_held(struct rig *rig, int node, int64_t remaining_ms)
{
    rig_answer(rig, node,
               &(struct rlk_answer){.kind = RLK_ANSWER_HELD,
                                    .remaining_ms = remaining_ms,
                                    .text = "somebody",
                                    .text_length = 8});
}

void rig_missing(struct rig *rig, int node)
{
    rig_answer(rig, node,
               &(struct rlk_answer){
                   .kind = RLK_ANSWER_MISSING, .remaining_ms = -1, .text = ""});
}

void rig_error(struct rig *rig, int node, enum redlock_reason reason)
{
    rig_answer(rig, node,
               &(struct rlk_answer){.kind = RLK_ANSWER_ERROR,
                                    .reason = reason,
                                    .remaining_ms = -1,
                                    .text = "said so",
                                    .text_length = 7});
}

void rig_all_yes(struct rig *rig)
{
    for (bool any = true; any;) {
        any = false;
        for (int node = 0; node < rig->core.settings.nodes; node++) {
            if (rig_asked(rig, node) == NULL)
                continue;
            rig_yes(rig, node);
            any = true;
        }
    }
}

void rig_pass(struct rig *rig, int64_t ns)
{
    int64_t until = rig->now + ns;

    for (int turns = 0; rig->armed <= until; turns++) {
        cr_assert_lt(turns, 100000, "it never rests");
        if (rig->armed > rig->now)
            rig->now = rig->armed;
        rig->armed = RLK_NEVER;
        rlk_core_tick(&rig->core, rig->now);
        rig_settle(rig);
    }
    rig->now = until;
}

const char *rig_said(struct rig *rig)
{
    size_t length = 0;

    rig->text[0] = '\0';
    for (; rig->read < rig->count; rig->read++) {
        const struct rig_request *sent = &rig->sent[rig->read];
        char ttl[32] = "";
        if (sent->verb == RLK_VERB_GRANT || sent->verb == RLK_VERB_EXTEND ||
            sent->verb == RLK_VERB_REPAIR)
            snprintf(ttl, sizeof(ttl), " %" PRId64, sent->ttl_ms);
        length += (size_t)snprintf(
            rig->text + length, sizeof(rig->text) - length, "%s%s n%d%s",
            length == 0 ? "" : ", ", verbs[sent->verb], sent->node + 1, ttl);
        cr_assert_lt(length, sizeof(rig->text));
    }
    return rig->text;
}

/* --- calls ------------------------------------------------------------------
 */

static void acquired(struct rlk_completion *completion)
{
    ((struct rig_acquire *)(void *)completion)->done = true;
}

void rig_begin(struct rig_acquire *acquire)
{
    *acquire = (struct rig_acquire){.acquire.completion.run = acquired};
}

void rig_ignore(struct rlk_completion *completion)
{
    (void)completion;
}

void rig_acquire(struct rig *rig, struct rig_acquire *acquire,
                 const struct redlock_request *request)
{
    *acquire = (struct rig_acquire){.acquire.completion.run = acquired};
    cr_assert_eq(
        rlk_acquire_start(&acquire->acquire, &rig->core, request, rig->now),
        REDLOCK_OK);
    rig_settle(rig);
}

static void extended(struct rlk_completion *completion)
{
    ((struct rig_extend *)(void *)completion)->done = true;
}

void rig_extend(struct rig *rig, struct rig_extend *extend,
                struct redlock_lock *lock, int64_t ttl_ms,
                struct redlock_report *report)
{
    *extend = (struct rig_extend){.extend.completion.run = extended};
    cr_assert_eq(rlk_extend_start(&extend->extend, lock, ttl_ms * RLK_NS_PER_MS,
                                  report, rig->now),
                 REDLOCK_OK);
    rig_settle(rig);
}

static void released(struct rlk_completion *completion)
{
    ((struct rig_release *)(void *)completion)->done = true;
}

void rig_release(struct rig *rig, struct rig_release *release,
                 struct redlock_lock *lock, struct redlock_report *report)
{
    *release = (struct rig_release){.release.completion.run = released};
    rlk_release_start(&release->release, lock, report, rig->now);
    rig_settle(rig);
}

static void inspected(struct rlk_completion *completion)
{
    ((struct rig_inspect *)(void *)completion)->done = true;
}

void rig_inspect(struct rig *rig, struct rig_inspect *inspect,
                 const char *resource, struct redlock_report *report)
{
    *inspect = (struct rig_inspect){.inspect.completion.run = inspected};
    cr_assert_eq(rlk_inspect_start(&inspect->inspect, &rig->core, resource,
                                   report, rig->now),
                 REDLOCK_OK);
    rig_settle(rig);
}

struct redlock_lock *rig_lock(struct rig *rig,
                              const struct redlock_request *request)
{
    struct rig_acquire acquire;

    rig_acquire(rig, &acquire, request);
    rig_all_yes(rig);
    cr_assert(acquire.done);
    cr_assert_eq(acquire.acquire.status, REDLOCK_OK);
    (void)rig_said(rig);
    return acquire.acquire.lock;
}
