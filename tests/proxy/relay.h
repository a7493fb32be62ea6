/* SPDX-License-Identifier: MIT */
#ifndef TESTS_PROXY_RELAY_H
#define TESTS_PROXY_RELAY_H

/*
 * Ports of 127.0.0.1 that hand on to servers whatever comes, with faults. The
 * one loop of all proxies: of the tests' (proxy.h), of the slow network in the
 * chaos runs, and of the bench's round trip.
 *
 * Single-threaded, and meant for a process of its own, whose loop is
 *
 *     for (;;) {
 *         relay_wait(relay);
 *         ... change faults ...
 *         relay_serve(relay);
 *     }
 *
 * so that a change befalls all that is read after it. What this machine lacks
 * ends the process with a sentence.
 */

#include "tests/proxy/faults.h"

struct relay;

/* wake: relay_wait() also returns when it can be read; -1: nothing else. */
struct relay *relay_new(int wake);

/*
 * Opens a route. port: to listen on; 0: one that is free. target: a path or
 * HOST:PORT, looked up at each connection. Returns the port. Routes are
 * numbered from 0, in this order.
 */
int relay_open(struct relay *relay, int port, const char *target);

/* From now on. What is under way goes out at once, unless it is lost now. */
void relay_set(struct relay *relay, int route,
               const struct proxy_faults *faults);

/*
 * Another server is behind it from now on, also for the connections that
 * stand; nothing may be under way on them.
 */
void relay_lead(struct relay *relay, int route, const char *target);

/* Waits until there is something to do, or wake can be read. */
void relay_wait(struct relay *relay);

/* Does it, and hands on what is due. */
void relay_serve(struct relay *relay);

#endif
