/* SPDX-License-Identifier: MIT */
#ifndef RLK_BENCH_BESIDE_H
#define RLK_BENCH_BESIDE_H

/* A command that runs while servers of ours run beside it, on loopback. */

#include <netinet/in.h>
#include <sys/types.h>

struct sockaddr_in beside_address(int port);

/* How many beside_choose_ports() finds at most. */
#define BESIDE_PORTS_MAX 64

/*
 * Finds so many ports of loopback that nobody has; ends the process if there
 * are not. They are let go before it returns, for servers to take.
 */
void beside_choose_ports(int *port, int count);

/* The ports as BENCH_PORTS says them, for the command. */
void beside_tell_ports(const int *port, int count);

/* Forks a server, which the kernel ends with this process. 0: the server. */
pid_t beside_fork(void);

/* Ends a server, and waits. */
void beside_end(pid_t server);

/* Runs the command. Returns its exit status, 128 + n for a signal. */
int beside_run(char **command);

#endif
