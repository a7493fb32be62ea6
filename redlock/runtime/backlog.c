/* SPDX-License-Identifier: MIT */
/* Releases that a node has not acknowledged. */

#include "redlock/runtime/backlog.h"

#include "clock/clock.h"
#include "redlock/runtime/memory.h"

static struct rlk_backlog_entry *entry_of(struct rlk_list *among)
{
    return RLK_OWNER_OF(among, struct rlk_backlog_entry, among);
}

/* Puts an entry behind those that wait already and are like it. */
static void wait_in_line(struct rlk_backlog_entry *entry)
{
    struct rlk_backlog *backlog = entry->backlog;

    rlk_list_push_back(entry->until == RLK_NEVER ? &backlog->maybe_unread
                                                 : &backlog->aging,
                       &entry->among);
}

static void begin_to_age(struct rlk_backlog_entry *entry, int64_t now)
{
    entry->until = rlk_clock_add(now, entry->terms.lives_ns);
}

static void forget(struct rlk_backlog_entry *entry)
{
    rlk_list_remove(&entry->among);
    entry->backlog->count--;
    rlk_resource_drop(entry->resource);
    rlk_free(entry);
}

void rlk_backlog_init(struct rlk_backlog *backlog)
{
    *backlog = (struct rlk_backlog){0};
    rlk_list_init(&backlog->maybe_unread);
    rlk_list_init(&backlog->aging);
    rlk_list_init(&backlog->sent);
}

static void clear(struct rlk_list *list)
{
    while (!rlk_list_empty(list))
        forget(entry_of(list->next));
}

void rlk_backlog_clear(struct rlk_backlog *backlog)
{
    clear(&backlog->maybe_unread);
    clear(&backlog->aging);
    clear(&backlog->sent);
}

static void make_room(struct rlk_backlog *backlog)
{
    if (backlog->count <= RLK_BACKLOG_MOST)
        return;
    if (!rlk_list_empty(&backlog->aging))
        forget(entry_of(backlog->aging.next));
    else
        forget(entry_of(backlog->maybe_unread.next));
}

void rlk_backlog_add(struct rlk_backlog *backlog, struct rlk_resource *resource,
                     const struct rlk_token *token,
                     const struct rlk_backlog_terms *terms, int64_t now)
{
    struct rlk_backlog_entry *entry = rlk_alloc(sizeof(*entry));

    if (entry == NULL)
        return;
    *entry = (struct rlk_backlog_entry){
        .backlog = backlog,
        .resource = rlk_resource_hold(resource),
        .token = *token,
        .terms = *terms,
        .until = RLK_NEVER,
    };
    if (!terms->maybe_unread)
        begin_to_age(entry, now);
    wait_in_line(entry);
    backlog->count++;
    make_room(backlog);
}

void rlk_backlog_begin_to_age(struct rlk_backlog *backlog, uint64_t connection,
                              int64_t now)
{
    struct rlk_list *next;

    for (struct rlk_list *at = backlog->maybe_unread.next;
         at != &backlog->maybe_unread; at = next) {
        struct rlk_backlog_entry *entry = entry_of(at);
        next = at->next;
        if (entry->terms.connection == connection)
            continue;
        rlk_list_remove(at);
        begin_to_age(entry, now);
        wait_in_line(entry);
    }
    for (struct rlk_list *at = backlog->sent.next; at != &backlog->sent;
         at = at->next) {
        struct rlk_backlog_entry *entry = entry_of(at);
        if (entry->until == RLK_NEVER && entry->terms.connection != connection)
            begin_to_age(entry, now);
    }
}

void rlk_backlog_expire(struct rlk_backlog *backlog, int64_t now)
{
    struct rlk_list *next;

    for (struct rlk_list *at = backlog->aging.next; at != &backlog->aging;
         at = next) {
        next = at->next;
        if (entry_of(at)->until <= now)
            forget(entry_of(at));
    }
}

void rlk_backlog_try_again(struct rlk_backlog *backlog)
{
    backlog->refused = false;
}

struct rlk_backlog_entry *rlk_backlog_next(struct rlk_backlog *backlog)
{
    if (backlog->refused || backlog->at_once >= RLK_BACKLOG_AT_ONCE)
        return NULL;
    if (!rlk_list_empty(&backlog->aging))
        return entry_of(backlog->aging.next);
    if (!rlk_list_empty(&backlog->maybe_unread))
        return entry_of(backlog->maybe_unread.next);
    return NULL;
}

void rlk_backlog_sent(struct rlk_backlog_entry *entry)
{
    rlk_list_remove(&entry->among);
    rlk_list_push_back(&entry->backlog->sent, &entry->among);
    entry->backlog->at_once++;
}

void rlk_backlog_done(struct rlk_backlog_entry *entry)
{
    entry->backlog->at_once--;
    forget(entry);
}

void rlk_backlog_refused(struct rlk_backlog_entry *entry, bool settled,
                         int64_t now)
{
    entry->backlog->at_once--;
    entry->backlog->refused = true;
    rlk_list_remove(&entry->among);
    if (entry->until == RLK_NEVER && settled)
        begin_to_age(entry, now);
    wait_in_line(entry);
}
