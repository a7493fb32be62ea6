/* SPDX-License-Identifier: MIT */
#ifndef RLK_CLI_RUN_LOCK_WORDS_H
#define RLK_CLI_RUN_LOCK_WORDS_H

/* What a command finds of all the resources of its lock: words in a line. */

#include "redlock/redlock.h"

/* "NAME NAME ...", as name_words.h has them. Free it. NULL: no memory. */
char *lock_words_resources(const struct redlock_lock *lock);

/* "NAME=FENCE ..."; "" where it has no fences. Free it. NULL: no memory. */
char *lock_words_fences(const struct redlock_lock *lock);

#endif
