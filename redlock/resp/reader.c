/* SPDX-License-Identifier: MIT */
/*
 * Bytes to replies: hiredis's parser with object functions of our own, and a
 * short cut past it.
 */

#include "redlock/resp/reader.h"

#include <string.h>

#include <hiredis/hiredis.h>

/* hiredis 0.14 counts an array's elements in an int. */
#if HIREDIS_MAJOR >= 1
typedef size_t array_count;
#else
typedef int array_count;
#endif

bool rlk_reply_is_exact(int64_t number)
{
    return number >= 0 && number <= INT64_C(1) << 53;
}

static void renew(struct rlk_reply *reply, enum rlk_reply_kind kind)
{
    reply->kind = kind;
    reply->integer = 0;
    reply->text_length = 0;
    reply->text[0] = '\0';
}

/* To hiredis an object is a pointer that is not NULL: here, the record. */
static void *begin(const redisReadTask *task, enum rlk_reply_kind kind)
{
    renew(task->privdata, kind);
    return task->privdata;
}

static void *spoil(const redisReadTask *task)
{
    struct rlk_reply *reply = task->privdata;

    reply->kind = RLK_REPLY_OTHER;
    return reply;
}

/* May a text stand here? In a row it is the last, of two texts either. */
static bool has_text_at(const struct rlk_reply *reply, int place)
{
    return (reply->kind == RLK_REPLY_ROW && place == RLK_REPLY_ROW_INTEGERS) ||
           (reply->kind == RLK_REPLY_NAMED && place < 2);
}

static void keep_text(struct rlk_reply *reply, const char *text, size_t length)
{
    if (length > sizeof(reply->text) - 1)
        length = sizeof(reply->text) - 1;
    memcpy(reply->text, text, length);
    reply->text[length] = '\0';
    reply->text_length = length;
}

/* Error texts are printed on terminals. */
static void tame(struct rlk_reply *reply)
{
    for (size_t i = 0; i < reply->text_length; i++) {
        unsigned char c = (unsigned char)reply->text[i];
        if (c < ' ' || c == 127)
            reply->text[i] = '.';
    }
}

static void *create_string(const redisReadTask *task, char *text, size_t length)
{
    struct rlk_reply *reply = task->privdata;

    if (task->parent != NULL && task->type == REDIS_REPLY_STRING &&
        has_text_at(reply, task->idx)) {
        keep_text(reply, text, length);
        return reply;
    }
    if (task->parent != NULL)
        return spoil(task);
    switch (task->type) {
    case REDIS_REPLY_STRING:
        begin(task, RLK_REPLY_STRING);
        break;
    case REDIS_REPLY_STATUS:
        begin(task, RLK_REPLY_STATUS);
        break;
    case REDIS_REPLY_ERROR:
        begin(task, RLK_REPLY_ERROR);
        break;
    default:
        return begin(task, RLK_REPLY_OTHER);
    }
    keep_text(reply, text, length);
    if (reply->kind == RLK_REPLY_ERROR)
        tame(reply);
    return reply;
}

static void *create_array(const redisReadTask *task, array_count count)
{
    if (task->parent != NULL)
        return spoil(task);
    if (task->type == REDIS_REPLY_ARRAY && count == 2)
        return begin(task, RLK_REPLY_NAMED);
    if (task->type == REDIS_REPLY_ARRAY && count == RLK_REPLY_ROW_INTEGERS + 1)
        return begin(task, RLK_REPLY_ROW);
    return begin(task, RLK_REPLY_OTHER);
}

static void *create_integer(const redisReadTask *task, long long number)
{
    struct rlk_reply *reply = task->privdata;

    if (task->parent == NULL) {
        begin(task, RLK_REPLY_INTEGER);
        reply->integer = number;
    } else if (reply->kind == RLK_REPLY_ROW &&
               task->idx < RLK_REPLY_ROW_INTEGERS) {
        reply->row[task->idx] = number;
    } else {
        return spoil(task);
    }
    return reply;
}

static void *create_nil(const redisReadTask *task)
{
    return task->parent != NULL ? spoil(task) : begin(task, RLK_REPLY_NIL);
}

#if HIREDIS_MAJOR >= 1
static void *create_double(const redisReadTask *task, double number, char *text,
                           size_t length)
{
    (void)number, (void)text, (void)length;
    return task->parent != NULL ? spoil(task) : begin(task, RLK_REPLY_OTHER);
}

static void *create_bool(const redisReadTask *task, int value)
{
    (void)value;
    return task->parent != NULL ? spoil(task) : begin(task, RLK_REPLY_OTHER);
}
#endif

