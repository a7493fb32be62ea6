/* SPDX-License-Identifier: MIT */
#ifndef RLK_QUORUM_VIEW_H
#define RLK_QUORUM_VIEW_H

/*
 * Who holds a resource, from what every node said when all were asked at once:
 * somebody whom a quorum names, nobody, or it cannot be told. Pure.
 *
 * The nodes answer at different instants, so that this is no promise of
 * anything: it says what a quorum of answers agreed on.
 */

#include <stdbool.h>
#include <stdint.h>

#include "quorum/tally.h"

/* The longest token that is told apart from others, in bytes; longer ones are
 * cut. */
#define RLK_VIEW_TOKEN_MAX 127

struct rlk_view_token {
    uint8_t length;
    char bytes[RLK_VIEW_TOKEN_MAX]; /* of any kind */
};

enum rlk_view_says {
    RLK_VIEW_SAYS_NOTHING, /* it did not answer, or cannot tell */
    RLK_VIEW_SAYS_FREE,    /* it has no key */
    RLK_VIEW_SAYS_HELD,    /* it has the key of this token */
};

/* What one node said. */
struct rlk_view_answer {
    enum rlk_view_says says;
    struct rlk_view_token token; /* held */
    int64_t ends;    /* held: the instant at which the key runs out unless it is
                        extended; RLK_NEVER: it does not, or not known */
    int64_t counter; /* held: the resource's, on that node; 0: not known */
};

enum rlk_view_state {
    RLK_VIEW_UNSURE, /* fewer than a quorum answered, or those that did not
                        could make it either of the others */
    RLK_VIEW_NOBODY, /* no token is on a quorum, whatever the rest would say */
    RLK_VIEW_HELD,   /* a quorum has the same token */
};

/* What the answers amount to. */
struct rlk_view {
    enum rlk_view_state state;
    int answered;                /* nodes that could tell */
    int named;                   /* held: nodes that have the holder's token */
    struct rlk_view_token token; /* held: the holder's */
    int64_t fence; /* held: where the counters of a quorum of those nodes stand;
                      0: not known, or no fences are counted */
    int64_t ends;  /* held: the instant at which fewer than a quorum of the
                      holder's keys are left, else at which the first of any key
                      runs out, unless they are extended; RLK_NEVER */
};

/* Sets the token to bytes that a node told, of any length. */
void rlk_view_token_set(struct rlk_view_token *token, const char *bytes,
                        uint64_t length);

bool rlk_view_token_equal(const struct rlk_view_token *one,
                          const struct rlk_view_token *other);

/*
 * nodes    1 .. RLK_NODES_MAX
 * quorum   majority .. nodes
 * answers  of all nodes.
 */
void rlk_view_of(struct rlk_view *view, int nodes, int quorum,
                 const struct rlk_view_answer *answers);

#endif
