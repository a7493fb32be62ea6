/* SPDX-License-Identifier: MIT */
#ifndef RLK_REDLOCK_MARKER_H
#define RLK_REDLOCK_MARKER_H

/*
 * The marker of a node's memory, the key redlock:inst: which run of the server
 * it belongs to, and whether that run remembers all it ever granted.
 *
 *     run_id|ok|longest
 *     run_id|q|since|longest|nonce
 *
 * longest is the deployment's longest TTL in milliseconds, since the node's
 * clock in microseconds when the loss was seen. The scripts in scripts/full
 * read and write the same.
 */

#include <stdbool.h>
#include <stdint.h>

#define RLK_MARKER_KEY "redlock:inst"

/* Bytes in a marker, its NUL included. */
#define RLK_MARKER_MAX 192

enum rlk_marker_state {
    RLK_MARKER_NONE, /* no marker, or none of this run: the memory was lost */
    RLK_MARKER_OK,
    RLK_MARKER_QUARANTINE,
};

struct rlk_marker {
    enum rlk_marker_state state;
    int64_t longest_ms;
    int64_t since_us;
};

/* What a marker's text says of the server that runs as run_id. */
struct rlk_marker rlk_marker_read(const char *text, const char *run_id);

/* The marker of a run that remembers. text: RLK_MARKER_MAX bytes. */
void rlk_marker_ok(char *text, const char *run_id, int64_t longest_ms);

/* The marker of a run whose memory must not be trusted from now on. */
void rlk_marker_quarantine(char *text, const char *run_id, int64_t longest_ms,
                           int64_t since_us, const char *nonce);

#endif
