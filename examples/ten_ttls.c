/* SPDX-License-Identifier: MIT */
/*
 * ten-ttls [TTL_MS]: holds a kept lock for ten times its TTL. Its loop only
 * dispatches; the descriptor alone shows when a renewal is due. Exit status 1
 * if the lock is lost earlier.
 */
#include <poll.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "redlock/redlock.h"

static struct redlock_lock *lock;
static bool refused, lost;
static int renewals;

static void on_acquired(void *user, enum redlock_status status,
                        struct redlock_lock *won)
{
    (void)user;
    lock = won;
    refused = status != REDLOCK_OK;
}

static void on_renewed(struct redlock_lock *which, void *user)
{
    (void)which, (void)user;
    renewals++;
}

static void on_lost(struct redlock_lock *which, void *user)
{
    (void)which, (void)user;
    lost = true;
}

static long long boot_ms(void)
{
    struct timespec now;

    (void)clock_gettime(CLOCK_BOOTTIME, &now);
    return now.tv_sec * 1000LL + now.tv_nsec / 1000000;
}

static void turn(struct redlock_client *client, int timeout_ms)
{
    struct pollfd one = {.fd = redlock_fd(client), .events = POLLIN};

    if (poll(&one, 1, timeout_ms) == 1)
        (void)redlock_dispatch(client);
}

int main(int argc, char **argv)
{
    long ttl_ms = argc > 1 ? strtol(argv[1], NULL, 10) : 1000;
    struct redlock_settings settings = {.nodes = getenv("REDLOCK_NODES"),
                                        .node_timeout_ms = 5000};
    struct redlock_request request = {.resource = "ten",
                                      .ttl_ms = ttl_ms,
                                      .keep = true,
                                      .lost = on_lost,
                                      .renewed = on_renewed};
    struct redlock_client *client = NULL;
    long long end, now;

    if (redlock_open_on_fd(&settings, &client, NULL) != REDLOCK_OK ||
        redlock_async_acquire(client, &request, on_acquired, NULL, NULL) !=
            REDLOCK_OK)
        return 2;
    while (lock == NULL && !refused)
        turn(client, -1);
    end = boot_ms() + 10 * ttl_ms;
    while (!refused && !lost && (now = boot_ms()) < end)
        turn(client, (int)(end - now));
    printf("%s after %d renewals\n",
           lock != NULL && redlock_held(lock) ? "held" : "not held", renewals);
    redlock_close(client);
    return refused || lost;
}
