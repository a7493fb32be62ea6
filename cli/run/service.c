/* SPDX-License-Identifier: MIT */
/* Datagrams to a service manager. */

#include "cli/run/service.h"

#include <errno.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "cli/text/layout.h"
#include "redlock/redlock.h"

/* A name and the words before it. */
#define STATUS_MAX (REDLOCK_RESOURCE_MAX + 32)

/* Where it listens; 0: nobody does. An at sign stands for the byte 0. */
static socklen_t find_manager(struct sockaddr_un *address)
{
    const char *path = getenv("NOTIFY_SOCKET");
    size_t length = path == NULL ? 0 : strlen(path);

    *address = (struct sockaddr_un){.sun_family = AF_UNIX};
    if (length < 2 || length >= sizeof(address->sun_path) ||
        (path[0] != '/' && path[0] != '@'))
        return 0;
    memcpy(address->sun_path, path, length);
    if (path[0] == '@')
        address->sun_path[0] = '\0';
    return (socklen_t)(offsetof(struct sockaddr_un, sun_path) + length);
}

/* false: its queue is full. */
static bool tell(const char *text)
{
    struct sockaddr_un address;
    socklen_t length = find_manager(&address);
    bool full;
    int fd;

    if (length == 0)
        return true;
    fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (fd < 0)
        return true;
    full = sendto(fd, text, strlen(text), MSG_NOSIGNAL,
                  (const struct sockaddr *)&address, length) < 0 &&
           errno == EAGAIN;
    (void)close(fd);
    return !full;
}

/*
 * first: a line of its own; what: before the resource, for people. A name that
 * has lines must not add any.
 */
static bool tell_status(const char *first, const char *what,
                        const char *resource)
{
    char status[STATUS_MAX];
    char text[STATUS_MAX + 32];

    (void)snprintf(status, sizeof(status), "STATUS=%s %s", what, resource);
    plain_clean(status);
    (void)snprintf(text, sizeof(text), "%s%s", first, status);
    return tell(text);
}

void service_waits(const char *resource)
{
    (void)tell_status("", "waiting for", resource);
}

bool service_ready(const char *resource)
{
    return tell_status("READY=1\n", "holding", resource);
}

void service_lost(const char *resource)
{
    (void)tell_status("STOPPING=1\n", "lost", resource);
}

void service_ends(void)
{
    (void)tell("STOPPING=1");
}
