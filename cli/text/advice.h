/* SPDX-License-Identifier: MIT */
#ifndef RLK_CLI_TEXT_ADVICE_H
#define RLK_CLI_TEXT_ADVICE_H

#include "redlock/redlock.h"

/* What to do about a node that fails for this reason. Static; may be NULL. */
const char *advice_of(enum redlock_reason reason);

#endif
