/* SPDX-License-Identifier: MIT */
#include "redlock/kinds/kinds.h"

const struct rlk_kind rlk_mutex = {.name = "mutex", .bit = 1};

const struct rlk_kind rlk_shared = {
    .name = "shared",
    .bit = 2,
    .party = true,
    .scripted = true,
};

const struct rlk_kind rlk_owned = {
    .name = "owned",
    .bit = 4,
    .party = true,
    .owned = true,
    .scripted = true,
};

const struct rlk_kind rlk_downgraded = {
    .name = "downgraded",
    .bit = 8,
    .party = true,
    .former = true,
    .scripted = true,
};

const struct rlk_kind rlk_semaphore = {
    .name = "semaphore",
    .bit = 16,
    .slots = true,
    .scripted = true,
};
