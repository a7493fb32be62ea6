/* SPDX-License-Identifier: MIT */
/*
 * queue FOLDER [K]: a worker of a queue of jobs, each a file in the folder. Any
 * number of workers may be started, on any machine. K of them, 2 by default,
 * work at a time, and the others wait.
 *
 * The worker's slot is a number from 0 to K - 1 that no other worker has at the
 * same time. It can select a port, a directory or a share of the memory.
 */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "redlock/redlock.h"

/* Does one job and deletes its file. Returns 0 if no job is left. */
static int work(int slot)
{
    DIR *folder = opendir(".");
    const struct dirent *job;
    int done = 0;

    while (folder != NULL && !done && (job = readdir(folder)) != NULL) {
        done = job->d_name[0] != '.' && unlink(job->d_name) == 0;
        if (done)
            printf("slot %d does %s\n", slot, job->d_name);
    }
    if (folder != NULL)
        closedir(folder);
    return done;
}

int main(int argc, char **argv)
{
    struct redlock_settings settings = {.nodes = getenv("REDLOCK_NODES"),
                                        .node_timeout_ms = 5000};
    struct redlock_request request = {.size = sizeof(request),
                                      .resource = "workers",
                                      .wait_ms = REDLOCK_FOREVER,
                                      .keep = true,
                                      .slots = argc > 2 ? atoi(argv[2]) : 2};
    struct redlock_client *client = NULL;
    struct redlock_lock *lock = NULL;

    if (argc < 2 || chdir(argv[1]) != 0 ||
        redlock_open(&settings, &client, NULL) != REDLOCK_OK ||
        redlock_acquire(client, &request, &lock) != REDLOCK_OK)
        return 1;
    while (redlock_held(lock) && work(redlock_slot(lock)))
        continue;
    redlock_release(&lock, NULL);
    redlock_close(client);
    return 0;
}
