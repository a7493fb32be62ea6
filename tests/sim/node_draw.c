/* SPDX-License-Identifier: MIT */
#include "tests/sim/node_draw.h"

#include <stdio.h>
#include <string.h>

#include "redlock/runtime/token.h"

#define TOKENS 6

static const enum rlk_verb verbs[] = {
    RLK_VERB_GRANT,     RLK_VERB_GRANT,   RLK_VERB_EXTEND,  RLK_VERB_CONFIRM,
    RLK_VERB_REPAIR,    RLK_VERB_RELEASE, RLK_VERB_INSPECT, RLK_VERB_MARK,
    RLK_VERB_INIT_NODE, RLK_VERB_OBSERVE, RLK_VERB_ASK,     RLK_VERB_ASK,
    RLK_VERB_ASK,       RLK_VERB_PASS,    RLK_VERB_PASS,    RLK_VERB_PASS,
    RLK_VERB_EXTEND,    RLK_VERB_EXTEND,  RLK_VERB_RELEASE, RLK_VERB_RELEASE,
};
static const enum rlk_verb shared_verbs[] = {
    RLK_VERB_GRANT,  RLK_VERB_GRANT,   RLK_VERB_ASK,
    RLK_VERB_ASK,    RLK_VERB_EXTEND,  RLK_VERB_CONFIRM,
    RLK_VERB_REPAIR, RLK_VERB_RELEASE, RLK_VERB_RELEASE,
};
static const char *const placeholders[] = {
    RLK_PLACEHOLDER_READERS,
    RLK_PLACEHOLDER_OWNER "one",
    RLK_PLACEHOLDER_OWNER "two",
};
static const char *const sharers[] = {"", "one", "two"};
const char *const sim_draw_runs[2] = {
    "aaaaaaaabbbbbbbbccccccccddddddddeeeeeeee",
    "1111111122222222333333334444444455555555",
};
static const int64_t guards_ms[] = {0, 0, 60000, 60000, 60000, 90000};
static const int64_t ttls_ms[] = {1, 3, 20, 60000, 75000, 90000};

static const int of_mutexes[] = {0, 1, SIM_DRAW_HOLDERS, SIM_DRAW_HOLDERS};

/*
 * For shared locks and semaphores: usually so long that there are holders, and
 * different, to show for which of them a placeholder lives.
 */
static const int64_t long_ttls_ms[] = {
    1, 20, 60000, 60000, 75000, 75000, 90000, 90000,
};

static int64_t greater_than_none(int64_t number)
{
    return number > 0 ? number : 0;
}

/* The rules of a full script, with numbers near those of the node. */
static void draw_rules(struct rlk_rules *rules, const struct sim_model *model,
                       int resource, struct dice *dice)
{
    int64_t number = model->memory.counters[resource].number;

    *rules = (struct rlk_rules){
        .guard_ms = DICE_PICK(dice, guards_ms),
        .serial = dice_bits(dice) >> 40,
        .fenced = dice_below(dice, 4) != 0,
        .fence = dice_below(dice, 3) == 0
                     ? 0
                     : greater_than_none(number - 2 + dice_below(dice, 5)),
        .issued = dice_below(dice, 2) == 0 ? number : 0,
        .floor_us = dice_below(dice, 10) == 0 ? INT64_C(1) << 52 : 0,
    };
    snprintf(rules->run_id, sizeof(rules->run_id), "%s",
             sim_draw_runs[dice_below(dice, 12) == 0]);
}

/* The client that changes a marker has seen it, or has seen another one. */
static void draw_marks(struct sim_request *request,
                       const struct sim_model *model, struct dice *dice)
{
    request->checked = false;
    snprintf(request->seen, sizeof(request->seen), "%s",
             dice_below(dice, 3) == 0 ? "another" : model->memory.marker);
    rlk_marker_ok(request->mark, model->replid, 60000);
    request->until_us = dice_below(dice, 3) == 0 ? 1 : INT64_MAX;
}

static void draw_init_node(struct sim_request *request, struct dice *dice)
{
    request->checked = false;
    request->ttl_ms =
        dice_below(dice, 4) == 0 ? DICE_PICK(dice, guards_ms) + 1 : 60000;
}

/* As a client makes them; two of the tokens have the same beginning. */
static void draw_token(char *token, struct dice *dice)
{
    int number = (int)dice_below(dice, TOKENS);

    memset(token, 'a' + number % SIM_DRAW_CLIENTS, SIM_DRAW_DIGITS);
    snprintf(token + SIM_DRAW_DIGITS, SIM_TOKEN_MAX - SIM_DRAW_DIGITS, "-%d:x",
             number);
}

/* A ticket near those in the queue, an early one, or none. */
static int64_t draw_ticket(const struct sim_queue *queue, struct dice *dice)
{
    if (queue->count > 0 && dice_below(dice, 2) == 0)
        return queue->entries[0].ticket - 1 + dice_below(dice, 3);
    return dice_below(dice, 3) == 0 ? 1 + dice_below(dice, 3) : 0;
}

