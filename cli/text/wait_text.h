/* SPDX-License-Identifier: MIT */
#ifndef RLK_CLI_TEXT_WAIT_TEXT_H
#define RLK_CLI_TEXT_WAIT_TEXT_H

/* The state of a wait for a lock in one line. Pure. */

#include "redlock/redlock.h"

#define WAIT_TEXT_MAX 512

struct wait_text {
    const char *resource;
    char label[REDLOCK_LABEL_MAX]; /* the holder's; "": unknown */
    int position;                  /* waiters ahead; -1: unknown */
    int64_t waited_ms;
    int nodes;
    int quorum;
    int reachable; /* number of nodes; shown if less than the quorum */
};

/* Sets the label from the holder's token; NULL keeps the previous label. */
void wait_text_holder(struct wait_text *wait, const char *token);

/*
 * "held by LABEL; waiting for 12 s, 3rd in the queue", without unknown parts.
 * text: WAIT_TEXT_MAX bytes. Returns text.
 */
const char *wait_text_words(const struct wait_text *wait, char *text);

/*
 * As wait_text_words(), after "redlock: RESOURCE: ", cut to at most this many
 * columns. Unsafe characters are replaced as by plain_clean(). Characters that
 * are not ASCII count as two columns. text: WAIT_TEXT_MAX bytes.
 */
const char *wait_text_line(const struct wait_text *wait, int columns,
                           char *text);

#endif
