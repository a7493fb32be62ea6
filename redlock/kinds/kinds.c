/* SPDX-License-Identifier: MIT */
#include "redlock/kinds/kinds.h"

const struct rlk_kind rlk_mutex = {.name = "mutex"};

const struct rlk_kind rlk_shared = {
    .name = "shared",
    .party = true,
    .scripted = true,
};

const struct rlk_kind rlk_owned = {
    .name = "owned",
    .party = true,
    .owned = true,
    .scripted = true,
};

const struct rlk_kind rlk_downgraded = {
    .name = "downgraded",
    .party = true,
    .former = true,
    .scripted = true,
};

const struct rlk_kind rlk_semaphore = {
    .name = "semaphore",
    .slots = true,
    .scripted = true,
};
