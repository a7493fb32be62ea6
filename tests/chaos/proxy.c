/* SPDX-License-Identifier: MIT */
/*
 * proxy PORT=HOST:PORT=FILE...: a slow network. Listens on ports of 127.0.0.1
 * and hands everything on, in each direction as many milliseconds late as the
 * file says at that moment. Ends with the process that started it.
 */

#include <arpa/inet.h>
#include <err.h>
#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#define ROUTES_MAX 16
#define LINKS_MAX 128
#define CHUNK_BYTES 4096

struct route {
    int listener;
    int delay; /* the file */
    char *host;
    char *port;
};

struct chunk {
    struct chunk *next;
    int64_t due;
    size_t count;
    char bytes[CHUNK_BYTES];
};

/* One direction: what was read here, and is to be written to the other. */
struct side {
    int fd;
    struct chunk *first;
    struct chunk **last;
};

struct link {
    const struct route *route; /* NULL: not in use */
    struct side side[2];
};

static struct route routes[ROUTES_MAX];
static size_t route_count;
static struct link nodes[LINKS_MAX];

static int64_t now_ms(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000LL + now.tv_nsec / 1000000;
}

static int64_t delay_ms(const struct route *route)
{
    char text[16] = "";

    if (pread(route->delay, text, sizeof(text) - 1, 0) < 0)
        err(1, "a delay");
    return strtol(text, NULL, 10);
}

static int listen_on(const char *port)
{
    struct sockaddr_in address = {.sin_family = AF_INET};
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    int on = 1;

    address.sin_port = htons((uint16_t)strtoul(port, NULL, 10));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof(on));
    if (bind(fd, (struct sockaddr *)&address, sizeof(address)) == -1 ||
        listen(fd, LINKS_MAX) == -1)
        err(1, "port %s", port);
    return fd;
}

static void add_route(char *text)
{
    struct route *route = &routes[route_count++];
    char *port = strsep(&text, "=");
    char *target = strsep(&text, "=");

    if (route_count > ROUTES_MAX || target == NULL || text == NULL ||
        strrchr(target, ':') == NULL)
        errx(64, "usage: proxy PORT=HOST:PORT=FILE...");
    route->delay = open(text, O_RDONLY | O_CLOEXEC);
    if (route->delay == -1)
        err(1, "%s", text);
    route->host = target;
    route->port = strrchr(target, ':');
    *route->port++ = '\0';
    route->listener = listen_on(port);
}

static int connect_to(const struct route *route)
{
    struct addrinfo hints = {.ai_family = AF_INET, .ai_socktype = SOCK_STREAM};
    struct addrinfo *found = NULL;
    int fd = -1;

    if (getaddrinfo(route->host, route->port, &hints, &found) != 0)
        return -1;
    fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (fd != -1 && connect(fd, found->ai_addr, found->ai_addrlen) == -1) {
        close(fd);
        fd = -1;
    }
    freeaddrinfo(found);
    return fd;
}

static void welcome(const struct route *route)
{
    int client = accept4(route->listener, NULL, NULL, SOCK_CLOEXEC);
    struct link *link = nodes;
    int server;

    if (client == -1)
        return;
    while (link < nodes + LINKS_MAX && link->route != NULL)
        link++;
    server = link < nodes + LINKS_MAX ? connect_to(route) : -1;
    if (server == -1) {
        close(client);
        return;
    }
    *link =
        (struct link){.route = route, .side = {{.fd = client}, {.fd = server}}};
    link->side[0].last = &link->side[0].first;
    link->side[1].last = &link->side[1].first;
}

static void end_link(struct link *link)
{
    for (int i = 0; i < 2; i++) {
        struct chunk *chunk = link->side[i].first;

        while (chunk != NULL) {
            struct chunk *next = chunk->next;

            free(chunk);
            chunk = next;
        }
        close(link->side[i].fd);
    }
    link->route = NULL;
}

/* false: the connection has ended. */
static bool take_in(struct link *link, struct side *side)
{
    struct chunk *chunk = calloc(1, sizeof(*chunk));
    ssize_t count;

    if (chunk == NULL)
        err(1, "no memory");
    count = recv(side->fd, chunk->bytes, sizeof(chunk->bytes), 0);
    if (count <= 0) {
        free(chunk);
        return false;
    }
    chunk->count = (size_t)count;
    chunk->due = now_ms() + delay_ms(link->route);
    *side->last = chunk;
    side->last = &chunk->next;
    return true;
}

static bool hand_on(struct side *from, const struct side *to, int64_t now)
{
    while (from->first != NULL && from->first->due <= now) {
        struct chunk *chunk = from->first;

        if (send(to->fd, chunk->bytes, chunk->count, MSG_NOSIGNAL) !=
            (ssize_t)chunk->count)
            return false;
        from->first = chunk->next;
        if (from->first == NULL)
            from->last = &from->first;
        free(chunk);
    }
    return true;
}

/* Hands on what is due; the milliseconds until the next is, or -1. */
static int hand_on_all(void)
{
    int64_t now = now_ms();
    int64_t next = -1;

    for (struct link *link = nodes; link < nodes + LINKS_MAX; link++) {
        if (link->route == NULL)
            continue;
        if (!hand_on(&link->side[0], &link->side[1], now) ||
            !hand_on(&link->side[1], &link->side[0], now)) {
            end_link(link);
            continue;
        }
        for (int i = 0; i < 2; i++) {
            const struct chunk *first = link->side[i].first;

            if (first != NULL && (next == -1 || first->due - now < next))
                next = first->due - now;
        }
    }
    return (int)next;
}

static void turn(void)
{
    struct pollfd polls[ROUTES_MAX + 2 * LINKS_MAX];
    nfds_t count = ROUTES_MAX + 2 * LINKS_MAX;

    for (size_t i = 0; i < ROUTES_MAX; i++)
        polls[i] = (struct pollfd){
            .fd = i < route_count ? routes[i].listener : -1, .events = POLLIN};
    for (size_t i = 0; i < LINKS_MAX; i++)
        for (size_t k = 0; k < 2; k++)
            polls[ROUTES_MAX + 2 * i + k] = (struct pollfd){
                .fd = nodes[i].route != NULL ? nodes[i].side[k].fd : -1,
                .events = POLLIN};
    if (poll(polls, count, hand_on_all()) == -1 && errno != EINTR)
        err(1, "poll");
    for (size_t i = 0; i < LINKS_MAX; i++)
        for (size_t k = 0; k < 2; k++)
            if (nodes[i].route != NULL &&
                polls[ROUTES_MAX + 2 * i + k].revents != 0 &&
                !take_in(&nodes[i], &nodes[i].side[k]))
                end_link(&nodes[i]);
    for (size_t i = 0; i < route_count; i++)
        if (polls[i].revents != 0)
            welcome(&routes[i]);
}

int main(int argc, char **argv)
{
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    for (int i = 1; i < argc; i++)
        add_route(argv[i]);
    for (;;)
        turn();
}
