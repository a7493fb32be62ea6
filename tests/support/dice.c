/* SPDX-License-Identifier: MIT */
/* Random numbers that are the same in every run. */

#include "tests/support/dice.h"

#include <assert.h>

uint64_t dice_bits(struct dice *dice)
{
    uint64_t bits;

    dice->state += UINT64_C(0x9e3779b97f4a7c15);
    bits = dice->state;
    bits = (bits ^ bits >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    bits = (bits ^ bits >> 27) * UINT64_C(0x94d049bb133111eb);
    return bits ^ bits >> 31;
}

int64_t dice_below(struct dice *dice, int64_t below)
{
    assert(below > 0);
    return (int64_t)(dice_bits(dice) % (uint64_t)below);
}

int64_t dice_between(struct dice *dice, int64_t least, int64_t most)
{
    return least + dice_below(dice, most - least + 1);
}

bool dice_chance(struct dice *dice, int64_t in_a_hundred)
{
    return dice_below(dice, 100) < in_a_hundred;
}
