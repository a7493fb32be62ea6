/* SPDX-License-Identifier: MIT */
/* Bytes to replies: hiredis's parser with object functions of this file. */

#include "redlock/resp/reader.h"

#include <endian.h>
#include <hiredis/hiredis.h>
#include <string.h>

/* --- the record that a reply becomes -------------------------------------- */

void rlk_reply_begin(struct rlk_reply *reply, enum rlk_reply_kind kind)
{
    reply->kind = kind;
    reply->integer = 0;
    reply->text_length = 0;
    reply->text[0] = '\0';
}

/* Copies a text, cut to fit. */
static void reply_keep(struct rlk_reply *reply, const char *text, size_t length)
{
    if (length > sizeof(reply->text) - 1)
        length = sizeof(reply->text) - 1;
    memcpy(reply->text, text, length);
    reply->text[length] = '\0';
    reply->text_length = length;
}

bool rlk_reply_is_exact(int64_t number)
{
    return number >= 0 && number <= INT64_C(1) << 53;
}

/* --- replies that are read without hiredis -------------------------------- */

/* Any number of this many digits fits in 63 bits. */
#define DIGITS_MOST 18

/*
 * Each reads one element at the start of the bytes and returns its length. 0:
 * it is incomplete, or has another form.
 */

static size_t take_literal(const char *bytes, size_t count, const char *literal,
                           size_t length)
{
    return count >= length && memcmp(bytes, literal, length) == 0 ? length : 0;
}

#define TAKE(bytes, count, literal)                                            \
    take_literal(bytes, count, literal, sizeof(literal) - 1)

/* Eight digits, read at once. false: not all are digits. */
static bool take_eight(const char *bytes, int64_t *value)
{
    uint64_t digits;

    memcpy(&digits, bytes, sizeof(digits));
    digits = le64toh(digits) - 0x3030303030303030U;
    if (((digits + 0x7676767676767676U) | digits) & 0x8080808080808080U)
        return false;
    /* Each two digits become one number; then the four numbers become one. */
    digits = digits * 10 + (digits >> 8);
    digits = ((digits & 0x000000ff000000ffU) * (100 + (1000000UL << 32)) +
              (digits >> 16 & 0x000000ff000000ffU) * (1 + (10000UL << 32))) >>
             32;
    *value = *value * 100000000 + (int64_t)digits;
    return true;
}

