/* SPDX-License-Identifier: MIT */
/* A proxy process: one poll loop, its mode in memory shared with the test. */

#include "tests/support/fault_proxy.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
    LINKS_MAX = 64,
    HELD_BACK_MAX = 65536,
};

struct proxy_state {
    _Atomic int mode;
    _Atomic int amount;
    _Atomic int asked; /* how often proxy_set() was called */
    _Atomic int seen;  /* the last of these calls that is in force */
    _Atomic long long requested;
    char server_path[96]; /* written before asked is counted up */
};

/* A client's connection, and ours to the server for it. */
struct link {
    int client; /* -1: not in use */
    int server;
    long long due; /* when what is held back goes out */
    size_t count;
    char held_back[HELD_BACK_MAX];
};

/* Everything that the proxy's process knows. */
struct relay {
    struct proxy_state *state;
    int port;
    int listener; /* -1 while refusing */
    int wake;
    int left;             /* reply bytes until a cut */
    char server_path[96]; /* that the nodes lead to */
    struct link nodes[LINKS_MAX];
};

static int listen_on(int port)
{
    struct sockaddr_in address = {.sin_family = AF_INET,
                                  .sin_port = htons((uint16_t)port)};
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    int on = 1;

    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof(on));
    if (bind(fd, (struct sockaddr *)&address, sizeof(address)) == -1 ||
        listen(fd, LINKS_MAX) == -1)
        die("the proxy's port: %s", strerror(errno));
    return fd;
}

static int connect_server(const struct relay *relay)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);

    snprintf(address.sun_path, sizeof(address.sun_path), "%s",
             relay->server_path);
    if (connect(fd, (struct sockaddr *)&address, sizeof(address)) == -1) {
        close(fd);
        return -1;
    }
    return fd;
}

static void end_link(struct link *link, bool reset)
{
    struct linger linger = {.l_onoff = 1};

    if (reset)
        setsockopt(link->client, SOL_SOCKET, SO_LINGER, &linger,
                   sizeof(linger));
    close(link->client);
    if (link->server != -1)
        close(link->server);
    link->client = -1;
}

static void welcome(struct relay *relay)
{
    int client = accept4(relay->listener, NULL, NULL, SOCK_CLOEXEC);

    if (client == -1)
        return;
    for (int i = 0; i < LINKS_MAX; i++) {
        struct link *link = &relay->nodes[i];

        if (link->client == -1) {
            link->client = client;
            link->server = connect_server(relay);
            link->count = 0;
            return;
        }
    }
    close(client);
}

static bool write_all(int fd, const char *bytes, size_t count)
{
    while (count > 0) {
        ssize_t written = send(fd, bytes, count, MSG_NOSIGNAL);

        if (written <= 0)
            return false;
        bytes += written;
        count -= (size_t)written;
    }
    return true;
}

static void from_client(struct relay *relay, struct link *link)
{
    static const char babble[] = "HTTP/1.1 400 Bad Request\r\n\r\n";
    char bytes[16384];
    ssize_t count = recv(link->client, bytes, sizeof(bytes), 0);
    int mode = atomic_load(&relay->state->mode);

    if (count <= 0) {
        end_link(link, false);
        return;
    }
    atomic_fetch_add(&relay->state->requested, count);
    if (mode == PROXY_BLACK_HOLE)
        return;
    if (mode == PROXY_BABBLE) {
        write_all(link->client, babble, sizeof(babble) - 1);
        return;
    }
    if (mode == PROXY_RESET || link->server == -1 ||
        !write_all(link->server, bytes, (size_t)count))
        end_link(link, true);
}

static void hold_back(struct link *link, const char *bytes, size_t count,
                      int delay)
{
    if (link->count + count > sizeof(link->held_back)) {
        end_link(link, true);
        return;
    }
    if (link->count == 0)
        link->due = boot_ms() + delay;
    memcpy(link->held_back + link->count, bytes, count);
    link->count += count;
}

static void cut(struct relay *relay, struct link *link, const char *bytes,
                size_t count)
{
    if ((size_t)relay->left > count) {
        relay->left -= (int)count;
        write_all(link->client, bytes, count);
        return;
    }
    write_all(link->client, bytes, (size_t)relay->left);
    end_link(link, false);
}

static void from_server(struct relay *relay, struct link *link)
{
    char bytes[16384];
    ssize_t count = recv(link->server, bytes, sizeof(bytes), 0);
    int mode = atomic_load(&relay->state->mode);

    if (count <= 0)
        end_link(link, false);
    else if (mode == PROXY_DELAY || link->count > 0)
        hold_back(link, bytes, (size_t)count,
                  atomic_load(&relay->state->amount));
    else if (mode == PROXY_CUT)
        cut(relay, link, bytes, (size_t)count);
    else if (mode == PROXY_PASS &&
             !write_all(link->client, bytes, (size_t)count))
        end_link(link, false);
}

static void lead_to(struct relay *relay, const char *server_path)
{
    snprintf(relay->server_path, sizeof(relay->server_path), "%s", server_path);
    for (int i = 0; i < LINKS_MAX; i++) {
        struct link *link = &relay->nodes[i];

        if (link->client == -1)
            continue;
        if (link->server != -1)
            close(link->server);
        link->server = connect_server(relay);
    }
}

