/* SPDX-License-Identifier: MIT */
#include "redlock/types/types.h"

const struct rlk_lock_type rlk_mutex = {.name = "mutex"};

const struct rlk_lock_type rlk_shared = {
    .name = "shared",
    .holders = true,
    .scripted = true,
};

const struct rlk_lock_type rlk_owned = {
    .name = "owned",
    .holders = true,
    .owned = true,
    .scripted = true,
};

const struct rlk_lock_type rlk_downgraded = {
    .name = "downgraded",
    .holders = true,
    .former = true,
    .scripted = true,
};

const struct rlk_lock_type rlk_semaphore = {
    .name = "semaphore",
    .slots = true,
    .scripted = true,
};
