/* SPDX-License-Identifier: MIT */
/* SET NX PX and the scripts of mutexes and nodes, once more, in C. */

#include "tests/sim/node_model.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "tests/sim/node_parts.h"

static struct sim_answer grant(struct sim_model *model,
                               const struct sim_request *request,
                               int64_t now_ms)
{
    if (sim_model_key(model, request->resource, now_ms) != NULL)
        return plain(RLK_ANSWER_HELD);
    set(&model->memory.keys[request->resource], request, now_ms);
    return plain(RLK_ANSWER_YES);
}

static struct sim_answer extend(struct sim_model *model,
                                const struct sim_request *request,
                                int64_t now_ms)
{
    struct sim_key *key = sim_model_key(model, request->resource, now_ms);
    int64_t until_ms = now_ms + request->ttl_ms;

    if (key == NULL && request->verb == RLK_VERB_REPAIR) {
        set(&model->memory.keys[request->resource], request, now_ms);
        model->memory.keys[request->resource].repaired = true;
        return plain(RLK_ANSWER_CREATED);
    }
    if (key == NULL)
        return plain(RLK_ANSWER_MISSING);
    if (!owns(request, key))
        return held(key, now_ms);
    if (key->until_ms < until_ms)
        key->until_ms = until_ms;
    return plain(RLK_ANSWER_YES);
}

static struct sim_answer release(struct sim_model *model,
                                 const struct sim_request *request,
                                 int64_t now_ms)
{
    struct sim_key *key = sim_model_key(model, request->resource, now_ms);

    if (key == NULL)
        return plain(RLK_ANSWER_MISSING);
    if (!owns(request, key))
        return held(key, now_ms);
    *key = (struct sim_key){0};
    return plain(RLK_ANSWER_YES);
}

static struct sim_answer inspect(struct sim_model *model,
                                 const struct sim_request *request,
                                 int64_t now_ms)
{
    struct sim_key *key = sim_model_key(model, request->resource, now_ms);

    struct sim_answer answer;

    if (key == NULL && request->verb == RLK_VERB_INSPECT)
        return sim_slots_inspect(model, request, now_ms);
    if (key == NULL)
        return plain(RLK_ANSWER_MISSING);
    answer = held(key, now_ms);
    answer.members =
        sim_memory_members(&model->memory, request->resource, now_ms);
    return answer;
}

static struct sim_answer observe(struct sim_model *model,
                                 const struct sim_request *request,
                                 int64_t now_ms)
{
    struct sim_answer answer = inspect(model, request, now_ms);

    answer.members = 0;
    if (answer.kind == RLK_ANSWER_HELD)
        answer.counter = model->memory.counters[request->resource].number;
    return answer;
}

/* --- scripts/checked
 * ----------------------------------------------------------------------- */

struct sim_judgement sim_model_judge(struct sim_model *model,
                                     const struct sim_request *request,
                                     int64_t now_us)
{
    const struct rlk_rules *rules = &request->rules;
    struct sim_judgement judgement = {0};
    char *text = model->memory.marker;
    struct rlk_marker marker;

    if (rules->guard_ms == 0)
        return judgement;
    /* It is held against the server's memory, whoever asks. */
    marker = rlk_marker_read(text, model->replid);
    if (marker.state == RLK_MARKER_NONE) {
        char nonce[SIM_TOKEN_MAX];
        snprintf(nonce, sizeof(nonce), "%.32s.%" PRIu64, request->token,
                 rules->serial);
        rlk_marker_quarantine(text, model->replid, rules->guard_ms, now_us,
                              nonce);
    }
    if (marker.state == RLK_MARKER_OK && marker.longest_ms != rules->guard_ms)
        judgement.longest_ms = marker.longest_ms;
    judgement.quarantined = marker.state != RLK_MARKER_OK;
    return judgement;
}

static int64_t greatest(int64_t one, int64_t other)
{
    return one > other ? one : other;
}

int64_t sim_model_counter(const struct sim_model *model,
                          const struct sim_request *request, int64_t now_us,
                          bool *fresh)
{
    const struct rlk_rules *rules = &request->rules;
    const struct sim_counter *stored =
        &model->memory.counters[request->resource];

    *fresh = strncmp(stored->born, model->replid, 8) != 0;
    if (!*fresh)
        return stored->number;
    return greatest(greatest(stored->number, now_us),
                    greatest(rules->fence, rules->floor_us));
}

