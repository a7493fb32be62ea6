/* SPDX-License-Identifier: MIT */
/* ask.lua and pass.lua, once more, in C. */

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "redlock/runtime/push.h"
#include "tests/sim/node_parts.h"

#define LEASE_MS 2000
#define TRIES 16
#define PUSH_MAX 320

/* --- places
 * ------------------------------------------------------------------------------
 */

static struct sim_queue *queue_of(struct sim_model *model, int number,
                                  int64_t now_ms)
{
    struct sim_queue *queue = &model->memory.queues[number];

    if (now_ms > queue->until_ms)
        queue->count = 0;
    return queue;
}

static struct sim_place *find(struct sim_queue *queue, const char *token)
{
    for (int i = 0; i < queue->count; i++) {
        if (strcmp(queue->places[i].token, token) == 0)
            return &queue->places[i];
    }
    return NULL;
}

/* place may be NULL. */
static void take_out(struct sim_queue *queue, struct sim_place *place)
{
    if (place == NULL)
        return;
    queue->count--;
    memmove(place, place + 1,
            (size_t)(&queue->places[queue->count] - place) * sizeof(*place));
}

static bool is_before(const struct sim_place *one,
                      const struct sim_place *other)
{
    return one->ticket < other->ticket ||
           (one->ticket == other->ticket &&
            strcmp(one->token, other->token) < 0);
}

static int put_in(struct sim_queue *queue, const struct sim_place *place)
{
    int rank = 0;

    while (rank < queue->count && is_before(&queue->places[rank], place))
        rank++;
    memmove(&queue->places[rank + 1], &queue->places[rank],
            (size_t)(queue->count - rank) * sizeof(*place));
    queue->places[rank] = *place;
    queue->count++;
    return rank;
}

static bool lives(const struct sim_place *place, int64_t now_ms)
{
    int64_t left = place->until_ms - now_ms;

    return left > 0 && left <= LEASE_MS;
}

/* The first living place but that of one token; the dead ones before it go.
 * NULL: there is none. */
static struct sim_place *first_living(struct sim_queue *queue, const char *but,
                                      int64_t now_ms)
{
    for (int i = 0; i < queue->count;) {
        struct sim_place *place = &queue->places[i];
        if (strcmp(place->token, but) == 0)
            i++;
        else if (lives(place, now_ms))
            return place;
        else
            take_out(queue, place);
    }
    return NULL;
}

/* As the scripts tell it; empty: nobody. */
static void put_words(char *text, size_t size, const struct sim_place *place)
{
    text[0] = '\0';
    if (place != NULL)
        snprintf(text, size, "%" PRId64 " %" PRId64 " %u %" PRId64 " %s",
                 place->ticket, place->px_ms, place->flags, place->generation,
                 place->token);
}

static void set_to(struct sim_key *key, const struct sim_place *place,
                   int64_t now_ms)
{
    *key = (struct sim_key){
        .until_ms = now_ms + place->px_ms,
        .handed = true,
    };
    memcpy(key->token, place->token, sizeof(key->token));
}

/* --- ask.lua
 * -----------------------------------------------------------------------------
 */

static int64_t greatest(int64_t one, int64_t other)
{
    return one > other ? one : other;
}

/* The ticket that is filed, also under the token before; 0: none. */
static int64_t filed_ticket(struct sim_queue *queue,
                            const struct sim_request *request)
{
    struct sim_place *mine = find(queue, request->token);
    struct sim_place *old =
        request->old[0] == '\0' ? NULL : find(queue, request->old);
    int64_t ticket = mine != NULL  ? mine->ticket
                     : old != NULL ? old->ticket
                                   : 0;

    take_out(queue, old);
    return ticket;
}

static int64_t ticket_for(const struct sim_request *request, int64_t filed,
                          int64_t last, int64_t now_us)
{
    int64_t ticket = filed > 0 ? filed : greatest(now_us, last + 1);

    if (request->ask.ticket > 0 && request->ask.ticket < ticket)
        return request->ask.ticket;
    return ticket;
}

