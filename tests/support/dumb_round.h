/* SPDX-License-Identifier: MIT */
#ifndef DUMB_ROUND_H
#define DUMB_ROUND_H

/*
 * The outcome of a round, computed from its script as a whole: no events and no
 * state machine. The tests compare quorum/round.c with it.
 */

#include <stdint.h>

#include "tests/support/stage.h"

struct dumb_round {
    enum rlk_outcome outcome;
    int64_t done_at; /* when the outcome is reported */
    uint32_t asked;
};

/*
 * The round that starts at 0 and follows the script, with the stage's order of
 * events.
 */
struct dumb_round dumb_round(const struct rlk_round_settings *settings,
                             const struct stage_node *nodes);

#endif
