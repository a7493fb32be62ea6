/* SPDX-License-Identifier: MIT */
#ifndef RLK_CLI_TEXT_NAME_WORDS_H
#define RLK_CLI_TEXT_NAME_WORDS_H

/*
 * Names of resources as words of a line: every byte but letters, digits and
 * -._/ is written as %XX, so that no word has a blank or an equals sign in it.
 */

/* The name as a word. Free it. NULL: no memory. */
char *name_words_of(const char *name);

#endif
