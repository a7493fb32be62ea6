/* SPDX-License-Identifier: MIT */
#ifndef SIM_CHANCE_H
#define SIM_CHANCE_H

/*
 * Decisions that no plan makes. If the plan has instants, they follow from the
 * seed. If events are chosen (choice.h), each coin is a part of the choice that
 * tosses it, so that the explorer can try both sides.
 */

#include <stdbool.h>
#include <stdint.h>

#include "tests/support/dice.h"

struct sim_world;

/* The most coins that one choice may toss. */
#define SIM_COINS_MAX 16

/* The results of a choice's coins; those beyond count are tails. */
struct sim_coins {
    uint16_t heads; /* a bit for each coin, the first one lowest */
    uint8_t count;
};

/* The coins of a choice while it is executed. */
struct sim_coins_thrown {
    struct sim_coins chosen;
    uint8_t count; /* the number tossed so far, of which the first are chosen */
};

/* Independent dice for one purpose and one object. */
struct dice sim_chance(const struct sim_world *world, uint64_t what,
                       uint64_t which);

/* Heads? */
bool sim_chance_coin(struct sim_world *world, struct dice *dice);

/* True with probability 1 / sides; chosen: a coin. */
bool sim_chance_once_in(struct sim_world *world, struct dice *dice,
                        int64_t sides);

/* One of count values; chosen: the first one. */
int sim_chance_pick(struct sim_world *world, struct dice *dice, int count);

/*
 * A factor that scales a span of time; chosen: the largest, or half of it. If
 * it were zero, attempts would follow each other without time passing.
 */
uint64_t sim_chance_scale(struct sim_world *world, struct dice *dice);

#endif
