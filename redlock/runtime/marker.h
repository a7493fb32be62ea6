/* SPDX-License-Identifier: MIT */
#ifndef RLK_REDLOCK_RUNTIME_MARKER_H
#define RLK_REDLOCK_RUNTIME_MARKER_H

/*
 * The marker of a node's memory, the key redlock:inst: which memory it was
 * written into, and whether that has all that was ever granted.
 *
 *     1|deployment|members|replid|ok|longest
 *     1|deployment|members|replid|q|since|longest|nonce
 *
 * 1 is the version of what follows it. deployment and members are room for the
 * id of a deployment and for the nodes that belong to it: empty, and not read.
 * replid is the server's master_replid, longest the deployment's longest TTL in
 * milliseconds, since the node's clock in microseconds when the loss was seen.
 * The scripts read and write the same (docs/protocol.md).
 */

#include "quorum/guard.h"
#include "redlock/redlock.h"
#include "redlock/runtime/constants.h"

/* Bytes in a marker, its NUL included. */
#define RLK_MARKER_MAX REDLOCK_MARKER_MAX

#define RLK_REPLID_MAX 41

/* What a marker's text says of the memory of that master_replid. */
struct rlk_marker rlk_marker_read(const char *text, const char *replid);

/*
 * The master_replid in a marker's text, into RLK_REPLID_MAX bytes. false: there
 * is none, and nothing was written.
 */
bool rlk_marker_replid(const char *text, char *replid);

/* The marker of a memory that has everything. text: RLK_MARKER_MAX bytes. */
void rlk_marker_ok(char *text, const char *replid, int64_t longest_ms);

/* The marker of a memory that must not be trusted from now on. */
void rlk_marker_quarantine(char *text, const char *replid, int64_t longest_ms,
                           int64_t since_us, const char *nonce);

#endif
