/* SPDX-License-Identifier: MIT */
/* A first-come, first-served queue of this client's waiters. */

#include "redlock/core/local_queue.h"

#include <string.h>

#include "clock/clock.h"
#include "quorum/wait.h"
#include "redlock/core/waiter.h"
#include "redlock/runtime/memory.h"
#include "redlock/runtime/resource.h"
#include "redlock/runtime/runtime.h"

/* How many local waiters are served in a row while other clients wait. */
#define IN_A_ROW_MOST 16

struct rlk_local_queue {
    struct rlk_list among_local_queues;
    struct rlk_resource *resource; /* counted reference */
    struct rlk_list waiting;       /* struct rlk_local_waiter, in order */
    int64_t ticket; /* with which the nodes served it last; 0: they did not */
    int64_t since;  /* when that was */
    int in_a_row;   /* local waiters served since, by this client's releases */
};

static bool is_for(const struct rlk_local_queue *line,
                   const struct rlk_resource *resource)
{
    return line->resource->length == resource->length &&
           memcmp(line->resource->text, resource->text, resource->length) == 0;
}

static struct rlk_local_queue *find(const struct rlk_runtime *runtime,
                                    const struct rlk_resource *resource)
{
    for (struct rlk_list *at = runtime->lines.next; at != &runtime->lines;
         at = at->next) {
        struct rlk_local_queue *line =
            RLK_OWNER_OF(at, struct rlk_local_queue, among_local_queues);
        if (is_for(line, resource))
            return line;
    }
    return NULL;
}

static struct rlk_local_waiter *first_of(const struct rlk_local_queue *line)
{
    return RLK_LIST_FIRST(&line->waiting, struct rlk_local_waiter, among);
}

static struct rlk_local_queue *begin(struct rlk_runtime *runtime,
                                     struct rlk_resource *resource)
{
    struct rlk_local_queue *line = rlk_alloc(sizeof(*line));

    if (line == NULL)
        return NULL;
    line->resource = rlk_resource_hold(resource);
    rlk_list_init(&line->waiting);
    rlk_list_push_front(&runtime->lines, &line->among_local_queues);
    return line;
}

bool rlk_local_queue_join(struct rlk_local_waiter *who,
                          struct rlk_runtime *runtime,
                          struct rlk_resource *resource)
{
    struct rlk_local_queue *line = find(runtime, resource);

    if (line == NULL)
        line = begin(runtime, resource);
    if (line == NULL)
        return false;
    who->line = line;
    rlk_list_push_back(&line->waiting, &who->among);
    return true;
}

bool rlk_local_queue_is_first(const struct rlk_local_waiter *who)
{
    return who->line != NULL && first_of(who->line) == who;
}

static void local_queue_moved(const struct rlk_local_queue *line)
{
    for (struct rlk_list *at = line->waiting.next; at != &line->waiting;
         at = at->next) {
        struct rlk_local_waiter *who =
            RLK_OWNER_OF(at, struct rlk_local_waiter, among);
        if (who->moved != NULL)
            who->moved(who);
    }
}

void rlk_local_queue_moved(const struct rlk_local_waiter *who)
{
    if (who->line != NULL)
        local_queue_moved(who->line);
}

int rlk_local_queue_rank(const struct rlk_local_waiter *who)
{
    int rank = 0;

    if (who->line == NULL)
        return 0;
    for (struct rlk_list *at = who->among.previous; at != &who->line->waiting;
         at = at->previous)
        rank++;
    return rank;
}

const struct rlk_waiter *
rlk_local_queue_waiter(const struct rlk_local_waiter *who)
{
    const struct rlk_local_waiter *first =
        who->line == NULL ? who : first_of(who->line);

    return first == NULL ? NULL : first->waiter;
}

/* A node served the waiter by its ticket, or this client's release named it. */
static void note_served(struct rlk_local_queue *line,
                        const struct rlk_waiter *waiter, int64_t now)
{
    if (waiter->named) {
        line->in_a_row++;
        return;
    }
    line->ticket = waiter->ticket;
    line->since = now;
    line->in_a_row = 0;
}

/*
 * Removes the waiter. Returns its queue; NULL: it was the last, all is freed.
 */
static struct rlk_local_queue *step_out(struct rlk_local_waiter *who)
{
    struct rlk_local_queue *line = who->line;

    rlk_list_remove(&who->among);
    who->line = NULL;
    who->waiter = NULL;
    if (!rlk_list_empty(&line->waiting))
        return line;
    rlk_list_remove(&line->among_local_queues);
    rlk_resource_drop(line->resource);
    rlk_free(line);
    return NULL;
}

void rlk_local_queue_leave(struct rlk_local_waiter *who, bool served,
                           int64_t now)
{
    struct rlk_local_queue *line = who->line;
    bool first = rlk_local_queue_is_first(who);
    struct rlk_local_waiter *next;

    if (line == NULL)
        return;
    if (served && who->waiter != NULL)
        note_served(line, who->waiter, now);
    line = step_out(who);
    next = line == NULL ? NULL : first_of(line);
    if (next == NULL)
        return;
    local_queue_moved(line);
    if (first)
        next->turn(next, now);
}

void rlk_local_queue_drop(struct rlk_local_waiter *who)
{
    if (who->line != NULL)
        (void)step_out(who);
}

bool rlk_local_queue_exists(const struct rlk_runtime *runtime,
                            const struct rlk_resource *resource)
{
    return !rlk_list_empty(&runtime->lines) && find(runtime, resource) != NULL;
}

/* May a local waiter be served before head, the next waiter at the nodes? */
static bool may_go_on(const struct rlk_local_queue *line,
                      const struct rlk_waiter *waiter,
                      const struct rlk_successor *head, int64_t now)
{
    if (head == NULL || waiter->ticket < head->ticket)
        return true;
    return line->ticket > 0 && line->ticket <= head->ticket &&
           line->in_a_row < IN_A_ROW_MOST &&
           rlk_clock_sub(now, line->since) < RLK_WAIT_LEASE_NS;
}

bool rlk_local_queue_choose(const struct rlk_runtime *runtime,
                            const struct rlk_resource *resource,
                            const struct rlk_successor *head,
                            struct rlk_successor *next, int64_t now)
{
    const struct rlk_local_queue *line =
        rlk_list_empty(&runtime->lines) ? NULL : find(runtime, resource);
    const struct rlk_local_waiter *first = line == NULL ? NULL : first_of(line);
    struct rlk_waiter *waiter = first == NULL ? NULL : first->waiter;

    if (waiter != NULL && may_go_on(line, waiter, head, now) &&
        rlk_waiter_name(waiter, next, now))
        return true;
    /* Naming a waiter that is only woken would remove its queue entry. */
    if (head == NULL || (head->flags & RLK_ENTRY_WOKEN) != 0)
        return false;
    *next = *head;
    return true;
}
