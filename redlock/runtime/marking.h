/* SPDX-License-Identifier: MIT */
#ifndef RLK_REDLOCK_RUNTIME_MARKING_H
#define RLK_REDLOCK_RUNTIME_MARKING_H

/*
 * Between a node and its guard: what the node says of itself goes to the guard
 * as values, and a mark that the guard asks for becomes a request. Pure: the
 * caller acts on the guard's news.
 *
 * identity  in all of the below: what the node said of itself, and its marker
 *           as last seen.
 */

#include "quorum/guard.h"
#include "redlock/redlock.h"
#include "redlock/runtime/inflight.h"
#include "redlock/runtime/transport.h"

/*
 * Markers that other processes of this machine have seen, and since when. So
 * many processes that each live for a moment can watch a quarantine to its end,
 * as one that lives long does (protocol 9). Pure.
 */

struct rlk_quarantine_observations {
    int count; /* of those that follow */
    struct redlock_quarantine_observation
        at[REDLOCK_QUARANTINE_OBSERVATIONS_MAX];
};

/* Copies up to REDLOCK_QUARANTINE_OBSERVATIONS_MAX of them. */
void rlk_quarantine_observations_take(
    struct rlk_quarantine_observations *observations,
    const struct redlock_quarantine_observation *from, int count);

/*
 * The node was asked who it is, at asked, and has said so: said becomes its
 * identity.
 *
 * observations  of other processes.
 */
void rlk_marking_connected(
    struct rlk_guard *guard, struct rlk_identity *identity,
    const struct rlk_identity *said,
    const struct rlk_quarantine_observations *observations, int64_t asked,
    int64_t now);

/*
 * What an answer to the request in entry says of the node's memory and clock.
 *
 * mark  what the marker becomes by the mark that is under way, if there is one.
 */
void rlk_marking_note(struct rlk_guard *guard, struct rlk_identity *identity,
                      const char *mark, const struct rlk_inflight_entry *entry,
                      const struct rlk_answer *answer, int64_t now);

/*
 * Makes the request for the mark in the news.
 *
 * random  tells this quarantine from those of other clients. Every user of the
 *         node can read it, so that it has nothing of a token in it.
 * serial  never used twice by this client.
 * mark    RLK_MARKER_MAX bytes, for what the marker becomes. Borrowed, as
 *         identity is, until the request is sent.
 */
void rlk_marking_request(const struct rlk_identity *identity,
                         const struct rlk_guard_news *news,
                         const uint64_t random[2], uint64_t serial, char *mark,
                         struct rlk_request *request);

/*
 * For the next process: the marker of a quarantine, and since when it has been
 * seen. false: the node is in none, or what was seen cannot be relied on.
 */
bool rlk_marking_observation(
    const struct rlk_guard *guard, const struct rlk_identity *identity,
    int64_t now, struct redlock_quarantine_observation *observation);

#endif
