/* SPDX-License-Identifier: MIT */
/* Releases owed to nodes that could not hear them. */

#include "redlock/core/backlog.h"

#include <stddef.h>

#include "clock/clock.h"
#include "clock/mutant.h"
#include "redlock/core/core.h"
#include "redlock/core/memory.h"
#include "redlock/core/node.h"

static struct rlk_backlog_entry *entry_of(const struct rlk_pending *pending)
{
    return (struct rlk_backlog_entry *)(uintptr_t)pending;
}

/* --- in which list ---------------------------------------------------------
 */

static void append(struct rlk_backlog_list *list,
                   struct rlk_backlog_entry *entry)
{
    entry->next = NULL;
    entry->place = list->last;
    *list->last = entry;
    list->last = &entry->next;
}

static void take_out(struct rlk_backlog_list *list,
                     struct rlk_backlog_entry *entry)
{
    *entry->place = entry->next;
    if (entry->next != NULL)
        entry->next->place = entry->place;
    else
        list->last = entry->place;
}

static struct rlk_backlog_list *home_of(const struct rlk_backlog_entry *entry)
{
    struct rlk_backlog *backlog = &entry->node->backlog;

    return entry->until == RLK_NEVER ? &backlog->maybe_unread : &backlog->aging;
}

static void forget(struct rlk_backlog_list *list,
                   struct rlk_backlog_entry *entry)
{
    take_out(list, entry);
    entry->node->backlog.count--;
    rlk_resource_drop(entry->resource);
    rlk_free(entry);
}

/* --- as an pending ----------------------------------------------------------
 */

static void backlog_request(const struct rlk_pending *pending, int index,
                            enum rlk_verb verb, struct rlk_request *request,
                            int64_t now)
{
    const struct rlk_backlog_entry *entry = entry_of(pending);

    (void)index, (void)now;
    *request = (struct rlk_request){
        .kind = entry->node->core->settings.kind,
        .verb = verb,
        .resource = entry->resource->text,
        .resource_length = entry->resource->length,
        .token = entry->token.text,
        .token_length = entry->token.length,
    };
}

static bool backlog_wanted(const struct rlk_pending *pending, int index,
                           enum rlk_verb verb, int64_t now)
{
    (void)pending, (void)index, (void)verb, (void)now;
    return true;
}

static void begin_to_age(struct rlk_backlog_entry *entry, int64_t now)
{
    entry->until = rlk_clock_add(now, entry->lives_ns);
}

/* The server has answered, and will execute nothing of an old connection. */
static bool no_orphans(const struct rlk_node *node)
{
    return node->state == RLK_NODE_UP && node->orphans_count == 0;
}

static void backlog_answered(struct rlk_pending *pending, int index,
                             enum rlk_verb verb,
                             const struct rlk_answer *answer, bool sent,
                             int64_t now)
{
    struct rlk_backlog_entry *entry = entry_of(pending);
    struct rlk_node *node = entry->node;

    (void)index, (void)verb, (void)sent;
    node->backlog.at_once--;
    if (answer->kind != RLK_ANSWER_ERROR) {
        forget(&node->backlog.sent, entry);
        return;
    }
    node->backlog.refused = true;
    take_out(&node->backlog.sent, entry);
    if (entry->until == RLK_NEVER && no_orphans(node))
        begin_to_age(entry, now);
    append(home_of(entry), entry);
}

static const struct rlk_pending_ops backlog_ops = {
    .request = backlog_request,
    .wanted = backlog_wanted,
    .answered = backlog_answered,
};

/* --- the backlog ------------------------------------------------------------
 */

void rlk_backlog_init(struct rlk_backlog *backlog)
{
    *backlog = (struct rlk_backlog){0};
    backlog->maybe_unread.last = &backlog->maybe_unread.first;
    backlog->aging.last = &backlog->aging.first;
    backlog->sent.last = &backlog->sent.first;
}

static void make_room(struct rlk_backlog *backlog)
{
    if (backlog->count <= RLK_BACKLOG_MOST)
        return;
    if (backlog->aging.first != NULL)
        forget(&backlog->aging, backlog->aging.first);
    else
        forget(&backlog->maybe_unread, backlog->maybe_unread.first);
}

void rlk_backlog_add(struct rlk_node *node, struct rlk_resource *resource,
                     const struct rlk_token *token,
                     const struct rlk_backlog_terms *terms, int64_t now)
{
    struct rlk_backlog_entry *entry = rlk_alloc(sizeof(*entry));

    if (entry == NULL || RLK_MUTANT(DEBT_FORGOTTEN)) {
        rlk_free(entry);
        return;
    }
    *entry = (struct rlk_backlog_entry){
        .pending.ops = &backlog_ops,
        .node = node,
        .resource = rlk_resource_hold(resource),
        .token = *token,
        .lives_ns = terms->lives_ns,
        .until = RLK_NEVER,
        .connection = node->connection,
    };
    if (!terms->maybe_unread)
        begin_to_age(entry, now);
    append(home_of(entry), entry);
    node->backlog.count++;
    make_room(&node->backlog);
}

void rlk_backlog_age(struct rlk_node *node, int64_t now)
{
    struct rlk_backlog *backlog = &node->backlog;
    struct rlk_backlog_entry *next;

    for (struct rlk_backlog_entry *entry = backlog->maybe_unread.first;
         entry != NULL; entry = next) {
        next = entry->next;
        if (entry->connection == node->connection)
            continue;
        take_out(&backlog->maybe_unread, entry);
        begin_to_age(entry, now);
        append(&backlog->aging, entry);
    }
    for (struct rlk_backlog_entry *entry = backlog->sent.first; entry != NULL;
         entry = entry->next) {
        if (entry->until == RLK_NEVER && entry->connection != node->connection)
            begin_to_age(entry, now);
    }
}

void rlk_backlog_expire(struct rlk_node *node, int64_t now)
{
    struct rlk_backlog_entry *next;

    for (struct rlk_backlog_entry *entry = node->backlog.aging.first;
         entry != NULL; entry = next) {
        next = entry->next;
        if (entry->until <= now && !RLK_MUTANT(DEBT_FOR_EVER))
            forget(&node->backlog.aging, entry);
    }
}

/* false: none went out. */
static bool pay_one(struct rlk_node *node, int64_t now)
{
    struct rlk_backlog *backlog = &node->backlog;
    struct rlk_backlog_list *from =
        backlog->aging.first != NULL ? &backlog->aging : &backlog->maybe_unread;
    struct rlk_backlog_entry *entry = from->first;

    if (entry == NULL ||
        !rlk_node_send(node, &entry->pending, RLK_VERB_RELEASE, now))
        return false;
    take_out(from, entry);
    append(&backlog->sent, entry);
    backlog->at_once++;
    return true;
}

void rlk_backlog_send_more(struct rlk_node *node, int64_t now)
{
    while (!node->backlog.refused &&
           node->backlog.at_once < RLK_BACKLOG_AT_ONCE) {
        if (!pay_one(node, now))
            return;
    }
}

void rlk_backlog_send(struct rlk_node *node, int64_t now)
{
    node->backlog.refused = false;
    rlk_backlog_expire(node, now);
    rlk_backlog_send_more(node, now);
}

static void clear(struct rlk_backlog_list *list)
{
    while (list->first != NULL)
        forget(list, list->first);
}

void rlk_backlog_clear(struct rlk_node *node)
{
    clear(&node->backlog.maybe_unread);
    clear(&node->backlog.aging);
    clear(&node->backlog.sent);
}
