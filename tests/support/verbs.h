/* SPDX-License-Identifier: MIT */
#ifndef SUPPORT_VERBS_H
#define SUPPORT_VERBS_H

#include "redlock/runtime/lock_type.h"

/* The name of a verb, as tests and stories write it. Static. */
const char *verb_word(enum rlk_verb verb);

#endif
