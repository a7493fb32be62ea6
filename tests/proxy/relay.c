/* SPDX-License-Identifier: MIT */
/* The routes, their links, and the loop. */

#include "tests/proxy/relay.h"

#include <arpa/inet.h>
#include <err.h>
#include <errno.h>
#include <netdb.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#include "tests/proxy/link.h"

#define ROUTES_MAX 16
#define LINKS_MAX 256
#define TARGET_MAX 128
#define NS_PER_S INT64_C(1000000000)

struct route {
    int listener; /* -1: connections are refused */
    int port;
    char target[TARGET_MAX];
    struct proxy_faults faults;
};

struct relay {
    int wake;
    struct route route[ROUTES_MAX];
    int routes;
    struct link link[LINKS_MAX]; /* borrows the faults of its route */
    int links;                   /* links beyond this index are not in use */
    struct pollfd poll[1 + ROUTES_MAX + LINK_PEERS * LINKS_MAX];
};

/* --- addresses ------------------------------------------------------------ */

static int listen_on(int port)
{
    struct sockaddr_in address = {.sin_family = AF_INET,
                                  .sin_port = htons((uint16_t)port),
                                  .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    int on = 1;

    setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof(on));
    if (bind(fd, (struct sockaddr *)&address, sizeof(address)) == -1 ||
        listen(fd, SOMAXCONN) == -1)
        err(1, "the proxy's port %d", port);
    return fd;
}

static int port_of(int listener)
{
    struct sockaddr_in address;
    socklen_t length = sizeof(address);

    if (getsockname(listener, (struct sockaddr *)&address, &length) == -1)
        err(1, "the proxy's port");
    return ntohs(address.sin_port);
}

/* The socket, or -1. */
static int connect_address(int family, const void *address, socklen_t length)
{
    int fd = socket(family, SOCK_STREAM | SOCK_CLOEXEC, 0);

    if (connect(fd, address, length) == 0)
        return fd;
    close(fd);
    return -1;
}

static int connect_path(const char *path)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};

    snprintf(address.sun_path, sizeof(address.sun_path), "%s", path);
    return connect_address(AF_UNIX, &address, sizeof(address));
}

static int connect_target(const char *target)
{
    struct addrinfo hints = {.ai_family = AF_INET, .ai_socktype = SOCK_STREAM};
    struct addrinfo *found;
    char host[TARGET_MAX];
    char *port;
    int fd;

    if (target[0] == '/')
        return connect_path(target);
    snprintf(host, sizeof(host), "%s", target);
    port = strrchr(host, ':');
    *port++ = '\0';
    if (getaddrinfo(host, port, &hints, &found) != 0)
        return -1;
    fd = connect_address(AF_INET, found->ai_addr, found->ai_addrlen);
    freeaddrinfo(found);
    return fd;
}

/* --- routes and links ----------------------------------------------------- */

static void set_listening(struct route *route, bool listening)
{
    if (listening && route->listener == -1) {
        route->listener = listen_on(route->port);
    } else if (!listening && route->listener != -1) {
        close(route->listener);
        route->listener = -1;
    }
}

static bool stands_on(const struct link *link, const struct route *route)
{
    return link->faults == &route->faults;
}

static struct link *unused_link(struct relay *relay)
{
    for (int i = 0; i < LINKS_MAX; i++) {
        if (relay->link[i].faults != NULL)
            continue;
        if (i >= relay->links)
            relay->links = i + 1;
        return &relay->link[i];
    }
    return NULL;
}

/* Closes the client's connection if the server is not reachable. */
static void welcome(struct relay *relay, const struct route *route)
{
    int client = accept4(route->listener, NULL, NULL, SOCK_CLOEXEC);
    int server = client != -1 ? connect_target(route->target) : -1;
    struct link *link = server != -1 ? unused_link(relay) : NULL;

    if (link != NULL) {
        link_begin(link, &route->faults, client, server);
        return;
    }
    if (client != -1)
        close(client);
    if (server != -1)
        close(server);
}

/* --- waiting -------------------------------------------------------------- */

static struct pollfd *poll_of_route(struct relay *relay, int i)
{
    return &relay->poll[1 + i];
}

