/* SPDX-License-Identifier: MIT */
/* The kernel's random bits, and what to do without them. */

#include "redlock/net/random.h"

#include <errno.h>
#include <string.h>
#include <sys/random.h>

/* Draws from the kernel, in spite of signals. false: errno says why not. */
static bool draw(void *bytes, size_t count)
{
    char *at = bytes;

    while (count > 0) {
        ssize_t got = getrandom(at, count, 0);

        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return false;
        at += got;
        count -= (size_t)got;
    }
    return true;
}

/* The generator of Steele, Lea and Flood, "SplitMix". */
static uint64_t spin(struct rlk_random *random)
{
    uint64_t z = random->seed += UINT64_C(0x9E3779B97F4A7C15);

    z = (z ^ z >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ z >> 27) * UINT64_C(0x94D049BB133111EB);
    return z ^ z >> 31;
}

bool rlk_random_init(struct rlk_random *random)
{
    return draw(&random->seed, sizeof(random->seed));
}

void rlk_random_fill(struct rlk_random *random, void *bytes, size_t count)
{
    char *at = bytes;

    if (draw(bytes, count))
        return;
    while (count > 0) {
        uint64_t word = spin(random);
        size_t part = count < sizeof(word) ? count : sizeof(word);

        memcpy(at, &word, part);
        at += part;
        count -= part;
    }
}
