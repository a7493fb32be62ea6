/* SPDX-License-Identifier: MIT */
#ifndef RLK_REDLOCK_ADMIN_EXAMINE_QUESTION_H
#define RLK_REDLOCK_ADMIN_EXAMINE_QUESTION_H

/*
 * What every node is asked, in this order: a command, when it is sent, and the
 * reader of its answer. Another question is another row. Pure.
 */

#include <stdbool.h>

#include "redlock/admin/examine_notes.h"
#include "redlock/resp/command.h"

/* Bytes in the name of the key that nobody has, its NUL included. */
#define RLK_EXAMINE_KEY_MAX 48

#define RLK_EXAMINE_WORDS_MAX 6

enum rlk_examine_when {
    RLK_EXAMINE_AT_ONCE,       /* without waiting for any answer */
    RLK_EXAMINE_AFTER_ANSWERS, /* of all questions before it */
    RLK_EXAMINE_AFTER_PAUSE,   /* some time after these answers */
};

struct rlk_examine_question {
    enum rlk_examine_when when;
    unsigned right; /* REDLOCK_RIGHT_: lacking, if it is refused; 0: none */
    unsigned needs; /* REDLOCK_RIGHT_: skipped where it is lacking; 0: none */
    rlk_examine_read *read;       /* an answer; NULL: only errors matter */
    rlk_examine_read *read_error; /* an error; NULL: only the right matters */
    const char *words[RLK_EXAMINE_WORDS_MAX + 1]; /* the last is NULL */
};

/* Those that are numbered from 0 to the count less one. */
int rlk_examine_question_count(void);
const struct rlk_examine_question *rlk_examine_question(int number);

/* Appends the question; key: one that nobody has. false: no memory. */
bool rlk_examine_question_write(const struct rlk_examine_question *question,
                                const char *key, struct rlk_wire *wire);

#endif
