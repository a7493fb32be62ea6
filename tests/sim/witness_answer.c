/* SPDX-License-Identifier: MIT */
/* Compares a node's answer with its memory before and after. */

#include "tests/sim/witness_answer.h"

#include <string.h>

#include "tests/sim/node.h"
#include "tests/sim/story.h"

struct said {
    struct sim_world *world;
    int node;
    const struct sim_request *request;
    const struct sim_answer *answer;
    const struct sim_memory *before;
    const struct sim_memory *after;
    int64_t now_ms;
};

static void check(const struct said *said, bool is_true, const char *what)
{
    if (!is_true)
        sim_witness_break(said->world, SIM_RULE_ANSWER, "n%d: %s by %s, %s",
                          said->node + 1, what,
                          sim_story_request(said->request),
                          sim_story_answer(said->answer));
}

static bool is_there(const struct said *said, const struct sim_key *key)
{
    return key->token[0] != '\0' && said->now_ms <= key->until_ms;
}

/* The number of valid queue entries of others. */
static int waiting(const struct said *said, int queue)
{
    const struct sim_queue *there = &said->after->queues[queue];
    int count = 0;

    for (int i = 0; i < there->count && said->now_ms <= there->until_ms; i++)
        count += sim_entry_is_valid(&there->entries[i], said->now_ms) &&
                 strcmp(there->entries[i].token, said->request->token) != 0;
    return count;
}

/*
 * Does the kind of the answer follow from the key? A release also deletes an
 * expired member.
 */
static void check_kind(const struct said *said)
{
    const struct sim_request *request = said->request;
    const struct sim_members *members =
        &said->before->members[request->resource];
    const struct sim_key *key = &said->before->keys[request->resource];
    bool has = sim_memory_has_until(said->before, request, said->now_ms) >=
               said->now_ms;
    bool is_others =
        is_there(said, key) && strcmp(key->token, request->placeholder) != 0 &&
        request->slot.many == 0 && request->verb != RLK_VERB_CONFIRM;
    enum rlk_answer_kind no = request->verb == RLK_VERB_REPAIR
                                  ? RLK_ANSWER_CREATED
                                  : RLK_ANSWER_MISSING;
    enum rlk_answer_kind kind = said->answer->kind;

    for (int i = 0; i < members->count && !is_others; i++)
        has |= request->verb == RLK_VERB_RELEASE && is_there(said, key) &&
               strcmp(members->list[i].token, request->token) == 0;
    if (kind == no || kind == RLK_ANSWER_YES)
        check(said, (kind == RLK_ANSWER_YES) == has && !(is_others && !has),
              "a wrong kind of answer");
    else if (kind == RLK_ANSWER_HELD)
        check(said, !has && (is_others || request->slot.many > 0),
              "a wrong kind of answer");
}

/* Checks the holder in the answer, and its remaining time. */
static void check_holder(const struct said *said)
{
    const struct sim_request *request = said->request;
    const struct sim_answer *answer = said->answer;
    int64_t left = INT64_MAX;

    for (int i = 0; i < SIM_KEYS; i++) {
        const struct sim_key *key = &said->after->keys[i];
        if (!sim_request_means(request, i))
            continue;
        if (!is_there(said, key))
            left = -1;
        else if (key->until_ms - said->now_ms < left)
            left = key->until_ms - said->now_ms;
    }
    if (request->slot.many > 0 && answer->remaining_ms == -1)
        return;
    check(said, answer->remaining_ms == left, "a wrong remaining time");
    if (request->slot.many == 0 &&
        (request->verb != RLK_VERB_GRANT || answer->kind != RLK_ANSWER_QUEUED))
        check(said,
              strcmp(answer->text,
                     left < 0
                         ? ""
                         : said->after->keys[request->resource].token) == 0,
              "a wrong holder");
}

/* Checks the counter, and whether it was raised for the token or began anew. */
static void check_counter(const struct said *said)
{
    const struct sim_request *request = said->request;
    const struct sim_answer *answer = said->answer;
    bool asks =
        request->verb == RLK_VERB_GRANT || request->verb == RLK_VERB_ASK;
    int key = request->slot.many == 0
                  ? request->resource
                  : sim_key_of_slot(request->resource,
                                    asks ? answer->slot : request->slot.from);
    bool is_new = sim_memory_has_until(said->before, request, said->now_ms) <
                  said->now_ms;
    bool issues =
        is_new &&
        (request->placeholder[0] == '\0' ||
         (sim_request_is_owned(request) && request->rules.fence == 0));

    check(said, answer->counter == said->after->counters[key].number,
          "a wrong counter");
    check(said, !asks || answer->issued == issues, "a wrong fence issued");
    check(
        said,
        request->verb != RLK_VERB_EXTEND ||
            answer->begun_anew ==
                (strncmp(said->before->counters[key].born,
                         said->world->nodes[said->node].model.replid, 8) != 0),
        "another memory's counter");
}

