/* SPDX-License-Identifier: MIT */
/* One question, and what its answer is as a vote. */

#include "redlock/admin/force_node.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "clock/clock.h"
#include "redlock/resp/answer.h"
#include "redlock/scripts_text.h"

static enum rlk_talk_state state_of(const void *with)
{
    return ((const struct rlk_force_node *)with)->state;
}

static int64_t wakeup(const void *with)
{
    return ((const struct rlk_force_node *)with)->end;
}

static void unheard(void *with, const char *message)
{
    ((struct rlk_force_node *)with)->unheard = message;
}

static void connected(void *with, const struct rlk_conn *conn)
{
    (void)conn;
    ((struct rlk_force_node *)with)->state = RLK_TALK_ASKING;
}

static void end(struct rlk_force_node *node, enum redlock_vote vote,
                enum redlock_reason reason, const char *message)
{
    node->state = RLK_TALK_ENDED;
    node->vote = vote;
    node->reason = reason;
    (void)snprintf(node->message, sizeof(node->message), "%s", message);
}

static void fail(void *with, enum redlock_reason reason, const char *message)
{
    struct rlk_force_node *node = with;

    if (node->state != RLK_TALK_ENDED)
        end(node,
            node->sent == 0 ? REDLOCK_VOTE_UNREACHED : REDLOCK_VOTE_FAILED,
            reason, message);
}

/* Printable as it is: the script sees to that. A liar's may be anything. */
static void note_holder(struct rlk_force_node *node,
                        const struct rlk_answer *answer)
{
    size_t length = strnlen(answer->text, sizeof(node->holder) - 1);

    for (size_t i = 0; i < length; i++)
        node->holder[i] = answer->text[i] >= ' ' && answer->text[i] <= '~'
                              ? answer->text[i]
                              : '?';
    node->holder[length] = '\0';
    node->remaining_ms = answer->remaining_ms;
}

static void answered(void *with, const struct rlk_reply *reply, int64_t now)
{
    struct rlk_force_node *node = with;
    struct rlk_answer answer = rlk_answer_to(RLK_VERB_RELEASE, reply);

    node->latency_us = rlk_clock_sub(now, node->sent) / RLK_NS_PER_US;
    switch (answer.kind) {
    case RLK_ANSWER_YES:
        note_holder(node, &answer);
        end(node, REDLOCK_VOTE_RELEASED, REDLOCK_REASON_NONE, "");
        break;
    case RLK_ANSWER_MISSING:
        end(node, REDLOCK_VOTE_DENIED, REDLOCK_REASON_MISSING, "");
        break;
    case RLK_ANSWER_HELD:
        note_holder(node, &answer);
        end(node, REDLOCK_VOTE_DENIED, REDLOCK_REASON_HELD, "");
        break;
    case RLK_ANSWER_ERROR:
        end(node, REDLOCK_VOTE_FAILED, answer.reason, answer.text);
        break;
    case RLK_ANSWER_CREATED:
    case RLK_ANSWER_QUARANTINED:
    case RLK_ANSWER_SUPERSEDED:
    case RLK_ANSWER_DISAGREES:
    case RLK_ANSWER_QUEUED:
    case RLK_ANSWER_SLOTS:
    case RLK_ANSWER_SHARING:
        end(node, REDLOCK_VOTE_FAILED, REDLOCK_REASON_ERROR,
            "unexpected reply");
        break;
    }
}

static void step(void *with, struct rlk_wire *wire, int64_t now)
{
    struct rlk_force_node *node = with;
    const char *words[4 + REDLOCK_NODES_MAX] = {"EVAL", text_of_force_release,
                                                "1", node->wanted->resource};

    for (int i = 0; i < node->wanted->count; i++)
        words[4 + i] = node->wanted->value[i];
    if (node->state == RLK_TALK_ASKING && node->sent == 0) {
        node->sent = now;
        if (!rlk_wire_command(wire, 4 + (size_t)node->wanted->count, words))
            fail(node, REDLOCK_REASON_CONNECT, strerror(ENOMEM));
    }
    if (node->state != RLK_TALK_ENDED && now >= node->end)
        end(node,
            node->sent == 0 ? REDLOCK_VOTE_UNREACHED : REDLOCK_VOTE_TIMED_OUT,
            REDLOCK_REASON_SILENT, node->unheard != NULL ? node->unheard : "");
}

const struct rlk_talk_ops rlk_force_node_talk = {
    .state = state_of,
    .wakeup = wakeup,
    .unheard = unheard,
    .connected = connected,
    .answer = answered,
    .step = step,
    .fail = fail,
};

void rlk_force_node_start(struct rlk_force_node *node)
{
    node->state = RLK_TALK_CONNECTING;
    node->sent = 0;
    node->unheard = NULL;
    node->latency_us = -1;
    node->remaining_ms = -1;
    node->holder[0] = '\0';
}
