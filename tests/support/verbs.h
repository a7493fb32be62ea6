/* SPDX-License-Identifier: MIT */
#ifndef SUPPORT_VERBS_H
#define SUPPORT_VERBS_H

#include "redlock/runtime/lock_type.h"

/* A verb in one word, as tests and stories write it. Static. */
const char *verb_word(enum rlk_verb verb);

#endif