void sim_model_store(struct sim_model *model, const struct sim_request *request,
                     int64_t number)
{
    struct sim_counter *stored = &model->memory.counters[request->resource];

    stored->number = number;
    memcpy(stored->born, model->replid, sizeof(stored->born) - 1);
}

static struct sim_answer disagrees(const struct sim_judgement *judgement)
{
    struct sim_answer answer = plain(RLK_ANSWER_DISAGREES);

    answer.remaining_ms = judgement->longest_ms;
    return answer;
}

static struct sim_answer checked_grant(struct sim_model *model,
                                       const struct sim_request *request,
                                       const struct sim_judgement *judgement,
                                       int64_t now_us)
{
    int64_t now_ms = now_us / 1000;
    struct sim_key *key = sim_model_key(model, request->resource, now_ms);
    struct sim_answer answer = plain(RLK_ANSWER_YES);
    bool fresh;

    if (judgement->quarantined)
        return plain(RLK_ANSWER_QUARANTINED);
    if (judgement->longest_ms > 0)
        return disagrees(judgement);
    if (key != NULL && !owns(request, key))
        return held(key, now_ms);
    if (request->rules.fenced) {
        answer.counter = sim_model_counter(model, request, now_us, &fresh);
        answer.counter += key == NULL;
        sim_model_store(model, request, answer.counter);
    }
    if (key == NULL)
        set(&model->memory.keys[request->resource], request, now_ms);
    else
        key->until_ms = greatest(key->until_ms, now_ms + request->ttl_ms);
    return answer;
}

static struct sim_answer confirm(struct sim_model *model,
                                 const struct sim_request *request,
                                 int64_t now_us)
{
    int64_t now_ms = now_us / 1000;
    struct sim_key *key = sim_model_key(model, request->resource, now_ms);
    struct sim_answer answer = plain(RLK_ANSWER_YES);
    bool fresh;

    if (key == NULL || !owns(request, key))
        return plain(RLK_ANSWER_MISSING);
    answer.counter = greatest(sim_model_counter(model, request, now_us, &fresh),
                              request->rules.fence);
    sim_model_store(model, request, answer.counter);
    return answer;
}

static struct sim_answer full_extend(struct sim_model *model,
                                     const struct sim_request *request,
                                     int64_t now_us)
{
    int64_t now_ms = now_us / 1000;
    struct sim_key *key = sim_model_key(model, request->resource, now_ms);
    bool fenced = request->rules.fenced;
    bool fresh = false;
    int64_t number =
        fenced ? sim_model_counter(model, request, now_us, &fresh) : 0;
    struct sim_answer answer;

    if (key == NULL && request->verb == RLK_VERB_REPAIR && fenced && !fresh &&
        number > request->rules.fence) {
        answer = plain(RLK_ANSWER_SUPERSEDED);
    } else {
        answer = extend(model, request, now_ms);
        if (fenced && (answer.kind == RLK_ANSWER_YES ||
                       answer.kind == RLK_ANSWER_CREATED)) {
            number = greatest(number, request->rules.fence);
            sim_model_store(model, request, number);
        }
    }
    answer.counter = number;
    answer.begun_anew = fresh && request->verb == RLK_VERB_EXTEND &&
                        answer.kind == RLK_ANSWER_YES;
    return answer;
}

static struct sim_answer full_release(struct sim_model *model,
                                      const struct sim_request *request,
                                      int64_t now_us)
{
    struct sim_answer answer = release(model, request, now_us / 1000);
    bool fresh;

    if (answer.kind == RLK_ANSWER_YES && request->rules.fence > 0 &&
        sim_model_counter(model, request, now_us, &fresh) ==
            request->rules.fence &&
        !fresh)
        sim_model_store(model, request, request->rules.fence - 1);
    return answer;
}

