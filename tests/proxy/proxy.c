/* SPDX-License-Identifier: MIT */
/* A process with one route, controlled by a socket. */

#include "tests/proxy/proxy.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/proxy/relay.h"

#define MS INT64_C(1000000)

struct order {
    bool leads; /* true: a new target; false: new faults */
    char target[128];
    struct proxy_faults faults;
};

static void target_of(char *target, size_t size, const struct server *server)
{
    snprintf(target, size, "%s/s", server->dir);
}

/* --- the child process ---------------------------------------------------- */

/* Each order is acknowledged when it is in force. */
static void obey(struct relay *relay, int orders)
{
    struct order order;
    ssize_t count = recv(orders, &order, sizeof(order), MSG_DONTWAIT);

    if (count == 0)
        _exit(0);
    if (count != sizeof(order))
        return;
    if (order.leads)
        relay_lead(relay, 0, order.target);
    else
        relay_set(relay, 0, &order.faults);
    send(orders, "", 1, MSG_NOSIGNAL);
}

static _Noreturn void serve(int orders, const char *target)
{
    struct relay *relay = relay_new(orders);
    int port = relay_open(relay, 0, target);

    send(orders, &port, sizeof(port), MSG_NOSIGNAL);
    for (;;) {
        relay_wait(relay);
        obey(relay, orders);
        relay_serve(relay);
    }
}

static _Noreturn void live(int orders, const char *target, pid_t parent)
{
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent)
        _exit(0);
    serve(orders, target);
}

/* --- the test ------------------------------------------------------------- */

void proxy_start(struct proxy *proxy, const struct server *server)
{
    char target[128];
    pid_t parent = getpid();
    int port;
    int pair[2];

    target_of(target, sizeof(target), server);
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair) == -1)
        die("no proxy: %s", strerror(errno));
    proxy->pid = fork();
    if (proxy->pid == -1)
        die("fork: %s", strerror(errno));
    if (proxy->pid == 0) {
        close(pair[0]);
        live(pair[1], target, parent);
    }
    close(pair[1]);
    proxy->orders = pair[0];
    if (recv(proxy->orders, &port, sizeof(port), 0) != sizeof(port))
        die("the proxy did not start");
    snprintf(proxy->uri, sizeof(proxy->uri), "redis://127.0.0.1:%d", port);
}

static void give_order(struct proxy *proxy, const struct order *order)
{
    char done;

    if (send(proxy->orders, order, sizeof(*order), MSG_NOSIGNAL) == -1 ||
        recv(proxy->orders, &done, 1, 0) != 1)
        die("the proxy is gone");
}

void proxy_set(struct proxy *proxy, const struct proxy_faults *faults)
{
    give_order(proxy, &(struct order){.faults = *faults});
}

void proxy_heal(struct proxy *proxy)
{
    proxy_set(proxy, &(struct proxy_faults){.babble = false});
}

void proxy_delay_replies(struct proxy *proxy, int64_t ms)
{
    proxy_set(proxy, &(struct proxy_faults){.reply_delay_ns = ms * MS});
}

void proxy_switch(struct proxy *proxy, const struct server *server)
{
    struct order order = {.leads = true};

    target_of(order.target, sizeof(order.target), server);
    give_order(proxy, &order);
}

void proxy_stop(struct proxy *proxy)
{
    kill(proxy->pid, SIGKILL);
    while (waitpid(proxy->pid, NULL, 0) == -1 && errno == EINTR)
        continue;
    close(proxy->orders);
}
