/* SPDX-License-Identifier: MIT */
#ifndef RLK_REDLOCK_NET_RANDOM_H
#define RLK_REDLOCK_NET_RANDOM_H

/*
 * Random bits from the kernel. A sandboxed process may lose the right to ask
 * for them: from then on they are generated from a seed that the kernel gave at
 * the initialisation. That is good enough for the lengths of pauses; tokens are
 * made of bits that were drawn at the initialisation.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct rlk_random {
    uint64_t seed; /* of the generator that stands in for the kernel */
};

/* false: the kernel refuses; errno says why. */
bool rlk_random_init(struct rlk_random *random);

/* Random bits, always. */
void rlk_random_fill(struct rlk_random *random, void *bytes, size_t count);

#endif
