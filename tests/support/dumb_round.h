/* SPDX-License-Identifier: MIT */
#ifndef DUMB_ROUND_H
#define DUMB_ROUND_H

/*
 * What a round must come to, worked out from its script with the whole future
 * in view: no events, no state machine. The twin that round.c is held
 * against.
 */

#include <stdint.h>

#include "tests/support/stage.h"

struct dumb_round {
    enum rlk_outcome outcome;
    int64_t done_at; /* when it is reported */
    uint32_t asked;
};

/* The round that starts at 0 and follows the script; the stage's order. */
struct dumb_round dumb_round(const struct rlk_round_settings *settings,
                             const struct stage_node *nodes);

#endif
