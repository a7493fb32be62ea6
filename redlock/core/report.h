/* SPDX-License-Identifier: MIT */
#ifndef RLK_REDLOCK_CORE_REPORT_H
#define RLK_REDLOCK_CORE_REPORT_H

/* Fills the caller's report, node by node. A NULL report is left alone. */

#include <stdint.h>

#include "redlock/core/transport.h"
#include "redlock/redlock.h"

struct rlk_core;
struct rlk_node;
struct rlk_op;

/* A call begins: nothing is known. */
void rlk_report_begin(struct redlock_report *report,
                      const struct rlk_core *core);

void rlk_report_latency(struct redlock_report *report, int node,
                        int64_t latency_ns);
void rlk_report_message(struct redlock_report *report, int node,
                        const char *message);
void rlk_report_holder(struct redlock_report *report, int node,
                       const struct rlk_answer *answer);
void rlk_report_error(struct redlock_report *report, int node,
                      const struct rlk_answer *answer);

/* The node is in quarantine: since when, and for how long. */
void rlk_report_quarantine(struct redlock_report *report,
                           const struct rlk_node *at, int64_t now);

/* The deployment's longest TTL is another one. */
void rlk_report_longest(struct redlock_report *report, int node,
                        int64_t longest_ms);

/* A round is over: the votes, and when a quorum will be free. */
void rlk_report_outcome(const struct rlk_op *op, int64_t now);

/* The call is over. */
void rlk_report_finish(struct redlock_report *report, int attempts,
                       int64_t started, int64_t now);

#endif
