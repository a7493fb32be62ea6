/* SPDX-License-Identifier: MIT */
/* Random draws, or the choices of the explorer instead. */

#include "tests/sim/chance.h"

#include <stdlib.h>

#include "tests/sim/world.h"

struct dice sim_chance(const struct sim_world *world, uint64_t what,
                       uint64_t which)
{
    struct dice dice = {world->plan->seed};
    uint64_t mixed = dice_bits(&dice) ^ what * UINT64_C(0x9e3779b97f4a7c15);

    dice.state = mixed ^ which << 20;
    (void)dice_bits(&dice);
    return dice;
}

static bool throw_chosen(struct sim_coins_thrown *thrown)
{
    bool heads = thrown->count < thrown->chosen.count &&
                 (thrown->chosen.heads >> thrown->count & 1) != 0;

    if (thrown->count == SIM_COINS_MAX)
        abort();
    thrown->count++;
    return heads;
}

bool sim_chance_coin(struct sim_world *world, struct dice *dice)
{
    if (world->choosing)
        return throw_chosen(&world->coins);
    return (dice_bits(dice) & 1) != 0;
}

bool sim_chance_once_in(struct sim_world *world, struct dice *dice,
                        int64_t sides)
{
    if (world->choosing)
        return throw_chosen(&world->coins);
    return dice_below(dice, sides) == 0;
}

int sim_chance_pick(struct sim_world *world, struct dice *dice, int count)
{
    return world->choosing ? 0 : (int)dice_below(dice, count);
}

/* The number's value must not depend on the byte order of the machine. */
uint64_t sim_chance_scale(struct sim_world *world, struct dice *dice)
{
    uint64_t number = 0;

    if (world->choosing)
        return throw_chosen(&world->coins) ? UINT64_MAX : UINT64_MAX / 2;
    for (int i = 0; i < 8; i++)
        number |= (dice_bits(dice) >> 24 & 0xff) << 8 * i;
    return number;
}
