/* SPDX-License-Identifier: MIT */
#ifndef RLK_CLI_TEXT_WORDS_H
#define RLK_CLI_TEXT_WORDS_H

#include "redlock/redlock.h"

/*
 * Names of resources as words in a list that is separated by blanks: every byte
 * but letters, digits and -._/ becomes %XX, so that no word has a blank or an
 * equals sign in it.
 */

#define NAME_WORD_MAX (3 * REDLOCK_RESOURCE_MAX + 1)

/* Returns word, which it fills in. */
const char *name_word(const char *name, char word[static NAME_WORD_MAX]);

/*
 * The value of the next word "NAME=VALUE" for this resource; *list moves behind
 * that word. NULL: there is none. *list may be NULL.
 */
const char *name_word_next(const char **list, const char *name);

/*
 * The words of --json for the library's answers: snake_case, static, never
 * renamed; docs/JSON.md lists them. Those of statuses, votes and reasons are in
 * words.def. NULL: there is no such value.
 */

const char *json_words_status(enum redlock_status status);

const char *json_words_vote(enum redlock_vote vote);

/* "none" for REDLOCK_REASON_NONE, which a member "reason" is left out for. */
const char *json_words_reason(enum redlock_reason reason);

const char *json_words_strategy(enum redlock_strategy strategy);

const char *json_words_guard(enum redlock_guard guard);

/* What to do about an outcome: part of a sentence, static; may be NULL. */
const char *advice_of_status(enum redlock_status status);

/* What to do about a node that fails for this reason. Static; may be NULL. */
const char *advice_of(enum redlock_reason reason);

#endif
