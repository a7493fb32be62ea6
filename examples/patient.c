/* SPDX-License-Identifier: MIT */
/*
 * patient RESOURCE: waits for a lock, for at most two seconds. It queues at a
 * node, and prints the holder. If the nodes keep no queue, it asks again after
 * at most 50 ms.
 *
 * Exit status: 0: it got the lock; 1: the time was over.
 */
#include <stdio.h>
#include <stdlib.h>

#include "redlock/redlock.h"

static void tell(const struct redlock_waiting *waiting, void *user)
{
    (void)user;
    printf("%s: %s has it\n", waiting->resource,
           waiting->holder == NULL ? "another client"
                                   : redlock_token_label(waiting->holder));
}

int main(int argc, char **argv)
{
    struct redlock_settings settings = {.nodes = getenv("REDLOCK_NODES"),
                                        .node_timeout_ms = 5000,
                                        .pause_max_ms = 50};
    struct redlock_request request = {.size = sizeof(request),
                                      .resource = argc > 1 ? argv[1] : "job",
                                      .wait_ms = 2000,
                                      .waiting = tell};
    struct redlock_client *client = NULL;
    struct redlock_lock *lock = NULL;
    enum redlock_status status;

    if (redlock_open(&settings, &client, NULL) != REDLOCK_OK)
        return 2;
    status = redlock_acquire(client, &request, &lock);
    printf("%s\n", redlock_strerror(status));
    redlock_close(client);
    return status == REDLOCK_OK ? 0 : 1;
}
