/* SPDX-License-Identifier: MIT */
#ifndef RLK_BENCH_CONTENDER_H
#define RLK_BENCH_CONTENDER_H

/*
 * A contender for a lock of some system, for the measurements of bench/others.
 * The program of each system defines these five functions. contender.c has the
 * measurements; contender.py has the same ones, with the same words, in Python.
 *
 *     PROGRAM VERB [WORD=VALUE...]
 *
 * The words are those of driver.h; $BENCH_PORTS has the ports of the servers.
 *
 *     pairs  acquire and release, as every driver; each worker has a session
 *     hold   acquire the resource $BENCH_RESOURCE, print "held NS", hold it,
 *            and print "lost NS" if it is lost; else without end
 *     wait   acquire that resource, print "held NS", release it
 *     pulse  acquire and release it repeatedly, despite failures, and print
 *            "gap_ns NS": the longest time without an acquisition
 *
 * NS are nanoseconds of the monotonic clock.
 */

#include <stdbool.h>
#include <stdint.h>

#include "bench/driver.h"

#define CONTENDER_RESOURCE_MAX 64

/* A connection, or the system's equivalent, and one lock in it. */
struct session;

/* How long a lock outlives a silent holder: $BENCH_TTL_MS. */
int64_t contender_ttl_ms(void);

/* NULL: the server is not reachable. The resource is borrowed. */
struct session *session_open(const struct driver_plan *plan,
                             const char *resource);

/* Waits without a limit. false: the session cannot be used any more. */
bool session_acquire(struct session *session);

/* false: the session cannot be used any more. */
bool session_release(struct session *session);

/*
 * Does the session still hold the lock, as far as it can know? Called every few
 * milliseconds; renews the lock if that is the client's task.
 */
bool session_holds(struct session *session);

void session_close(struct session *session);

#endif
