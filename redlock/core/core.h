/* SPDX-License-Identifier: MIT */
#ifndef RLK_REDLOCK_CORE_CORE_H
#define RLK_REDLOCK_CORE_CORE_H

/*
 * Drives rounds through a transport: the core under both faces. It belongs to
 * one thread at a time; the blocking face guards it with a mutex.
 *
 * This header is what a transport needs to know. What the faces call is in
 * acquire.h, extend.h, release.h, inspect.h and lock.h.
 */

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "redlock/core/node.h"
#include "redlock/runtime/runtime.h"
#include "redlock/runtime/transport.h"

struct rlk_core {
    struct rlk_runtime runtime;
    int64_t armed; /* what the transport was last told */

    /* The face's, set before anything is delivered. */
    void (*on_free)(struct rlk_core *core); /* frees, after closing was set */
    _Atomic bool cancel_asked; /* for every acquisition, or the next one */
    bool closing; /* closed by a callback: nothing more is delivered */

    struct rlk_node nodes[REDLOCK_NODES_MAX];
};

/*
 * transport  borrowed, with ops; it may not have a connection yet. The first
 *            rlk_transport_ops.connect() calls come from here.
 *
 * OK or NO_MEMORY.
 */
enum redlock_status rlk_core_init(struct rlk_core *core,
                                  const struct rlk_runtime_settings *settings,
                                  struct rlk_transport *transport, int64_t now);

/*
 * Frees everything; no callback is called. The caller has disconnected, or
 * disconnects after this: nothing is sent.
 */
void rlk_core_clear(struct rlk_core *core, int64_t now);

/* After anything was asked of the core: arms the timer, wakes the transport. */
void rlk_core_arm(struct rlk_core *core);

/* Cancels every acquisition under way. */
void rlk_core_cancel_all(struct rlk_core *core, int64_t now);

/* Cancels every acquisition and releases every lock; their handles are gone. */
void rlk_core_release_all(struct rlk_core *core, int64_t now);

/* Some node would not be asked now: what is known of it may be old. */
bool rlk_core_impaired(const struct rlk_core *core, int64_t now);

/*
 * For a transport whose loop does not always turn. Before it turns again:
 * nobody has looked at the sockets for so long. After it has: what is known
 * against a node is forgotten if it is that old, and the node tried as at
 * first.
 */
void rlk_core_overlook(struct rlk_core *core, int64_t idle_ns);
void rlk_core_try_again(struct rlk_core *core, int64_t idle_ns, int64_t now);

/*
 * Nothing that was sent is still unanswered by a node that is alive. aside: a
 * set of nodes that are not asked about, a bit each.
 */
bool rlk_core_quiet(const struct rlk_core *core, uint32_t aside, int64_t now);

/* --- what a transport tells
 * --------------------------------------------------- */

/* The node's connection stands, and the server said who it is. */
void rlk_core_connected(struct rlk_core *core, int node,
                        const struct rlk_identity *identity, int64_t now);

/*
 * The connection is gone, or could not be made. What was sent down it and not
 * answered will not be. message may be NULL; borrowed.
 */
void rlk_core_disconnected(struct rlk_core *core, int node,
                           enum redlock_reason reason, const char *message,
                           int64_t now);

/* The answer to the node's oldest request without one. */
void rlk_core_answer(struct rlk_core *core, int node,
                     const struct rlk_answer *answer, int64_t now);

/*
 * What was sent since an instant has left only now: so late, because this
 * process had no time to write it, which is no node's silence. For a transport
 * that may write late.
 */
void rlk_core_left(struct rlk_core *core, int64_t since, int64_t late_ns,
                   int64_t now);

/*
 * The armed instant has come, at now at the latest; the answers that were in
 * by then have been told.
 */
void rlk_core_tick(struct rlk_core *core, int64_t now);

/*
 * Hands the completions to their callers, who may call anything, also what
 * ends the core: false if so, and it must not be touched again.
 */
bool rlk_core_run_completions(struct rlk_core *core, int64_t now);

#endif