static void count_up(struct sim_model *model, const struct sim_request *request,
                     int64_t now_us, int by, struct sim_answer *answer)
{
    bool fresh;

    if (!request->rules.fenced)
        return;
    answer->counter = sim_model_counter(model, request, now_us, &fresh) + by;
    answer->minted = by > 0;
    sim_model_store(model, request, answer->counter);
}

static struct sim_answer own(struct sim_model *model,
                             const struct sim_request *request,
                             struct sim_key *key, int64_t now_us)
{
    struct sim_answer answer = plain(RLK_ANSWER_YES);
    int64_t until_ms = now_us / 1000 + request->ttl_ms;

    count_up(model, request, now_us, 0, &answer);
    if (key->until_ms < until_ms)
        key->until_ms = until_ms;
    return answer;
}

static struct sim_answer refuse(const struct sim_key *key, int64_t now_ms)
{
    return key == NULL ? plain(RLK_ANSWER_HELD) : held(key, now_ms);
}

static unsigned flags_of(const struct sim_request *request)
{
    return request->ask.flags |
           (request->rules.fenced ? RLK_PLACE_FENCED : 0U) |
           (request->rules.guard_ms > 0 ? RLK_PLACE_GUARDED : 0U);
}

struct sim_placing sim_queue_placing(struct sim_model *model,
                                     const struct sim_request *request,
                                     int64_t now_us)
{
    int64_t now_ms = now_us / 1000;
    struct sim_queue *queue =
        queue_of(model, sim_request_queue(request), now_ms);
    int64_t filed = filed_ticket(queue, request);
    const struct sim_place *first = first_living(queue, request->token, now_ms);
    int64_t last =
        queue->count > 0 ? queue->places[queue->count - 1].ticket : 0;
    struct sim_placing placing = {
        .queue = queue,
        .mine =
            {
                .ticket = ticket_for(request, filed, last, now_us),
                .px_ms = request->ttl_ms,
                .generation = request->ask.generation,
                .flags = flags_of(request),
                .until_ms = now_ms + LEASE_MS,
            },
        .first = first,
    };

    memcpy(placing.mine.token, request->token, sizeof(placing.mine.token));
    placing.is_later = !request->ask.claiming && first != NULL &&
                       is_before(first, &placing.mine);
    return placing;
}

struct sim_answer sim_queue_file(const struct sim_placing *placing,
                                 const struct sim_request *request,
                                 struct sim_answer answer, int64_t now_ms)
{
    struct sim_queue *queue = placing->queue;
    const struct sim_place *mine = &placing->mine;

    if ((request->ask.flags & RLK_PLACE_NONE) != 0 ||
        (find(queue, mine->token) == NULL && queue->count == SIM_PLACES))
        return answer;
    take_out(queue, find(queue, mine->token));
    answer.kind = RLK_ANSWER_QUEUED;
    answer.ticket = mine->ticket;
    answer.rank = put_in(queue, mine);
    queue->until_ms = now_ms + 2 * LEASE_MS;
    return answer;
}

/* Who may not join waits; who did leaves its place. */
static struct sim_answer ask_to_join(struct sim_model *model,
                                     const struct sim_request *request,
                                     const struct sim_placing *placing,
                                     int64_t now_us)
{
    int64_t now_ms = now_us / 1000;
    struct sim_key *key = sim_model_key(model, request->resource, now_ms);
    struct sim_queue *queue = placing->queue;
    bool joins =
        sim_members_may_join(model, request, !placing->is_later, now_ms);
    struct sim_answer answer;

    if (!joins && sim_members_waits_for_itself(model, request, key, now_ms)) {
        answer = held(key, now_ms);
        answer.kind = RLK_ANSWER_SHARING;
        return answer;
    }
    if (!joins) {
        if ((request->ask.flags & RLK_PLACE_NONE) != 0)
            take_out(queue, find(queue, request->token));
        return sim_queue_file(placing, request, refuse(key, now_ms), now_ms);
    }
    answer = sim_members_join(model, request, now_us);
    take_out(queue, find(queue, request->token));
    if (answer.kind == RLK_ANSWER_YES)
        sim_queue_admit(model, request->resource, now_us);
    return answer;
}

