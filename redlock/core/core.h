/* SPDX-License-Identifier: MIT */
#ifndef RLK_REDLOCK_CORE_CORE_H
#define RLK_REDLOCK_CORE_CORE_H

/*
 * The core: events of a transport in, requests and completions out. It is used
 * by one thread at a time; the blocking face guards it with a mutex.
 *
 * This header is what a transport needs, and what concerns the client as a
 * whole. What the faces call for one lock is in acquire.h, extend.h, release.h,
 * observe.h and lock.h.
 */

#include <stdbool.h>
#include <stdint.h>

#include "redlock/core/node.h"
#include "redlock/runtime/runtime.h"
#include "redlock/runtime/transport.h"

struct rlk_core {
    struct rlk_runtime runtime;
    int64_t armed; /* the instant that the transport was last told */
    bool cut_off;  /* fewer nodes than a quorum can be reached */

    /* The face's, set before any completion runs. */
    void (*on_free)(struct rlk_core *core); /* frees the core: see closing */
    bool closing; /* set by a callback: no completion runs after it, and on_free
                     is called */

    struct rlk_node nodes[REDLOCK_NODES_MAX]; /* settings.nodes of them */
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

/*
 * To be called after the functions of the operations' headers: arms the
 * transport's timer, and wakes it where completions wait. The functions of this
 * header do so themselves.
 */
void rlk_core_arm(struct rlk_core *core);

/* Cancels every acquisition under way. */
void rlk_core_cancel_all(struct rlk_core *core, int64_t now);

/* Cancels every acquisition and releases every lock; their handles are gone. */
void rlk_core_release_all(struct rlk_core *core, int64_t now);

/* Is there a node that no round would ask at this instant? */
bool rlk_core_impaired(const struct rlk_core *core, int64_t now);

/*
 * For a transport whose loop does not always turn, and has not for idle_ns.
 *
 * rlk_core_overlook(), before the loop turns again: nobody has looked at the
 * sockets for so long, which is no node's silence.
 *
 * rlk_core_try_again(), after it has turned: nodes that are down or silent are
 * tried as at first, if what is known against them may be that old.
 */
void rlk_core_overlook(struct rlk_core *core, int64_t idle_ns);
void rlk_core_try_again(struct rlk_core *core, int64_t idle_ns, int64_t now);

/*
 * From here on nobody reads what is pushed. If a wait was given up, somebody
 * may still hand the lock over to that, as long as a node finds that it is
 * heard.
 */
void rlk_core_stop_reading(struct rlk_core *core);

/*
 * Has every node that is likely to answer answered all that was sent to it?
 * aside: nodes that are left out, a bit each.
 */
bool rlk_core_quiet(const struct rlk_core *core, uint32_t aside, int64_t now);

/* --- what a transport tells ------------------------------------------------
 */

/* The node's connection stands, and the server said who it is. */
void rlk_core_connected(struct rlk_core *core, int node,
                        const struct rlk_identity *identity, int64_t now);

/*
 * The node is being connected to, and its next word is waited for. unheard:
 * what to say where none comes; static, NULL: nothing more.
 */
void rlk_core_connecting(struct rlk_core *core, int node, const char *unheard);

/*
 * The connection is gone, or could not be made. What was sent down it and not
 * answered will not be. message may be NULL; borrowed.
 */
void rlk_core_disconnected(struct rlk_core *core, int node,
                           enum redlock_reason reason, const char *message,
                           int64_t now);

/*
 * The verb of the node's oldest request without an answer; INSPECT where there
 * is none, and nobody receives an answer.
 */
enum rlk_verb rlk_core_asked(const struct rlk_core *core, int node);

/* The answer to that request. */
void rlk_core_answer(struct rlk_core *core, int node,
                     const struct rlk_answer *answer, int64_t now);

/*
 * The node's second connection stands, and the server has confirmed the
 * subscription. identity: who that server said it is; where that is another
 * server than the node's, by its run_id, or one of the two is not known, nobody
 * listens at the node: what it publishes is not heard there. A place that was
 * filed before this is asked for once more, since a release meanwhile found
 * nobody and has taken it away.
 */
void rlk_core_listening(struct rlk_core *core, int node,
                        const struct rlk_identity *identity, int64_t now);

/* That connection is gone, or could not be made; nothing comes of it. */
void rlk_core_deaf(struct rlk_core *core, int node, enum redlock_reason reason,
                   int64_t now);

/* A push came down it; borrowed. now: when it was read. */
void rlk_core_pushed(struct rlk_core *core, int node,
                     const struct rlk_push *push, int64_t now);

/*
 * For a transport that may write late. What was sent since an instant has left
 * at now, late_ns after it was sent: this process had no time to write it,
 * which is no node's silence.
 */
void rlk_core_left(struct rlk_core *core, int64_t since, int64_t late_ns,
                   int64_t now);

/*
 * The armed instant has come, at now at the latest; every answer that had come
 * in by then was told before this.
 */
void rlk_core_tick(struct rlk_core *core, int64_t now);

/*
 * Runs the completions that are queued. The callbacks may call anything, also
 * what ends the core: then false, and the core must not be touched again.
 */
bool rlk_core_run_completions(struct rlk_core *core);

#endif
