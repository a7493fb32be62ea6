/* SPDX-License-Identifier: MIT */
#ifndef RLK_REDLOCK_RUNTIME_MARKING_H
#define RLK_REDLOCK_RUNTIME_MARKING_H

/*
 * Between a node and its guard: passes the node's reports to the guard as
 * values, and makes a request from a mark of the guard. Pure: the caller acts
 * on the guard's news.
 *
 * identity  in all functions: the node's identity, with its last seen marker
 */

#include "quorum/guard.h"
#include "redlock/redlock.h"
#include "redlock/runtime/inflight.h"
#include "redlock/runtime/transport.h"

/*
 * Quarantine observations of other processes of this machine. With them, many
 * short-lived processes can watch a quarantine until its end, as a long-lived
 * one does (protocol 9). Pure.
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
 * The node has answered the handshake, which was sent at asked: said becomes
 * its identity.
 *
 * observations  of other processes
 */
void rlk_marking_connected(
    struct rlk_guard *guard, struct rlk_identity *identity,
    const struct rlk_identity *said,
    const struct rlk_quarantine_observations *observations, int64_t asked,
    int64_t now);

/*
 * Passes an answer's facts about the node's memory and clock to the guard.
 *
 * mark  the marker that the mark under way writes, if there is one
 */
void rlk_marking_note(struct rlk_guard *guard, struct rlk_identity *identity,
                      const char *mark, const struct rlk_inflight_entry *entry,
                      const struct rlk_answer *answer, int64_t now);

/*
 * Makes the request for the mark in the news.
 *
 * random  distinguishes this quarantine from those of other clients. Every user
 *         of the node can read it, so it contains nothing of a token.
 * serial  never used twice by this client
 * mark    RLK_MARKER_MAX bytes, for the new marker. Borrowed until the request
 *         is sent, as is identity.
 */
void rlk_marking_request(const struct rlk_identity *identity,
                         const struct rlk_guard_news *news,
                         const uint64_t random[2], uint64_t serial, char *mark,
                         struct rlk_request *request);

/*
 * For the next process: the marker of a quarantine, and since when it has been
 * seen. false: the node is not in quarantine, or the observation is unreliable.
 */
bool rlk_marking_observation(
    const struct rlk_guard *guard, const struct rlk_identity *identity,
    int64_t now, struct redlock_quarantine_observation *observation);

#endif