static struct pollfd *poll_of_link(struct relay *relay, int i,
                                   enum link_peer peer)
{
    return &relay->poll[1 + ROUTES_MAX + LINK_PEERS * i + (int)peer];
}

static struct pollfd readable(int fd)
{
    return (struct pollfd){.fd = fd, .events = POLLIN};
}

static void await_link(struct relay *relay, int i)
{
    for (enum link_peer peer = LINK_CLIENT; peer < LINK_PEERS; peer++) {
        const struct link_side *side = &relay->link[i].side[peer];
        bool reads = relay->link[i].faults != NULL && !side->ended;

        *poll_of_link(relay, i, peer) = readable(reads ? side->fd : -1);
    }
}

/* The time until bytes are due; LINK_NEVER: none are queued. */
static int64_t left_ns(const struct relay *relay)
{
    int64_t due = LINK_NEVER;
    int64_t now = link_now();

    for (int i = 0; i < relay->links; i++)
        if (link_due(&relay->link[i]) < due)
            due = link_due(&relay->link[i]);
    if (due == LINK_NEVER)
        return due;
    return due > now ? due - now : 0;
}

/* --- functions for the owner ---------------------------------------------- */

struct relay *relay_new(int wake)
{
    struct relay *relay = calloc(1, sizeof(*relay));

    if (relay == NULL)
        errx(1, "the proxy has no memory");
    /* Makes delays exact to the microsecond. */
    prctl(PR_SET_TIMERSLACK, 1UL);
    relay->wake = wake;
    return relay;
}

int relay_open(struct relay *relay, int port, const char *target)
{
    struct route *route = &relay->route[relay->routes++];

    if (relay->routes > ROUTES_MAX ||
        (target[0] != '/' && strchr(target, ':') == NULL))
        errx(1, "%s: no route leads there", target);
    route->listener = listen_on(port);
    route->port = port_of(route->listener);
    snprintf(route->target, sizeof(route->target), "%s", target);
    return route->port;
}

void relay_set(struct relay *relay, int which,
               const struct proxy_faults *faults)
{
    struct route *route = &relay->route[which];

    route->faults = *faults;
    set_listening(route, !faults->refuse);
    for (int i = 0; i < relay->links; i++)
        if (stands_on(&relay->link[i], route))
            link_obey(&relay->link[i]);
}

void relay_lead(struct relay *relay, int which, const char *target)
{
    struct route *route = &relay->route[which];

    snprintf(route->target, sizeof(route->target), "%s", target);
    for (int i = 0; i < relay->links; i++) {
        int server;

        if (!stands_on(&relay->link[i], route))
            continue;
        server = connect_target(target);
        if (server != -1)
            link_lead(&relay->link[i], server);
        else
            link_end(&relay->link[i]);
    }
}

void relay_wait(struct relay *relay)
{
    nfds_t count = 1 + ROUTES_MAX + LINK_PEERS * (nfds_t)relay->links;
    int64_t left = left_ns(relay);
    struct timespec timeout = {.tv_sec = (time_t)(left / NS_PER_S),
                               .tv_nsec = (long)(left % NS_PER_S)};

    relay->poll[0] = readable(relay->wake);
    for (int i = 0; i < ROUTES_MAX; i++)
        *poll_of_route(relay, i) =
            readable(i < relay->routes ? relay->route[i].listener : -1);
    for (int i = 0; i < relay->links; i++)
        await_link(relay, i);
    if (ppoll(relay->poll, count, &timeout, NULL) == -1 && errno != EINTR)
        err(1, "poll");
}

void relay_serve(struct relay *relay)
{
    for (int i = 0; i < relay->links; i++) {
        struct link *link = &relay->link[i];

        for (enum link_peer peer = LINK_CLIENT; peer < LINK_PEERS; peer++)
            if (link->faults != NULL &&
                poll_of_link(relay, i, peer)->revents != 0)
                link_take_in(link, peer);
        if (link->faults != NULL)
            link_let_out(link);
    }
    for (int i = 0; i < relay->routes; i++)
        if (poll_of_route(relay, i)->revents != 0)
            welcome(relay, &relay->route[i]);
}
