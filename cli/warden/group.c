/* SPDX-License-Identifier: MIT */
/* Which processes of a group are left, without memory. */

#include "cli/warden/group.h"

#include <errno.h>
#include <signal.h>

#include "cli/warden/proc_stat.h"

struct search {
    pid_t group;
    bool found;
};

bool group_gone(pid_t group)
{
    return kill(-group, 0) < 0 && errno == ESRCH;
}

static bool look(const struct proc_stat *stat, void *user)
{
    struct search *search = user;

    search->found = stat->group == search->group && !stat->ended;
    return !search->found;
}

bool group_lives(pid_t group)
{
    struct search search = {.group = group};

    if (group_gone(group))
        return false;
    return !proc_stat_each(look, &search) || search.found;
}
