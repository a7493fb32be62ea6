/* SPDX-License-Identifier: MIT */
/*
 * expiry: the first holder takes longer than its TTL, and another client has
 * acquired the lock by then. The late release does not release that lock,
 * because the key has another token. A plain DEL would have freed it.
 */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "redlock/redlock.h"

static struct redlock_client *client(const char *name)
{
    struct redlock_settings settings = {.nodes = getenv("REDLOCK_NODES"),
                                        .node_timeout_ms = 5000,
                                        .label = name};
    struct redlock_client *client = NULL;

    if (redlock_open(&settings, &client, NULL) != REDLOCK_OK)
        exit(2);
    return client;
}

int main(void)
{
    struct redlock_client *first = client("first");
    struct redlock_client *second = client("second");
    struct redlock_lock *mine = NULL;
    struct redlock_lock *theirs = NULL;

    if (redlock_acquire(
            first,
            &(struct redlock_request){.resource = "cart", .ttl_ms = 1000},
            &mine) != REDLOCK_OK)
        return 2;
    if (redlock_acquire(
            second,
            &(struct redlock_request){.resource = "cart", .wait_ms = 60000},
            &theirs) != REDLOCK_OK)
        return 2;
    printf("first holds it: %s\n", redlock_held(mine) ? "yes" : "no");
    printf("first releases: %s\n",
           redlock_strerror(redlock_release(&mine, NULL)));
    printf("second holds it: %s\n", redlock_held(theirs) ? "yes" : "no");
    redlock_close(first);
    redlock_close(second);
    return 0;
}
