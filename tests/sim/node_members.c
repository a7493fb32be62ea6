/* SPDX-License-Identifier: MIT */
/* The scripts of parties, once more, in C. */

#include <stdlib.h>
#include <string.h>

#include "redlock/runtime/token.h"
#include "tests/sim/node_parts.h"

static int64_t greatest(int64_t one, int64_t other)
{
    return one > other ? one : other;
}

/* --- members
 * ------------------------------------------------------------------------------
 */

static struct sim_member *find(struct sim_members *members, const char *token)
{
    for (int i = 0; i < members->count; i++) {
        if (strcmp(members->list[i].token, token) == 0)
            return &members->list[i];
    }
    return NULL;
}

static bool lives(const struct sim_member *member, int64_t now_ms)
{
    return member != NULL && member->until_ms >= now_ms;
}

static void take_out(struct sim_members *members, struct sim_member *member)
{
    *member = members->list[--members->count];
}

static void drop_dead(struct sim_members *members, int64_t now_ms)
{
    for (int i = members->count - 1; i >= 0; i--) {
        if (!lives(&members->list[i], now_ms))
            take_out(members, &members->list[i]);
    }
}

/* --- as which owner
 * -----------------------------------------------------------------------
 */

static struct sim_owners *owners_of(struct sim_model *model, int resource,
                                    int64_t now_ms)
{
    struct sim_owners *owners = &model->memory.owners[resource];

    if (owners->until_ms < now_ms)
        owners->count = 0;
    return owners;
}

static struct sim_sharer *sharer_of(struct sim_owners *owners,
                                    const char *token)
{
    for (int i = 0; i < owners->count; i++) {
        if (strcmp(owners->list[i].token, token) == 0)
            return &owners->list[i];
    }
    return NULL;
}

static void strike_out(struct sim_owners *owners, const char *token)
{
    struct sim_sharer *sharer = sharer_of(owners, token);

    if (sharer != NULL)
        *sharer = owners->list[--owners->count];
}

static void file(struct sim_model *model, const struct sim_request *request,
                 int64_t now_ms)
{
    struct sim_owners *owners = owners_of(model, request->resource, now_ms);
    struct sim_sharer *sharer = sharer_of(owners, request->token);
    int64_t until_ms = now_ms + request->ttl_ms;

    if (request->sharer[0] == '\0')
        return;
    if (owners->count == 0 || owners->until_ms < until_ms)
        owners->until_ms = until_ms;
    if (sharer == NULL && owners->count == SIM_MEMBERS)
        abort();
    if (sharer == NULL)
        sharer = &owners->list[owners->count++];
    memcpy(sharer->token, request->token, sizeof(sharer->token));
    memcpy(sharer->owner, request->sharer, sizeof(sharer->owner));
}

/* Does a living member share it as the owner whose badge the request has? */
static bool owner_shares(struct sim_model *model,
                         const struct sim_request *request, int64_t now_ms)
{
    struct sim_owners *owners = owners_of(model, request->resource, now_ms);
    struct sim_members *members = &model->memory.members[request->resource];
    const char *owner = request->badge + sizeof(RLK_TOKEN_OWNER) - 1;

    for (int i = 0; i < owners->count; i++) {
        if (strcmp(owners->list[i].owner, owner) == 0 &&
            lives(find(members, owners->list[i].token), now_ms))
            return true;
    }
    return false;
}

/* The last millisecond in which anybody is one. */
static int64_t last_until(const struct sim_members *members)
{
    int64_t until_ms = 0;

    for (int i = 0; i < members->count; i++)
        until_ms = greatest(until_ms, members->list[i].until_ms);
    return until_ms;
}

static struct sim_member *add(struct sim_model *model,
                              const struct sim_request *request, int64_t now_ms)
{
    struct sim_members *members = &model->memory.members[request->resource];
    struct sim_key *key = &model->memory.keys[request->resource];
    struct sim_member *member = find(members, request->token);
    int64_t until_ms = now_ms + request->ttl_ms;

    if (member == NULL) {
        if (members->count == SIM_MEMBERS)
            abort();
        member = &members->list[members->count++];
        *member = (struct sim_member){0};
        memcpy(member->token, request->token, sizeof(member->token));
    }
    member->until_ms = greatest(member->until_ms, until_ms);
    if (key->token[0] == '\0' || key->until_ms < until_ms) {
        *key = (struct sim_key){.until_ms = until_ms};
        memcpy(key->token, request->badge, sizeof(key->token));
    }
    return member;
}

