/* SPDX-License-Identifier: MIT */
#ifndef RLK_REDLOCK_RESP_READER_H
#define RLK_REDLOCK_RESP_READER_H

/*
 * A server's replies, parsed by hiredis into one flat record. The most frequent
 * ones are read without hiredis, by short_reply.h.
 */

#include <stdbool.h>
#include <stddef.h>

#include "redlock/resp/reply.h"

/* So many bytes are best fed at once, and no more. */
#define RLK_READER_ROOM ((size_t)16 * 1024)

/*
 * A reply that is longer and not complete is no reply to a question of ours,
 * whether it is one long text or an array without end.
 */
#define RLK_REPLY_BYTES_MAX ((size_t)256 * 1024)

struct redisReader;

struct rlk_reader {
    struct redisReader *parser; /* NULL while closed */
    bool parsing; /* the parser has part of a reply: it gets all that comes */
    size_t
        unfinished; /* bytes that the parser was given since the last reply */
    size_t start;   /* of the bytes that the parser was not given */
    size_t end;     /* of these bytes */
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

/* Takes in what has come; copied. false: no memory. */
bool rlk_reader_feed(struct rlk_reader *reader, const char *bytes,
                     size_t count);

/* The next reply out of what has come. */
enum rlk_reader_state rlk_reader_next(struct rlk_reader *reader);

/* After RLK_READER_GARBAGE: what was wrong; lives until the close. */
const char *rlk_reader_problem(const struct rlk_reader *reader);

#endif
