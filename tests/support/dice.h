/* SPDX-License-Identifier: MIT */
#ifndef DICE_H
#define DICE_H

/* Random numbers that are the same in every run: a test names its seed. */

#include <stdint.h>

struct dice {
    uint64_t state; /* the seed, at first */
};

/* 64 bits (splitmix64). */
uint64_t dice_bits(struct dice *dice);

/* 0 .. below - 1, as good as even. below: > 0 */
int64_t dice_below(struct dice *dice, int64_t below);

#endif
