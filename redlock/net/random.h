/* SPDX-License-Identifier: MIT */
#ifndef RLK_REDLOCK_NET_RANDOM_H
#define RLK_REDLOCK_NET_RANDOM_H

/*
 * Random bits from the kernel. A process may forbid itself to ask for them
 * later on, as sandboxes do: then they are spun out of those that were drawn
 * at first, which is enough for pauses. Tokens get theirs at the first.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct rlk_random {
    uint64_t seed;
};

/* false: the kernel refuses; errno says why. */
bool rlk_random_init(struct rlk_random *random);

/* Random bits, always. */
void rlk_random_fill(struct rlk_random *random, void *bytes, size_t count);

#endif
