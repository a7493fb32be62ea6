/* SPDX-License-Identifier: MIT */
/* Asks repeatedly who holds a resource. */

#include "redlock/core/observe.h"

#include <string.h>

#include "redlock/core/node.h"
#include "redlock/runtime/memory.h"

static bool observe_wanted(const struct rlk_op *op, int node,
                           enum rlk_verb verb, int64_t now)
{
    (void)node, (void)verb, (void)now;
    return !op->over;
}

static void note_held(struct rlk_view_answer *to,
                      const struct rlk_answer *answer, int64_t now)
{
    to->says = RLK_VIEW_SAYS_HELD;
    rlk_view_token_set(&to->token, answer->text, answer->text_length);
    to->counter = answer->counter;
    to->ends =
        answer->remaining_ms < 0
            ? RLK_NEVER
            : rlk_clock_add(now, rlk_clock_from_ms(answer->remaining_ms));
}

static enum rlk_vote observe_answered(struct rlk_op *op, int node,
                                      enum rlk_verb verb,
                                      const struct rlk_answer *answer,
                                      int64_t now)
{
    struct rlk_observe *observe = (struct rlk_observe *)op->call;

    (void)verb;
    if (answer->kind != RLK_ANSWER_HELD && answer->kind != RLK_ANSWER_MISSING)
        return RLK_VOTE_FAILED;
    if (observe == NULL) /* this round was stopped */
        return RLK_VOTE_GRANTED;
    /* A node in quarantine without a key may have lost it, and cannot tell. */
    if (answer->kind == RLK_ANSWER_HELD)
        note_held(&observe->answers[node], answer, now);
    else if (rlk_node_quarantine(&op->runtime->nodes[node], now) <= 0)
        observe->answers[node].says = RLK_VIEW_SAYS_FREE;
    return RLK_VOTE_GRANTED;
}

static void see(struct rlk_observe *observe, enum redlock_status status,
                int64_t now)
{
    const struct rlk_runtime_settings *settings =
        &observe->call.runtime->settings;
    struct rlk_view view;

    observe->call.status = status;
    rlk_view_of(&view, settings->nodes, settings->quorum, observe->answers);
    rlk_observation_see(&observe->observation, &view, observe->asked, now);
    if (rlk_observation_changed(&observe->observation))
        rlk_completions_push(&observe->call.runtime->completions,
                             &observe->call.completion);
}

static void ask_again_at(struct rlk_observe *observe, int64_t at)
{
    rlk_timers_set(&observe->call.runtime->timers, &observe->timer, at);
}

static void ask_again(struct rlk_observe *observe, int64_t now)
{
    ask_again_at(observe, rlk_observation_next(&observe->observation,
                                               observe->every_ns, now));
}

static void observe_done(struct rlk_op *op, enum rlk_outcome outcome,
                         int64_t now)
{
    struct rlk_observe *observe = (struct rlk_observe *)op->call;
    bool refused = rlk_op_lacks_rights(op);

    if (observe == NULL)
        return;
    observe->call.op = NULL;
    if (refused && !observe->plain) {
        observe->plain = true;
        ask_again_at(observe, now);
        return;
    }
    if (refused)
        observe->plain = false;
    see(observe, outcome == RLK_OUTCOME_WON ? REDLOCK_OK : rlk_op_no_quorum(op),
        now);
    ask_again(observe, now);
}

static const struct rlk_operation with_counters = {
    .round = RLK_ROUND_INSPECT,
    .verb = RLK_VERB_OBSERVE,
    .yes = REDLOCK_VOTE_ANSWERED,
    .wanted = observe_wanted,
    .answered = observe_answered,
    .done = observe_done,
};

static const struct rlk_operation without_counters = {
    .round = RLK_ROUND_INSPECT,
    .verb = RLK_VERB_INSPECT,
    .yes = REDLOCK_VOTE_ANSWERED,
    .wanted = observe_wanted,
    .answered = observe_answered,
    .done = observe_done,
};

static bool ask(struct rlk_observe *observe, int64_t now)
{
    rlk_zero(observe->answers, sizeof(observe->answers));
    observe->asked = now;
    return rlk_op_start(
        observe->call.runtime,
        &(struct rlk_op_settings){
            .operation = observe->plain ? &without_counters : &with_counters,
            .resource = observe->resource,
            .deadline = RLK_NEVER,
            .call = &observe->call,
        },
        &observe->call.op, now);
}

static void fire(struct rlk_timer *timer, int64_t now)
{
    struct rlk_observe *observe =
        RLK_OWNER_OF(timer, struct rlk_observe, timer);

    if (ask(observe, now))
        return;
    see(observe, REDLOCK_NO_MEMORY, now);
    ask_again(observe, now);
}

