/* SPDX-License-Identifier: MIT */
/* One question after the other to one node. */

#include "redlock/admin/list_node.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "clock/clock.h"
#include "redlock/resp/answer.h"
#include "redlock/scripts_text.h"

static enum rlk_talk_state state_of(const void *with)
{
    return ((const struct rlk_list_node *)with)->state;
}

static int64_t wakeup(const void *with)
{
    const struct rlk_list_node *node = with;

    return rlk_clock_add(node->progress, node->patience);
}

static void unheard(void *with, const char *message)
{
    ((struct rlk_list_node *)with)->unheard = message;
}

static void connected(void *with, const struct rlk_conn *conn)
{
    struct rlk_list_node *node = with;

    (void)conn;
    node->state = RLK_TALK_ASKING;
}

static void fail(void *with, enum redlock_reason reason, const char *message)
{
    struct rlk_list_node *node = with;

    if (node->state == RLK_TALK_ENDED)
        return;
    node->state = RLK_TALK_ENDED;
    node->report->reason = reason;
    /* Cut to fit. */
    (void)snprintf(node->report->message, sizeof(node->report->message), "%.*s",
                   (int)sizeof(node->report->message) - 1, message);
}

/* No more names are wanted of this node, for now or at all. */
static bool is_over(const struct rlk_list_node *node, int64_t now)
{
    return strcmp(node->cursor, "0") == 0 || node->table->more ||
           now >= node->end;
}

static void take_names(struct rlk_list_node *node, struct rlk_list_text *text,
                       int64_t now)
{
    struct rlk_list_names names;
    const char *name;
    size_t length;

    if (!rlk_list_text_head(text, &names)) {
        fail(node, REDLOCK_REASON_NOT_REDIS, "unexpected reply");
        return;
    }
    while (rlk_list_text_name(text, &name, &length)) {
        if (!rlk_list_table_add(node->table, name, length)) {
            fail(node, REDLOCK_REASON_CONNECT, strerror(ENOMEM));
            return;
        }
        node->report->told++;
    }
    node->report->refused += names.refused;
    node->report->left_out += names.left_out;
    memcpy(node->cursor, names.cursor, sizeof(node->cursor));
    if (!is_over(node, now))
        return;
    node->state = RLK_TALK_RESTING;
    node->report->complete =
        strcmp(node->cursor, "0") == 0 && node->report->left_out == 0;
}

static void take_stands(struct rlk_list_node *node, struct rlk_list_text *text)
{
    for (int i = 0; i < node->count; i++) {
        if (rlk_list_text_stand(text, &node->stands[i]))
            continue;
        node->stands[i].told = false;
        fail(node, REDLOCK_REASON_NOT_REDIS, "unexpected reply");
        return;
    }
    node->state = RLK_TALK_RESTING;
}

static void answer(void *with, const struct rlk_reply *reply, int64_t now)
{
    struct rlk_list_node *node = with;
    struct rlk_list_text text = {reply->text, reply->text_length};

    if (!node->asked ||
        (reply->kind != RLK_REPLY_STRING && reply->kind != RLK_REPLY_ERROR)) {
        fail(node, REDLOCK_REASON_NOT_REDIS, "unexpected reply");
        return;
    }
    node->asked = false;
    node->progress = now;
    if (reply->kind == RLK_REPLY_ERROR)
        fail(node, rlk_answer_reason(reply), reply->text);
    else if (node->names == NULL)
        take_names(node, &text, now);
    else
        take_stands(node, &text);
}

/* false: no memory. */
static bool ask(const struct rlk_list_node *node, struct rlk_wire *wire)
{
    const char *words[3 + RLK_LIST_BATCH] = {"EVAL", text_of_list_look, "0"};

    if (node->names == NULL) {
        words[1] = text_of_list_names;
        words[3] = node->cursor;
        return rlk_wire_command(wire, 4, words);
    }
    for (int i = 0; i < node->count; i++)
        words[3 + i] = node->names[i];
    return rlk_wire_command(wire, 3 + (size_t)node->count, words);
}

static void step(void *with, struct rlk_wire *wire, int64_t now)
{
    struct rlk_list_node *node = with;

    if (node->state == RLK_TALK_ASKING && !node->asked) {
        node->asked = true;
        node->progress = now;
        if (!ask(node, wire))
            fail(node, REDLOCK_REASON_CONNECT, strerror(ENOMEM));
    }
    if ((node->state == RLK_TALK_CONNECTING ||
         node->state == RLK_TALK_ASKING) &&
        now >= wakeup(node))
        fail(node, REDLOCK_REASON_SILENT,
             node->unheard != NULL ? node->unheard : "");
}

const struct rlk_talk_ops rlk_list_node_talk = {
    .state = state_of,
    .wakeup = wakeup,
    .unheard = unheard,
    .connected = connected,
    .answer = answer,
    .step = step,
    .fail = fail,
};

void rlk_list_node_start(struct rlk_list_node *node, int64_t now)
{
    node->state = RLK_TALK_CONNECTING;
    node->asked = false;
    node->progress = now;
    node->unheard = NULL;
    (void)snprintf(node->cursor, sizeof(node->cursor), "0");
    node->names = NULL;
}

void rlk_list_node_look(struct rlk_list_node *node, char *const *names,
                        int count, int64_t now)
{
    memset(node->stands, 0, sizeof(node->stands));
    node->names = names;
    node->count = count;
    node->progress = now;
    if (node->state == RLK_TALK_RESTING)
        node->state = RLK_TALK_ASKING;
}
