/* SPDX-License-Identifier: MIT */
/* One release for each lock of the set. */

#include "redlock/sets/release_set.h"

#include <stddef.h>

#include "redlock/runtime/runtime.h"

static int badness(enum redlock_status status)
{
    switch ((int)status) {
    case REDLOCK_OK:
        return 0;
    case REDLOCK_UNREACHABLE:
        return 1;
    case REDLOCK_NO_RIGHTS:
        return 2;
    default:
        return 3;
    }
}

static void member_released(struct rlk_completion *completion)
{
    struct rlk_set_member *member = RLK_OWNER_OF(
        completion, struct rlk_set_member, release.call.completion);
    struct rlk_set *set = member->set;
    struct rlk_set_release *release =
        RLK_OWNER_OF(set->user, struct rlk_set_release, set);

    if (badness(member->release.call.status) > badness(release->status))
        release->status = member->release.call.status;
    if (--release->left > 0)
        return;
    rlk_set_free(set);
    rlk_call_end(&release->call, release->status, release->call.started);
}

void rlk_set_release_start(struct rlk_set_release *release, struct rlk_set *set,
                           struct redlock_report *report, int64_t now)
{
    rlk_call_begin(&release->call, set->runtime, NULL, now);
    release->set = set;
    release->left = set->count;
    release->status = REDLOCK_OK;
    set->user = &release->set;
    for (int i = 0; i < set->count; i++) {
        struct rlk_set_member *member = &set->members[i];
        struct redlock_lock *lock = member->lock;
        member->lock = NULL;
        member->release.call.completion.run = member_released;
        rlk_release_start(&member->release, lock, i == 0 ? report : NULL, now);
    }
}

void rlk_set_release_handles(struct rlk_set *set, int64_t now)
{
    for (int i = 0; i < set->count; i++) {
        struct redlock_lock *lock = set->members[i].lock;
        set->members[i].lock = NULL;
        rlk_release_handle(lock, now);
    }
    rlk_set_free(set);
}
