/* SPDX-License-Identifier: MIT */
/* The folders and files of the private masters. */

#include "redlock/local/paths.h"

#include <assert.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum redlock_status rlk_local_problem(struct redlock_problem *problem,
                                      enum redlock_status status,
                                      const char *format, ...)
{
    va_list values;

    if (problem == NULL)
        return status;
    problem->position = 0;
    va_start(values, format);
    (void)vsnprintf(problem->text, sizeof(problem->text), format, values);
    va_end(values);
    return status;
}

/*
 * Is it a folder of this user's, as the XDG specification demands? After su or
 * sudo the variable may still name the folder of another user.
 */
static bool is_own_folder(const char *path)
{
    struct stat found;

    return path[0] == '/' && stat(path, &found) == 0 &&
           S_ISDIR(found.st_mode) && found.st_uid == geteuid();
}

enum redlock_status rlk_local_base(char *base, struct redlock_problem *problem)
{
    const char *runtime = getenv("XDG_RUNTIME_DIR");
    int length;

    if (runtime != NULL && is_own_folder(runtime))
        length = snprintf(base, RLK_LOCAL_PATH_MAX, "%s/redlock", runtime);
    else
        length = snprintf(base, RLK_LOCAL_PATH_MAX, "/tmp/redlock-%u",
                          (unsigned)geteuid());
    if (length >= RLK_LOCAL_PATH_MAX)
        return rlk_local_problem(problem, REDLOCK_SYSTEM,
                                 "the path in XDG_RUNTIME_DIR is too long "
                                 "for a unix socket");
    return REDLOCK_OK;
}

enum redlock_status rlk_local_set_init(struct rlk_local_set *set, int nodes,
                                       struct redlock_problem *problem)
{
    enum redlock_status status;
    int length;

    if (nodes < 1 || nodes > REDLOCK_NODES_MAX)
        return rlk_local_problem(problem, REDLOCK_BAD_NODES,
                                 "local:%d: the number of nodes is 1 .. %d",
                                 nodes, REDLOCK_NODES_MAX);
    set->nodes = nodes;
    status = rlk_local_base(set->base, problem);
    if (status != REDLOCK_OK)
        return status;
    length =
        snprintf(set->dir, sizeof(set->dir), "%s/local-%d", set->base, nodes);
    /* The longest name below it, so that no later path can be cut. */
    if (length + (int)strlen("/00.sock") >= RLK_LOCAL_PATH_MAX)
        return rlk_local_problem(problem, REDLOCK_SYSTEM,
                                 "%s: the path is too long for a unix socket",
                                 set->base);
    return REDLOCK_OK;
}

enum redlock_status rlk_local_dir_check(const char *path, bool *exists,
                                        struct redlock_problem *problem)
{
    struct stat found;

    *exists = lstat(path, &found) == 0;
    if (!*exists && errno == ENOENT)
        return REDLOCK_OK;
    if (!*exists)
        return rlk_local_problem(problem, REDLOCK_SYSTEM, "%s: %s", path,
                                 strerror(errno));
    if (!S_ISDIR(found.st_mode))
        return rlk_local_problem(problem, REDLOCK_SYSTEM,
                                 "%s is not a folder: remove it", path);
    if (found.st_uid != geteuid())
        return rlk_local_problem(problem, REDLOCK_SYSTEM,
                                 "%s belongs to another user", path);
    if ((found.st_mode & (S_IWGRP | S_IWOTH)) != 0)
        return rlk_local_problem(problem, REDLOCK_SYSTEM,
                                 "%s can be written by others: chmod 700 it",
                                 path);
    return REDLOCK_OK;
}

enum redlock_status rlk_local_dir_make(const char *path,
                                       struct redlock_problem *problem)
{
    bool exists;

    if (mkdir(path, 0700) != 0 && errno != EEXIST)
        return rlk_local_problem(problem, REDLOCK_SYSTEM,
                                 "cannot make the folder %s: %s", path,
                                 strerror(errno));
    return rlk_local_dir_check(path, &exists, problem);
}

const char *rlk_local_file(const struct rlk_local_set *set, int node,
                           const char *suffix, char *path)
{
    int length =
        snprintf(path, RLK_LOCAL_PATH_MAX, "%s/%d.%s", set->dir, node, suffix);

    assert(length < RLK_LOCAL_PATH_MAX); /* by rlk_local_set_init() */
    return path;
}
