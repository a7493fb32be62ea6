/* SPDX-License-Identifier: MIT */
/* Releases that a node has not acknowledged. */

#include "redlock/runtime/pending_releases.h"

#include "redlock/runtime/memory.h"

static struct rlk_pending_release *entry_of(struct rlk_list *among)
{
    return RLK_OWNER_OF(among, struct rlk_pending_release, among);
}

/* Appends an entry to the list of its kind. */
static void wait_in_local_queue(struct rlk_pending_release *entry)
{
    struct rlk_pending_releases *releases = entry->releases;

    rlk_list_push_back(entry->until == RLK_NEVER ? &releases->maybe_unread
                                                 : &releases->aging,
                       &entry->among);
}

static void begin_to_age(struct rlk_pending_release *entry, int64_t now)
{
    entry->until = rlk_clock_add(now, entry->terms.lives_ns);
}

static void forget(struct rlk_pending_release *entry)
{
    rlk_list_remove(&entry->among);
    entry->releases->count--;
    rlk_resource_drop(entry->resource);
    rlk_free(entry);
}

void rlk_pending_releases_init(struct rlk_pending_releases *releases)
{
    *releases = (struct rlk_pending_releases){0};
    rlk_list_init(&releases->maybe_unread);
    rlk_list_init(&releases->aging);
    rlk_list_init(&releases->sent);
}

static void clear(struct rlk_list *list)
{
    while (!rlk_list_empty(list))
        forget(entry_of(list->next));
}

void rlk_pending_releases_clear(struct rlk_pending_releases *releases)
{
    clear(&releases->maybe_unread);
    clear(&releases->aging);
    clear(&releases->sent);
}

static void make_room(struct rlk_pending_releases *releases)
{
    if (releases->count <= RLK_PENDING_RELEASES_MOST)
        return;
    if (!rlk_list_empty(&releases->aging))
        forget(entry_of(releases->aging.next));
    else
        forget(entry_of(releases->maybe_unread.next));
}

void rlk_pending_releases_add(struct rlk_pending_releases *releases,
                              struct rlk_resource *resource,
                              const struct rlk_token *token,
                              const struct rlk_pending_releases_terms *terms,
                              int64_t now)
{
    struct rlk_pending_release *entry = rlk_alloc(sizeof(*entry));

    if (entry == NULL)
        return;
    *entry = (struct rlk_pending_release){
        .releases = releases,
        .resource = rlk_resource_hold(resource),
        .token = *token,
        .terms = *terms,
        .until = RLK_NEVER,
    };
    if (!terms->maybe_unread)
        begin_to_age(entry, now);
    wait_in_local_queue(entry);
    releases->count++;
    make_room(releases);
}

void rlk_pending_releases_begin_to_age(struct rlk_pending_releases *releases,
                                       uint64_t connection, int64_t now)
{
    struct rlk_list *next;

    for (struct rlk_list *at = releases->maybe_unread.next;
         at != &releases->maybe_unread; at = next) {
        struct rlk_pending_release *entry = entry_of(at);
        next = at->next;
        if (entry->terms.connection == connection)
            continue;
        rlk_list_remove(at);
        begin_to_age(entry, now);
        wait_in_local_queue(entry);
    }
    for (struct rlk_list *at = releases->sent.next; at != &releases->sent;
         at = at->next) {
        struct rlk_pending_release *entry = entry_of(at);
        if (entry->until == RLK_NEVER && entry->terms.connection != connection)
            begin_to_age(entry, now);
    }
}

void rlk_pending_releases_expire(struct rlk_pending_releases *releases,
                                 int64_t now)
{
    struct rlk_list *next;

    for (struct rlk_list *at = releases->aging.next; at != &releases->aging;
         at = next) {
        next = at->next;
        if (entry_of(at)->until <= now)
            forget(entry_of(at));
    }
}

struct rlk_pending_release *
rlk_pending_releases_next(struct rlk_pending_releases *releases)
{
    if (releases->refused ||
        releases->at_once >= RLK_PENDING_RELEASES_IN_FLIGHT)
        return NULL;
    if (!rlk_list_empty(&releases->aging))
        return entry_of(releases->aging.next);
    if (!rlk_list_empty(&releases->maybe_unread))
        return entry_of(releases->maybe_unread.next);
    return NULL;
}

void rlk_pending_releases_sent(struct rlk_pending_release *entry)
{
    rlk_list_remove(&entry->among);
    rlk_list_push_back(&entry->releases->sent, &entry->among);
    entry->releases->at_once++;
}

void rlk_pending_releases_done(struct rlk_pending_release *entry)
{
    entry->releases->at_once--;
    forget(entry);
}

void rlk_pending_releases_refused(struct rlk_pending_release *entry, bool quiet,
                                  int64_t now)
{
    entry->releases->at_once--;
    entry->releases->refused = true;
    rlk_list_remove(&entry->among);
    if (entry->until == RLK_NEVER && quiet)
        begin_to_age(entry, now);
    wait_in_local_queue(entry);
}
