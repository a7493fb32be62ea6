/* SPDX-License-Identifier: MIT */
#ifndef TESTS_PROXY_RELAY_H
#define TESTS_PROXY_RELAY_H

/*
 * Ports of 127.0.0.1 that forward to servers, with faults. All proxies use this
 * loop: those of the tests (proxy.h), of the slow network in the chaos runs,
 * and of the bench's round trip.
 *
 * Single-threaded, and meant for a process of its own, with the loop
 *
 *     for (;;) {
 *         relay_wait(relay);
 *         ... change faults ...
 *         relay_serve(relay);
 *     }
 *
 * so that a change applies to all bytes that are read after it. A lack of
 * resources ends the process with a message.
 */

#include "tests/proxy/faults.h"

struct relay;

/* wake: a descriptor that ends relay_wait() when it is readable; -1: none. */
struct relay *relay_new(int wake);

/*
 * Opens a route. port: to listen on; 0: any unused port. target: a path or
 * HOST:PORT, resolved at each connection. Returns the port. Routes are numbered
 * from 0 in this order.
 */
int relay_open(struct relay *relay, int port, const char *target);

/*
 * Sets the faults from now on. Queued bytes are written immediately, unless the
 * new faults discard them.
 */
void relay_set(struct relay *relay, int route,
               const struct proxy_faults *faults);

/*
 * Connects to another server from now on, also for existing connections, on
 * which nothing may be queued.
 */
void relay_lead(struct relay *relay, int route, const char *target);

/* Waits until there is something to do, or wake is readable. */
void relay_wait(struct relay *relay);

/* Does the work, and forwards what is due. */
void relay_serve(struct relay *relay);

#endif
