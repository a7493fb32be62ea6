/* SPDX-License-Identifier: MIT */
#ifndef RLK_CLI_TEXT_JSON_WORDS_H
#define RLK_CLI_TEXT_JSON_WORDS_H

/*
 * The words that --json has for what the library answers: snake_case, static,
 * and never another for the same thing. docs/JSON.md has them all. NULL: there
 * is no such value.
 */

#include "redlock/redlock.h"

const char *json_words_status(enum redlock_status status);
const char *json_words_vote(enum redlock_vote vote);

/* "none" for REDLOCK_REASON_NONE, which is left out where it would stand. */
const char *json_words_reason(enum redlock_reason reason);

const char *json_words_strategy(enum redlock_strategy strategy);
const char *json_words_guard(enum redlock_guard guard);

#endif
