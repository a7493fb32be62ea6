/* SPDX-License-Identifier: MIT */
/* SET NX PX and the scripts in redlock/scripts, once more, in C. */

#include "tests/sim/node_model.h"

#include <string.h>

#include "clock/mutant.h"

static struct sim_answer plain(enum rlk_answer_kind kind)
{
    return (struct sim_answer){.kind = kind, .remaining_ms = -1};
}

static struct sim_answer held(const struct sim_key *key, int64_t now_ms)
{
    struct sim_answer answer = {
        .kind = RLK_ANSWER_HELD,
        .remaining_ms = key->until_ms - now_ms,
    };

    memcpy(answer.text, key->token, sizeof(answer.text));
    return answer;
}

static void set(struct sim_key *key, const struct sim_request *request,
                int64_t now_ms)
{
    *key = (struct sim_key){.until_ms = now_ms + request->ttl_ms};
    memcpy(key->token, request->token, sizeof(key->token));
}

static bool owns(const struct sim_request *request, const struct sim_key *key)
{
    return strcmp(key->token, request->token) == 0;
}

struct sim_key *sim_model_key(struct sim_model *model, int resource,
                              int64_t now_ms)
{
    struct sim_key *key = &model->memory.keys[resource];

    if (key->token[0] != '\0' && now_ms > key->until_ms)
        *key = (struct sim_key){0};
    return key->token[0] == '\0' ? NULL : key;
}

static struct sim_answer grant(struct sim_model *model,
                               const struct sim_request *request,
                               int64_t now_ms)
{
    if (sim_model_key(model, request->resource, now_ms) != NULL &&
        !RLK_MUTANT(GRANT_OVERWRITES))
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
    bool creates =
        request->verb == RLK_VERB_REPAIR || RLK_MUTANT(EXTEND_CREATES);

    if (key == NULL && creates) {
        set(&model->memory.keys[request->resource], request, now_ms);
        model->memory.keys[request->resource].repaired = true;
        return plain(request->verb == RLK_VERB_REPAIR ? RLK_ANSWER_CREATED
                                                      : RLK_ANSWER_YES);
    }
    if (key == NULL)
        return plain(RLK_ANSWER_MISSING);
    if (!owns(request, key))
        return held(key, now_ms);
    if (key->until_ms < until_ms || RLK_MUTANT(EXTEND_SHORTENS))
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
    if (!owns(request, key) && !RLK_MUTANT(RELEASE_OF_ANYBODY))
        return held(key, now_ms);
    *key = (struct sim_key){0};
    return plain(RLK_ANSWER_YES);
}

static struct sim_answer inspect(struct sim_model *model,
                                 const struct sim_request *request,
                                 int64_t now_ms)
{
    struct sim_key *key = sim_model_key(model, request->resource, now_ms);

    return key == NULL ? plain(RLK_ANSWER_YES) : held(key, now_ms);
}

/* Does the server know the script by its SHA1? It learns it from EVAL. */
static bool script_known(struct sim_model *model,
                         const struct sim_request *request)
{
    uint32_t bit = UINT32_C(1) << request->verb;

    if (request->verb == RLK_VERB_GRANT ||
        request->verb == RLK_VERB_KILL_CLIENT)
        return true;
    if (request->whole_script)
        model->scripts |= bit;
    return (model->scripts & bit) != 0;
}

struct sim_answer sim_model_execute(struct sim_model *model,
                                    const struct sim_request *request,
                                    int64_t now_ms)
{
    if (!script_known(model, request))
        return (struct sim_answer){
            .kind = RLK_ANSWER_ERROR,
            .reason = REDLOCK_REASON_NOSCRIPT,
            .remaining_ms = -1,
        };
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
    case RLK_VERB_KILL_CLIENT:
        break;
    }
    return plain(RLK_ANSWER_YES);
}
