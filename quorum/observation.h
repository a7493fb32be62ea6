/* SPDX-License-Identifier: MIT */
#ifndef RLK_QUORUM_OBSERVATION_H
#define RLK_QUORUM_OBSERVATION_H

/*
 * An observer's sequence of views of a resource: which changes to report, and
 * when to ask the nodes next. Pure.
 *
 *     rlk_observation_see(&observation, &view, asked, now);
 *     if (rlk_observation_changed(&observation))
 *         rlk_observation_tell(&observation, &change), when the listener is
 *         ready;
 *     ask again at rlk_observation_next(&observation, every, now).
 *
 * A change that was not reported yet is replaced by the next one, which bounds
 * the memory and the lag of a slow listener.
 */

#include "quorum/node_set.h"

/*
 * The holder of a resource, from the answers of all nodes: one that a quorum
 * names, none, or unknown. Pure.
 *
 * The nodes answer at different instants. A view is therefore no promise; it
 * states what a quorum of answers agreed on.
 */

/* The bytes of a token that are compared; longer tokens are cut. */
#define RLK_VIEW_TOKEN_MAX 127

struct rlk_view_token {
    uint8_t length;
    char bytes[RLK_VIEW_TOKEN_MAX]; /* any bytes */
};

enum rlk_view_says {
    RLK_VIEW_SAYS_NOTHING, /* no answer, or one that does not tell */
    RLK_VIEW_SAYS_FREE,    /* the node has no key */
    RLK_VIEW_SAYS_HELD,    /* the node has the key with this token */
};

/* One node's answer. */
struct rlk_view_answer {
    enum rlk_view_says says;
    struct rlk_view_token token; /* held */
    int64_t ends;    /* held: when the key expires unless it is extended;
                        RLK_NEVER: never, or unknown */
    int64_t counter; /* held: the resource's counter on the node; 0: unknown */
};

enum rlk_view_state {
    RLK_VIEW_UNSURE, /* fewer than a quorum answered, or the missing answers
                        could make it either of the others */
    RLK_VIEW_NOBODY, /* no token is on a quorum, independent of the others */
    RLK_VIEW_HELD,   /* a quorum has the same token */
};

/* The result of the answers. */
struct rlk_view {
    enum rlk_view_state state;
    int answered;                /* nodes that answered */
    int named;                   /* held: nodes that have the holder's token */
    struct rlk_view_token token; /* held: the holder's */
    int64_t fence; /* held: the counter of a quorum of those nodes; 0: unknown,
                      or not fenced */
    int64_t ends; /* unless keys are extended; held: when fewer than a quorum of
                     the holder's keys are left; else: when the first key
                     expires; RLK_NEVER */
};

/* Sets the token to the bytes of a node's answer, of any length. */
void rlk_view_token_set(struct rlk_view_token *token, const char *bytes,
                        uint64_t length);

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
    bool reported;        /* a view was reported */
    struct rlk_view view; /* the last one */
    int64_t asked;        /* when its nodes were asked */
    int64_t since;        /* when the first equal view was complete */
    bool holder_seen;     /* a view named a holder, and no later one nobody */
    struct rlk_view_token holder; /* its token */
    int64_t holder_since;
    int64_t holder_fence; /* the largest fence seen with it; 0: none */
    int64_t former_fence; /* of the last earlier holder that had one; 0: none */
    struct rlk_view last_reported;
    struct rlk_view_token
        reported_holder;   /* the last holder that was reported */
    int64_t earlier_fence; /* the largest that was reported before it; or 0 */
    int64_t fence;         /* the largest that was reported; or 0 */
};

/* A view that differs from the one reported before. */
struct rlk_observation_change {
    const struct rlk_view *view; /* valid until the next one is seen */
    int64_t asked;
    int64_t since;
    int64_t passed_over; /* held: the count of numbers between this fence and
                            the largest reported of earlier holders; 0: none, or
                            nothing to compare with */
};

/*
 * Adds the view of the nodes' answers to the requests sent at `asked`.
 *
 * `since` is the instant of the first view that named this holder, if no view
 * in between named another holder or none: tokens are never reused, so the
 * holder held it throughout. The holder's fence may come from any of these
 * views, as single views may lack the nodes that know it. A number that was an
 * earlier holder's is not this holder's fence; then it has none.
 */
void rlk_observation_see(struct rlk_observation *observation,
                         const struct rlk_view *view, int64_t asked,
                         int64_t now);

/* Does the view have another state, holder or fence than the last report? */
bool rlk_observation_changed(const struct rlk_observation *observation);

/* Returns the change and records it as the last report. */
void rlk_observation_tell(struct rlk_observation *observation,
                          struct rlk_observation_change *change);

/*
 * When to ask next: after every_ns (> 0), or earlier if expiring keys may
 * change the state, but at least a tenth of every_ns and a millisecond from
 * now.
 */
int64_t rlk_observation_next(const struct rlk_observation *observation,
                             int64_t every_ns, int64_t now);

#endif
