/* SPDX-License-Identifier: MIT */
/*
 * with-poll: the event API behind one descriptor, in a loop of plain poll(2):
 * it acquires a lock, works while the loop waits for other descriptors, and
 * releases the lock. Any loop that waits for descriptors can be used instead.
 */
#include <poll.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/timerfd.h>
#include <unistd.h>

#include "redlock/redlock.h"

static struct redlock_lock *lock;
static bool over;
static int work; /* a timer: the other work of the program */

static void released(void *user, enum redlock_status status)
{
    (void)user;
    printf("released: %s\n", redlock_strerror(status));
    over = true;
}

static void worked(void)
{
    printf("worked, and %s it\n", redlock_held(lock) ? "held" : "lost");
    if (redlock_async_release(&lock, NULL, released, NULL) != REDLOCK_OK)
        over = true;
}

static void acquired(void *user, enum redlock_status status,
                     struct redlock_lock *won)
{
    const struct itimerspec soon = {.it_value = {.tv_nsec = 100000000}};

    (void)user;
    printf("acquired: %s\n", redlock_strerror(status));
    lock = won;
    over = status != REDLOCK_OK || timerfd_settime(work, 0, &soon, NULL) != 0;
}

static void run(struct redlock_client *client)
{
    struct pollfd fds[] = {
        {.fd = redlock_fd(client), .events = POLLIN},
        {.fd = work, .events = POLLIN},
    };

    while (!over && poll(fds, 2, -1) > 0) {
        if (fds[0].revents != 0 && redlock_dispatch(client) != REDLOCK_OK)
            return;
        if (fds[1].revents != 0) {
            fds[1].fd = -1; /* once */
            worked();
        }
    }
}

int main(void)
{
    struct redlock_settings settings = {.nodes = getenv("REDLOCK_NODES"),
                                        .node_timeout_ms = 5000};
    struct redlock_request request = {
        .resource = "job", .wait_ms = REDLOCK_FOREVER, .keep = true};
    struct redlock_client *client = NULL;

    work = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC);
    if (work < 0 ||
        redlock_open_on_fd(&settings, &client, NULL) != REDLOCK_OK ||
        redlock_async_acquire(client, &request, acquired, NULL, NULL) !=
            REDLOCK_OK)
        return 2;
    run(client);
    redlock_close(client);
    (void)close(work);
    return 0;
}
