/* SPDX-License-Identifier: MIT */
/* A runtime, on a transport that sends nothing. */

#include "tests/support/ground.h"

#include <assert.h>
#include <string.h>

#include "redlock/types/types.h"

static void do_random(struct rlk_transport *transport, void *bytes,
                      size_t count)
{
    uint64_t random = ((struct ground *)(void *)transport)->random;
    unsigned char *out = bytes;

    for (size_t i = 0; i < count; i++)
        out[i] = (unsigned char)(random >> i % 8 * 8);
}

static const struct rlk_transport_ops ops = {.random = do_random};

static void move_nothing(struct redlock_lock *lock, int64_t now)
{
    (void)lock, (void)now;
}

static void fire_nothing(struct rlk_timer *timer, int64_t now)
{
    (void)timer, (void)now;
}

struct rlk_runtime_settings ground_settings(void)
{
    return (struct rlk_runtime_settings){
        .kind = &rlk_mutex,
        .shared = &rlk_shared,
        .owned = &rlk_owned,
        .downgraded = &rlk_downgraded,
        .nodes = 3,
        .quorum = 2,
        .parallel = true,
        .node_timeout_ns = 100 * MS,
        .ttl_max_ns = 10 * SECOND,
        .guard = REDLOCK_GUARD_OFF,
        .label = "ground",
        .names = {"n1", "n2", "n3", "n4", "n5"},
    };
}

void ground_open(struct ground *ground,
                 const struct rlk_runtime_settings *settings)
{
    assert(settings->nodes <= GROUND_NODES);
    memset(ground, 0, sizeof(*ground));
    ground->transport.ops = &ops;
    ground->random = UINT64_C(1) << 63;
    rlk_runtime_init(&ground->runtime, settings, &ground->transport,
                     ground->node);
    ground->runtime.lock_moved = move_nothing;
    ground->runtime.lock_fire = fire_nothing;
    ground->runtime.api = ground;
}

void ground_close(struct ground *ground)
{
    rlk_timers_clear(&ground->runtime.timers);
}
