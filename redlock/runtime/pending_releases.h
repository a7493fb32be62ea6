/* SPDX-License-Identifier: MIT */
#ifndef RLK_REDLOCK_RUNTIME_PENDING_RELEASES_H
#define RLK_REDLOCK_RUNTIME_PENDING_RELEASES_H

/*
 * The releases that a node has not acknowledged, because its connection broke
 * or it does not answer: they are sent on the next connection (protocol 2).
 * This module sends nothing: the node takes the next entry from it, and reports
 * the result. It is bounded in age, in number and in pace:
 *
 * - a release is dropped when the key that it would delete has expired by
 *   itself, and no request that the node may still execute sets that key. The
 *   node looks for such releases after each of its pauses;
 * - no more than RLK_PENDING_RELEASES_MOST are kept for a node. Beyond that the
 *   oldest of those whose keys expire by themselves is dropped, or if there is
 *   none, the oldest of all: if the node sets its key after all, that stays
 *   until it expires;
 * - no more than RLK_PENDING_RELEASES_IN_FLIGHT are in flight to a node.
 */

#include "redlock/runtime/inflight.h"
#include "redlock/runtime/list.h"
#include "redlock/runtime/resource.h"
#include "redlock/runtime/token.h"

#define RLK_PENDING_RELEASES_MOST 4096
#define RLK_PENDING_RELEASES_IN_FLIGHT 64

/* The lock of a release, and what is known of its key. */
struct rlk_pending_releases_terms {
    const struct rlk_lock_type *kind; /* of the lock; static */
    struct rlk_slot slot;             /* of a semaphore */
    int64_t lives_ns;    /* how long a key that the node sets now exists */
    bool maybe_unread;   /* the node may still execute a request for the key */
    uint64_t connection; /* number of the node's current or last connection */
    bool hands_on; /* hands over to the next waiter; only on that connection, as
                      later another client may have the key */
};

/* One release. */
struct rlk_pending_release {
    struct rlk_pending pending; /* first: the owner of its request; the node
                                   sets its ops */
    struct rlk_pending_releases *releases;
    struct rlk_list among;         /* in one of the backlog's lists */
    struct rlk_resource *resource; /* held by the entry */
    struct rlk_token token;        /* whose key is deleted */
    struct rlk_pending_releases_terms terms;
    int64_t until; /* the key has expired by then; RLK_NEVER: the node may still
                      execute a request that sets it */
};

/* The pending releases of one node. Its lists have the oldest entry first. */
struct rlk_pending_releases {
    struct rlk_list maybe_unread; /* entries whose until is RLK_NEVER */
    struct rlk_list aging;        /* the other waiting entries */
    struct rlk_list sent;         /* in flight */
    int count;                    /* entries in all three lists */
    int at_once;                  /* entries in sent */
    bool refused; /* the node refused an entry: none is sent until the node
                     resets this */
};

/* Initializes an empty one. */
void rlk_pending_releases_init(struct rlk_pending_releases *releases);

/* Frees them all. */
void rlk_pending_releases_clear(struct rlk_pending_releases *releases);

/*
 * Adds a release. Without memory for it the key stays until it expires, as the
 * caller's status says anyway.
 */
void rlk_pending_releases_add(struct rlk_pending_releases *releases,
                              struct rlk_resource *resource,
                              const struct rlk_token *token,
                              const struct rlk_pending_releases_terms *terms,
                              int64_t now);

/*
 * The node will execute no request that was sent before this connection: the
 * keys of entries added before it expire from now on.
 */
void rlk_pending_releases_begin_to_age(struct rlk_pending_releases *releases,
                                       uint64_t connection, int64_t now);

/* Drops the waiting entries whose keys have expired. */
void rlk_pending_releases_expire(struct rlk_pending_releases *releases,
                                 int64_t now);

/*
 * The next entry to send. It stays in its list until
 * rlk_pending_releases_sent() is called for it. NULL: there is none, enough are
 * in flight, or the node refused one.
 */
struct rlk_pending_release *
rlk_pending_releases_next(struct rlk_pending_releases *releases);

/* The entry was sent. */
void rlk_pending_releases_sent(struct rlk_pending_release *entry);

/* The node has acknowledged the entry, which is freed. */
void rlk_pending_releases_done(struct rlk_pending_release *entry);

/*
 * The node refused the entry, or its connection broke: it waits again. quiet:
 * the node will execute no request that was sent before.
 */
void rlk_pending_releases_refused(struct rlk_pending_release *entry, bool quiet,
                                  int64_t now);

#endif
