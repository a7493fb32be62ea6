/* SPDX-License-Identifier: MIT */
/* Replies that are read without hiredis. */

#include "redlock/resp/short_reply.h"

#include <string.h>

/* A number of so many digits fits 63 bits, whichever it is. */
#define DIGITS_MOST 18

/*
 * Each of these takes what is complete at the start of the bytes, and says how
 * long it is; 0: it is not there in this form.
 */

static size_t take_literal(const char *bytes, size_t count, const char *literal,
                           size_t length)
{
    return count >= length && memcmp(bytes, literal, length) == 0 ? length : 0;
}

#define TAKE(bytes, count, literal)                                            \
    take_literal(bytes, count, literal, sizeof(literal) - 1)

/* Its sign, the number without a zero in front, and the line's end. */
static size_t take_number(char sign, const char *bytes, size_t count,
                          int64_t *number)
{
    bool negative = count > 1 && bytes[1] == '-';
    size_t first = negative ? 2 : 1;
    size_t at = first;
    int64_t value = 0;

    if (count == 0 || bytes[0] != sign)
        return 0;
    for (; at < count && bytes[at] >= '0' && bytes[at] <= '9'; at++) {
        if (at - first == DIGITS_MOST)
            return 0;
        value = value * 10 + (bytes[at] - '0');
    }
    if (at == first || count - at < 2 || bytes[at] != '\r' ||
        bytes[at + 1] != '\n')
        return 0;
    if (bytes[first] == '0' && (negative || at > first + 1))
        return 0;
    *number = negative ? -value : value;
    return at + 2;
}

static size_t take_integer(const char *bytes, size_t count,
                           struct rlk_reply *reply)
{
    int64_t number;
    size_t length = take_number(':', bytes, count, &number);

    if (length == 0)
        return 0;
    rlk_reply_begin(reply, RLK_REPLY_INTEGER);
    reply->integer = number;
    return length;
}

/* The text at the end of a row, that begins at at; 0: none. */
static size_t take_text(const char *bytes, size_t count, size_t at,
                        int64_t *text_length)
{
    size_t head = take_number('$', bytes + at, count - at, text_length);

    if (head == 0 || *text_length < 0 || *text_length >= RLK_REPLY_TEXT_MAX)
        return 0;
    at += head + (size_t)*text_length;
    return count >= at + 2 && bytes[at] == '\r' && bytes[at + 1] == '\n'
               ? at + 2
               : 0;
}

static size_t take_row(const char *bytes, size_t count, struct rlk_reply *reply)
{
    int64_t row[RLK_REPLY_ROW_INTEGERS];
    int64_t text_length;
    size_t at = TAKE(bytes, count, "*6\r\n");
    size_t length;

    if (at == 0)
        return 0;
    for (int i = 0; i < RLK_REPLY_ROW_INTEGERS; i++) {
        length = take_number(':', bytes + at, count - at, &row[i]);
        if (length == 0)
            return 0;
        at += length;
    }
    length = take_text(bytes, count, at, &text_length);
    if (length == 0)
        return 0;
    rlk_reply_begin(reply, RLK_REPLY_ROW);
    memcpy(reply->row, row, sizeof(row));
    rlk_reply_keep(reply, bytes + length - 2 - text_length,
                   (size_t)text_length);
    return length;
}

size_t rlk_short_reply(const char *bytes, size_t count, struct rlk_reply *reply)
{
    size_t length;

    if (count == 0)
        return 0;
    switch (bytes[0]) {
    case '+':
        length = TAKE(bytes, count, "+OK\r\n");
        if (length > 0) {
            rlk_reply_begin(reply, RLK_REPLY_STATUS);
            rlk_reply_keep(reply, "OK", 2);
        }
        return length;
    case '$':
        length = TAKE(bytes, count, "$-1\r\n");
        if (length > 0)
            rlk_reply_begin(reply, RLK_REPLY_NIL);
        return length;
    case ':':
        return take_integer(bytes, count, reply);
    case '*':
        return take_row(bytes, count, reply);
    default:
        return 0;
    }
}
