/* SPDX-License-Identifier: MIT */
/* The fuzzers' plays, with random bytes: no answer of a node ends a client. */

#include <criterion/criterion.h>

#include "tests/support/dice.h"
#include "tests/support/liar.h"
#include "tests/support/patient.h"

#define PLAYS 3000
#define LENGTH_MOST 2000

static void play_all(void (*play)(const uint8_t *script, size_t length))
{
    static uint8_t script[LENGTH_MOST];

    for (int i = 0; i < PLAYS; i++) {
        struct dice dice = {(uint64_t)i};
        size_t length = (size_t)dice_below(&dice, LENGTH_MOST);

        for (size_t at = 0; at < length; at++)
            script[at] = (uint8_t)dice_bits(&dice);
        play(script, length);
    }
}

Test(liar, is_survived_by_the_client, .timeout = 110)
{
    play_all(liar_play);
}

Test(liar, is_survived_by_an_examination, .timeout = 110)
{
    play_all(patient_play);
}
