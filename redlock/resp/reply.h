/* SPDX-License-Identifier: MIT */
#ifndef RLK_REDLOCK_RESP_REPLY_H
#define RLK_REDLOCK_RESP_REPLY_H

/*
 * A server's reply in one flat record: without a tree of allocations, and
 * without what the library does not read.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Of a text so much is kept, its NUL included. */
#define RLK_REPLY_TEXT_MAX 4096

#define RLK_REPLY_ROW_INTEGERS 5

enum rlk_reply_kind {
    RLK_REPLY_STATUS,  /* text */
    RLK_REPLY_ERROR,   /* text; control characters became dots */
    RLK_REPLY_INTEGER, /* integer */
    RLK_REPLY_NIL,
    RLK_REPLY_STRING,     /* text */
    RLK_REPLY_ROW,        /* an array of so many integers and one text */
    RLK_REPLY_NAMED,      /* an array of two texts; the second is kept */
    RLK_REPLY_MESSAGE,    /* of a channel: text */
    RLK_REPLY_SUBSCRIBED, /* to a channel: integer, how many there are now */
    RLK_REPLY_OTHER,      /* anything else: read over */
};

struct rlk_reply {
    enum rlk_reply_kind kind;
    int64_t integer;                     /* of an integer, or as said above */
    int64_t row[RLK_REPLY_ROW_INTEGERS]; /* of a row */
    size_t text_length;                  /* without the NUL */
    char text[RLK_REPLY_TEXT_MAX];       /* cut to fit; ends in NUL */
};

/* Empties the record. */
void rlk_reply_begin(struct rlk_reply *reply, enum rlk_reply_kind kind);

/* Keeps a text, cut to fit. */
void rlk_reply_keep(struct rlk_reply *reply, const char *text, size_t length);

/* Is the number one that scripts can tell exactly: 0 .. 2^53? */
bool rlk_reply_is_exact(int64_t number);

#endif
