/* SPDX-License-Identifier: MIT */
#ifndef RLK_REDLOCK_CORE_CORE_H
#define RLK_REDLOCK_CORE_CORE_H

/*
 * The core: its input is a transport's events, its output requests and
 * completions. One thread at a time uses it; the blocking API guards it with a
 * mutex.
 *
 * This header has the functions for transports and for the client as a whole.
 * Functions for one lock are in acquire.h, extend.h, release.h, observe.h and
 * lock.h.
 */

#include "redlock/core/node.h"
#include "redlock/runtime/runtime.h"
#include "redlock/runtime/transport.h"

struct rlk_core {
    struct rlk_runtime runtime;
    int64_t armed; /* the instant last given to the transport */
    bool cut_off;  /* fewer nodes than a quorum can be reached */

    /* Set by the API before any completion runs. */
    void (*on_free)(struct rlk_core *core); /* frees the core: see closing */
    bool closing; /* set by a callback: no further completion runs, and on_free
                     is called */

    struct rlk_node nodes[REDLOCK_NODES_MAX]; /* settings.nodes of them */
};

/*
 * transport  borrowed, with ops; without connections. This calls
 *            rlk_transport_ops.connect() for each node.
 *
 * OK or NO_MEMORY.
 */
enum redlock_status rlk_core_init(struct rlk_core *core,
                                  const struct rlk_runtime_settings *settings,
                                  struct rlk_transport *transport, int64_t now);

/*
 * Frees everything, without callbacks, and sends nothing. The caller
 * disconnects before or after this.
 */
void rlk_core_clear(struct rlk_core *core, int64_t now);

/*
 * Call this after the functions of the operations' headers: it arms the
 * transport's timer, and wakes it if completions wait. The functions of this
 * header do so themselves.
 */
void rlk_core_arm(struct rlk_core *core);

/* Cancels every acquisition under way. */
void rlk_core_cancel_all(struct rlk_core *core, int64_t now);

/* Cancels every acquisition and releases every lock; frees their handles. */
void rlk_core_release_all(struct rlk_core *core, int64_t now);

/* Is there a node that a round would not ask now? */
bool rlk_core_impaired(const struct rlk_core *core, int64_t now);

/*
 * For a transport whose loop did not run for idle_ns.
 *
 * rlk_core_overlook(), before the loop runs again: the process did not read the
 * sockets for this time, so it does not count as a node's silence.
 *
 * rlk_core_try_again(), after it has run: nodes that are down or silent are
 * tried as if for the first time, if their failures may be that old.
 */
void rlk_core_overlook(struct rlk_core *core, int64_t idle_ns);
void rlk_core_try_again(struct rlk_core *core, int64_t idle_ns, int64_t now);

/*
 * The client stops reading hand-off messages: closes the subscriptions.
 * Otherwise a node would find a subscriber, and hand a lock over to a waiter
 * that is gone.
 */
void rlk_core_stop_reading(struct rlk_core *core);

/*
 * Has every node that is likely to answer answered all requests? aside: nodes
 * that are left out, one bit each.
 */
bool rlk_core_quiet(const struct rlk_core *core, uint32_t aside, int64_t now);

/* --- events of the transport --------------------------------------------- */

/* The node is connected, and the server has identified itself. */
void rlk_core_connected(struct rlk_core *core, int node,
                        const struct rlk_identity *identity, int64_t now);

/*
 * The connection to the node has reached its next step. no_answer: the message
 * for the report if this step gets no answer; static; NULL: none.
 */
void rlk_core_connecting(struct rlk_core *core, int node,
                         const char *no_answer);

/*
 * The connection broke or could not be made. Unanswered requests on it get no
 * answer. message may be NULL; borrowed.
 */
void rlk_core_disconnected(struct rlk_core *core, int node,
                           enum redlock_reason reason, const char *message,
                           int64_t now);

/*
 * The verb of the node's oldest unanswered request; INSPECT if there is none,
 * or if its owner is gone.
 */
enum rlk_verb rlk_core_asked(const struct rlk_core *core, int node);

/* The answer to that request. */
void rlk_core_answer(struct rlk_core *core, int node,
                     const struct rlk_answer *answer, int64_t now);

/*
 * The node's second connection is up, and the server has confirmed the
 * subscription. identity: of that server. If its run_id differs from that of
 * the first connection, or either is unknown, the subscription is useless, as
 * the node publishes elsewhere. The waiters renew their queue entries there: a
 * release before the subscription found no subscriber and removed them.
 */
void rlk_core_listening(struct rlk_core *core, int node,
                        const struct rlk_identity *identity, int64_t now);

/* The second connection broke or could not be made. */
void rlk_core_deaf(struct rlk_core *core, int node, enum redlock_reason reason,
                   int64_t now);

/* A hand-off message arrived on it; borrowed. now: when it was read. */
void rlk_core_handed(struct rlk_core *core, int node,
                     const struct rlk_handoff *handoff, int64_t now);

/*
 * For a transport that may write late: the requests since `since` were written
 * at `now`, late_ns after they were made. This delay was the process's own, and
 * does not count as the node's silence.
 */
void rlk_core_left(struct rlk_core *core, int64_t since, int64_t late_ns,
                   int64_t now);

/*
 * The armed instant has come; `now` is not before it. The transport has
 * reported every answer that arrived before this.
 */
void rlk_core_tick(struct rlk_core *core, int64_t now);

/*
 * Runs the queued completions. The callbacks may call any function. If one ends
 * the core, the result is false, and the core must not be used again.
 */
bool rlk_core_run_completions(struct rlk_core *core);

#endif
