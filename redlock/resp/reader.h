/* SPDX-License-Identifier: MIT */
#ifndef RLK_REDLOCK_RESP_READER_H
#define RLK_REDLOCK_RESP_READER_H

/*
 * A server's replies, parsed by hiredis into one flat record. The most frequent
 * ones are read without hiredis, by rlk_short_reply().
 */

#include "redlock/redlock.h"

struct redisReader;

/*
 * A server's reply in one flat record: without a tree of allocations, and
 * without what the library does not read.
 */

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

/* Is the number one that scripts can tell exactly: 0 .. 2^53? */
bool rlk_reply_is_exact(int64_t number);

/*
 * The short way past hiredis for the replies that come most: a status OK, nil,
 * an integer, and the row that scripts answer with. Pure.
 */

/*
 * Reads the reply that begins at the first byte, if it is one of these, in the
 * very form that a server writes, and complete.
 *
 * Returns how many bytes it has; reply is then what hiredis makes of the same
 * bytes, and it has no opinion on those that follow. 0: the reply is for
 * hiredis, whatever it is, and the record has none.
 *
 * bytes  borrowed for the call; no more than count are looked at.
 *
 * tests/fuzz/fuzz_short_reply.c holds both against each other.
 */
size_t rlk_short_reply(const char *bytes, size_t count,
                       struct rlk_reply *reply);

/* So many bytes are best fed at once, and no more. */
#define RLK_READER_ROOM ((size_t)16 * 1024)

struct rlk_reader {
    struct redisReader *parser; /* NULL while closed */
    bool parsing; /* the parser has part of a reply: it gets all that comes */
    size_t unfinished; /* bytes given to the parser since the last reply */
    size_t start;      /* of the bytes that the parser was not given */
    size_t end;        /* of these bytes */
    /* The buffers, from the last reply's text on, need not be zeroed. */
    struct rlk_reply reply; /* the last one */
    char bytes[RLK_READER_ROOM];
};

enum rlk_reader_state {
    RLK_READER_REPLY,   /* reader->reply is complete; until the next call */
    RLK_READER_WAIT,    /* for more bytes */
    RLK_READER_GARBAGE, /* not the protocol; there is no way back */
};

/* false: no memory. The reader must stay where it is in memory. */
bool rlk_reader_open(struct rlk_reader *reader);

/* The last reply stays. A reader that is closed already is fine. */
void rlk_reader_close(struct rlk_reader *reader);

/*
 * Where RLK_READER_ROOM bytes may be read to; replies that were not drawn go to
 * the parser. NULL: no memory.
 */
char *rlk_reader_room(struct rlk_reader *reader);

/* So many bytes have been read to there. false: no memory. */
bool rlk_reader_filled(struct rlk_reader *reader, size_t count);

/* The next reply out of what has come. */
enum rlk_reader_state rlk_reader_next(struct rlk_reader *reader);

/* After RLK_READER_GARBAGE: NOT_REDIS; or NO_MEMORY, for a reply's copy. */
enum redlock_reason rlk_reader_reason(const struct rlk_reader *reader);

/* After RLK_READER_GARBAGE: what was wrong; lives until the close. */
const char *rlk_reader_problem(const struct rlk_reader *reader);

#endif
