/* SPDX-License-Identifier: MIT */
/*
 * delay MICROSECONDS COMMAND...: puts a proxy before each of the masters of
 * BENCH_PORTS and runs COMMAND with the proxies' ports in its place. Whatever
 * passes, passes so many microseconds later, in each direction.
 */

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/timerfd.h>
#include <unistd.h>

#include "bench/beside.h"
#include "bench/driver.h"

#define PIECE_MAX 16384
#define EVENTS_MAX 64

/* One end of a connection, or a listening socket. Lives until the end. */
struct side {
    int fd;
    int master;         /* listening: the port it stands for; else 0 */
    struct side *other; /* where to goes what comes in here */
};

/* Bytes on their way. No bytes: the end of the stream. */
struct piece {
    struct piece *next;
    struct side *to;
    int64_t due;
    size_t length;
    char bytes[];
};

static int64_t delay_ns;
static int loop_fd;
static int timer_fd;
/* The delay is the same for all, so they fall due in order. */
static struct piece *first;
static struct piece **last = &first;

static void watch(struct side *side, int fd)
{
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = side};

    if (epoll_ctl(loop_fd, EPOLL_CTL_ADD, fd, &event) != 0)
        driver_fail("epoll_ctl: %s", strerror(errno));
}

static struct side *new_side(int fd)
{
    struct side *side = calloc(1, sizeof(*side));
    int on = 1;

    if (!side)
        driver_fail("no memory");
    side->fd = fd;
    (void)setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof(on));
    watch(side, fd);
    return side;
}

static void accept_connection(const struct side *listening)
{
    struct sockaddr_in address = beside_address(listening->master);
    int client = accept4(listening->fd, NULL, NULL, SOCK_CLOEXEC);
    int master = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    struct side *a;
    struct side *b;

    if (client < 0 || master < 0 ||
        connect(master, (struct sockaddr *)&address, sizeof(address)) != 0) {
        (void)close(client);
        (void)close(master);
        return;
    }
    a = new_side(client);
    b = new_side(master);
    a->other = b;
    b->other = a;
}

static void arm_timer(void)
{
    struct itimerspec when = {.it_value.tv_sec = 0};

    if (first) {
        when.it_value.tv_sec = first->due / 1000000000;
        when.it_value.tv_nsec = first->due % 1000000000;
    }
    (void)timerfd_settime(timer_fd, TFD_TIMER_ABSTIME, &when, NULL);
}

static void take_in(struct side *from)
{
    char bytes[PIECE_MAX];
    ssize_t length = recv(from->fd, bytes, sizeof(bytes), 0);
    struct piece *piece;

    if (length < 0)
        length = 0;
    if (length == 0)
        (void)epoll_ctl(loop_fd, EPOLL_CTL_DEL, from->fd, NULL);
    piece = malloc(sizeof(*piece) + (size_t)length);
    if (!piece)
        driver_fail("no memory");
    piece->next = NULL;
    piece->to = from->other;
    piece->due = driver_now() + delay_ns;
    piece->length = (size_t)length;
    memcpy(piece->bytes, bytes, (size_t)length);
    *last = piece;
    last = &piece->next;
    if (first == piece)
        arm_timer();
}

static void let_out(void)
{
    int64_t now = driver_now();

    while (first && first->due <= now) {
        struct piece *piece = first;

        first = piece->next;
        if (!first)
            last = &first;
        if (piece->length == 0)
            (void)shutdown(piece->to->fd, SHUT_WR);
        else
            (void)send(piece->to->fd, piece->bytes, piece->length,
                       MSG_NOSIGNAL);
        free(piece);
    }
    arm_timer();
}

static _Noreturn void serve(void)
{
    struct epoll_event event[EVENTS_MAX];

    timer_fd = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC);
    watch(NULL, timer_fd);
    for (;;) {
        int ready = epoll_wait(loop_fd, event, EVENTS_MAX, -1);

        for (int i = 0; i < ready; i++) {
            struct side *side = event[i].data.ptr;

            if (!side)
                let_out();
            else if (side->master > 0)
                accept_connection(side);
            else
                take_in(side);
        }
    }
}

/* Returns the port. */
static int listen_for(struct side *side, int master)
{
    struct sockaddr_in address = beside_address(0);
    socklen_t length = sizeof(address);
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);

    if (fd < 0 || bind(fd, (struct sockaddr *)&address, length) != 0 ||
        listen(fd, SOMAXCONN) != 0 ||
        getsockname(fd, (struct sockaddr *)&address, &length) != 0)
        driver_fail("no port to listen on: %s", strerror(errno));
    *side = (struct side){.fd = fd, .master = master};
    watch(side, fd);
    return ntohs(address.sin_port);
}

int main(int argc, char **argv)
{
    /* Without words: what is after them is the command's business. */
    struct driver masters;
    struct side listening[DRIVER_NODES_MAX];
    int port[DRIVER_NODES_MAX];
    pid_t server;
    int status;

    if (argc < 3)
        driver_fail("usage: delay MICROSECONDS COMMAND...");
    driver_init(&masters, 1, argv);
    delay_ns = driver_number("delay", argv[1], 1000000) * 1000;
    (void)prctl(PR_SET_PDEATHSIG, SIGTERM);
    (void)prctl(PR_SET_TIMERSLACK, 1UL);
    loop_fd = epoll_create1(EPOLL_CLOEXEC);
    for (int i = 0; i < masters.plan.nodes; i++)
        port[i] = listen_for(&listening[i], masters.plan.port[i]);
    server = beside_fork();
    if (server == 0)
        serve();
    beside_tell_ports(port, masters.plan.nodes);
    status = beside_run(argv + 2);
    beside_end(server);
    return status;
}
