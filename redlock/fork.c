/* SPDX-License-Identifier: MIT */
/* Counts forks, so that a child knows what is its parent's. */

#include "redlock/fork.h"

#include <pthread.h>
#include <stdatomic.h>

static _Atomic unsigned generation;

static void in_child(void)
{
    atomic_fetch_add(&generation, 1);
}

__attribute__((constructor)) static void watch_forks(void)
{
    (void)pthread_atfork(NULL, NULL, in_child);
}

unsigned rlk_fork_generation(void)
{
    return atomic_load_explicit(&generation, memory_order_relaxed);
}
