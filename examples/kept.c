/* SPDX-License-Identifier: MIT */
/*
 * kept: a lock with a TTL of three seconds for work of seven seconds. The
 * library renews it when a third of the TTL has passed. If the lock were lost,
 * the descriptor would become readable and the work would end.
 */
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>

#include "redlock/redlock.h"

static void renewed(struct redlock_lock *lock, void *user)
{
    (void)user;
    printf("renewed: %lld ms\n", (long long)redlock_remaining_ms(lock));
}

int main(void)
{
    struct redlock_settings settings = {.nodes = getenv("REDLOCK_NODES"),
                                        .node_timeout_ms = 500};
    struct redlock_request request = {
        .resource = "report", .ttl_ms = 3000, .keep = true, .renewed = renewed};
    struct redlock_client *client = NULL;
    struct redlock_lock *lock = NULL;
    struct pollfd lost = {.events = POLLIN};
    int is_lost;

    if (redlock_open(&settings, &client, NULL) != REDLOCK_OK ||
        redlock_acquire(client, &request, &lock) != REDLOCK_OK)
        return 2;
    lost.fd = redlock_lost_fd(lock);
    is_lost = poll(&lost, 1, 7000); /* the work */
    printf("%s\n", is_lost != 0 ? "lost" : "held to the end");
    redlock_close(client);
    return is_lost;
}
