/* SPDX-License-Identifier: MIT */
#ifndef SIM_CHANCE_H
#define SIM_CHANCE_H

/*
 * What no plan says. In a plan with instants it follows from the seed; in a
 * chosen one (choice.h) each coin is a part of the choice that throws it, so
 * that an explorer can have it fall on both sides.
 */

#include <stdbool.h>
#include <stdint.h>

#include "tests/support/dice.h"

struct sim_world;

/* Coins that one choice may throw. */
#define SIM_COINS_MAX 16

/* How the coins of a choice fall; beyond count they show tails. */
struct sim_coins {
    uint16_t heads; /* a bit for each, the first one the lowest */
    uint8_t count;
};

/* Those of a choice, while it is taken. */
struct sim_coins_thrown {
    struct sim_coins chosen;
    uint8_t count; /* so many were thrown, the chosen ones first */
};

/* Dice of their own for a purpose and an object of it. */
struct dice sim_chance(const struct sim_world *world, uint64_t what,
                       uint64_t which);

/* Heads? */
bool sim_chance_coin(struct sim_world *world, struct dice *dice);

/* Once in so many times; chosen: a coin. */
bool sim_chance_once_in(struct sim_world *world, struct dice *dice,
                        int64_t sides);

/* Which of so many things; chosen: the first one. */
int sim_chance_pick(struct sim_world *world, struct dice *dice, int count);

/* A number that scales a span of time; chosen: the least or the greatest. */
uint64_t sim_chance_scale(struct sim_world *world, struct dice *dice);

#endif
