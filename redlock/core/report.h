/* SPDX-License-Identifier: MIT */
#ifndef RLK_REDLOCK_CORE_REPORT_H
#define RLK_REDLOCK_CORE_REPORT_H

/*
 * Fills the caller's report, node by node. A report, and one of a node, may be
 * NULL unless it is said that it may not: then nothing is done.
 */

#include <stdbool.h>
#include <stdint.h>

#include "quorum/round.h"
#include "redlock/redlock.h"
#include "redlock/runtime/runtime.h"
#include "redlock/runtime/transport.h"

/* A call begins: nothing is known of any node. */
void rlk_report_begin(struct redlock_report *report,
                      const struct rlk_runtime_settings *settings);

/* What is known of one node: its words, whose key is there, its slots. */
void rlk_report_message(struct redlock_node_report *to, const char *message);
void rlk_report_error(struct redlock_node_report *to,
                      const struct rlk_answer *answer);
void rlk_report_holder(struct redlock_node_report *to,
                       const struct rlk_answer *answer);
void rlk_report_slots(struct redlock_node_report *to, int64_t slots,
                      int64_t taken);

/* The token that the most nodes name as the holder's; NULL: none does, or there
 * is no report. */
const char *rlk_report_holder_named(const struct redlock_report *report);

/* The node is in quarantine, for left_ns more. */
void rlk_report_quarantine(struct redlock_node_report *to, int64_t left_ns);

/* The deployment's longest TTL is another one. */
void rlk_report_longest(struct redlock_node_report *to, int64_t longest_ms);

/*
 * A round is over for a node. to is not NULL.
 *
 * yes            how a vote that said yes is called
 * asked          a request was sent
 * reason         for any vote but yes
 * quarantine_ns  how much longer it lasts; 0: none
 */
void rlk_report_vote(struct redlock_node_report *to, enum rlk_vote vote,
                     enum redlock_vote yes, bool asked,
                     enum redlock_reason reason, int64_t quarantine_ns);

/* The call is over. */
void rlk_report_finish(struct redlock_report *report, int attempts,
                       int64_t started, int64_t now);

#endif
