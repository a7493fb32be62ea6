/* SPDX-License-Identifier: MIT */
/*
 * reentrant: the holder acquires its lock again and again, as in a function
 * that calls itself. A rival gets the lock only after the last release. Each
 * acquisition is a lock of its own with the fencing token of the first one. It
 * could be made by another process that knows the owner's name and this token.
 */
#include <stdio.h>
#include <stdlib.h>

#include "redlock/redlock.h"

static struct redlock_client *client(void)
{
    struct redlock_settings settings = {.nodes = getenv("REDLOCK_NODES"),
                                        .node_timeout_ms = 5000};
    struct redlock_client *client = NULL;

    if (redlock_open(&settings, &client, NULL) != REDLOCK_OK)
        exit(2);
    return client;
}

static void try(struct redlock_client *rival)
{
    struct redlock_request request = {.resource = "books", .fencing = true};
    struct redlock_lock *lock = NULL;

    printf("rival: %s\n",
           redlock_strerror(redlock_acquire(rival, &request, &lock)));
    (void)redlock_release(&lock, NULL);
}

static void take(struct redlock_client *owner, struct redlock_client *rival,
                 int64_t fence, int depth)
{
    struct redlock_request request = {.resource = "books",
                                      .fencing = true,
                                      .owner = "ann",
                                      .owner_fence = fence};
    struct redlock_lock *lock = NULL;

    if (redlock_acquire(owner, &request, &lock) != REDLOCK_OK)
        exit(2);
    printf("%d: fence %lld\n", depth, (long long)redlock_fence(lock));
    if (depth < 3)
        take(owner, rival, redlock_fence(lock), depth + 1);
    try(rival);
    (void)redlock_release(&lock, NULL);
}

int main(void)
{
    struct redlock_client *owner = client();
    struct redlock_client *rival = client();

    take(owner, rival, 0, 1);
    try(rival);
    redlock_close(owner);
    redlock_close(rival);
    return 0;
}
