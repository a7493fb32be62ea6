/* SPDX-License-Identifier: MIT */
#ifndef RLK_REDLOCK_CORE_REPORT_H
#define RLK_REDLOCK_CORE_REPORT_H

/*
 * Fills the caller's report, node by node. report may be NULL but where it is
 * said that it may not: then nothing is done.
 */

#include <stdbool.h>
#include <stdint.h>

#include "quorum/round.h"
#include "redlock/redlock.h"
#include "redlock/runtime/runtime.h"
#include "redlock/runtime/transport.h"

/* What came of one node in a round. */
struct rlk_report_vote {
    enum rlk_vote vote;
    enum redlock_vote yes;      /* how a vote that said yes is called */
    bool asked;                 /* a request was sent */
    enum redlock_reason reason; /* for any vote but yes */
    int64_t quarantine_ns;      /* how much longer it lasts; 0: none */
};

/* A call begins: nothing is known of any node. */
void rlk_report_begin(struct redlock_report *report,
                      const struct rlk_runtime_settings *settings);

/* What is known of one node: its round trip, its words, whose key is there. */
void rlk_report_latency(struct redlock_report *report, int node,
                        int64_t latency_ns);
void rlk_report_message(struct redlock_report *report, int node,
                        const char *message);
void rlk_report_holder(struct redlock_report *report, int node,
                       const struct rlk_answer *answer);
void rlk_report_slots(struct redlock_report *report, int node, int64_t slots,
                      int64_t taken);

/* So many wait for the resource at this node. */
void rlk_report_waiting(struct redlock_report *report, int node,
                        int64_t waiting);

/* The node has a mark of a sound memory, with this longest TTL in it. */
void rlk_report_marked(struct redlock_report *report, int node,
                       int64_t longest_ms);

void rlk_report_error(struct redlock_report *report, int node,
                      const struct rlk_answer *answer);

/* The token that the most nodes name as the holder's; NULL: none does, or there
 * is no report. */
const char *rlk_report_holder_named(const struct redlock_report *report);

/* The node is in quarantine, for left_ns more. */
void rlk_report_quarantine(struct redlock_report *report, int node,
                           int64_t left_ns);

/* The deployment's longest TTL is another one. */
void rlk_report_longest(struct redlock_report *report, int node,
                        int64_t longest_ms);

/*
 * A round is over: each node's vote, how many said yes, and in how long a
 * quorum will be free, -1: nobody knows. report is not NULL.
 */
void rlk_report_vote(struct redlock_report *report, int node,
                     const struct rlk_report_vote *vote);
void rlk_report_round(struct redlock_report *report, int granted,
                      int64_t free_in_ms);

/* The call is over. */
void rlk_report_finish(struct redlock_report *report, int attempts,
                       int64_t started, int64_t now);

#endif