/* Checks the view of an observer. */
static void check_view(const struct said *said)
{
    const struct sim_request *request = said->request;
    const struct sim_answer *answer = said->answer;
    int resource = request->resource;
    bool is_held = is_there(said, &said->after->keys[resource]);
    const struct sim_number *number = &said->after->numbers[resource];
    int slots = is_held || number->until_ms < said->now_ms ? 0 : number->many;
    int taken = 0;

    for (int i = 0; i < slots; i++)
        taken +=
            is_there(said, &said->after->keys[sim_key_of_slot(resource, i)]);
    check(said, is_held == (answer->kind == RLK_ANSWER_HELD), "a wrong view");
    if (request->verb == RLK_VERB_OBSERVE)
        return;
    check(said,
          answer->members ==
              taken + sim_memory_members(said->after, resource, said->now_ms),
          "a wrong number of holders");
    check(said,
          answer->waiting ==
              waiting(said, resource) + waiting(said, SIM_RESOURCES + resource),
          "a wrong number of waiters");
    check(said, answer->slots == (taken > 0 ? slots : 0),
          "a wrong number of slots");
}

/*
 * The message to a waiter must name its newest request that the node can know,
 * and say whether the releasing client named the waiter, too.
 */
static void check_handoff(const struct said *said)
{
    const struct sim_node *node = &said->world->nodes[said->node];
    const struct rlk_successor *named = &said->request->successor;
    const struct sim_queue *queue =
        &said->before->queues[sim_request_queue(said->request)];
    bool is_named = said->request->verb == RLK_VERB_PASS &&
                    named->token.length > 0 &&
                    strcmp(node->notified, named->token.text) == 0;
    int64_t generation = is_named ? named->generation : 0;

    for (int i = 0; i < queue->count && said->now_ms <= queue->until_ms; i++) {
        if (strcmp(queue->entries[i].token, node->notified) == 0 &&
            queue->entries[i].generation > generation)
            generation = queue->entries[i].generation;
    }
    if (node->notified[0] == '\0')
        return;
    check(said, node->notified_generation == generation,
          "a message that names another request");
    check(said, node->notified_alone == !is_named,
          "a message with a wrong origin");
}

void sim_witness_answers(struct sim_world *world, int node,
                         const struct sim_memory *before,
                         const struct sim_message *message)
{
    const struct sim_request *request = &message->request;
    const struct sim_answer *answer = &message->answer;
    struct said said = {
        .world = world,
        .node = node,
        .request = request,
        .answer = answer,
        .before = before,
        .after = &world->nodes[node].model.memory,
        .now_ms = sim_node_now_ms(world, node),
    };
    enum rlk_verb verb = request->verb;
    bool is_yes =
        answer->kind == RLK_ANSWER_YES || answer->kind == RLK_ANSWER_CREATED;
    bool votes = verb == RLK_VERB_GRANT || verb == RLK_VERB_ASK ||
                 verb == RLK_VERB_EXTEND || verb == RLK_VERB_REPAIR ||
                 verb == RLK_VERB_CONFIRM;

    sim_witness_judge(world, SIM_RULE_ANSWER);
    check_handoff(&said);
    check(&said,
          answer->kind != RLK_ANSWER_ERROR ||
              answer->reason != REDLOCK_REASON_ERROR,
          "an error");
    if (answer->kind == RLK_ANSWER_ERROR)
        return;
    if (verb == RLK_VERB_EXTEND || verb == RLK_VERB_REPAIR ||
        verb == RLK_VERB_RELEASE || verb == RLK_VERB_PASS ||
        (verb == RLK_VERB_CONFIRM && !request->former))
        check_kind(&said);
    if ((answer->kind == RLK_ANSWER_HELD || answer->kind == RLK_ANSWER_QUEUED ||
         answer->kind == RLK_ANSWER_SHARING) &&
        (verb != RLK_VERB_GRANT || request->checked) && verb != RLK_VERB_MARK)
        check_holder(&said);
    if (is_yes && votes && request->rules.fenced && request->checked)
        check_counter(&said);
    if (verb == RLK_VERB_ASK && answer->kind == RLK_ANSWER_HELD &&
        request->slot.many == 0)
        check(&said,
              (answer->waiting > 0) == (waiting(&said, request->resource) > 0),
              "a wrong number of waiters");
    if (verb == RLK_VERB_OBSERVE || verb == RLK_VERB_INSPECT)
        check_view(&said);
}