/* Has the key a badge, or a token, that is not of the request's party? */
static bool is_anothers(const struct sim_key *key,
                        const struct sim_request *request)
{
    return key != NULL && strcmp(key->token, request->badge) != 0;
}

static bool is_member(const struct sim_model *model,
                      const struct sim_request *request, int64_t now_ms)
{
    const struct sim_key *key = &model->memory.keys[request->resource];

    return !is_anothers(key, request) &&
           sim_memory_member(&model->memory, request->resource, request->token,
                             now_ms) != NULL;
}

/* --- the scripts
 * ----------------------------------------------------------------------- */

static struct sim_answer passed_by(const struct sim_place *first,
                                   const struct sim_key *key, int64_t now_ms)
{
    struct sim_answer answer = plain(RLK_ANSWER_QUEUED);

    answer.ticket = first->ticket;
    answer.remaining_ms = key == NULL ? -1 : key->until_ms - now_ms;
    memcpy(answer.text, first->token, sizeof(first->token));
    return answer;
}

/* The counter as it is, or as the first of an owner, or as it has it. */
static struct sim_answer count_for(struct sim_model *model,
                                   const struct sim_request *request, bool was,
                                   int64_t now_us)
{
    struct sim_answer answer = plain(RLK_ANSWER_YES);
    int64_t carried = request->rules.fence;
    bool anew;

    if (!request->rules.fenced)
        return answer;
    answer.counter = sim_model_counter(model, request, now_us, &anew);
    if (carried > 0 && (anew || answer.counter > carried)) {
        answer.kind = RLK_ANSWER_SUPERSEDED;
        return answer;
    }
    answer.minted = carried == 0 && sim_request_is_owned(request) && !was;
    answer.counter += answer.minted ? 1 : 0;
    if (carried > 0)
        answer.counter = carried;
    sim_model_store(model, request, answer.counter);
    return answer;
}

bool sim_members_waits_for_itself(struct sim_model *model,
                                  const struct sim_request *request,
                                  const struct sim_key *key, int64_t now_ms)
{
    return key != NULL && sim_request_is_owned(request) &&
           strcmp(key->token, RLK_TOKEN_READERS) == 0 &&
           owner_shares(model, request, now_ms);
}

/* Somebody has it, who may be its own owner as a reader. */
static struct sim_answer refused(struct sim_model *model,
                                 const struct sim_request *request,
                                 const struct sim_key *key, int64_t now_ms)
{
    struct sim_answer answer = held(key, now_ms);

    if (sim_members_waits_for_itself(model, request, key, now_ms))
        answer.kind = RLK_ANSWER_SHARING;
    return answer;
}

/* Those whose time is over, and what is known of them. */
static void make_room(struct sim_model *model, int resource, int64_t now_ms)
{
    struct sim_members *members = &model->memory.members[resource];

    for (int i = 0; i < members->count; i++) {
        if (!lives(&members->list[i], now_ms))
            strike_out(&model->memory.owners[resource], members->list[i].token);
    }
    drop_dead(members, now_ms);
}

/* Whatever is left of a badge that is gone. */
static void forget_members(struct sim_model *model, int resource)
{
    model->memory.members[resource].count = 0;
    model->memory.owners[resource].count = 0;
}

/* Does the key keep it out? */
static bool is_shut_out(struct sim_model *model,
                        const struct sim_request *request, int64_t now_ms)
{
    struct sim_key *key = sim_model_key(model, request->resource, now_ms);
    bool owned = sim_request_is_owned(request);
    bool was = is_member(model, request, now_ms);
    bool carries = request->rules.fence > 0;

    return is_anothers(key, request) ||
           (key != NULL && owned && request->rules.fenced && !carries && !was);
}

bool sim_members_may_join(struct sim_model *model,
                          const struct sim_request *request, bool is_next,
                          int64_t now_ms)
{
    if (sim_model_key(model, request->resource, now_ms) != NULL &&
        is_member(model, request, now_ms))
        return true;
    /* It may be waited for by those before it. */
    if (sim_request_is_owned(request) &&
        (sim_model_key(model, request->resource, now_ms) != NULL ||
         request->rules.fence > 0))
        is_next = true;
    return is_next && !is_shut_out(model, request, now_ms);
}