/* Sets the key, or makes it live longer. */
static struct sim_answer ask_alone(struct sim_model *model,
                                   const struct sim_request *request,
                                   const struct sim_placing *placing,
                                   int64_t now_us)
{
    int64_t now_ms = now_us / 1000;
    struct sim_key *key = sim_model_key(model, request->resource, now_ms);
    struct sim_answer answer = plain(RLK_ANSWER_YES);

    if (key != NULL && owns(request, key))
        return own(model, request, key, now_us);
    if (key != NULL || placing->is_later)
        return sim_queue_file(placing, request, refuse(key, now_ms), now_ms);
    count_up(model, request, now_us, 1, &answer);
    set(&model->memory.keys[request->resource], request, now_ms);
    take_out(placing->queue, find(placing->queue, request->token));
    return answer;
}

struct sim_answer sim_queue_ask(struct sim_model *model,
                                const struct sim_request *request,
                                int64_t now_us)
{
    struct sim_placing placing = sim_queue_placing(model, request, now_us);
    char next[sizeof(((struct sim_answer *)0)->text)];
    struct sim_answer answer;

    if (request->badge[0] != '\0')
        return ask_to_join(model, request, &placing, now_us);
    put_words(next, sizeof(next), placing.first);
    answer = ask_alone(model, request, &placing, now_us);
    if (answer.kind == RLK_ANSWER_YES)
        memcpy(answer.text, next, sizeof(answer.text));
    return answer;
}

/* --- pass.lua
 * ----------------------------------------------------------------------------
 */

/* A release under way. */
struct passing {
    struct sim_model *model;
    const struct sim_request *request;
    struct sim_queue *queue;
    struct sim_key *key; /* of the resource; it is this token's */
    int64_t now_us;
    struct sim_judgement judgement;
    bool judged;
    bool wrote; /* something: short of memory it refuses no other write then */
    struct sim_answer answer;
};

static int64_t minted_by(const struct sim_request *request)
{
    return request->checked ? request->rules.minted : 0;
}

/* Whoever is named: its place is out of the queue. false: nobody is. */
static bool take_named(struct sim_queue *queue,
                       const struct sim_request *request,
                       struct sim_place *named)
{
    const struct rlk_successor *successor = &request->successor;
    struct sim_place *place;

    if (!request->checked || successor->token.length == 0)
        return false;
    *named = (struct sim_place){
        .ticket = successor->ticket,
        .px_ms = successor->px_ms,
        .generation = successor->generation,
        .flags = successor->flags,
    };
    memcpy(named->token, successor->token.text, sizeof(named->token));
    place = find(queue, named->token);
    if (place != NULL)
        named->generation = greatest(named->generation, place->generation);
    take_out(queue, place);
    return true;
}

/* Is there a counter of this memory? None is begun here. */
static bool has_counter(const struct passing *passing, int64_t *number)
{
    bool fresh;

    *number = sim_model_counter(passing->model, passing->request,
                                passing->now_us, &fresh);
    return !fresh;
}

static bool may_have(const struct passing *passing, unsigned flags)
{
    bool guarded =
        passing->request->checked && passing->request->rules.guard_ms > 0;
    int64_t number;

    if ((flags & RLK_PLACE_WOKEN) != 0 ||
        (!passing->judged && (guarded || (flags & RLK_PLACE_GUARDED) != 0)))
        return false;
    return (flags & RLK_PLACE_FENCED) == 0 || has_counter(passing, &number);
}

static bool may_set(const struct passing *passing)
{
    return !passing->model->full || passing->wrote;
}

