/* SPDX-License-Identifier: MIT */
/*
 * libFuzzer: compares replies that are parsed without hiredis with those of
 * hiredis. One reader gets the bytes in two pieces, cut at every position in
 * turn; another gets single bytes, which hiredis parses. A short reply that is
 * read from any beginning of the bytes has to be the first reply, and of the
 * same length. An input is a script for the bytes: below 128 a byte itself,
 * above it a piece of the protocol.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "redlock/resp/reader.h"
#include "tests/support/reader_feed.h"

#define BYTES_MOST 160
#define REPLIES_MOST (BYTES_MOST / 3 + 1)

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

struct stream {
    char bytes[BYTES_MOST];
    size_t count;
};

/* The replies that hiredis reads in a stream, and their ends. */
struct account {
    struct rlk_reply replies[REPLIES_MOST];
    size_t ends[REPLIES_MOST];
    size_t count;
    enum rlk_reader_state state; /* after the last: wait or garbage */
};

static void write_stream(struct stream *stream, const uint8_t *data,
                         size_t size)
{
    static const char *const pieces[] = {
        "*6\r\n",   "*2\r\n",  ":0\r\n",
        ":1\r\n",   ":-1\r\n", ":1700000000000000\r\n",
        "$-1\r\n",  "+OK\r\n", "$0\r\n\r\n",
        "$1\r\n",   "\r\n",    "*6\r\n:1\r\n:2\r\n:3\r\n:4\r\n:5\r\n",
        "$3\r\na",  "-ERR",    ":999999999999999999",
        "\xff\x80",
    };

    stream->count = 0;
    for (size_t i = 0; i < size; i++) {
        char itself[2] = {(char)data[i], '\0'};
        const char *piece = data[i] < 128 ? itself : pieces[data[i] % 16];
        size_t length = data[i] < 128 ? 1 : strlen(piece);
        if (length > BYTES_MOST - stream->count)
            return;
        memcpy(stream->bytes + stream->count, piece, length);
        stream->count += length;
    }
}

static void check(bool fact)
{
    if (!fact)
        abort();
}

static void compare(const struct rlk_reply *one, const struct rlk_reply *other)
{
    check(one->kind == other->kind);
    check(one->integer == other->integer);
    check(one->text_length == other->text_length);
    check(memcmp(one->text, other->text, one->text_length + 1) == 0);
    if (one->kind == RLK_REPLY_ROW)
        check(memcmp(one->row, other->row, sizeof(one->row)) == 0);
}

static void ask_hiredis(const struct stream *stream, struct account *account)
{
    static struct rlk_reader reader;

    account->count = 0;
    account->state = RLK_READER_WAIT;
    check(rlk_reader_open(&reader));
    for (size_t at = 0; at < stream->count && account->state == RLK_READER_WAIT;
         at++) {
        check(reader_feed(&reader, stream->bytes + at, 1));
        account->state = rlk_reader_next(&reader);
        while (account->state == RLK_READER_REPLY) {
            check(account->count < REPLIES_MOST);
            account->replies[account->count] = reader.reply;
            account->ends[account->count++] = at + 1;
            account->state = rlk_reader_next(&reader);
        }
    }
    rlk_reader_close(&reader);
}

static void read_in_two(const struct stream *stream, size_t cut,
                        const struct account *account)
{
    static struct rlk_reader reader;
    enum rlk_reader_state state = RLK_READER_WAIT;
    size_t replies = 0;

    check(rlk_reader_open(&reader));
    for (int piece = 0; piece < 2 && state == RLK_READER_WAIT; piece++) {
        check(reader_feed(&reader, stream->bytes + (piece == 0 ? 0 : cut),
                          piece == 0 ? cut : stream->count - cut));
        while ((state = rlk_reader_next(&reader)) == RLK_READER_REPLY) {
            check(replies < account->count);
            compare(&reader.reply, &account->replies[replies++]);
        }
    }
    check(replies == account->count && state == account->state);
    rlk_reader_close(&reader);
}

static void take_short(const struct stream *stream, size_t count,
                       const struct account *account)
{
    static struct rlk_reply reply;
    /* In memory of that size, so that a sanitizer sees a read beyond it. */
    char *bytes = malloc(count > 0 ? count : 1);
    size_t length;

    check(bytes != NULL);
    memcpy(bytes, stream->bytes, count);
    rlk_reply_begin(&reply, RLK_REPLY_OTHER);
    length = rlk_short_reply(bytes, count, &reply);
    free(bytes);
    if (length == 0) {
        check(reply.kind == RLK_REPLY_OTHER && reply.text_length == 0);
        return;
    }
    check(account->count > 0 && account->ends[0] == length);
    compare(&reply, &account->replies[0]);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct stream stream;
    static struct account account;

    write_stream(&stream, data, size);
    ask_hiredis(&stream, &account);
    for (size_t cut = 0; cut <= stream.count; cut++) {
        read_in_two(&stream, cut, &account);
        take_short(&stream, cut, &account);
    }
    return 0;
}
