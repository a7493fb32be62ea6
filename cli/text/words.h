/* SPDX-License-Identifier: MIT */
#ifndef RLK_CLI_TEXT_WORDS_H
#define RLK_CLI_TEXT_WORDS_H

#include "redlock/redlock.h"

/*
 * Names of resources as words of a line: every byte but letters, digits and
 * -._/ is written as %XX, so that no word has a blank or an equals sign in it.
 */

/* The name as a word. Free it. NULL: no memory. */
char *name_words_of(const char *name);

/*
 * The words that --json has for what the library answers: snake_case, static,
 * and never another for the same thing. docs/JSON.md has them all. NULL: there
 * is no such value.
 */

const char *json_words_status(enum redlock_status status);

const char *json_words_vote(enum redlock_vote vote);

/* "none" for REDLOCK_REASON_NONE, which is left out where it would stand. */
const char *json_words_reason(enum redlock_reason reason);

const char *json_words_strategy(enum redlock_strategy strategy);

const char *json_words_guard(enum redlock_guard guard);

/* What to do about a node that fails for this reason. Static; may be NULL. */
const char *advice_of(enum redlock_reason reason);

#endif