/* The number that was counted up; 0: none. */
static int64_t hand_to(const struct passing *passing,
                       const struct sim_place *who)
{
    int64_t number;
    int64_t carried =
        passing->request->checked ? passing->request->rules.fence : 0;

    if (may_set(passing))
        set_to(passing->key, who, passing->now_us / 1000);
    if ((who->flags & RLK_PLACE_FENCED) == 0)
        return 0;
    (void)has_counter(passing, &number);
    number = greatest(number, carried) + 1;
    sim_model_store(passing->model, passing->request, number);
    return number;
}

/* How many have heard it; -1: it could not be published. */
static int tell(const struct passing *passing, const struct sim_place *who,
                bool alone, bool is_set, int64_t number,
                const struct sim_place *head)
{
    const struct sim_model *model = passing->model;
    char text[PUSH_MAX];
    char words[PUSH_MAX / 2];
    int bits = (is_set ? 1 : 0) + (number > 0 ? 2 : 0) +
               (passing->judged ? 4 : 0) + (alone ? 8 : 0);
    struct rlk_push push;

    put_words(words, sizeof(words), head);
    snprintf(text, sizeof(text),
             "%.8s %" PRId64 " %" PRId64 " %d %" PRId64 " %s %s", model->replid,
             passing->now_us, who->generation, bits, number, who->token, words);
    if (!rlk_push_read(&push, text, strlen(text)))
        abort();
    return model->publish == NULL ? 0 : model->publish(model->server, &push);
}

/*
 * The key is handed to one, or it is woken: how many have heard it, or -1. Who
 * did not has no place any more, and nothing is counted up for it.
 */
static int try(const struct passing *passing, const struct sim_place *who,
               bool alone)
{
    bool is_set = may_have(passing, who->flags);
    struct sim_place *head = NULL;
    int64_t before = 0;
    int64_t number = 0;
    int heard;

    (void)has_counter(passing, &before);
    if (is_set) {
        take_out(passing->queue, find(passing->queue, who->token));
        head = first_living(passing->queue, "", passing->now_us / 1000);
        number = hand_to(passing, who);
    } else {
        *passing->key = (struct sim_key){0};
    }
    heard = tell(passing, who, alone, is_set, number, head);
    if (heard <= 0 && number > 0)
        sim_model_store(passing->model, passing->request, before);
    if (heard == 0)
        take_out(passing->queue, find(passing->queue, who->token));
    return heard;
}

/* false: nobody has it. */
static bool hand_on(const struct passing *passing,
                    const struct sim_place *named)
{
    int64_t now_ms = passing->now_us / 1000;

    for (int i = 0; i < TRIES; i++) {
        struct sim_place *first =
            named != NULL ? NULL : first_living(passing->queue, "", now_ms);
        struct sim_place who;
        int heard;
        if (named == NULL && first == NULL)
            return false;
        who = named != NULL ? *named : *first;
        heard = try(passing, &who, named == NULL);
        if (heard != 0)
            return heard > 0;
        named = NULL;
    }
    (void)first_living(passing->queue, "", now_ms);
    return false;
}

static void take_back(const struct passing *passing)
{
    int64_t minted = minted_by(passing->request);
    int64_t number;

    if (minted > 0 && has_counter(passing, &number) && number == minted)
        sim_model_store(passing->model, passing->request, number - 1);
}

static struct sim_answer out_of_memory(void)
{
    struct sim_answer answer = plain(RLK_ANSWER_ERROR);

    answer.reason = REDLOCK_REASON_OOM;
    return answer;
}

static struct sim_answer pass_own(struct passing *passing,
                                  const struct sim_place *named)
{
    const struct sim_request *request = passing->request;

    passing->answer = plain(RLK_ANSWER_YES);
    passing->answer.time_us = passing->now_us;
    if (request->checked)
        passing->judgement =
            sim_model_judge(passing->model, request, passing->now_us);
    passing->judged = request->checked && request->rules.guard_ms > 0 &&
                      passing->judgement.longest_ms == 0;
    passing->answer.quarantined = passing->judgement.quarantined;
    if (passing->judgement.quarantined)
        memcpy(passing->answer.text, passing->model->memory.marker,
               sizeof(passing->answer.text));
    if (!passing->judgement.quarantined && hand_on(passing, named))
        return may_set(passing) ? passing->answer : out_of_memory();
    *passing->key = (struct sim_key){0};
    take_back(passing);
    return passing->answer;
}

