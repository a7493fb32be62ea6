/* SPDX-License-Identifier: MIT */
#ifndef SIM_EXPLORE_DIGEST_H
#define SIM_EXPLORE_DIGEST_H

/*
 * The fingerprint of a part of the world: one number for what concerns no
 * particular node, and one for each node, so that worlds that differ only in
 * the order of their nodes can be identified. It is computed from values only,
 * without padding and pointers, and is the same with every compiler.
 */

#include <stdint.h>
#include <string.h>

#include "tests/sim/plan.h"

struct digest {
    uint64_t whole;
    uint64_t of[SIM_NODES_MAX];
};

static inline uint64_t digest_mix(uint64_t hash, uint64_t value)
{
    hash = (hash ^ value) * UINT64_C(0xff51afd7ed558ccd);
    return hash ^ hash >> 32;
}

/* Applied before sums are taken, so that every bit depends on all bits. */
static inline uint64_t digest_add(uint64_t hash)
{
    hash = (hash ^ hash >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    hash = (hash ^ hash >> 27) * UINT64_C(0x94d049bb133111eb);
    return hash ^ hash >> 31;
}

static inline uint64_t digest_text(uint64_t hash, const char *text)
{
    size_t length = strlen(text);
    uint64_t word;

    hash = digest_mix(hash, length);
    for (; length >= sizeof(word); length -= sizeof(word)) {
        word = 0;
        for (size_t i = 0; i < sizeof(word); i++)
            word |= (uint64_t)(unsigned char)text[i] << 8 * i;
        hash = digest_mix(hash, word);
        text += sizeof(word);
    }
    word = 0;
    for (size_t i = 0; i < length; i++)
        word |= (uint64_t)(unsigned char)text[i] << 8 * i;
    return digest_mix(hash, word);
}

/*
 * Digests the name of a server or memory: its kind, and its number; the three
 * digits of the node are omitted.
 */
static inline uint64_t digest_name(uint64_t hash, const char *name)
{
    if (strlen(name) < 8)
        return digest_text(hash, name);
    return digest_text(digest_mix(hash, (unsigned char)name[0]), name + 4);
}

static inline void digest_put(struct digest *digest, int64_t value)
{
    digest->whole = digest_mix(digest->whole, (uint64_t)value);
}

static inline void digest_at(struct digest *digest, int node, int64_t value)
{
    digest->of[node] = digest_mix(digest->of[node], (uint64_t)value);
}

#endif
