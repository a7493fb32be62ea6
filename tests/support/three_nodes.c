/* SPDX-License-Identifier: MIT */
/* The rig of a test program, and how it is opened. */

#include "tests/support/three_nodes.h"

struct rig rig;
struct redlock_report report;
const struct redlock_request job = {
    .resource = "cup", /* whose order begins at n1 */
    .ttl_ms = 10000,
    .report = &report,
};

void open_three(void)
{
    struct rlk_runtime_settings settings = rig_settings();

    rig_open_connected(&rig, &settings);
}

void open_unconnected(void)
{
    struct rlk_runtime_settings settings = rig_settings();

    rig_open(&rig, &settings);
}

void open_parallel(int nodes)
{
    struct rlk_runtime_settings settings = rig_settings();

    settings.nodes = nodes;
    settings.quorum = nodes / 2 + 1;
    settings.parallel = true;
    rig_open_connected(&rig, &settings);
}