static void draw_ask(struct sim_request *request, const struct sim_model *model,
                     struct dice *dice)
{
    static const unsigned flags[] = {0, 0, 0, RLK_ENTRY_NONE, RLK_ENTRY_WOKEN};
    static const unsigned of_holders[] = {
        RLK_ENTRY_NONE,
        RLK_ENTRY_WOKEN,
        RLK_ENTRY_WOKEN | RLK_ENTRY_SHARES,
        RLK_ENTRY_WOKEN | RLK_ENTRY_SHARES,
        RLK_ENTRY_WOKEN | RLK_ENTRY_SHARES,
    };
    const struct sim_queue *queue =
        &model->memory.queues[sim_request_queue(request)];
    bool joins = request->placeholder[0] != '\0';

    /* The first waiter asks again. */
    if (queue->count > 0 && dice_below(dice, 3) == 0)
        memcpy(request->token, queue->entries[0].token, sizeof(request->token));
    request->checked = true;
    request->ask = (struct rlk_ask){
        .ticket = draw_ticket(queue, dice),
        .generation = dice_below(dice, 5),
        .flags = joins ? DICE_PICK(dice, of_holders) : DICE_PICK(dice, flags),
        .claiming = request->slot.many == 0 && dice_below(dice, 4) == 0,
    };
}

/* Usually from the token with the key, since holders send this request. */
static void draw_pass(struct sim_request *request,
                      const struct sim_model *model, struct dice *dice)
{
    static const unsigned flags[] = {0, 1, 2, 3, 16, 17, 20};
    const struct sim_queue *queue = &model->memory.queues[request->resource];
    const struct sim_key *key = &model->memory.keys[request->resource];

    if (key->token[0] != '\0' && dice_below(dice, 4) != 0)
        memcpy(request->token, key->token, sizeof(request->token));
    if (!request->checked || dice_below(dice, 2) == 0)
        return;
    draw_token(request->successor.token.text, dice);
    if (queue->count > 0 && dice_below(dice, 2) == 0)
        memcpy(request->successor.token.text,
               queue->entries[dice_below(dice, queue->count)].token,
               SIM_TOKEN_MAX);
    request->successor.token.length = strlen(request->successor.token.text);
    request->successor.ticket = 1 + dice_below(dice, 3);
    request->successor.px_ms = DICE_PICK(dice, ttls_ms);
    request->successor.flags = DICE_PICK(dice, flags);
    request->successor.generation = dice_below(dice, 5);
}

/*
 * Usually the token with the key, since holders send these requests, or a
 * waiter's.
 */
static void draw_holder(struct sim_request *request,
                        const struct sim_memory *memory, int number,
                        struct dice *dice)
{
    const struct sim_queue *queue = &memory->queues[sim_request_queue(request)];
    const struct sim_key *key = &memory->keys[number];

    if (request->verb == RLK_VERB_GRANT || request->verb == RLK_VERB_ASK)
        return;
    if (key->token[0] != '\0' && !sim_key_is_placeholder(key) &&
        dice_below(dice, 3) != 0)
        memcpy(request->token, key->token, sizeof(request->token));
    if (request->verb == RLK_VERB_RELEASE && queue->count > 0 &&
        dice_below(dice, 4) == 0)
        memcpy(request->token,
               queue->entries[dice_below(dice, queue->count)].token,
               sizeof(request->token));
}

/* One slot, or several of which the node is to choose one. */
static void draw_slot(struct sim_request *request,
                      const struct sim_memory *memory, struct dice *dice)
{
    static const int numbers[] = {1, 2, 2, 2, 2, 2, 2, 3};
    int many = DICE_PICK(dice, numbers);
    int among = 1 + (int)dice_below(dice, many);

    request->slot = rlk_slot_chosen(many, (int)dice_below(dice, many));
    request->ttl_ms = DICE_PICK(dice, long_ttls_ms);
    request->checked = request->verb != RLK_VERB_RELEASE;
    draw_holder(request, memory,
                sim_key_of_slot(request->resource, request->slot.from), dice);
    if (request->verb != RLK_VERB_GRANT && request->verb != RLK_VERB_RELEASE &&
        request->verb != RLK_VERB_ASK)
        return;
    request->slot.among = (uint16_t)among;
    request->slot.chosen = false;
    if (request->verb == RLK_VERB_RELEASE && among == 1)
        request->checked = dice_below(dice, 2) == 0;
}

/* --- shared locks --------------------------------------------------------- */

/*
 * Usually the exclusive holder, one of those that share the lock, or a waiter.
 */
static void draw_member(struct sim_request *request,
                        const struct sim_memory *memory, struct dice *dice)
{
    const struct sim_key *key = &memory->keys[SIM_DRAW_HOLDERS];
    const struct sim_members *members = &memory->members[SIM_DRAW_HOLDERS];
    const struct sim_queue *queue = &memory->queues[SIM_DRAW_HOLDERS];

    if (dice_below(dice, 5) == 0)
        return;
    if (request->former && key->token[0] != '\0' &&
        !sim_key_is_placeholder(key))
        memcpy(request->token, key->token, sizeof(request->token));
    else if (request->verb == RLK_VERB_RELEASE && queue->count > 0 &&
             dice_below(dice, 4) == 0)
        memcpy(request->token,
               queue->entries[dice_below(dice, queue->count)].token,
               sizeof(request->token));
    else if (members->count > 0)
        memcpy(request->token,
               members->list[dice_below(dice, members->count)].token,
               sizeof(request->token));
}

