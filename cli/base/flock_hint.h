/* SPDX-License-Identifier: MIT */
#ifndef RLK_CLI_BASE_FLOCK_HINT_H
#define RLK_CLI_BASE_FLOCK_HINT_H

/* For those who know flock(1): what an option of it is called here. */

/*
 * letter: of an option that we do not have, or 0. word: it as it was typed.
 * Static; NULL: flock has no such option either.
 */
const char *flock_hint(int letter, const char *word);

#endif
