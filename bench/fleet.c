/* SPDX-License-Identifier: MIT */
/*
 * fleet N COMMAND...: runs COMMAND with N Redis masters on loopback.
 * BENCH_PORTS and BENCH_PIDS have their ports and process ids. The kernel ends
 * the masters together with this process.
 */

#include <arpa/inet.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "bench/beside.h"
#include "bench/driver.h"

#define PIDS_MAX 256
#define WAIT_NS INT64_C(10000000000)

struct fleet {
    int nodes;
    int port[DRIVER_NODES_MAX];
    pid_t pid[DRIVER_NODES_MAX];
};

/*
 * redis-check-rdb and redis-server are the same binary, which acts by its name.
 */
static const char *server_path(void)
{
    static const char *const paths[] = {
        "/usr/bin/redis-server",          "/usr/local/bin/redis-server",
        "/usr/bin/redis-check-rdb",       "/usr/bin/valkey-server",
        "/usr/local/bin/redis-check-rdb", "/usr/bin/valkey-check-rdb"};
    const char *own = getenv("BENCH_SERVER");

    if (own)
        return own;
    for (size_t i = 0; i < sizeof(paths) / sizeof(paths[0]); i++) {
        if (access(paths[i], X_OK) == 0)
            return paths[i];
    }
    driver_fail("no redis-server here: it is in the package redis-tools");
}

static pid_t start_server(const char *path, int port)
{
    char text[16];
    pid_t pid = beside_fork();

    if (pid != 0)
        return pid;
    (void)snprintf(text, sizeof(text), "%d", port);
    (void)execl(path, "redis-server", "--port", text, "--bind", "127.0.0.1",
                "--save", "", "--appendonly", "no", "--logfile", "/dev/null",
                "--dir", "/tmp", (char *)NULL);
    _exit(127);
}

static void wait_for_server(const struct fleet *fleet, int node)
{
    const struct timespec pause = {.tv_nsec = 5000000};
    int64_t until = driver_now() + WAIT_NS;

    for (;;) {
        struct sockaddr_in address = beside_address(fleet->port[node]);
        int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
        int failed = connect(fd, (struct sockaddr *)&address, sizeof(address));

        (void)close(fd);
        if (!failed)
            return;
        if (waitpid(fleet->pid[node], NULL, WNOHANG) != 0 ||
            driver_now() > until)
            driver_fail("a master did not start");
        (void)nanosleep(&pause, NULL);
    }
}

static void tell_pids(const struct fleet *fleet)
{
    char text[PIDS_MAX] = "";

    for (int i = 0; i < fleet->nodes; i++) {
        size_t used = strlen(text);

        (void)snprintf(text + used, sizeof(text) - used, "%s%d",
                       i > 0 ? " " : "", (int)fleet->pid[i]);
    }
    (void)setenv("BENCH_PIDS", text, 1);
}

int main(int argc, char **argv)
{
    struct fleet fleet = {.nodes = 0};
    const char *path = server_path();
    int status;

    if (argc < 3)
        driver_fail("usage: fleet N COMMAND...");
    fleet.nodes = (int)driver_number("fleet", argv[1], DRIVER_NODES_MAX);
    (void)prctl(PR_SET_PDEATHSIG, SIGTERM);
    beside_choose_ports(fleet.port, fleet.nodes);
    for (int i = 0; i < fleet.nodes; i++)
        fleet.pid[i] = start_server(path, fleet.port[i]);
    for (int i = 0; i < fleet.nodes; i++)
        wait_for_server(&fleet, i);
    beside_tell_ports(fleet.port, fleet.nodes);
    tell_pids(&fleet);
    status = beside_run(argv + 2);
    for (int i = 0; i < fleet.nodes; i++)
        beside_end(fleet.pid[i]);
    return status;
}
