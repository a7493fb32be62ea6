/* SPDX-License-Identifier: MIT */
/* The demo's masters: started, killed, brought back, cleared away. */

#include "cli/demo/demo_masters.h"

#include <dirent.h>
#include <errno.h>
#include <ftw.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/base/clock.h"
#include "redlock/admin.h"

#define PARENT "/tmp"

/* Descriptors that removing a folder may use. */
#define DEPTH_MAX 8

static enum redlock_status system_problem(struct redlock_problem *problem,
                                          const char *what)
{
    (void)snprintf(problem->text, sizeof(problem->text), "%s: %s", what,
                   strerror(errno));
    return REDLOCK_SYSTEM;
}

static int remove_one(const char *path, const struct stat *found, int kind,
                      struct FTW *place)
{
    (void)found;
    (void)kind;
    (void)place;
    return remove(path);
}

/* Tells the redlock_local_ calls that follow which master they work on. */
static void set_runtime_dir(const char *runtime)
{
    (void)setenv("XDG_RUNTIME_DIR", runtime, 1);
}

static void clear_folder(const char *folder)
{
    char runtime[64];

    for (int i = 1; i <= DEMO_MASTERS; i++) {
        (void)snprintf(runtime, sizeof(runtime), "%s/%d", folder, i);
        set_runtime_dir(runtime);
        if (access(runtime, F_OK) == 0 &&
            redlock_local_stop(1, NULL, NULL) != REDLOCK_OK)
            return; /* the folder is what finds the server again */
    }
    (void)nftw(folder, remove_one, DEPTH_MAX, FTW_DEPTH | FTW_PHYS);
}

/* Folders of ours whose demo is no more. */
static void clear_leftovers(void)
{
    DIR *parent = opendir(PARENT);
    const struct dirent *entry;
    char prefix[32], path[48];
    struct stat found;

    (void)snprintf(prefix, sizeof(prefix), "redlock-demo-%u-",
                   (unsigned)geteuid());
    while (parent != NULL && (entry = readdir(parent)) != NULL) {
        int length =
            snprintf(path, sizeof(path), "%s/%s", PARENT, entry->d_name);
        long pid;

        if (strncmp(entry->d_name, prefix, strlen(prefix)) != 0 ||
            length >= (int)sizeof(path))
            continue;
        pid = strtol(entry->d_name + strlen(prefix), NULL, 10);
        if (pid <= 0 || pid > INT_MAX ||
            (pid != getpid() && kill((pid_t)pid, 0) == 0) ||
            lstat(path, &found) != 0 || !S_ISDIR(found.st_mode) ||
            found.st_uid != geteuid())
            continue;
        clear_folder(path);
    }
    if (parent != NULL)
        (void)closedir(parent);
}

static enum redlock_status start_one(struct demo_master *master, char *socket,
                                     struct redlock_problem *problem)
{
    enum redlock_status status;

    set_runtime_dir(master->runtime);
    status = redlock_local_start(1, NULL, problem);
    if (status == REDLOCK_OK)
        status = redlock_local_server(1, 1, socket, &master->pid);
    return status;
}

enum redlock_status demo_masters_start(struct demo_masters *masters,
                                       struct redlock_problem *problem)
{
    enum redlock_status status = REDLOCK_OK;
    char socket[108];

    *masters = (struct demo_masters){.nodes = ""};
    clear_leftovers();
    (void)snprintf(masters->folder, sizeof(masters->folder),
                   PARENT "/redlock-demo-%u-%d", (unsigned)geteuid(),
                   (int)getpid());
    (void)snprintf(masters->counter, sizeof(masters->counter), "%s/counter",
                   masters->folder);
    if (mkdir(masters->folder, 0700) != 0) {
        status = system_problem(problem, masters->folder);
        masters->folder[0] = '\0'; /* not ours to remove */
        return status;
    }
    for (int i = 0; i < DEMO_MASTERS && status == REDLOCK_OK; i++) {
        struct demo_master *master = &masters->master[i];
        size_t used = strlen(masters->nodes);

        (void)snprintf(master->runtime, sizeof(master->runtime), "%s/%d",
                       masters->folder, i + 1);
        if (mkdir(master->runtime, 0700) != 0)
            return system_problem(problem, master->runtime);
        status = start_one(master, socket, problem);
        (void)snprintf(masters->nodes + used, sizeof(masters->nodes) - used,
                       "%sunix://%s", i == 0 ? "" : ",", socket);
    }
    return status;
}

void demo_masters_kill(struct demo_masters *masters, int index)
{
    struct demo_master *master = &masters->master[index];

    (void)kill(master->pid, SIGKILL);
    master->pid = 0;
    master->quarantined = false;
}

enum redlock_status demo_masters_revive(struct demo_masters *masters, int index,
                                        struct redlock_problem *problem)
{
    struct demo_master *master = &masters->master[index];
    char socket[108];

    master->quarantined = true;
    master->back_ms = clock_now_ms();
    return start_one(master, socket, problem);
}

void demo_masters_end(struct demo_masters *masters)
{
    if (masters->folder[0] != '\0')
        clear_folder(masters->folder);
}
