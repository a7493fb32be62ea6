/* SPDX-License-Identifier: MIT */
/* libFuzzer: nodes that send arbitrary answers to an examination. */

#include <stddef.h>
#include <stdint.h>

#include "tests/support/patient.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    patient_play(data, size);
    return 0;
}
