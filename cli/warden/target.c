/* SPDX-License-Identifier: MIT */
/* A group, or a process and its descendants. */

#include "cli/warden/target.h"

#include <signal.h>

#include "cli/warden/group.h"

void target_signal(struct target *target, int number)
{
    struct descendants *descendants = &target->descendants;
    int known;

    if (target->group > 0) {
        (void)kill(-target->group, number);
        return;
    }
    descendants_find(descendants, &target->process, target->spared);
    known = descendants->count;
    (void)process_signal(&target->process, number);
    descendants_signal(descendants, 0, number);
    /* Again, for what was forked in between. */
    descendants_find(descendants, &target->process, target->spared);
    descendants_signal(descendants, known, number);
}

bool target_gone(const struct target *target)
{
    return target->group > 0 ? group_gone(target->group)
                             : !target_lives(target);
}

bool target_lives(const struct target *target)
{
    if (target->group > 0)
        return group_lives(target->group);
    return !process_ended(&target->process) ||
           descendants_live(&target->descendants);
}
