/* SPDX-License-Identifier: MIT */
#ifndef RLK_REDLOCK_CORE_MARKING_H
#define RLK_REDLOCK_CORE_MARKING_H

/*
 * Between a node and its guard: what the node says of itself goes to the guard
 * as values, and a mark that the guard asks for becomes a request. Pure: who
 * calls acts on the guard's news.
 *
 * identity  below: what is known of the node; its marker as last seen.
 */

#include <stdbool.h>
#include <stdint.h>

#include "quorum/guard.h"
#include "redlock/core/inflight.h"
#include "redlock/runtime/sightings.h"
#include "redlock/runtime/token.h"
#include "redlock/runtime/transport.h"

/*
 * The node has said who it is, asked at an instant: that is its identity from
 * here on. sightings are of other processes.
 */
void rlk_marking_connected(struct rlk_guard *guard,
                           struct rlk_identity *identity,
                           const struct rlk_identity *said,
                           const struct rlk_sightings *sightings, int64_t asked,
                           int64_t now);

/*
 * An answer to that request. mark: what the mark under way makes of the marker,
 * if there is one.
 */
void rlk_marking_hear(struct rlk_guard *guard, struct rlk_identity *identity,
                      const char *mark, const struct rlk_inflight_entry *entry,
                      const struct rlk_answer *answer, int64_t now);

/*
 * The request for the mark in the news. serial is never used twice with that
 * base. mark: RLK_MARKER_MAX bytes for what it makes of the marker; borrowed,
 * as the identity is, until the request is sent.
 */
void rlk_marking_request(const struct rlk_identity *identity,
                         const struct rlk_guard_news *news,
                         const struct rlk_token_base *base, uint64_t serial,
                         char *mark, struct rlk_request *request);

/* That it is in quarantine, and since when; false: not that we have seen. */
bool rlk_marking_sighting(const struct rlk_guard *guard,
                          const struct rlk_identity *identity, int64_t now,
                          struct redlock_sighting *sighting);

#endif