/* hiredis takes it as writable, and does not write. */
static redisReplyObjectFunctions functions = {
    .createString = create_string,
    .createArray = create_array,
    .createInteger = create_integer,
    .createNil = create_nil,
#if HIREDIS_MAJOR >= 1
    .createDouble = create_double,
    .createBool = create_bool,
#endif
};

/* --- the short cut -----------------------------------------------------------
 *
 * Each of these takes a reply that is complete at the start of the bytes and
 * of the very form a server writes, and says how long it is. 0: it is for
 * hiredis, whatever it is.
 */

static size_t take_literal(const char *bytes, size_t count, const char *literal,
                           size_t length)
{
    return count >= length && memcmp(bytes, literal, length) == 0 ? length : 0;
}

/* Of one digit. */
static size_t take_integer(const char *bytes, size_t count, int64_t *number)
{
    if (count < 4 || bytes[1] < '0' || bytes[1] > '9' || bytes[2] != '\r' ||
        bytes[3] != '\n')
        return 0;
    *number = bytes[1] - '0';
    return 4;
}

static size_t take_simple(const char *bytes, size_t count,
                          struct rlk_reply *reply)
{
    int64_t number;
    size_t length;

    switch (bytes[0]) {
    case '+':
        length = take_literal(bytes, count, "+OK\r\n", 5);
        if (length > 0) {
            renew(reply, RLK_REPLY_STATUS);
            keep_text(reply, "OK", 2);
        }
        return length;
    case '$':
        length = take_literal(bytes, count, "$-1\r\n", 5);
        if (length > 0)
            renew(reply, RLK_REPLY_NIL);
        return length;
    case ':':
        length = take_integer(bytes, count, &number);
        if (length > 0) {
            renew(reply, RLK_REPLY_INTEGER);
            reply->integer = number;
        }
        return length;
    default:
        return 0;
    }
}

/* --- both ------------------------------------------------------------------
 */

bool rlk_reader_open(struct rlk_reader *reader)
{
    reader->parser = redisReaderCreateWithFunctions(&functions);
    if (reader->parser == NULL)
        return false;
    reader->parser->privdata = &reader->reply;
    reader->parsing = false;
    reader->start = 0;
    reader->end = 0;
    return true;
}

void rlk_reader_close(struct rlk_reader *reader)
{
    if (reader->parser != NULL)
        redisReaderFree(reader->parser);
    reader->parser = NULL;
}

/* What is left goes to the parser. Where it has no memory, it says so. */
static bool hand_over(struct rlk_reader *reader)
{
    size_t count = reader->end - reader->start;
    const char *bytes = reader->bytes + reader->start;

    if (count == 0)
        return true;
    reader->start = 0;
    reader->end = 0;
    reader->parsing = true;
    return redisReaderFeed(reader->parser, bytes, count) == REDIS_OK;
}

bool rlk_reader_feed(struct rlk_reader *reader, const char *bytes, size_t count)
{
    if (!reader->parsing && reader->start == reader->end &&
        count <= sizeof(reader->bytes)) {
        memcpy(reader->bytes, bytes, count);
        reader->start = 0;
        reader->end = count;
        return true;
    }
    reader->parsing = true;
    return hand_over(reader) &&
           redisReaderFeed(reader->parser, bytes, count) == REDIS_OK;
}

static enum rlk_reader_state parse(struct rlk_reader *reader)
{
    redisReader *parser = reader->parser;
    void *reply = NULL;

    if (redisReaderGetReply(parser, &reply) != REDIS_OK)
        return RLK_READER_GARBAGE;
    if (reply != NULL) {
        /* With a reply out and no byte left, it has begun none. */
        reader->parsing = parser->pos < parser->len;
        return RLK_READER_REPLY;
    }
    return parser->len - parser->pos > RLK_REPLY_BYTES_MAX ? RLK_READER_GARBAGE
                                                           : RLK_READER_WAIT;
}

enum rlk_reader_state rlk_reader_next(struct rlk_reader *reader)
{
    size_t count = reader->end - reader->start;
    size_t length;

    if (!reader->parsing) {
        if (count == 0)
            return RLK_READER_WAIT;
        length =
            take_simple(reader->bytes + reader->start, count, &reader->reply);
        reader->start += length;
        if (length > 0)
            return RLK_READER_REPLY;
    }
    return hand_over(reader) ? parse(reader) : RLK_READER_GARBAGE;
}

const char *rlk_reader_problem(const struct rlk_reader *reader)
{
    return reader->parser->err != 0 ? reader->parser->errstr
                                    : "a reply longer than any of ours";
}
