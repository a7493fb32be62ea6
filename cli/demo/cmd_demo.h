/* SPDX-License-Identifier: MIT */
#ifndef RLK_CLI_DEMO_CMD_DEMO_H
#define RLK_CLI_DEMO_CMD_DEMO_H

#include <stdbool.h>
#include <stdint.h>

#include "cli/demo/demo_crew.h"
#include "cli/demo/demo_view.h"
#include "redlock/redlock.h"

/* The demo's five acts, and what they left to judge. */

struct demo {
    bool quick;
    int64_t ttl_ms;
    struct demo_masters masters;
    struct demo_crew crew;
    struct redlock_client *client; /* the audience's: it looks, and visits */
    struct demo_picture picture;
    struct redlock_report held;
    struct redlock_report votes; /* of the visitor's acquire */
    enum redlock_status visit;   /* its answer */
    int64_t without_two;         /* increments with two masters dead */
    int64_t without_three;       /* with three dead, once the TTL had run */
    int64_t in_quarantine;       /* with one back, which may not vote yet */
    int64_t after_return;        /* with its quarantine over */
    struct redlock_problem problem;
};

#endif
