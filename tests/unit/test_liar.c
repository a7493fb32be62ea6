/* SPDX-License-Identifier: MIT */
/* Whatever nodes say, the core goes on. The fuzzer's play, from dice. */

#include <criterion/criterion.h>

#include "tests/support/dice.h"
#include "tests/support/liar.h"

#define PLAYS 3000
#define LENGTH_MOST 2000

Test(liar, is_borne_whatever_he_says, .timeout = 110)
{
    static uint8_t script[LENGTH_MOST];

    for (int play = 0; play < PLAYS; play++) {
        struct dice dice = {(uint64_t)play};
        size_t length = (size_t)dice_below(&dice, LENGTH_MOST);

        for (size_t i = 0; i < length; i++)
            script[i] = (uint8_t)dice_bits(&dice);
        liar_play(script, length);
    }
}
