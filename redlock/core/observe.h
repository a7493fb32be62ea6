/* SPDX-License-Identifier: MIT */
#ifndef RLK_REDLOCK_CORE_OBSERVE_H
#define RLK_REDLOCK_CORE_OBSERVE_H

/*
 * Following who holds a resource: all nodes are asked again and again, as
 * quorum/observation.h says when, and each change is told by a completion.
 * Unlike the calls it has no end but rlk_observe_stop().
 */

#include <stdbool.h>
#include <stdint.h>

#include "quorum/observation.h"
#include "redlock/core/op.h"
#include "redlock/redlock.h"
#include "redlock/runtime/resource.h"
#include "redlock/runtime/timers.h"

struct rlk_observe {
    struct rlk_call call;          /* without a report, and an end; its status
                                      is of the last round: OK, NO_QUORUM,
                                      NO_RIGHTS, NO_MEMORY */
    struct rlk_resource *resource; /* held */
    struct rlk_timer timer;        /* to ask again */
    int64_t every_ns;
    int64_t asked; /* when the round under way, or the last, began */
    bool plain; /* the nodes do not let us read the counters: they are not asked
                   for them, and no fence is known */
    struct rlk_view_answer answers[RLK_NODES_MAX]; /* to the last round */
    struct rlk_observation observation;
};

/*
 * Asks the nodes for the first time. Each completion says that there may be
 * something to tell: rlk_observation_changed().
 *
 * observe   the caller's memory, with call.completion.run set and zero
 * elsewhere. every_ns  > 0: how long after an answer the nodes are asked again
 * at the latest.
 *
 * OK: started. BAD_REQUEST, NO_MEMORY: no completion comes.
 */
enum redlock_status rlk_observe_start(struct rlk_observe *observe,
                                      struct rlk_runtime *runtime,
                                      const char *resource, int64_t every_ns,
                                      int64_t now);

/* No completion comes after this. What was asked is answered to nobody. */
void rlk_observe_stop(struct rlk_observe *observe);

/* --- one look at each node, or a marker written there -------------------- */

struct rlk_inspect {
    struct rlk_call call; /* of one round */
};

/*
 * inspect  the caller's memory, with call.completion.run set and zero
 *          elsewhere.
 *
 * OK: started. BAD_REQUEST, NO_MEMORY: no completion comes.
 */
enum redlock_status rlk_inspect_start(struct rlk_inspect *inspect,
                                      struct rlk_runtime *runtime,
                                      const char *resource,
                                      struct redlock_report *report,
                                      int64_t now);

/* As above, but writes the marker of a sound memory on every node. */
enum redlock_status rlk_inspect_init_nodes(struct rlk_inspect *inspect,
                                           struct rlk_runtime *runtime,
                                           struct redlock_report *report,
                                           int64_t now);

#endif
