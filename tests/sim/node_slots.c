/* SPDX-License-Identifier: MIT */
/* The scripts of semaphores, once more, in C: a slot is a mutex. */

#include <string.h>

#include "tests/sim/node_parts.h"

/* The nth of the slots that the request means. */
static int meant(const struct sim_request *request, int nth)
{
    return (request->slot.from + nth) % request->slot.many;
}

static struct sim_key *key_of(struct sim_model *model,
                              const struct sim_request *request, int number,
                              int64_t now_ms)
{
    return sim_model_key(model, sim_key_of_slot(request->resource, number),
                         now_ms);
}

/* --- how many there are ----------------------------------------------------
 */

/* For those who hold one here, if it is another number; else 0. */
static int other_number(struct sim_model *model,
                        const struct sim_request *request, int64_t now_ms)
{
    struct sim_number *number = &model->memory.numbers[request->resource];

    if (now_ms > number->until_ms)
        *number = (struct sim_number){0};
    if (number->many == 0 || number->many == request->slot.many)
        return 0;
    for (int i = 0; i < SIM_SLOT_KEYS; i++) {
        if (key_of(model, request, i, now_ms) != NULL)
            return number->many;
    }
    return 0;
}

static void keep_number(struct sim_model *model,
                        const struct sim_request *request, int64_t now_ms)
{
    struct sim_number *number = &model->memory.numbers[request->resource];
    int64_t until_ms = now_ms + request->ttl_ms;

    if (number->many == request->slot.many && number->until_ms >= until_ms)
        return;
    *number = (struct sim_number){
        .many = request->slot.many,
        .until_ms = until_ms,
    };
}

/* --- the scripts -----------------------------------------------------------
 */

/* Which it is to be; -1: none is free, and when the first one will be. */
static int choose(struct sim_model *model, const struct sim_request *request,
                  int64_t now_ms, int64_t *soonest)
{
    *soonest = INT64_MAX;
    for (int i = 0; i < request->slot.among; i++) {
        const struct sim_key *key =
            key_of(model, request, meant(request, i), now_ms);
        if (key == NULL || owns(request, key))
            return meant(request, i);
        if (key->until_ms - now_ms < *soonest)
            *soonest = key->until_ms - now_ms;
    }
    return -1;
}

/* The slot's mutex is asked. */
static struct sim_answer ask(struct sim_model *model,
                             const struct sim_request *request, int number,
                             int64_t now_us)
{
    struct sim_request of_slot = *request;
    struct sim_answer answer;
    struct sim_key *key;

    of_slot.resource = sim_key_of_slot(request->resource, number);
    answer = sim_model_checked(model, &of_slot, now_us);
    key = &model->memory.keys[of_slot.resource];
    if ((answer.kind == RLK_ANSWER_YES || answer.kind == RLK_ANSWER_CREATED) &&
        (request->verb == RLK_VERB_GRANT || request->verb == RLK_VERB_EXTEND ||
         request->verb == RLK_VERB_REPAIR)) {
        keep_number(model, request, now_us / 1000);
        key->many = request->slot.many;
    }
    if (request->verb == RLK_VERB_GRANT && answer.kind == RLK_ANSWER_YES)
        answer.slot = number;
    return answer;
}

static struct sim_answer refused(struct sim_model *model,
                                 const struct sim_judgement *judgement,
                                 struct sim_answer answer, int64_t now_us)
{
    answer.time_us = now_us;
    answer.quarantined = judgement->quarantined;
    if (answer.quarantined && answer.text[0] == '\0')
        memcpy(answer.text, model->memory.marker, sizeof(answer.text));
    return answer;
}

static struct sim_answer differs(int many)
{
    struct sim_answer answer = plain(RLK_ANSWER_SLOTS);

    answer.slots = many;
    answer.counter = many;
    return answer;
}

static struct sim_answer full(struct sim_model *model,
                              const struct sim_request *request,
                              int64_t soonest, int64_t now_ms)
{
    struct sim_answer answer = plain(RLK_ANSWER_HELD);

    if (request->slot.among == 1)
        answer =
            held(key_of(model, request, request->slot.from, now_ms), now_ms);
    answer.remaining_ms = soonest;
    return answer;
}

/* Who gives a slot back, or gives it up, waits no more, and whoever is first is
 * told. */
static void leave_queue(struct sim_model *model,
                        const struct sim_request *request, int64_t now_us)
{
    sim_queue_forget(model, request, now_us / 1000);
    sim_queue_wake(model, sim_request_queue(request), now_us);
}

static struct sim_answer release(struct sim_model *model,
                                 const struct sim_request *request,
                                 int64_t now_ms)
{
    struct sim_key *key = NULL;

    for (int i = 0; i < request->slot.among; i++) {
        key = key_of(model, request, meant(request, i), now_ms);
        if (key == NULL || !owns(request, key))
            continue;
        *key = (struct sim_key){0};
        return plain(RLK_ANSWER_YES);
    }
    return key == NULL || request->slot.among > 1 ? plain(RLK_ANSWER_MISSING)
                                                  : held(key, now_ms);
}

