/* SPDX-License-Identifier: MIT */
#ifndef RLK_REDLOCK_CORE_GUARD_H
#define RLK_REDLOCK_CORE_GUARD_H

/*
 * May this node vote? What its marker says of its memory, and what its answers
 * say of its clock (protocol 9). A part of its node.
 */

#include <stdbool.h>
#include <stdint.h>

#include "clock/offset.h"
#include "redlock/core/marker.h"
#include "redlock/core/timers.h"
#include "redlock/core/transport.h"

struct rlk_node;

struct rlk_guard {
    char marking[RLK_MARKER_MAX]; /* what the mark under way makes of it */
    bool marks;                   /* one is under way */
    bool owed;      /* a new quarantine, since the clock was stepped */
    bool pays;      /* the mark under way is that */
    int refused;    /* times that it found another marker */
    int64_t marked; /* the node's identity.marker has been seen since then */
    struct rlk_timer timer;   /* the end of a quarantine */
    struct rlk_offset offset; /* of the node's clock */
    int64_t gained_ns;        /* by steps forward, at least */
    int64_t most_gained_ns;   /* at most */
    int64_t gained_at;        /* the last one */
    int64_t barred_until;     /* INT64_MIN: never */
};

/* false: no memory. */
bool rlk_guard_init(struct rlk_node *node);
void rlk_guard_clear(struct rlk_node *node);

/* The node is about to be up again, with that identity. */
void rlk_guard_connected(struct rlk_node *node,
                         const struct rlk_identity *identity, int64_t now);

/* It is up: the marker and the mark of what came before are of no use. */
void rlk_guard_look(struct rlk_node *node, int64_t now);

/* An answer to a request of that verb, sent then. */
void rlk_guard_hear(struct rlk_node *node, enum rlk_verb verb, bool checked,
                    const struct rlk_answer *answer, int64_t sent, int64_t now);

/* Markers are judged: one that has lost its memory is told so. */
void rlk_guard_judge(struct rlk_node *node, int64_t now);

/* It would not say who it is: nothing can be told of its memory. */
bool rlk_guard_nameless(const struct rlk_node *node);

/*
 * Its clock was stepped so far, or perhaps so far, that what it granted may
 * have ended early.
 */
bool rlk_guard_bars(const struct rlk_node *node, int64_t now);

/* Its marker is of a version that we do not know. */
bool rlk_guard_is_later(const struct rlk_node *node);

/* That it is in quarantine, and since when; false: not that we have seen. */
bool rlk_guard_sighting(const struct rlk_node *node, int64_t now,
                        struct redlock_sighting *sighting);

/* How much longer the node is in quarantine while we watch; 0: it is not. */
int64_t rlk_guard_quarantine(const struct rlk_node *node, int64_t now);

#endif