enum redlock_status rlk_observe_start(struct rlk_observe *observe,
                                      struct rlk_runtime *runtime,
                                      const char *resource, int64_t every_ns,
                                      int64_t now)
{
    if (redlock_resource_problem(resource) != NULL || every_ns <= 0)
        return REDLOCK_BAD_REQUEST;
    observe->call.runtime = runtime;
    observe->every_ns = every_ns;
    if (!rlk_timers_promise(&runtime->timers, &observe->timer, fire))
        return REDLOCK_NO_MEMORY;
    observe->resource = rlk_resource_new(resource, NULL);
    if (observe->resource != NULL && ask(observe, now))
        return REDLOCK_OK;
    rlk_observe_stop(observe);
    return REDLOCK_NO_MEMORY;
}

void rlk_observe_stop(struct rlk_observe *observe)
{
    if (observe->call.op != NULL)
        observe->call.op->call = NULL;
    observe->call.op = NULL;
    rlk_list_remove(&observe->call.completion.queued);
    rlk_timers_forget(&observe->call.runtime->timers, &observe->timer);
    rlk_resource_drop(observe->resource);
    observe->resource = NULL;
}

/* --- one look ------------------------------------------------------------ */

static bool inspect_wanted(const struct rlk_op *op, int node,
                           enum rlk_verb verb, int64_t now)
{
    (void)verb, (void)now;
    return !op->over && rlk_op_may_judge(op, node);
}

static enum rlk_vote inspect_answered(struct rlk_op *op, int node,
                                      enum rlk_verb verb,
                                      const struct rlk_answer *answer,
                                      int64_t now)
{
    struct redlock_node_report *report = rlk_op_report_of(op, node);
    const struct rlk_marker *marker = &op->runtime->nodes[node].guard.marker;

    (void)now;
    if (verb != RLK_VERB_INSPECT)
        return answer->kind == RLK_ANSWER_YES ? RLK_VOTE_GRANTED
                                              : RLK_VOTE_DENIED;
    if (report != NULL)
        report->waiting = answer->waiting;
    if (report != NULL && marker->state == RLK_MARKER_OK)
        report->marked_ttl_max_ms = marker->longest_ms;
    if (report != NULL && marker->state == RLK_MARKER_LATER)
        report->marked_ttl_max_ms = -1;
    return RLK_VOTE_GRANTED;
}

static void inspect_done(struct rlk_op *op, enum rlk_outcome outcome,
                         int64_t now)
{
    struct rlk_inspect *inspect = (struct rlk_inspect *)op->call;
    enum redlock_status status = REDLOCK_OK;

    if (inspect == NULL)
        return;
    if (outcome != RLK_OUTCOME_WON)
        status = rlk_op_no_quorum(op);
    inspect->call.op = NULL;
    rlk_call_count(&inspect->call);
    rlk_call_end(&inspect->call, status, now);
}

static const struct rlk_operation inspect_operation = {
    .round = RLK_ROUND_INSPECT,
    .verb = RLK_VERB_INSPECT,
    .yes = REDLOCK_VOTE_ANSWERED,
    .wanted = inspect_wanted,
    .answered = inspect_answered,
    .done = inspect_done,
};

/* Marks a node with the deployment's longest TTL. */
static void init_node_fill(const struct rlk_op *op, int node,
                           struct rlk_request *request)
{
    (void)node;
    request->ttl_ms = rlk_clock_to_ms(op->runtime->settings.ttl_max_ns);
}

static const struct rlk_operation init_nodes_operation = {
    .round = RLK_ROUND_INSPECT,
    .verb = RLK_VERB_INIT_NODE,
    .yes = REDLOCK_VOTE_MARKED,
    .fill = init_node_fill,
    .wanted = inspect_wanted,
    .answered = inspect_answered,
    .done = inspect_done,
};

static enum redlock_status start(struct rlk_inspect *inspect,
                                 struct rlk_runtime *runtime,
                                 const struct rlk_operation *operation,
                                 const char *resource,
                                 struct redlock_report *report, int64_t now)
{
    struct rlk_resource *name = rlk_resource_new(resource, NULL);
    bool started;

    if (name == NULL)
        return REDLOCK_NO_MEMORY;
    rlk_call_begin(&inspect->call, runtime, report, now);
    started = rlk_op_start(runtime,
                           &(struct rlk_op_settings){
                               .operation = operation,
                               .resource = name,
                               .deadline = RLK_NEVER,
                               .call = &inspect->call,
                           },
                           &inspect->call.op, now);
    rlk_resource_drop(name);
    return started ? REDLOCK_OK : REDLOCK_NO_MEMORY;
}

enum redlock_status rlk_inspect_start(struct rlk_inspect *inspect,
                                      struct rlk_runtime *runtime,
                                      const char *resource,
                                      struct redlock_report *report,
                                      int64_t now)
{
    if (redlock_resource_problem(resource) != NULL)
        return REDLOCK_BAD_REQUEST;
    return start(inspect, runtime, &inspect_operation, resource, report, now);
}

enum redlock_status rlk_inspect_init_nodes(struct rlk_inspect *inspect,
                                           struct rlk_runtime *runtime,
                                           struct redlock_report *report,
                                           int64_t now)
{
    if (runtime->settings.read_only)
        return REDLOCK_BAD_REQUEST;
    return start(inspect, runtime, &init_nodes_operation, RLK_MARKER_KEY,
                 report, now);
}
