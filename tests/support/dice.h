/* SPDX-License-Identifier: MIT */
#ifndef DICE_H
#define DICE_H

/* Random numbers that are the same in every run with the same seed. */

#include <stdbool.h>
#include <stdint.h>

struct dice {
    uint64_t state; /* the seed, at first */
};

/* 64 bits (splitmix64). */
uint64_t dice_bits(struct dice *dice);

/* 0 .. below - 1, nearly uniform. below: > 0 */
int64_t dice_below(struct dice *dice, int64_t below);
int64_t dice_between(struct dice *dice, int64_t least, int64_t most);

/* true with this probability, in per cent. */
bool dice_chance(struct dice *dice, int64_t in_a_hundred);

/* A random element of an array. */
#define DICE_PICK(dice, table)                                                 \
    (table)[dice_below(dice, (int64_t)(sizeof(table) / sizeof((table)[0])))]

#endif
