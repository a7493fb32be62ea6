/* SPDX-License-Identifier: MIT */
#ifndef RLK_CLI_TEXT_WAIT_TEXT_H
#define RLK_CLI_TEXT_WAIT_TEXT_H

/* How a wait for a lock stands, in one line. Pure. */

#include <stdint.h>

#include "redlock/redlock.h"

#define WAIT_TEXT_MAX 512

struct wait_text {
    const char *resource;
    char label[REDLOCK_LABEL_MAX]; /* the holder's; "": not known */
    int position;                  /* waiters ahead; -1: not known */
    int64_t waited_ms;
    int nodes;
    int quorum;
    int reachable; /* nodes; if fewer than the quorum, that is shown */
};

/* Notes the label of the token's holder; NULL: the known one stays. */
void wait_text_holder(struct wait_text *wait, const char *token);

/*
 * "held by LABEL; waiting for 12 s, 3rd in the queue", as far as it is known.
 * text: WAIT_TEXT_MAX bytes. Returns text.
 */
const char *wait_text_words(const struct wait_text *wait, char *text);

/*
 * The same after "redlock: RESOURCE: ", in this many columns at most: names are
 * cut. Nothing in it gives a terminal an order, as plain_clean() has it. What
 * is not ASCII counts as two columns. text: WAIT_TEXT_MAX bytes.
 */
const char *wait_text_line(const struct wait_text *wait, int columns,
                           char *text);

#endif
