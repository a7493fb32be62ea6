/* SPDX-License-Identifier: MIT */
#ifndef RLK_BENCH_BESIDE_H
#define RLK_BENCH_BESIDE_H

/* Runs a command while servers of the bench run on loopback. */

#include <netinet/in.h>
#include <sys/types.h>

struct sockaddr_in beside_address(int port);

/* The most ports that beside_choose_ports() finds. */
#define BESIDE_PORTS_MAX 64

/*
 * Finds count unused ports on loopback; ends the process if there are too few.
 * The ports are free again on return, so that servers can use them.
 */
void beside_choose_ports(int *port, int count);

/* Sets BENCH_PORTS for the command. */
void beside_tell_ports(const int *port, int count);

/*
 * Forks a server that the kernel ends together with this process. Returns 0 in
 * the server.
 */
pid_t beside_fork(void);

/* Ends a server, and waits for it. */
void beside_end(pid_t server);

/* Runs the command. Returns its exit status, or 128 + n for signal n. */
int beside_run(char **command);

#endif