/* A new mode: what was held back goes out at once, unless it is lost now. */
static void obey(struct relay *relay)
{
    int asked = atomic_load(&relay->state->asked);
    int mode = atomic_load(&relay->state->mode);
    char bytes[64];

    while (read(relay->wake, bytes, sizeof(bytes)) > 0)
        continue;
    if (strcmp(relay->server_path, relay->state->server_path) != 0)
        lead_to(relay, relay->state->server_path);
    relay->left = atomic_load(&relay->state->amount);
    if (mode == PROXY_REFUSE && relay->listener != -1) {
        close(relay->listener);
        relay->listener = -1;
    } else if (mode != PROXY_REFUSE && relay->listener == -1) {
        relay->listener = listen_on(relay->port);
    }
    for (int i = 0; i < LINKS_MAX; i++) {
        struct link *link = &relay->nodes[i];

        if (link->client == -1)
            continue;
        link->due = boot_ms();
        if (mode != PROXY_PASS && mode != PROXY_DELAY)
            link->count = 0;
        if (mode == PROXY_REFUSE)
            end_link(link, true);
    }
    atomic_store(&relay->state->seen, asked);
}

/* Sends what is due; the milliseconds until the next is, or -1. */
static int send_due(struct relay *relay)
{
    long long now = boot_ms();
    long long next = -1;

    for (int i = 0; i < LINKS_MAX; i++) {
        struct link *link = &relay->nodes[i];

        if (link->client == -1 || link->count == 0)
            continue;
        if (link->due <= now) {
            write_all(link->client, link->held_back, link->count);
            link->count = 0;
        } else if (next == -1 || link->due - now < next) {
            next = link->due - now;
        }
    }
    return (int)next;
}

static void turn(struct relay *relay)
{
    struct pollfd polls[2 + 2 * LINKS_MAX];

    polls[0] = (struct pollfd){.fd = relay->wake, .events = POLLIN};
    polls[1] = (struct pollfd){.fd = relay->listener, .events = POLLIN};
    for (int i = 0; i < LINKS_MAX; i++) {
        struct link *link = &relay->nodes[i];
        bool used = link->client != -1;

        polls[2 + 2 * i] =
            (struct pollfd){.fd = link->client, .events = POLLIN};
        polls[3 + 2 * i] =
            (struct pollfd){.fd = used ? link->server : -1, .events = POLLIN};
    }
    poll(polls, 2 + 2 * LINKS_MAX, send_due(relay));
    if (polls[0].revents != 0)
        obey(relay);
    for (int i = 0; i < LINKS_MAX; i++) {
        struct link *link = &relay->nodes[i];

        if (link->client != -1 && polls[2 + 2 * i].revents != 0)
            from_client(relay, link);
        if (link->client != -1 && polls[3 + 2 * i].revents != 0)
            from_server(relay, link);
    }
    if (polls[1].revents != 0 && relay->listener != -1)
        welcome(relay);
}

void proxy_start(struct proxy *proxy, const struct server *server)
{
    static struct relay relay;
    int port = free_port();
    int wake[2];
    pid_t parent = getpid();

    proxy->state = mmap(NULL, sizeof(*proxy->state), PROT_READ | PROT_WRITE,
                        MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (proxy->state == MAP_FAILED || pipe2(wake, O_CLOEXEC | O_NONBLOCK))
        die("no proxy: %s", strerror(errno));
    relay = (struct relay){.state = proxy->state,
                           .port = port,
                           .listener = listen_on(port),
                           .wake = wake[0]};
    snprintf(relay.server_path, sizeof(relay.server_path), "%s/s", server->dir);
    memcpy(proxy->state->server_path, relay.server_path,
           sizeof(relay.server_path));
    for (int i = 0; i < LINKS_MAX; i++)
        relay.nodes[i].client = -1;

    proxy->pid = fork();
    if (proxy->pid == -1)
        die("fork: %s", strerror(errno));
    if (proxy->pid == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        close(wake[1]);
        while (getppid() == parent)
            turn(&relay);
        _exit(0);
    }
    close(wake[0]);
    close(relay.listener);
    proxy->wake = wake[1];
    snprintf(proxy->uri, sizeof(proxy->uri), "redis://127.0.0.1:%d", port);
}

void proxy_set(struct proxy *proxy, enum proxy_mode mode, int amount)
{
    int asked;

    atomic_store(&proxy->state->amount, amount);
    atomic_store(&proxy->state->mode, (int)mode);
    asked = atomic_fetch_add(&proxy->state->asked, 1) + 1;
    if (write(proxy->wake, "", 1) != 1)
        die("the proxy is gone");
    while (atomic_load(&proxy->state->seen) < asked)
        sleep_ms(1);
}

void proxy_switch(struct proxy *proxy, const struct server *server)
{
    snprintf(proxy->state->server_path, sizeof(proxy->state->server_path),
             "%s/s", server->dir);
    proxy_set(proxy, PROXY_PASS, 0);
}

long long proxy_requested(const struct proxy *proxy)
{
    return atomic_load(&proxy->state->requested);
}

void proxy_stop(struct proxy *proxy)
{
    kill(proxy->pid, SIGKILL);
    while (waitpid(proxy->pid, NULL, 0) == -1 && errno == EINTR)
        continue;
    close(proxy->wake);
    munmap(proxy->state, sizeof(*proxy->state));
}
