/* SPDX-License-Identifier: MIT */
/* Runs a command while servers of the bench run on loopback. */

#include "bench/beside.h"

#include <arpa/inet.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bench/driver.h"

#define TEXT_MAX 256

struct sockaddr_in beside_address(int port)
{
    return (struct sockaddr_in){.sin_family = AF_INET,
                                .sin_port = htons((uint16_t)port),
                                .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
}

/*
 * All sockets stay open until the last port is known, so that the ports differ.
 */
void beside_choose_ports(int *port, int count)
{
    int fd[BESIDE_PORTS_MAX];

    for (int i = 0; i < count; i++) {
        struct sockaddr_in address = beside_address(0);
        socklen_t length = sizeof(address);

        fd[i] = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
        if (fd[i] < 0 ||
            bind(fd[i], (struct sockaddr *)&address, length) != 0 ||
            getsockname(fd[i], (struct sockaddr *)&address, &length) != 0)
            driver_fail("no free port: %s", strerror(errno));
        port[i] = ntohs(address.sin_port);
    }
    for (int i = 0; i < count; i++)
        (void)close(fd[i]);
}

void beside_tell_ports(const int *port, int count)
{
    char text[TEXT_MAX] = "";

    for (int i = 0; i < count; i++) {
        size_t used = strlen(text);

        (void)snprintf(text + used, sizeof(text) - used, "%s%d",
                       i > 0 ? "," : "", port[i]);
    }
    (void)setenv("BENCH_PORTS", text, 1);
}

pid_t beside_fork(void)
{
    pid_t parent = getpid();
    pid_t pid = fork();

    if (pid < 0)
        driver_fail("fork: %s", strerror(errno));
    if (pid > 0)
        return pid;
    (void)prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent)
        _exit(127);
    /* Ctrl-C must end the command only; the servers are ended after it. */
    (void)setpgid(0, 0);
    return 0;
}

void beside_end(pid_t server)
{
    (void)kill(server, SIGKILL);
    (void)waitpid(server, NULL, 0);
}

int beside_run(char **command)
{
    int status;
    pid_t pid = fork();

    if (pid < 0)
        driver_fail("fork: %s", strerror(errno));
    if (pid == 0) {
        (void)prctl(PR_SET_PDEATHSIG, SIGTERM);
        (void)execvp(command[0], command);
        (void)fprintf(stderr, "bench: %s: %s\n", command[0], strerror(errno));
        _exit(127);
    }
    (void)signal(SIGINT, SIG_IGN);
    while (waitpid(pid, &status, 0) < 0) {
        if (errno != EINTR)
            driver_fail("waitpid: %s", strerror(errno));
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}
