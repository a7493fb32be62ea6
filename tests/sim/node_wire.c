/* SPDX-License-Identifier: MIT */
#include "tests/sim/node_wire.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "redlock/resp/answer.h"
#include "redlock/runtime/memory.h"
#include "redlock/types/types.h"

const char *const sim_resource_names[SIM_RESOURCES] = {"r1", "r2", "r3"};

static const struct rlk_lock_type *kind_of(const struct sim_request *request)
{
    if (request->slot.many > 0)
        return &rlk_semaphore;
    if (request->placeholder[0] == '\0')
        return &rlk_mutex;
    if (request->former)
        return &rlk_downgraded;
    return sim_request_is_owned(request) ? &rlk_owned : &rlk_shared;
}

void sim_wire_request(struct rlk_wire *wire, const struct sim_request *request)
{
    struct rlk_request encoded = {
        .kind = kind_of(request),
        .slot = request->slot,
        .verb = request->verb,
        .by_text = request->by_text,
        .resource = sim_resource_names[request->resource],
        .resource_length = strlen(sim_resource_names[request->resource]),
        .token = request->token,
        .token_length = strlen(request->token),
        .ttl_ms = request->ttl_ms,
        .mark = request->mark,
        .until_us = request->until_us,
        .checked = request->checked,
        .rules = request->rules,
    };

    encoded.owner =
        sim_request_is_owned(request)
            ? request->placeholder + sizeof(RLK_PLACEHOLDER_OWNER) - 1
            : request->sharer;
    encoded.owner_length = strlen(encoded.owner);

    if (request->verb == RLK_VERB_MARK || request->verb == RLK_VERB_INIT_NODE) {
        encoded.resource = RLK_MARKER_KEY;
        encoded.resource_length = strlen(RLK_MARKER_KEY);
    }
    if (request->verb == RLK_VERB_MARK) {
        encoded.token = request->seen;
        encoded.token_length = strlen(request->seen);
    }
    if (request->verb == RLK_VERB_ASK)
        encoded.ask = &request->ask;
    if (request->verb == RLK_VERB_PASS && request->successor.token.length > 0)
        encoded.successor = &request->successor;
    if (!rlk_wire_request(wire, &encoded))
        abort();
}

void sim_wire_answer(const struct sim_request *request,
                     const struct rlk_reply *reply, struct sim_answer *answer)
{
    struct rlk_answer plain = rlk_answer_to(request->verb, reply);

    *answer = (struct sim_answer){
        .kind = plain.kind,
        .reason = plain.reason,
        .remaining_ms = plain.remaining_ms,
        .time_us = plain.time_us,
        .counter = plain.counter,
        .quarantined = plain.quarantined,
        .begun_anew = plain.begun_anew,
        .issued = plain.issued,
        .ticket = plain.ticket,
        .members = (int)plain.members,
        .rank = plain.rank,
        .slot = (int)plain.slot,
        .slots = (int)plain.slots,
        .waiting = (int)plain.waiting,
    };
    if (plain.kind != RLK_ANSWER_ERROR && plain.text_length > 0)
        snprintf(answer->text, sizeof(answer->text), "%s", plain.text);
}
