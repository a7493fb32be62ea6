/* SPDX-License-Identifier: MIT */
#ifndef SUPPORT_THREE_NODES_H
#define SUPPORT_THREE_NODES_H

/* What most tests of the core begin with: a rig, and a wish for a job. */

#include "clock/clock.h"
#include "tests/support/rig.h"

#define MS RLK_NS_PER_MS
#define SECOND RLK_NS_PER_S

extern struct rig rig;

/* For ten seconds, and told in report. */
extern const struct redlock_request job;
extern struct redlock_report report;

/* Opens the rig as rig_settings() has it, three nodes, all connected. */
void open_three(void);

/* The same without a connection: none was ever made. */
void open_unconnected(void);

/* With so many nodes, a majority of which is the quorum, asked at once. */
void open_parallel(int nodes);

#endif
