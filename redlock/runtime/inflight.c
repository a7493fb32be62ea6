/* SPDX-License-Identifier: MIT */
/* A growing ring of requests, oldest first. */

#include "redlock/runtime/inflight.h"

#include <assert.h>

#include "redlock/runtime/memory.h"

static bool grow(struct rlk_inflight *inflight)
{
    uint32_t room = inflight->room == 0 ? 16 : inflight->room * 2;
    struct rlk_inflight_entry *entries = rlk_alloc(room * sizeof(*entries));

    if (entries == NULL)
        return false;
    for (uint32_t i = 0; i < inflight->count; i++)
        entries[i] =
            inflight->entries[(inflight->head + i) & (inflight->room - 1)];
    rlk_free(inflight->entries);
    inflight->entries = entries;
    inflight->room = room;
    inflight->head = 0;
    return true;
}

bool rlk_inflight_push(struct rlk_inflight *inflight,
                       const struct rlk_inflight_entry *entry)
{
    if (inflight->count == inflight->room && !grow(inflight))
        return false;
    inflight
        ->entries[(inflight->head + inflight->count++) & (inflight->room - 1)] =
        *entry;
    return true;
}

bool rlk_inflight_pop(struct rlk_inflight *inflight,
                      struct rlk_inflight_entry *entry)
{
    if (inflight->count == 0)
        return false;
    *entry = inflight->entries[inflight->head];
    inflight->head = (inflight->head + 1) & (inflight->room - 1);
    inflight->count--;
    return true;
}

void rlk_inflight_unpush(struct rlk_inflight *inflight)
{
    assert(inflight->count > 0);
    inflight->count--;
}

void rlk_inflight_clear(struct rlk_inflight *inflight)
{
    rlk_free(inflight->entries);
    *inflight = (struct rlk_inflight){0};
}
