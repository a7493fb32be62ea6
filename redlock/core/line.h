/* SPDX-License-Identifier: MIT */
#ifndef RLK_REDLOCK_CORE_LINE_H
#define RLK_REDLOCK_CORE_LINE_H

/*
 * The waiters of this client for one resource stand in a line: one of them, the
 * first, has a place in the queues of the nodes. A release of this client may
 * name the first of the line instead of whom the nodes name, some times in a
 * row: then others get theirs.
 */

#include <stdbool.h>
#include <stdint.h>

#include "redlock/runtime/list.h"
#include "redlock/runtime/push.h"

struct rlk_line;
struct rlk_place;
struct rlk_resource;
struct rlk_runtime;

/* One who stands in a line. Zero: in none. */
struct rlk_in_line {
    struct rlk_list among;   /* of the line */
    struct rlk_line *line;   /* NULL: in none */
    struct rlk_place *place; /* the first one's; NULL: none yet */
    /* It has become the first, after others. */
    void (*turn)(struct rlk_in_line *who, int64_t now);
    /* Its place may be another; NULL: it does not ask for it. */
    void (*moved)(struct rlk_in_line *who);
};

/*
 * Stands in the line for the resource, at its end; turn and moved are set by
 * the caller. false: no memory.
 */
bool rlk_line_join(struct rlk_in_line *who, struct rlk_runtime *runtime,
                   struct rlk_resource *resource);

/* The place of the first has changed: calls all of the line. */
void rlk_line_moved(const struct rlk_in_line *who);

/* So many are before it in its line; 0 where it is in none. */
int rlk_line_rank(const struct rlk_in_line *who);

/* The place that its line has in the nodes' queues; NULL: none. */
const struct rlk_place *rlk_line_place(const struct rlk_in_line *who);

/* Is it the first? */
bool rlk_line_is_first(const struct rlk_in_line *who);

/*
 * Leaves the line, if it is in one. served: it has the lock. Where it was the
 * first, it is the next one's turn.
 */
void rlk_line_leave(struct rlk_in_line *who, bool served, int64_t now);

/* Leaves it, and it is nobody's turn: the client is closed. */
void rlk_line_drop(struct rlk_in_line *who);

/* Does somebody of this client wait for the resource? */
bool rlk_line_exists(const struct rlk_runtime *runtime,
                     const struct rlk_resource *resource);

/*
 * Who is next: of our line, or head, whom the nodes named; NULL: they named
 * nobody. next: filled in. false: nobody is known.
 */
bool rlk_line_choose(const struct rlk_runtime *runtime,
                     const struct rlk_resource *resource,
                     const struct rlk_successor *head,
                     struct rlk_successor *next, int64_t now);

#endif