struct sim_answer sim_members_join(struct sim_model *model,
                                   const struct sim_request *request,
                                   int64_t now_us)
{
    int64_t now_ms = now_us / 1000;
    struct sim_key *key = sim_model_key(model, request->resource, now_ms);
    bool was = is_member(model, request, now_ms);
    struct sim_answer answer = count_for(model, request, was, now_us);

    if (answer.kind != RLK_ANSWER_YES)
        return answer;
    if (key == NULL)
        forget_members(model, request->resource);
    make_room(model, request->resource, now_ms);
    file(model, request, now_ms);
    (void)add(model, request, now_ms);
    return answer;
}

static struct sim_answer join_last(struct sim_model *model,
                                   const struct sim_request *request,
                                   int64_t now_us)
{
    int64_t now_ms = now_us / 1000;
    struct sim_key *key = sim_model_key(model, request->resource, now_ms);
    struct sim_place *first = NULL;

    if (is_shut_out(model, request, now_ms))
        return refused(model, request, key, now_ms);
    if (!sim_request_is_owned(request) ||
        (key == NULL && request->rules.fence == 0))
        first = sim_queue_first(model, request->resource, now_ms);
    if (first != NULL)
        return passed_by(first, key, now_ms);
    return sim_members_join(model, request, now_us);
}

static struct sim_answer confirm(struct sim_model *model,
                                 const struct sim_request *request,
                                 int64_t now_us)
{
    struct sim_answer answer = plain(RLK_ANSWER_YES);
    bool fresh;

    (void)sim_model_key(model, request->resource, now_us / 1000);
    if (!is_member(model, request, now_us / 1000))
        return plain(RLK_ANSWER_MISSING);
    answer.counter = greatest(sim_model_counter(model, request, now_us, &fresh),
                              request->rules.fence);
    sim_model_store(model, request, answer.counter);
    return answer;
}

/* Somebody newer was there, who has gone. */
static bool superseded(const struct sim_request *request,
                       const struct sim_key *key, bool fresh, int64_t number)
{
    return request->verb == RLK_VERB_REPAIR && key == NULL &&
           request->rules.fenced && !fresh && number > request->rules.fence;
}

static struct sim_answer prolong(struct sim_model *model,
                                 const struct sim_request *request,
                                 int64_t now_us, bool *fresh, int64_t *number)
{
    int64_t now_ms = now_us / 1000;
    struct sim_key *key = sim_model_key(model, request->resource, now_ms);
    bool was = is_member(model, request, now_ms);
    bool repairs = request->verb == RLK_VERB_REPAIR;
    struct sim_member *member;

    if (is_anothers(key, request))
        return held(key, now_ms);
    if (superseded(request, key, *fresh, *number))
        return plain(RLK_ANSWER_SUPERSEDED);
    if (!repairs && !was)
        return plain(RLK_ANSWER_MISSING);
    if (key == NULL)
        forget_members(model, request->resource);
    file(model, request, now_ms);
    /* A server keeps the dead until somebody joins. */
    if (!was && model->memory.members[request->resource].count == SIM_MEMBERS)
        make_room(model, request->resource, now_ms);
    if (request->rules.fenced) {
        *number = greatest(*number, request->rules.fence);
        sim_model_store(model, request, *number);
    }
    member = add(model, request, now_ms);
    if (!was)
        member->repaired = true;
    return plain(was ? RLK_ANSWER_YES : RLK_ANSWER_CREATED);
}

static struct sim_answer stay(struct sim_model *model,
                              const struct sim_request *request, int64_t now_us)
{
    bool fresh = false;
    int64_t number = request->rules.fenced
                         ? sim_model_counter(model, request, now_us, &fresh)
                         : 0;
    struct sim_answer answer = prolong(model, request, now_us, &fresh, &number);

    answer.counter = number;
    answer.begun_anew = fresh && request->verb == RLK_VERB_EXTEND &&
                        answer.kind == RLK_ANSWER_YES;
    return answer;
}

/* What the attempt minted, if nobody has since. */
static void take_back(struct sim_model *model,
                      const struct sim_request *request, int64_t now_us)
{
    bool anew;
    int64_t number = sim_model_counter(model, request, now_us, &anew);

    if (!anew && number == request->rules.fence)
        sim_model_store(model, request, number - 1);
}

/* Whoever waited behind it may come in. */
static void vacated(struct sim_model *model, const struct sim_request *request,
                    int64_t now_us)
{
    if (sim_model_key(model, request->resource, now_us / 1000) == NULL)
        sim_queue_wake(model, request->resource, now_us);
    else
        sim_queue_admit(model, request->resource, now_us);
}

