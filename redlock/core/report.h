/* SPDX-License-Identifier: MIT */
#ifndef RLK_REDLOCK_CORE_REPORT_H
#define RLK_REDLOCK_CORE_REPORT_H

/*
 * Fills the caller's report, node by node. The report may be NULL unless stated
 * otherwise; the functions then do nothing.
 */

#include "quorum/round.h"
#include "redlock/redlock.h"
#include "redlock/runtime/runtime.h"
#include "redlock/runtime/transport.h"

/* Begins a call: all nodes are unknown. */
void rlk_report_begin(struct redlock_report *report,
                      const struct rlk_runtime_settings *settings);

/* Sets what is known of one node: its message, its holder, its slots. */
void rlk_report_message(struct redlock_node_report *to, const char *message);
void rlk_report_error(struct redlock_node_report *to,
                      const struct rlk_answer *answer);
void rlk_report_holder(struct redlock_node_report *to,
                       const struct rlk_answer *answer);
void rlk_report_slots(struct redlock_node_report *to, int64_t slots,
                      int64_t taken);

/* The token that most nodes name as the holder's; NULL: none, or no report. */
const char *rlk_report_holder_named(const struct redlock_report *report);

/* Sets the remaining time of the node's quarantine. */
void rlk_report_quarantine(struct redlock_node_report *to, int64_t left_ns);

/* Sets the node's longest TTL, which differs from ours. */
void rlk_report_longest(struct redlock_node_report *to, int64_t longest_ms);

/*
 * A round is over for a node. to must not be NULL.
 *
 * yes            the vote that means yes
 * asked          a request was sent
 * reason         for any other vote
 * quarantine_ns  the rest of the node's quarantine; 0: none
 */
void rlk_report_vote(struct redlock_node_report *to, enum rlk_vote vote,
                     enum redlock_vote yes, bool asked,
                     enum redlock_reason reason, int64_t quarantine_ns);

/* Completes the report at the end of the call. */
void rlk_report_finish(struct redlock_report *report, int attempts,
                       int64_t started, int64_t now);

#endif