/* A sign, a number without leading zeros, and the end of the line. */
static size_t take_number(char sign, const char *bytes, size_t count,
                          int64_t *number)
{
    bool negative = count > 1 && bytes[1] == '-';
    size_t first = negative ? 2 : 1;
    size_t at = first;
    int64_t value = 0;

    if (count == 0 || bytes[0] != sign)
        return 0;
    while (at - first + 8 <= DIGITS_MOST && count - at >= 8 &&
           take_eight(bytes + at, &value))
        at += 8;
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

/* The text at the end of a row, which begins at at; 0: there is none. */
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
    int64_t text_length;
    size_t at = TAKE(bytes, count, "*6\r\n");
    size_t length;

    if (at == 0)
        return 0;
    for (int i = 0; i < RLK_REPLY_ROW_INTEGERS; i++) {
        length = take_number(':', bytes + at, count - at, &reply->row[i]);
        if (length == 0)
            return 0;
        at += length;
    }
    length = take_text(bytes, count, at, &text_length);
    if (length == 0)
        return 0;
    rlk_reply_begin(reply, RLK_REPLY_ROW);
    reply_keep(reply, bytes + length - 2 - text_length, (size_t)text_length);
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
            reply_keep(reply, "OK", 2);
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

/*
 * A longer reply that is still incomplete answers no request of this library,
 * whether it is one long text or an array without end.
 */
#define RLK_REPLY_BYTES_MAX ((size_t)256 * 1024)

/* hiredis 0.14 counts the elements of an array in an int. */
#if HIREDIS_MAJOR >= 1
typedef size_t array_count;
#else
typedef int array_count;
#endif

/* hiredis requires an object that is not NULL. Here it is the record. */
static void *begin(const redisReadTask *task, enum rlk_reply_kind kind)
{
    rlk_reply_begin(task->privdata, kind);
    return task->privdata;
}

static void *spoil(const redisReadTask *task)
{
    struct rlk_reply *reply = task->privdata;

    reply->kind = RLK_REPLY_OTHER;
    return reply;
}

/* May a text be at this index? A row ends in one, a pair has two. */
static bool has_text_at(const struct rlk_reply *reply, int index)
{
    return (reply->kind == RLK_REPLY_ROW && index == RLK_REPLY_ROW_INTEGERS) ||
           (reply->kind == RLK_REPLY_NAMED && index < 2);
}

/* The same on a subscribed connection; a subscription ends in a number. */
static bool is_published(const struct rlk_reply *reply, int index)
{
    return reply->kind == RLK_REPLY_MESSAGE ||
           (reply->kind == RLK_REPLY_SUBSCRIBED && index < 2);
}

static bool is_word(const char *text, size_t length, const char *word)
{
    return length == strlen(word) && memcmp(text, word, length) == 0;
}

/*
 * What arrives on a subscribed connection: "message", the channel and a text;
 * or "subscribe", the channel and a number.
 */
static void *take_published(const redisReadTask *task, const char *text,
                            size_t length)
{
    struct rlk_reply *reply = task->privdata;

    if (task->idx == 2)
        reply_keep(reply, text, length);
    if (task->idx != 0 || is_word(text, length, "message"))
        return reply;
    if (!is_word(text, length, "subscribe"))
        return spoil(task);
    reply->kind = RLK_REPLY_SUBSCRIBED;
    return reply;
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
        reply_keep(reply, text, length);
        return reply;
    }
    if (task->parent != NULL && task->type == REDIS_REPLY_STRING &&
        is_published(reply, task->idx))
        return take_published(task, text, length);
    if (task->parent != NULL)
        return spoil(task);
    if (task->type == REDIS_REPLY_STRING)
        begin(task, RLK_REPLY_STRING);
    else if (task->type == REDIS_REPLY_STATUS)
        begin(task, RLK_REPLY_STATUS);
    else if (task->type == REDIS_REPLY_ERROR)
        begin(task, RLK_REPLY_ERROR);
    else
        return begin(task, RLK_REPLY_OTHER);
    reply_keep(reply, text, length);
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
    if (task->type == REDIS_REPLY_ARRAY && count == 3)
        return begin(task, RLK_REPLY_MESSAGE);
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
    } else if (reply->kind == RLK_REPLY_SUBSCRIBED && task->idx == 2) {
        reply->integer = number;
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

/* Not const, because hiredis takes it so; it does not write to it. */
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

bool rlk_reader_open(struct rlk_reader *reader)
{
    reader->parser = redisReaderCreateWithFunctions(&functions);
    if (reader->parser == NULL)
        return false;
    reader->parser->privdata = &reader->reply;
    reader->parsing = false;
    reader->unfinished = 0;
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

/* false: no memory, which the parser also reports. */
static bool give(struct rlk_reader *reader, const char *bytes, size_t count)
{
    reader->parsing = true;
    reader->unfinished += count;
    return redisReaderFeed(reader->parser, bytes, count) == REDIS_OK;
}

/* Passes the remaining bytes to the parser. */
static bool hand_over(struct rlk_reader *reader)
{
    size_t count = reader->end - reader->start;
    const char *bytes = reader->bytes + reader->start;

    if (count == 0)
        return true;
    reader->start = 0;
    reader->end = 0;
    return give(reader, bytes, count);
}

char *rlk_reader_room(struct rlk_reader *reader)
{
    return hand_over(reader) ? reader->bytes : NULL;
}

bool rlk_reader_filled(struct rlk_reader *reader, size_t count)
{
    if (reader->parsing)
        return give(reader, reader->bytes, count);
    reader->start = 0;
    reader->end = count;
    return true;
}

static enum rlk_reader_state parse(struct rlk_reader *reader)
{
    redisReader *parser = reader->parser;
    void *reply = NULL;

    if (redisReaderGetReply(parser, &reply) != REDIS_OK)
        return RLK_READER_GARBAGE;
    if (reply != NULL) {
        /* A parser without bytes left is between two replies. */
        reader->unfinished = parser->len - parser->pos;
        reader->parsing = reader->unfinished > 0;
        return RLK_READER_REPLY;
    }
    return reader->unfinished > RLK_REPLY_BYTES_MAX ? RLK_READER_GARBAGE
                                                    : RLK_READER_WAIT;
}

enum rlk_reader_state rlk_reader_next(struct rlk_reader *reader)
{
    size_t count = reader->end - reader->start;
    size_t length;

    if (!reader->parsing) {
        if (count == 0)
            return RLK_READER_WAIT;
        length = rlk_short_reply(reader->bytes + reader->start, count,
                                 &reader->reply);
        reader->start += length;
        if (length > 0)
            return RLK_READER_REPLY;
    }
    return hand_over(reader) ? parse(reader) : RLK_READER_GARBAGE;
}

enum redlock_reason rlk_reader_reason(const struct rlk_reader *reader)
{
    return reader->parser->err == REDIS_ERR_OOM ? REDLOCK_REASON_NO_MEMORY
                                                : REDLOCK_REASON_NOT_REDIS;
}

const char *rlk_reader_problem(const struct rlk_reader *reader)
{
    if (reader->parser->err == REDIS_ERR_OOM)
        return "";
    return reader->parser->err != 0 ? reader->parser->errstr
                                    : "a reply longer than any of ours";
}
