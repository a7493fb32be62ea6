/* SPDX-License-Identifier: MIT */
/* A tree of processes. */

#include "cli/warden/descendants.h"

#include <signal.h>
#include <stddef.h>
#include <unistd.h>

#include "cli/warden/proc_stat.h"

struct search {
    struct descendants *descendants;
    pid_t of; /* -1: it has ended, and its number may be another's */
    pid_t spared;
    bool grown;
};

static bool is_there(const struct descendant *descendant)
{
    struct proc_stat stat;

    return proc_stat_read(descendant->pid, &stat) &&
           stat.start == descendant->start && !stat.ended;
}

/* NULL: none of them has that number. */
static const struct descendant *find(const struct descendants *descendants,
                                     pid_t pid)
{
    for (int i = descendants->count - 1; i >= 0; i--) {
        if (descendants->found[i].pid == pid)
            return &descendants->found[i];
    }
    return NULL;
}

static bool is_parent(const struct search *search, pid_t pid)
{
    const struct descendant *found = find(search->descendants, pid);

    return pid == search->of || (found != NULL && is_there(found));
}

static bool is_new(const struct search *search, const struct proc_stat *stat)
{
    const struct descendant *found = find(search->descendants, stat->pid);

    return !stat->ended && stat->pid != search->of &&
           stat->pid != search->spared && stat->pid != getpid() &&
           (found == NULL || found->start != stat->start);
}

static bool look(const struct proc_stat *stat, void *user)
{
    struct search *search = user;
    struct descendants *descendants = search->descendants;

    if (descendants->count == DESCENDANTS_MAX)
        return false;
    if (!is_new(search, stat) || !is_parent(search, stat->parent))
        return true;
    descendants->found[descendants->count++] =
        (struct descendant){.pid = stat->pid, .start = stat->start};
    search->grown = true;
    return true;
}

void descendants_find(struct descendants *descendants, const struct process *of,
                      pid_t spared)
{
    struct search search = {
        .descendants = descendants,
        .of = process_ended(of) ? -1 : of->pid,
        .spared = spared,
    };

    do {
        search.grown = false;
        (void)proc_stat_each(look, &search);
    } while (search.grown);
}

void descendants_signal(const struct descendants *descendants, int from,
                        int number)
{
    for (int i = from; i < descendants->count; i++) {
        if (is_there(&descendants->found[i]))
            (void)kill(descendants->found[i].pid, number);
    }
}

bool descendants_live(const struct descendants *descendants)
{
    for (int i = 0; i < descendants->count; i++) {
        if (is_there(&descendants->found[i]))
            return true;
    }
    return false;
}
