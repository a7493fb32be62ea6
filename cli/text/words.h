/* SPDX-License-Identifier: MIT */
#ifndef RLK_CLI_TEXT_WORDS_H
#define RLK_CLI_TEXT_WORDS_H

#include "redlock/redlock.h"

/*
 * Names of resources as words in a list separated by blanks. Every byte except
 * letters, digits and -._/ is encoded as %XX, so a word contains no blank and
 * no equals sign.
 */

#define NAME_WORD_MAX (3 * REDLOCK_RESOURCE_MAX + 1)

/* Encodes the name into word. Returns word. */
const char *name_word(const char *name, char word[static NAME_WORD_MAX]);

/*
 * The value of the next word "NAME=VALUE" for this resource; advances *list
 * past that word. NULL: there is none. *list may be NULL.
 */
const char *name_word_next(const char **list, const char *name);

/*
 * The words of --json for the library's enumerations: snake_case, static, never
 * renamed; docs/JSON.md lists them. The words of statuses, votes and reasons
 * are in words.def. NULL: there is no such value.
 */

const char *json_words_status(enum redlock_status status);

const char *json_words_vote(enum redlock_vote vote);

/* "none" for REDLOCK_REASON_NONE, for which JSON omits the member "reason". */
const char *json_words_reason(enum redlock_reason reason);

const char *json_words_strategy(enum redlock_strategy strategy);

const char *json_words_guard(enum redlock_guard guard);

/* Advice about an outcome: part of a sentence, static; may be NULL. */
const char *advice_of_status(enum redlock_status status);

/* Advice about a node that fails for this reason. Static; may be NULL. */
const char *advice_of(enum redlock_reason reason);

#endif