struct sim_answer sim_model_checked(struct sim_model *model,
                                    const struct sim_request *request,
                                    int64_t now_us)
{
    struct sim_judgement judgement = sim_model_judge(model, request, now_us);
    struct sim_answer answer = plain(RLK_ANSWER_YES);

    if (request->verb == RLK_VERB_GRANT)
        answer = checked_grant(model, request, &judgement, now_us);
    else if (request->verb == RLK_VERB_CONFIRM)
        answer = confirm(model, request, now_us);
    else if (request->verb == RLK_VERB_RELEASE)
        answer = full_release(model, request, now_us);
    else if (request->verb == RLK_VERB_ASK && judgement.quarantined)
        answer = plain(RLK_ANSWER_QUARANTINED);
    else if (judgement.longest_ms > 0)
        answer = disagrees(&judgement);
    else if (request->verb == RLK_VERB_ASK)
        answer = sim_queue_ask(model, request, now_us);
    else
        answer = full_extend(model, request, now_us);
    answer.time_us = now_us;
    answer.quarantined = judgement.quarantined;
    if (answer.quarantined && answer.text[0] == '\0')
        memcpy(answer.text, model->memory.marker, sizeof(answer.text));
    return answer;
}

static struct sim_answer mark(struct sim_model *model,
                              const struct sim_request *request, int64_t now_us)
{
    bool done = strcmp(model->memory.marker, request->seen) == 0 &&
                now_us <= request->until_us;
    struct sim_answer answer = plain(done ? RLK_ANSWER_YES : RLK_ANSWER_HELD);

    answer.time_us = now_us;
    if (done)
        memcpy(model->memory.marker, request->mark, sizeof(request->mark));
    else
        memcpy(answer.text, model->memory.marker, sizeof(answer.text));
    return answer;
}

static struct sim_answer init_node(struct sim_model *model,
                                   const struct sim_request *request)
{
    struct sim_answer answer = plain(RLK_ANSWER_YES);

    rlk_marker_ok(model->memory.marker, model->replid, request->ttl_ms);
    memcpy(answer.text, model->memory.marker, sizeof(answer.text));
    return answer;
}

/* --- all of them
 * ------------------------------------------------------------------------ */

static bool is_command(const struct sim_request *request)
{
    return !request->checked && (request->verb == RLK_VERB_GRANT ||
                                 request->verb == RLK_VERB_KILL_CLIENT);
}

/* Does the server know the script by its SHA1? It learns it from EVAL. */
static bool script_known(struct sim_model *model,
                         const struct sim_request *request)
{
    /* A release that hands on is one script, with more words or fewer. */
    bool checked = request->checked || request->verb == RLK_VERB_PASS;
    unsigned set = (checked ? 1U : 0U) + (request->slot.many > 0      ? 4U
                                          : request->badge[0] != '\0' ? 2U
                                                                      : 0U);
    uint32_t bit = UINT32_C(1) << request->verb;

    if (is_command(request))
        return true;
    if (request->by_text)
        model->scripts[set] |= bit;
    return (model->scripts[set] & bit) != 0;
}

struct sim_answer sim_model_execute(struct sim_model *model,
                                    const struct sim_request *request,
                                    int64_t now_us)
{
    int64_t now_ms = now_us / 1000;

    if (!script_known(model, request))
        return (struct sim_answer){
            .kind = RLK_ANSWER_ERROR,
            .reason = REDLOCK_REASON_NOSCRIPT,
            .remaining_ms = -1,
            .slot = -1,
        };
    if (request->slot.many > 0)
        return sim_slots_execute(model, request, now_us);
    if (request->badge[0] != '\0')
        return sim_members_execute(model, request, now_us);
    if (request->verb == RLK_VERB_PASS)
        return sim_queue_pass(model, request, now_us);
    if (request->checked)
        return sim_model_checked(model, request, now_us);
    switch (request->verb) {
    case RLK_VERB_GRANT:
        return grant(model, request, now_ms);
    case RLK_VERB_EXTEND:
    case RLK_VERB_REPAIR:
        return extend(model, request, now_ms);
    case RLK_VERB_RELEASE:
        return release(model, request, now_ms);
    case RLK_VERB_INSPECT:
        return inspect(model, request, now_ms);
    case RLK_VERB_OBSERVE:
        return observe(model, request, now_ms);
    case RLK_VERB_MARK:
        return mark(model, request, now_us);
    case RLK_VERB_INIT_NODE:
        return init_node(model, request);
    case RLK_VERB_CONFIRM:
    case RLK_VERB_ASK:
    case RLK_VERB_PASS:
    case RLK_VERB_KILL_CLIENT:
    case RLK_VERBS:
        break;
    }
    return plain(RLK_ANSWER_YES);
}
