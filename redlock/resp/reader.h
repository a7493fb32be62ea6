/* SPDX-License-Identifier: MIT */
#ifndef RLK_REDLOCK_RESP_READER_H
#define RLK_REDLOCK_RESP_READER_H

/*
 * What a server says, parsed by hiredis into one flat record. What comes most
 * is read without it, by short_reply.h.
 */

#include <stdbool.h>
#include <stddef.h>

#include "redlock/resp/reply.h"

/* What is fed at once is best not longer than this. */
#define RLK_READER_ROOM ((size_t)16 * 1024)

/* A reply that is longer and not complete is no reply to a question of ours. */
#define RLK_REPLY_BYTES_MAX ((size_t)256 * 1024)

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
