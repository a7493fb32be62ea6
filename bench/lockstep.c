/* SPDX-License-Identifier: MIT */
/*
 * A library to preload: epoll_wait() begins when every request has been
 * answered, and reports the sockets in the order of the nodes. A driver that is
 * counted then does the same work in each run; otherwise the number of answers
 * in a turn depends on the machine. Callgrind does not count what happens here.
 */

#include <poll.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <time.h>

#if __has_include(<valgrind/callgrind.h>)
#include <valgrind/callgrind.h>
#else
#define CALLGRIND_TOGGLE_COLLECT
#endif

#define SOCKETS_MAX 64
#define BYTES_MAX 65536
#define PAUSES_MAX 1000

#pragma GCC visibility push(default)

static int asked[SOCKETS_MAX]; /* requests that no answer was read for */

/* A request begins with '*' after the end of a line. */
static int requests_in(const char *bytes, size_t length)
{
    int count = 0;

    for (size_t i = 0; i < length; i++)
        count += bytes[i] == '*' && (i == 0 || bytes[i - 1] == '\n');
    return count;
}

/* Each answer has a line. */
static int lines_in(int socket)
{
    static char bytes[BYTES_MAX];
    ssize_t length = recvfrom(socket, bytes, sizeof(bytes),
                              MSG_PEEK | MSG_DONTWAIT, NULL, NULL);
    int count = 0;

    for (ssize_t i = 0; i < length; i++)
        count += bytes[i] == '\n';
    return count;
}

ssize_t send(int socket, const void *bytes, size_t length, int flags)
{
    CALLGRIND_TOGGLE_COLLECT;
    if (socket < SOCKETS_MAX)
        asked[socket] += requests_in(bytes, length);
    CALLGRIND_TOGGLE_COLLECT;
    return sendto(socket, bytes, length, flags, NULL, 0);
}

ssize_t recv(int socket, void *bytes, size_t length, int flags)
{
    if (socket < SOCKETS_MAX)
        asked[socket] = 0;
    return recvfrom(socket, bytes, length, flags, NULL, NULL);
}

static void await_answers(void)
{
    const struct timespec pause = {.tv_nsec = 1000000};
    int pauses = 0;

    for (int socket = 0; socket < SOCKETS_MAX; socket++) {
        while (asked[socket] > 0 && lines_in(socket) < asked[socket] &&
               pauses++ < PAUSES_MAX)
            (void)nanosleep(&pause, NULL);
    }
}

static void sort(struct epoll_event *events, int count)
{
    for (int i = 1; i < count; i++) {
        struct epoll_event event = events[i];
        int to = i;

        for (; to > 0 && events[to - 1].data.u32 > event.data.u32; to--)
            events[to] = events[to - 1];
        events[to] = event;
    }
}

int epoll_wait(int epoll, struct epoll_event *events, int most, int timeout_ms)
{
    int count;

    CALLGRIND_TOGGLE_COLLECT;
    await_answers();
    count = epoll_pwait(epoll, events, most, timeout_ms, NULL);
    sort(events, count);
    CALLGRIND_TOGGLE_COLLECT;
    return count;
}
