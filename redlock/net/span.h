/* SPDX-License-Identifier: MIT */
#ifndef RLK_REDLOCK_NET_SPAN_H
#define RLK_REDLOCK_NET_SPAN_H

/* Pieces of a text that is parsed, in place. */

#include <stdbool.h>
#include <stddef.h>

struct rlk_span {
    const char *text;
    size_t length;
};

/* What rlk_span_decode() says where there is no memory. */
extern const char rlk_span_out_of_memory[];

bool rlk_span_is_empty(struct rlk_span span);

/* If the span begins with prefix, in any case: takes the prefix off. */
bool rlk_span_take(struct rlk_span *span, const char *prefix);

/*
 * Cuts at the first (or last) c: before gets what precedes it, span keeps what
 * follows. false: there is no c, and nothing has changed.
 */
bool rlk_span_cut(struct rlk_span *span, char c, bool last,
                  struct rlk_span *before);

/*
 * Copies a span into memory of its own, percent escapes decoded; an empty span
 * leaves *copy alone. NULL, or a sentence that says what is wrong with it;
 * *copy may be set then, too.
 */
const char *rlk_span_decode(struct rlk_span from, char **copy);

#endif