struct sim_answer sim_queue_pass(struct sim_model *model,
                                 const struct sim_request *request,
                                 int64_t now_us)
{
    int64_t now_ms = now_us / 1000;
    struct passing passing = {
        .model = model,
        .request = request,
        .queue = queue_of(model, request->resource, now_ms),
        .key = sim_model_key(model, request->resource, now_ms),
        .now_us = now_us,
    };
    int places = passing.queue->count;
    bool nobody = places == 0 && minted_by(request) == 0;
    struct sim_place place;
    bool named = take_named(passing.queue, request, &place);

    take_out(passing.queue, find(passing.queue, request->token));
    passing.wrote = true;
    if (passing.queue->count < places &&
        (passing.key == NULL || !owns(request, passing.key)))
        sim_queue_admit(model, request->resource, now_us);
    if (passing.key == NULL)
        return plain(RLK_ANSWER_MISSING);
    if (!owns(request, passing.key))
        return held(passing.key, now_ms);
    if (!nobody || named)
        return pass_own(&passing, named ? &place : NULL);
    *passing.key = (struct sim_key){0};
    return plain(RLK_ANSWER_YES);
}

/* --- shared/release.lua
 * -----------------------------------------------------------------------------
 */

struct sim_place *sim_queue_first(struct sim_model *model, int queue,
                                  int64_t now_ms)
{
    return first_living(queue_of(model, queue, now_ms), "", now_ms);
}

/* How many have heard it; -1: it could not be published. */
static int tell_it_is_free(const struct sim_model *model,
                           const struct sim_place *who, int64_t now_us)
{
    struct rlk_push push = {
        .memory = "00000000",
        .generation = who->generation,
        .alone = true,
        .us = now_us,
    };

    if (!rlk_token_copy(&push.token, who->token))
        abort();
    return model->publish == NULL ? 0 : model->publish(model->server, &push);
}

bool sim_queue_forget(struct sim_model *model,
                      const struct sim_request *request, int64_t now_ms)
{
    struct sim_queue *queue =
        queue_of(model, sim_request_queue(request), now_ms);
    struct sim_place *place = find(queue, request->token);

    take_out(queue, place);
    return place != NULL;
}

/* true: it goes on with who is behind that place, if it stays. */
static bool admit(struct sim_model *model, struct sim_queue *queue,
                  struct sim_place *place, int *told, int64_t now_us)
{
    int heard;

    if (place->woken)
        return true;
    heard = tell_it_is_free(model, place, now_us);
    if (heard == 0)
        take_out(queue, place);
    if (heard <= 0)
        return heard == 0;
    place->woken = true;
    (*told)++;
    return true;
}

void sim_queue_admit(struct sim_model *model, int resource, int64_t now_us)
{
    int64_t now_ms = now_us / 1000;
    struct sim_queue *queue = queue_of(model, resource, now_ms);
    const struct sim_key *key = sim_model_key(model, resource, now_ms);
    int told = 0;

    if (key == NULL || strcmp(key->token, RLK_TOKEN_READERS) != 0)
        return;
    for (int i = 0; i < queue->count && told < TRIES;) {
        struct sim_place *place = &queue->places[i];
        int count = queue->count;
        if (lives(place, now_ms) && (place->flags & RLK_PLACE_SHARES) == 0)
            return;
        if (lives(place, now_ms) && !admit(model, queue, place, &told, now_us))
            return;
        i += queue->count == count;
    }
}

void sim_queue_wake(struct sim_model *model, int number, int64_t now_us)
{
    struct sim_queue *queue = queue_of(model, number, now_us / 1000);

    for (int i = 0; i < TRIES; i++) {
        struct sim_place *first = first_living(queue, "", now_us / 1000);
        if (first == NULL || tell_it_is_free(model, first, now_us) != 0)
            return;
        take_out(queue, first);
    }
}
