/* SPDX-License-Identifier: MIT */
#ifndef RLK_REDLOCK_RESP_READER_H
#define RLK_REDLOCK_RESP_READER_H

/*
 * What a server says, parsed by hiredis into one flat record: no tree of
 * allocations, and nothing kept that the library does not read. What comes
 * most, a short status, a small integer or nil, is read without it.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Of a text so much is kept, its NUL included. */
#define RLK_REPLY_TEXT_MAX 4096

/* What is fed at once is best not longer than this. */
#define RLK_READER_ROOM ((size_t)16 * 1024)

/* A reply that is longer and not complete is no reply to a question of ours. */
#define RLK_REPLY_BYTES_MAX ((size_t)256 * 1024)

#define RLK_REPLY_ROW_INTEGERS 5

enum rlk_reply_kind {
    RLK_REPLY_STATUS,  /* text */
    RLK_REPLY_ERROR,   /* text; control characters became dots */
    RLK_REPLY_INTEGER, /* integer */
    RLK_REPLY_NIL,
    RLK_REPLY_STRING, /* text */
    RLK_REPLY_ROW,    /* an array of so many integers and one text */
    RLK_REPLY_NAMED,  /* an array of two texts; the second is kept */
    RLK_REPLY_OTHER,  /* anything else: read over */
};

struct rlk_reply {
    enum rlk_reply_kind kind;
    int64_t integer;
    int64_t row[RLK_REPLY_ROW_INTEGERS];
    size_t text_length;
    char text[RLK_REPLY_TEXT_MAX]; /* cut to fit; ends in NUL */
};

/* May a script have told it? Its numbers are exact from 0 to 2^53. */
bool rlk_reply_is_exact(int64_t number);

struct redisReader;

struct rlk_reader {
    struct redisReader *parser; /* NULL while closed */
    bool parsing; /* the parser has bytes: all that come go to it */
    size_t start; /* of what the parser has not been given */
    size_t end;
    struct rlk_reply reply;
    char bytes[RLK_READER_ROOM];
};

enum rlk_reader_state {
    RLK_READER_REPLY,   /* reader->reply is complete; until the next call */
    RLK_READER_WAIT,    /* for more bytes */
    RLK_READER_GARBAGE, /* not the protocol; there is no way back */
};

/* false: no memory. The reader must stay where it is in memory. */
bool rlk_reader_open(struct rlk_reader *reader);

/* Closed already is fine. The last reply stays. */
void rlk_reader_close(struct rlk_reader *reader);

/* Takes in what has come; copied. false: no memory. */
bool rlk_reader_feed(struct rlk_reader *reader, const char *bytes,
                     size_t count);

/* The next reply out of what has come. */
enum rlk_reader_state rlk_reader_next(struct rlk_reader *reader);

/* After RLK_READER_GARBAGE: what was wrong; lives until the close. */
const char *rlk_reader_problem(const struct rlk_reader *reader);

#endif
