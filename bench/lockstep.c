/* SPDX-License-Identifier: MIT */
/*
 * A library to preload: epoll_wait() begins when every node that was sent
 * something has answered, and reports the sockets in the order of the nodes. A
 * driver that is counted then does the same work in each run; otherwise the
 * number of answers in a turn depends on the machine.
 */

#include <poll.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <time.h>

#define SOCKETS_MAX 64
#define PATIENCE_MS 1000

#pragma GCC visibility push(default)

static uint64_t asked; /* sockets, one bit each */

ssize_t send(int socket, const void *bytes, size_t length, int flags)
{
    if (socket < SOCKETS_MAX)
        asked |= UINT64_C(1) << socket;
    return sendto(socket, bytes, length, flags, NULL, 0);
}

ssize_t recv(int socket, void *bytes, size_t length, int flags)
{
    if (socket < SOCKETS_MAX)
        asked &= ~(UINT64_C(1) << socket);
    return recvfrom(socket, bytes, length, flags, NULL, NULL);
}

static int bytes_ready(void)
{
    int sum = 0;

    for (uint64_t left = asked; left != 0; left &= left - 1) {
        int count = 0;

        (void)ioctl(__builtin_ctzll(left), FIONREAD, &count);
        sum += count;
    }
    return sum;
}

/* The pauses are for the other answers of a pipeline. */
static void await_answers(void)
{
    const struct timespec pause = {.tv_nsec = 2000000};
    int before = -1;
    int ready = 0;

    for (uint64_t left = asked; left != 0; left &= left - 1) {
        struct pollfd one = {.fd = __builtin_ctzll(left), .events = POLLIN};

        (void)poll(&one, 1, PATIENCE_MS);
    }
    for (; ready != before; ready = bytes_ready()) {
        before = ready;
        (void)nanosleep(&pause, NULL);
    }
}

int epoll_wait(int epoll, struct epoll_event *events, int most, int timeout_ms)
{
    int count;

    await_answers();
    count = epoll_pwait(epoll, events, most, timeout_ms, NULL);
    for (int i = 1; i < count; i++) {
        struct epoll_event event = events[i];
        int to = i;

        for (; to > 0 && events[to - 1].data.u32 > event.data.u32; to--)
            events[to] = events[to - 1];
        events[to] = event;
    }
    return count;
}
