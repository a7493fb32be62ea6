/* SPDX-License-Identifier: MIT */
/* One extension for each lock of the set. */

#include "redlock/sets/extend_set.h"

#include <stddef.h>

#include "redlock/runtime/memory.h"
#include "redlock/runtime/runtime.h"

struct rlk_set_extend_part {
    struct rlk_set_extend *whole;
    struct rlk_extend extend;
};

static void note(struct rlk_set_extend *whole, enum redlock_status status)
{
    if (status != REDLOCK_OK && whole->status != REDLOCK_LOST)
        whole->status = status;
    whole->left--;
}

static void end(struct rlk_set_extend *whole)
{
    rlk_free(whole->parts);
    whole->parts = NULL;
    rlk_call_end(&whole->call, whole->status, whole->call.started);
}

static void part_ended(struct rlk_completion *completion)
{
    struct rlk_set_extend_part *part = RLK_OWNER_OF(
        completion, struct rlk_set_extend_part, extend.call.completion);
    struct rlk_set_extend *whole = part->whole;

    note(whole, part->extend.call.status);
    if (whole->left == 0)
        end(whole);
}

enum redlock_status
rlk_set_extend_start(struct rlk_set_extend *whole, const struct rlk_set *set,
                     int64_t ttl_ns, struct redlock_report *report, int64_t now)
{
    if (set->lost || rlk_set_valid_until(set) == 0)
        return REDLOCK_LOST;
    whole->parts = rlk_alloc((size_t)set->count * sizeof(*whole->parts));
    if (whole->parts == NULL)
        return REDLOCK_NO_MEMORY;
    rlk_call_begin(&whole->call, set->runtime, NULL, now);
    whole->count = set->count;
    whole->left = set->count;
    whole->status = REDLOCK_OK;
    for (int i = 0; i < set->count; i++) {
        struct rlk_set_extend_part *part = &whole->parts[i];
        enum redlock_status status;
        part->whole = whole;
        part->extend.call.completion.run = part_ended;
        status = rlk_extend_start(&part->extend, set->members[i].lock, ttl_ns,
                                  i == 0 ? report : NULL, now);
        if (status != REDLOCK_OK)
            note(whole, status);
    }
    if (whole->left == 0)
        end(whole);
    return REDLOCK_OK;
}

void rlk_set_extend_drop(struct rlk_set_extend *whole, int64_t now)
{
    for (int i = 0; whole->parts != NULL && i < whole->count; i++) {
        if (whole->parts[i].extend.call.runtime != NULL)
            rlk_extend_drop(&whole->parts[i].extend, now);
    }
    rlk_free(whole->parts);
    whole->parts = NULL;
    rlk_call_drop(&whole->call);
}
