/* SPDX-License-Identifier: MIT */
#ifndef RLK_QUORUM_OBSERVATION_H
#define RLK_QUORUM_OBSERVATION_H

/*
 * What an observer of a resource sees over time: one view after the other, of
 * which the changes are worth telling, and when to ask the nodes next. Pure.
 *
 *     rlk_observation_see(&observation, &view, asked, now);
 *     if (rlk_observation_changed(&observation))
 *         rlk_observation_tell(&observation, &change), as soon as there is
 *         somebody to hear it;
 *     ask again at rlk_observation_next(&observation, every, now).
 *
 * What nobody was told yet is replaced by what is seen next, so that memory and
 * a slow listener's lag are bounded.
 */

#include <stdbool.h>
#include <stdint.h>

#include "quorum/tally.h"

/*
 * Who holds a resource, from what every node said when all were asked at once:
 * somebody whom a quorum names, nobody, or it cannot be told. Pure.
 *
 * The nodes answer at different instants, so that this is no promise of
 * anything: it says what a quorum of answers agreed on.
 */

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

/* The caller's memory, zero at first. */
struct rlk_observation {
    bool seen;            /* there is a view */
    bool told;            /* one was told */
    struct rlk_view view; /* the last one */
    int64_t asked;        /* when its nodes were asked */
    int64_t since;        /* when the first view that said the same was over */
    bool holder_seen;     /* by a view, with nobody in no view after it */
    struct rlk_view_token holder; /* that one's */
    int64_t holder_since;
    int64_t holder_fence; /* the largest that was seen with it; 0: none */
    int64_t former_fence; /* of the last holder before it with one; 0: none */
    struct rlk_view last_told;
    struct rlk_view_token told_holder; /* the last holder that was told */
    int64_t earlier_fence; /* the largest that was told before that one; or 0 */
    int64_t fence;         /* the largest that was told; or 0 */
};

/* A view that differs from the one that was told before. */
struct rlk_observation_change {
    const struct rlk_view
        *view; /* of the observation, until it sees the next */
    int64_t asked;
    int64_t since;
    int64_t passed_over; /* held: so many numbers are between this fence and the
                            largest that was told of earlier holders; 0: none,
                            or nothing to compare with */
};

/*
 * The nodes' answers are in, to what they were asked at an instant.
 *
 * since is the instant of the first view that named this holder, as long as
 * none in between named another or nobody: tokens are never used twice, so that
 * one has held it throughout. Its fence, too, is what any view since then has
 * told: without some of its nodes it may not be seen. A number that was another
 * holder's is not its own: it was left behind, and this one has none.
 */
void rlk_observation_see(struct rlk_observation *observation,
                         const struct rlk_view *view, int64_t asked,
                         int64_t now);

/*
 * Is there something to tell: another state, holder or fence than was told
 * last?
 */
bool rlk_observation_changed(const struct rlk_observation *observation);

/* Tells it; from here on it is what was told last. */
void rlk_observation_tell(struct rlk_observation *observation,
                          struct rlk_observation_change *change);

/*
 * When to ask next: after every_ns (> 0), or sooner where keys running out may
 * change the state before that, but not within a tenth of every_ns, and a
 * millisecond, whatever the nodes have said.
 */
int64_t rlk_observation_next(const struct rlk_observation *observation,
                             int64_t every_ns, int64_t now);

#endif
