/* SPDX-License-Identifier: MIT */
/* One question after the other. */

#include "redlock/admin/examine_node.h"

#include <assert.h>
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "clock/clock.h"
#include "redlock/admin/examine_memory.h"
#include "redlock/admin/examine_rights.h"
#include "redlock/admin/examine_times.h"

/* Between the samples of a clock. */
#define PAUSE_NS (180 * RLK_NS_PER_MS)

static bool all_answered(const struct rlk_examine_node *node)
{
    return node->answered == node->asked;
}

/* The question that is asked next; NULL: there is none. */
static const struct rlk_examine_question *
next_question(const struct rlk_examine_node *node)
{
    return node->asked < rlk_examine_question_count()
               ? rlk_examine_question(node->asked)
               : NULL;
}

/* All is answered, and the next question waits for its instant. */
static bool is_pausing(const struct rlk_examine_node *node)
{
    const struct rlk_examine_question *question = next_question(node);

    return node->state == RLK_TALK_ASKING && all_answered(node) &&
           question != NULL && question->when == RLK_EXAMINE_AFTER_PAUSE;
}

int64_t rlk_examine_node_wakeup(const struct rlk_examine_node *node)
{
    int64_t wakeup = rlk_clock_add(
        node->progress, is_pausing(node) ? PAUSE_NS : node->patience);

    return wakeup < node->end ? wakeup : node->end;
}

static bool is_due(const struct rlk_examine_node *node,
                   const struct rlk_examine_question *question, int64_t now)
{
    switch (question->when) {
    case RLK_EXAMINE_AT_ONCE:
        return true;
    case RLK_EXAMINE_AFTER_ANSWERS:
        return all_answered(node);
    case RLK_EXAMINE_AFTER_PAUSE:
        break;
    }
    return all_answered(node) && now >= rlk_clock_add(node->progress, PAUSE_NS);
}

/* false: no memory. */
static bool ask(struct rlk_examine_node *node,
                const struct rlk_examine_question *question,
                struct rlk_wire *wire, int64_t now)
{
    node->asked++;
    if (rlk_examine_lacks(&node->notes, question->needs)) {
        node->answered++;
        return true;
    }
    node->progress = now;
    node->notes.sent_us = now / RLK_NS_PER_US;
    return rlk_examine_question_write(question, node->key, wire);
}

static void ask_what_is_due(struct rlk_examine_node *node,
                            struct rlk_wire *wire, int64_t now)
{
    const struct rlk_examine_question *question = next_question(node);

    while (question != NULL && is_due(node, question, now)) {
        if (!ask(node, question, wire, now)) {
            rlk_examine_node_fail(node, REDLOCK_REASON_CONNECT,
                                  strerror(ENOMEM));
            return;
        }
        question = next_question(node);
    }
}

static void conclude(struct rlk_examine_node *node)
{
    rlk_examine_times(&node->notes);
    rlk_examine_quarantine(&node->notes);
    node->state = RLK_TALK_ENDED;
}

void rlk_examine_node_step(struct rlk_examine_node *node, struct rlk_wire *wire,
                           int64_t now)
{
    if (node->state == RLK_TALK_ASKING) {
        ask_what_is_due(node, wire, now);
        if (node->answered == rlk_examine_question_count())
            conclude(node);
    }
    if (node->state != RLK_TALK_ENDED && now >= rlk_examine_node_wakeup(node))
        rlk_examine_node_fail(node, REDLOCK_REASON_SILENT,
                              node->unheard != NULL ? node->unheard : "");
}

void rlk_examine_node_answer(struct rlk_examine_node *node,
                             const struct rlk_reply *reply, int64_t now)
{
    bool failed = reply->kind == RLK_REPLY_ERROR;
    const struct rlk_examine_question *question;
    rlk_examine_read *read;

    assert(node->state == RLK_TALK_ASKING);
    if (all_answered(node)) {
        rlk_examine_node_fail(node, REDLOCK_REASON_NOT_REDIS,
                              "a reply that nobody asked for");
        return;
    }
    node->progress = now;
    node->notes.received_us = now / RLK_NS_PER_US;
    question = rlk_examine_question(node->answered++);
    if (failed)
        rlk_examine_refusal(&node->notes, question->right, reply);
    read = failed ? question->read_error : question->read;
    if (read != NULL)
        read(&node->notes, reply);
}

void rlk_examine_node_connected(struct rlk_examine_node *node)
{
    assert(node->state == RLK_TALK_CONNECTING);
    node->state = RLK_TALK_ASKING;
}

void rlk_examine_node_fail(struct rlk_examine_node *node,
                           enum redlock_reason reason, const char *message)
{
    struct redlock_node_facts *facts = node->notes.facts;

    if (node->state == RLK_TALK_ENDED)
        return;
    node->state = RLK_TALK_ENDED;
    facts->reason = reason;
    (void)snprintf(facts->message, sizeof(facts->message), "%s", message);
}

void rlk_examine_node_start(struct rlk_examine_node *node,
                            struct redlock_node_facts *facts, int64_t now)
{
    node->state = RLK_TALK_CONNECTING;
    node->notes = (struct rlk_examine_notes){.facts = facts};
    node->progress = now;
    node->unheard = NULL;
    node->asked = 0;
    node->answered = 0;
    *facts = (struct redlock_node_facts){
        .round_trip_us = -1,
        .round_trip_max_us = -1,
        .append_only = -1,
        .snapshots = -1,
        .memory_max = -1,
        .clock_error_us = -1,
        .longest_ttl_ms = -1,
        .quarantined_ms = -1,
        .certificate_days = -1,
        .needs_replicas = -1,
    };
}