static struct sim_answer leave(struct sim_model *model,
                               const struct sim_request *request,
                               int64_t now_us)
{
    int64_t now_ms = now_us / 1000;
    bool waited = sim_queue_forget(model, request, now_ms);
    struct sim_members *members = &model->memory.members[request->resource];
    struct sim_key *key = sim_model_key(model, request->resource, now_ms);
    struct sim_member *member = find(members, request->token);
    struct sim_answer answer = plain(RLK_ANSWER_YES);

    if (waited)
        vacated(model, request, now_us);
    if (is_anothers(key, request))
        return held(key, now_ms);
    if (key == NULL || member == NULL)
        return plain(RLK_ANSWER_MISSING);
    answer.time_us = now_us;
    take_out(members, member);
    if (request->sharer[0] != '\0')
        strike_out(owners_of(model, request->resource, now_ms), request->token);
    if (last_until(members) >= now_ms) {
        key->until_ms = greatest(last_until(members), now_ms + 1);
        return answer;
    }
    *key = (struct sim_key){0};
    forget_members(model, request->resource);
    if (request->checked)
        take_back(model, request, now_us);
    sim_queue_wake(model, request->resource, now_us);
    return answer;
}

/* It may have the resource alone here still. */
static struct sim_answer leave_as_former(struct sim_model *model,
                                         const struct sim_request *request,
                                         int64_t now_us)
{
    struct sim_key *key =
        sim_model_key(model, request->resource, now_us / 1000);

    if (key == NULL || !owns(request, key))
        return leave(model, request, now_us);
    (void)sim_queue_forget(model, request, now_us / 1000);
    *key = (struct sim_key){0};
    sim_queue_wake(model, request->resource, now_us);
    return plain(RLK_ANSWER_YES);
}

static struct sim_answer judged(struct sim_model *model,
                                const struct sim_request *request,
                                const struct sim_judgement *judgement,
                                int64_t now_us)
{
    if (request->verb == RLK_VERB_CONFIRM)
        return confirm(model, request, now_us);
    if ((request->verb == RLK_VERB_GRANT || request->verb == RLK_VERB_ASK) &&
        judgement->quarantined)
        return plain(RLK_ANSWER_QUARANTINED);
    if (judgement->longest_ms > 0) {
        struct sim_answer answer = plain(RLK_ANSWER_DISAGREES);
        answer.remaining_ms = judgement->longest_ms;
        return answer;
    }
    if (request->verb == RLK_VERB_ASK)
        return sim_queue_ask(model, request, now_us);
    return request->verb == RLK_VERB_GRANT ? join_last(model, request, now_us)
                                           : stay(model, request, now_us);
}

static bool prolongs(enum rlk_verb verb)
{
    return verb == RLK_VERB_EXTEND || verb == RLK_VERB_REPAIR;
}

/* The key of one who had it alone becomes the badge of readers. */
static void downgrade(struct sim_model *model,
                      const struct sim_request *request, int64_t now_us)
{
    int64_t now_ms = now_us / 1000;
    struct sim_key *key = sim_model_key(model, request->resource, now_ms);
    struct sim_request own = *request;
    struct sim_member *member;
    struct sim_key former;

    if (!request->former || key == NULL ||
        strcmp(key->token, request->token) != 0)
        return;
    own.ttl_ms = greatest(key->until_ms - now_ms, 1);
    forget_members(model, request->resource);
    former = *key;
    *key = (struct sim_key){0};
    member = add(model, &own, now_ms);
    member->repaired = former.repaired;
    member->restored = former.restored;
    sim_queue_admit(model, request->resource, now_us);
}

struct sim_answer sim_members_execute(struct sim_model *model,
                                      const struct sim_request *request,
                                      int64_t now_us)
{
    struct sim_judgement judgement;
    struct sim_answer answer;

    if (request->verb == RLK_VERB_RELEASE)
        return request->former && !request->checked
                   ? leave_as_former(model, request, now_us)
                   : leave(model, request, now_us);
    judgement = sim_model_judge(model, request, now_us);
    if (prolongs(request->verb) && judgement.longest_ms == 0) {
        if (request->former)
            (void)sim_queue_forget(model, request, now_us / 1000);
        downgrade(model, request, now_us);
    }
    answer = judged(model, request, &judgement, now_us);
    answer.time_us = now_us;
    answer.quarantined = judgement.quarantined;
    if (answer.quarantined && answer.text[0] == '\0')
        memcpy(answer.text, model->memory.marker, sizeof(answer.text));
    return answer;
}
