/* SPDX-License-Identifier: MIT */
#ifndef RLK_REDLOCK_CORE_OBSERVE_H
#define RLK_REDLOCK_CORE_OBSERVE_H

/*
 * Observing who holds a resource: all nodes are asked again and again, as
 * scheduled by quorum/observation.h, and a completion reports each change.
 * Unlike other calls it ends only by rlk_observe_stop().
 */

#include "quorum/observation.h"
#include "redlock/core/op.h"
#include "redlock/redlock.h"
#include "redlock/runtime/resource.h"
#include "redlock/runtime/timers.h"

struct rlk_observe {
    struct rlk_call call;          /* without a report and an end; the status is
                                      that of the last round: OK, NO_QUORUM,
                                      NO_RIGHTS, NO_MEMORY */
    struct rlk_resource *resource; /* counted reference */
    struct rlk_timer timer;        /* the next round */
    int64_t every_ns;
    int64_t asked; /* start of the current or last round */
    bool plain; /* the user may not read counters: they are not requested, and
                   no fence is known */
    struct rlk_view_answer answers[RLK_NODES_MAX]; /* of the last round */
    struct rlk_observation observation;
};

/*
 * Asks the nodes for the first time. Each completion means that there may be a
 * change: see rlk_observation_changed().
 *
 * observe   the caller's memory, with call.completion.run set and zero
 *           elsewhere
 * every_ns  > 0: nodes are asked again at most this long after an answer
 *
 * OK: started. BAD_REQUEST, NO_MEMORY: no completion runs.
 */
enum redlock_status rlk_observe_start(struct rlk_observe *observe,
                                      struct rlk_runtime *runtime,
                                      const char *resource, int64_t every_ns,
                                      int64_t now);

/* No completion runs after this. Outstanding answers are ignored. */
void rlk_observe_stop(struct rlk_observe *observe);

/* --- one look at each node, or a marker written there -------------------- */

struct rlk_inspect {
    struct rlk_call call; /* of one round */
};

/*
 * inspect  the caller's memory, with call.completion.run set and zero
 *          elsewhere
 *
 * OK: started. BAD_REQUEST, NO_MEMORY: no completion runs.
 */
enum redlock_status rlk_inspect_start(struct rlk_inspect *inspect,
                                      struct rlk_runtime *runtime,
                                      const char *resource,
                                      struct redlock_report *report,
                                      int64_t now);

/* As rlk_inspect_start(), but marks every node as having kept its memory. */
enum redlock_status rlk_inspect_init_nodes(struct rlk_inspect *inspect,
                                           struct rlk_runtime *runtime,
                                           struct redlock_report *report,
                                           int64_t now);

#endif
