/* SPDX-License-Identifier: MIT */
#ifndef RLK_REDLOCK_RUNTIME_MARKER_H
#define RLK_REDLOCK_RUNTIME_MARKER_H

/*
 * The marker of a node's memory, the key redlock:inst: the memory that it was
 * written into, and whether that memory has all grants.
 *
 * 1|deployment|members|replid|ok|longest
 * 1|deployment|members|replid|q|since|longest|nonce
 *
 * The version of the rest is 1. deployment and members are reserved for the id
 * of a deployment and for its nodes: empty, and not read. replid is the
 * server's master_replid, longest the deployment's longest TTL in milliseconds,
 * since the node's clock in microseconds when the loss was seen. The scripts
 * read and write the same (docs/protocol.md).
 */

#include "quorum/guard.h"
#include "redlock/redlock.h"
#include "redlock/runtime/constants.h"

/* Bytes in a marker, its NUL included. */
#define RLK_MARKER_MAX REDLOCK_MARKER_MAX

#define RLK_REPLID_MAX 41

/* What a marker's text means for the memory with that master_replid. */
struct rlk_marker rlk_marker_read(const char *text, const char *replid);

/*
 * The master_replid in a marker's text, into RLK_REPLID_MAX bytes. false: there
 * is none, and nothing was written.
 */
bool rlk_marker_replid(const char *text, char *replid);

/* The marker of a memory that has all grants. text: RLK_MARKER_MAX bytes. */
void rlk_marker_ok(char *text, const char *replid, int64_t longest_ms);

/* Writes the marker of a memory that is in quarantine from now on. */
void rlk_marker_quarantine(char *text, const char *replid, int64_t longest_ms,
                           int64_t since_us, const char *nonce);

#endif
