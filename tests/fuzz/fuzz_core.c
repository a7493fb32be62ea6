/* SPDX-License-Identifier: MIT */
/* libFuzzer: nodes that send the core arbitrary answers at every stage. */

#include <stddef.h>
#include <stdint.h>

#include "tests/support/liar.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    liar_play(data, size);
    return 0;
}