/* The owner as which a reader comes, or is a member. */
static void draw_sharer(struct sim_request *request,
                        const struct sim_memory *memory, struct dice *dice)
{
    const struct sim_owners *owners = &memory->owners[SIM_DRAW_HOLDERS];

    snprintf(request->sharer, sizeof(request->sharer), "%s",
             DICE_PICK(dice, sharers));
    for (int i = 0; i < owners->count && dice_below(dice, 4) != 0; i++) {
        if (strcmp(owners->list[i].token, request->token) == 0)
            memcpy(request->sharer, owners->list[i].owner,
                   sizeof(request->sharer));
    }
}

/* Usually one of the resource's holders. */
static void draw_holders(struct sim_request *request,
                         const struct sim_memory *memory, struct dice *dice)
{
    const struct sim_key *key = &memory->keys[SIM_DRAW_HOLDERS];
    bool comes =
        request->verb == RLK_VERB_GRANT || request->verb == RLK_VERB_ASK;
    bool is_alone = key->token[0] != '\0' && !sim_key_is_placeholder(key);

    request->ttl_ms = DICE_PICK(dice, long_ttls_ms);
    snprintf(request->placeholder, sizeof(request->placeholder), "%s",
             is_alone ? RLK_PLACEHOLDER_READERS
                      : DICE_PICK(dice, placeholders));
    if (sim_key_is_placeholder(key) &&
        dice_below(dice, 6) >= (request->verb == RLK_VERB_ASK ? 3 : 1))
        memcpy(request->placeholder, key->token, sizeof(request->placeholder));
    request->former = !comes && !sim_request_is_owned(request) &&
                      dice_below(dice, 4) < (is_alone ? 3 : 1);
    request->checked =
        request->verb != RLK_VERB_RELEASE || dice_below(dice, 2) == 0;
    if (!comes)
        draw_member(request, memory, dice);
    if (!sim_request_is_owned(request) && !request->former)
        draw_sharer(request, memory, dice);
}

/* --- all lock types ------------------------------------------------------- */

/*
 * Half of the releases have the newest fence, and half of an owner's holds have
 * its first one.
 */
static void draw_fence(struct sim_request *request,
                       const struct sim_memory *memory, int number,
                       struct dice *dice)
{
    bool owned = sim_request_is_owned(request) &&
                 sim_key_is_placeholder(&memory->keys[number]);

    if (request->verb == RLK_VERB_RELEASE && dice_below(dice, 2) == 0)
        request->rules.issued = memory->counters[number].number;
    else if (owned && dice_below(dice, 2) == 0)
        request->rules.fence = memory->counters[number].number;
}

/* The members that belong to the verb. */
static void draw_words(struct sim_request *request,
                       const struct sim_model *model, struct dice *dice)
{
    int number = request->slot.many > 0
                     ? sim_key_of_slot(request->resource, request->slot.from)
                     : request->resource;

    if (request->verb == RLK_VERB_ASK)
        draw_ask(request, model, dice);
    if (request->verb == RLK_VERB_CONFIRM)
        request->checked = true;
    if (request->verb == RLK_VERB_INSPECT || request->verb == RLK_VERB_OBSERVE)
        request->checked = false;
    if (request->checked)
        draw_rules(&request->rules, model, number, dice);
    if (request->checked)
        draw_fence(request, &model->memory, number, dice);
    if (request->verb == RLK_VERB_PASS)
        draw_pass(request, model, dice);
    if (request->verb == RLK_VERB_MARK)
        draw_marks(request, model, dice);
    if (request->verb == RLK_VERB_INIT_NODE)
        draw_init_node(request, dice);
}

struct sim_request sim_draw(const struct sim_model *model, struct dice *dice)
{
    int64_t kind = dice_below(dice, 10);
    bool of_holders = kind < 4;
    bool of_slots = kind >= 4 && kind < 7;
    struct sim_request request = {
        .verb = of_holders || of_slots ? DICE_PICK(dice, shared_verbs)
                                       : DICE_PICK(dice, verbs),
        .by_text = dice_below(dice, 4) == 0,
        .resource = of_holders ? SIM_DRAW_HOLDERS
                    : of_slots ? SIM_DRAW_SLOTS
                               : DICE_PICK(dice, of_mutexes),
        .ttl_ms = DICE_PICK(dice, ttls_ms),
        .checked = dice_below(dice, 2) == 0,
    };

    draw_token(request.token, dice);
    if (of_holders)
        draw_holders(&request, &model->memory, dice);
    else if (of_slots)
        draw_slot(&request, &model->memory, dice);
    else
        draw_holder(&request, &model->memory, request.resource, dice);
    draw_words(&request, model, dice);
    return request;
}