/* --- who waits -------------------------------------------------------------
 */

static bool is_any_free(struct sim_model *model,
                        const struct sim_request *request, int64_t now_ms)
{
    for (int i = 0; i < request->slot.many; i++) {
        if (key_of(model, request, i, now_ms) == NULL)
            return true;
    }
    return false;
}

/* Somebody waits, and this one does not. */
static struct sim_answer passed_by(const struct sim_place *first)
{
    struct sim_answer answer = plain(RLK_ANSWER_QUEUED);

    answer.ticket = first->ticket;
    memcpy(answer.text, first->token, sizeof(first->token));
    return answer;
}

static struct sim_answer grant(struct sim_model *model,
                               const struct sim_request *request, int number,
                               int64_t now_us)
{
    struct sim_request granted = *request;
    bool fresh = key_of(model, request, number, now_us / 1000) == NULL;
    struct sim_answer answer;

    granted.verb = RLK_VERB_GRANT;
    answer = ask(model, &granted, number, now_us);
    answer.minted = request->rules.fenced && fresh;
    return answer;
}

/* ask.lua, once the number of slots is agreed. */
static struct sim_answer queue_up(struct sim_model *model,
                                  const struct sim_request *request,
                                  int64_t now_us)
{
    int64_t now_ms = now_us / 1000;
    struct sim_placing placing = sim_queue_placing(model, request, now_us);
    bool waits = (request->ask.flags & RLK_PLACE_NONE) == 0;
    bool others = placing.first != NULL;
    struct sim_answer answer;
    int64_t soonest;
    int number;

    if (placing.is_later)
        return waits ? sim_queue_file(&placing, request, plain(RLK_ANSWER_HELD),
                                      now_ms)
                     : passed_by(placing.first);
    number = choose(model, request, now_ms, &soonest);
    if (number < 0) {
        answer = plain(RLK_ANSWER_HELD);
        answer.remaining_ms = soonest;
        return sim_queue_file(&placing, request, answer, now_ms);
    }
    answer = grant(model, request, number, now_us);
    sim_queue_forget(model, request, now_ms);
    if (others && is_any_free(model, request, now_ms))
        sim_queue_wake(model, sim_request_queue(request), now_us);
    return answer;
}

/* --- all of them -----------------------------------------------------------
 */

static bool chooses(enum rlk_verb verb)
{
    return verb == RLK_VERB_GRANT || verb == RLK_VERB_ASK;
}

static struct sim_answer judged(struct sim_model *model,
                                const struct sim_request *request,
                                int64_t now_us)
{
    struct sim_judgement judgement = sim_model_judge(model, request, now_us);
    int64_t now_ms = now_us / 1000;
    int number = request->slot.from;
    int64_t soonest;
    int others;

    /* Its mutex refuses it for the same reason. */
    if (judgement.longest_ms > 0 ||
        (judgement.quarantined && chooses(request->verb)))
        return ask(model, request, number, now_us);
    others = other_number(model, request, now_ms);
    if (others > 0)
        return refused(model, &judgement, differs(others), now_us);
    if (request->verb == RLK_VERB_ASK)
        return refused(model, &judgement, queue_up(model, request, now_us),
                       now_us);
    if (request->verb != RLK_VERB_GRANT)
        return ask(model, request, number, now_us);
    number = choose(model, request, now_ms, &soonest);
    if (number >= 0)
        return ask(model, request, number, now_us);
    return refused(model, &judgement, full(model, request, soonest, now_ms),
                   now_us);
}

static struct sim_answer give_back(struct sim_model *model,
                                   const struct sim_request *request,
                                   int64_t now_us)
{
    struct sim_answer answer =
        request->checked ? ask(model, request, request->slot.from, now_us)
                         : release(model, request, now_us / 1000);

    leave_queue(model, request, now_us);
    return answer;
}

struct sim_answer sim_slots_execute(struct sim_model *model,
                                    const struct sim_request *request,
                                    int64_t now_us)
{
    if (request->verb == RLK_VERB_RELEASE)
        return give_back(model, request, now_us);
    if (request->verb == RLK_VERB_CONFIRM)
        return ask(model, request, request->slot.from, now_us);
    return judged(model, request, now_us);
}

/* What an inspection says where nobody has the resource as a whole. */
struct sim_answer sim_slots_inspect(struct sim_model *model,
                                    const struct sim_request *request,
                                    int64_t now_ms)
{
    const struct sim_number *number = &model->memory.numbers[request->resource];
    struct sim_answer answer = plain(RLK_ANSWER_SLOTS);

    for (int i = 0; i < number->many && now_ms <= number->until_ms; i++)
        answer.members += key_of(model, request, i, now_ms) != NULL;
    answer.slots = number->many;
    answer.counter = number->many;
    return answer.members > 0 ? answer : plain(RLK_ANSWER_MISSING);
}
