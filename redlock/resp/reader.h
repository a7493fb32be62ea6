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
 * A server's reply as one flat record, without a tree of allocations and
 * without the parts that the library does not use.
 */

/* The bytes of a text that are kept, including its NUL. */
#define RLK_REPLY_TEXT_MAX 4096

#define RLK_REPLY_ROW_INTEGERS 5

enum rlk_reply_kind {
    RLK_REPLY_STATUS,  /* text */
    RLK_REPLY_ERROR,   /* text; control characters are replaced by dots */
    RLK_REPLY_INTEGER, /* integer */
    RLK_REPLY_NIL,
    RLK_REPLY_STRING, /* text */
    RLK_REPLY_ROW,   /* an array of RLK_REPLY_ROW_INTEGERS integers and one text
                      */
    RLK_REPLY_NAMED, /* an array of two texts; the second is kept */
    RLK_REPLY_MESSAGE,    /* a message of a channel: text */
    RLK_REPLY_SUBSCRIBED, /* a subscription: integer, the number of
                             subscriptions */
    RLK_REPLY_OTHER,      /* any other reply; its content is discarded */
};

struct rlk_reply {
    enum rlk_reply_kind kind;
    int64_t integer; /* the integer of an INTEGER or SUBSCRIBED reply */
    int64_t row[RLK_REPLY_ROW_INTEGERS]; /* the integers of a ROW */
    size_t text_length;                  /* without the NUL */
    char text[RLK_REPLY_TEXT_MAX];       /* cut to fit; ends in NUL */
};

/* Empties the record. */
void rlk_reply_begin(struct rlk_reply *reply, enum rlk_reply_kind kind);

/* Can a script represent the number exactly: 0 .. 2^53? */
bool rlk_reply_is_exact(int64_t number);

/*
 * Reads the reply that begins at the first byte without hiredis, if it is one
 * of the most frequent ones (OK, nil, an integer, and the row that scripts
 * reply with), complete, and in exactly the form that a server writes. Pure.
 *
 * Returns its length; reply is then what hiredis would make of the same bytes.
 * The bytes after it are not examined. 0: hiredis must read the reply, and the
 * record is empty.
 *
 * bytes  borrowed for the call; at most count bytes are read.
 *
 * tests/fuzz/fuzz_short_reply.c compares both parsers.
 */
size_t rlk_short_reply(const char *bytes, size_t count,
                       struct rlk_reply *reply);

/* The most bytes that are worth reading at a time. */
#define RLK_READER_ROOM ((size_t)16 * 1024)

struct rlk_reader {
    struct redisReader *parser; /* NULL while closed */
    bool parsing; /* the parser has a part of a reply, and receives all further
                     bytes */
    size_t unfinished; /* bytes that the parser received since the last reply */
    size_t start;      /* of the bytes that the parser has not received */
    size_t end;        /* of these bytes */
    /* The buffers, from the last reply's text on, need not be zeroed. */
    struct rlk_reply reply; /* the last one */
    char bytes[RLK_READER_ROOM];
};

enum rlk_reader_state {
    RLK_READER_REPLY,   /* reader->reply is complete, and valid until the next
                           call */
    RLK_READER_WAIT,    /* more bytes are needed */
    RLK_READER_GARBAGE, /* not the protocol; the connection cannot be used any
                           more */
};

/* false: no memory. The reader must not be moved in memory. */
bool rlk_reader_open(struct rlk_reader *reader);

/* The last reply stays valid. The reader may be closed already. */
void rlk_reader_close(struct rlk_reader *reader);

/*
 * The buffer that RLK_READER_ROOM bytes may be read into. Replies that were not
 * taken go to the parser. NULL: no memory.
 */
char *rlk_reader_room(struct rlk_reader *reader);

/* count bytes were read into the buffer. false: no memory. */
bool rlk_reader_filled(struct rlk_reader *reader, size_t count);

/* Takes the next reply from the bytes received. */
enum rlk_reader_state rlk_reader_next(struct rlk_reader *reader);

/* After RLK_READER_GARBAGE: NOT_REDIS, or NO_MEMORY for the copy. */
enum redlock_reason rlk_reader_reason(const struct rlk_reader *reader);

/* After RLK_READER_GARBAGE: what was wrong; valid until the close. */
const char *rlk_reader_problem(const struct rlk_reader *reader);

#endif
