/* SPDX-License-Identifier: MIT */
#ifndef RLK_BENCH_CONTENDER_H
#define RLK_BENCH_CONTENDER_H

/*
 * A contender for a lock of some system: what bench/others measures. Each
 * system has a program that has these five functions, and contender.c has the
 * rest: what to do with them. In Python it is contender.py, with the same
 * words.
 *
 *     PROGRAM VERB [WORD=VALUE...]
 *
 * Words are those of driver.h, the server's ports are in $BENCH_PORTS.
 *
 *     pairs  acquire and release, as any driver; each worker has a session
 *     hold   acquire the resource $BENCH_RESOURCE, say "held NS", keep it, and
 *            say "lost NS" once it is known to be lost; else without end
 *     wait   acquire that resource, say "held NS", release it
 *     pulse  acquire and release it again and again, whatever fails, and say
 *            "gap_ns NS": how long at most it could not be acquired
 *
 * NS are nanoseconds of the monotonic clock.
 */

#include <stdbool.h>
#include <stdint.h>

#include "bench/driver.h"

#define CONTENDER_RESOURCE_MAX 64

/* A connection, or what the system has instead, and one lock in it. */
struct session;

/* For how long a lock outlives a holder that is silent: $BENCH_TTL_MS. */
int64_t contender_ttl_ms(void);

/* NULL: the server cannot be reached. The resource is borrowed. */
struct session *session_open(const struct driver_plan *plan,
                             const char *resource);

/* Waits for as long as it takes. false: the session is of no more use. */
bool session_acquire(struct session *session);

/* false: the session is of no more use. */
bool session_release(struct session *session);

/*
 * Does the session still hold the lock, as far as the system lets it know?
 * Asked every few milliseconds; renews, where that is the client's part.
 */
bool session_holds(struct session *session);

void session_close(struct session *session);

#endif
