/* SPDX-License-Identifier: MIT */
/* A growing ring of requests, oldest first. */

#include "redlock/errand.h"

#include <assert.h>
#include <stddef.h>

#include "redlock/memory.h"

static bool grow(struct rlk_errands *errands)
{
    uint32_t room = errands->room == 0 ? 16 : errands->room * 2;
    struct rlk_errand_entry *entries = rlk_alloc(room * sizeof(*entries));

    if (entries == NULL)
        return false;
    for (uint32_t i = 0; i < errands->count; i++)
        entries[i] =
            errands->entries[(errands->head + i) & (errands->room - 1)];
    rlk_free(errands->entries);
    errands->entries = entries;
    errands->room = room;
    errands->head = 0;
    return true;
}

bool rlk_errands_push(struct rlk_errands *errands,
                      const struct rlk_errand_entry *entry)
{
    if (errands->count == errands->room && !grow(errands))
        return false;
    errands->entries[(errands->head + errands->count++) & (errands->room - 1)] =
        *entry;
    return true;
}

bool rlk_errands_pop(struct rlk_errands *errands,
                     struct rlk_errand_entry *entry)
{
    if (errands->count == 0)
        return false;
    *entry = errands->entries[errands->head];
    errands->head = (errands->head + 1) & (errands->room - 1);
    errands->count--;
    return true;
}

void rlk_errands_unpush(struct rlk_errands *errands)
{
    assert(errands->count > 0);
    errands->count--;
}

void rlk_errands_clear(struct rlk_errands *errands)
{
    rlk_free(errands->entries);
    *errands = (struct rlk_errands){0};
}
