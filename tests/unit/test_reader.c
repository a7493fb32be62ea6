/* SPDX-License-Identifier: MIT */
/* Parsing replies from bytes in any pieces. */

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "redlock/resp/reader.h"
#include "tests/support/reader_feed.h"

static struct rlk_reader reader;

static void open_reader(void)
{
    cr_assert(rlk_reader_open(&reader));
}

static void close_reader(void)
{
    rlk_reader_close(&reader);
}

TestSuite(reply, .init = open_reader, .fini = close_reader);

static const struct {
    const char *bytes;
    enum rlk_reply_kind kind;
    int64_t integer;
    const char *text;
} cases[] = {
    {"+OK\r\n", RLK_REPLY_STATUS, 0, "OK"},
    {"+\r\n", RLK_REPLY_STATUS, 0, ""},
    {"-ERR no\r\n", RLK_REPLY_ERROR, 0, "ERR no"},
    {"-ERR \x1b[2J\r\n", RLK_REPLY_ERROR, 0, "ERR .[2J"},
    {":42\r\n", RLK_REPLY_INTEGER, 42, ""},
    {":-1\r\n", RLK_REPLY_INTEGER, -1, ""},
    {":0\r\n", RLK_REPLY_INTEGER, 0, ""},
    {":2\r\n", RLK_REPLY_INTEGER, 2, ""},
    {"+OKAY\r\n", RLK_REPLY_STATUS, 0, "OKAY"},
    {":12345678\r\n", RLK_REPLY_INTEGER, 12345678, ""},
    {":-90817263545362718\r\n", RLK_REPLY_INTEGER, -90817263545362718, ""},
    {":999999999999999999\r\n", RLK_REPLY_INTEGER, 999999999999999999, ""},
    {":9223372036854775807\r\n", RLK_REPLY_INTEGER, INT64_MAX, ""},
    {"$-1\r\n", RLK_REPLY_NIL, 0, ""},
    {"*-1\r\n", RLK_REPLY_NIL, 0, ""},
    {"$0\r\n\r\n", RLK_REPLY_STRING, 0, ""},
    {"$4\r\na\r\nb\r\n", RLK_REPLY_STRING, 0, "a\r\nb"},
    {"*2\r\n$1\r\na\r\n$3\r\ntok\r\n", RLK_REPLY_NAMED, 0, "tok"},
    {"*2\r\n$1\r\na\r\n$0\r\n\r\n", RLK_REPLY_NAMED, 0, ""},
    {"*6\r\n:1\r\n:2\r\n:3\r\n:4\r\n:5\r\n$3\r\ntok\r\n", RLK_REPLY_ROW, 0,
     "tok"},
};

static void feed(const char *bytes)
{
    cr_assert(reader_feed(&reader, bytes, strlen(bytes)));
}

static void assert_case(size_t i)
{
    const struct rlk_reply *reply = &reader.reply;

    cr_expect_eq(reply->kind, cases[i].kind, "%s", cases[i].bytes);
    cr_expect_eq(reply->integer, cases[i].integer, "%s", cases[i].bytes);
    cr_expect_str_eq(reply->text, cases[i].text);
    cr_expect_eq(reply->text_length, strlen(cases[i].text));
}

#define CASES (sizeof(cases) / sizeof(cases[0]))

Test(reply, keeps_each_kind)
{
    for (size_t i = 0; i < CASES; i++) {
        feed(cases[i].bytes);
        cr_assert_eq(rlk_reader_next(&reader), RLK_READER_REPLY);
        assert_case(i);
        cr_assert_eq(rlk_reader_next(&reader), RLK_READER_WAIT);
    }
}

Test(reply, is_read_from_single_bytes)
{
    for (size_t i = 0; i < CASES; i++) {
        for (const char *byte = cases[i].bytes; *byte != '\0'; byte++) {
            cr_assert_eq(rlk_reader_next(&reader), RLK_READER_WAIT);
            cr_assert(reader_feed(&reader, byte, 1));
        }
        cr_assert_eq(rlk_reader_next(&reader), RLK_READER_REPLY);
        assert_case(i);
    }
}

Test(reply, after_reply_is_read_from_one_feed)
{
    for (size_t i = 0; i < CASES; i++)
        feed(cases[i].bytes);
    for (size_t i = 0; i < CASES; i++) {
        cr_assert_eq(rlk_reader_next(&reader), RLK_READER_REPLY);
        assert_case(i);
    }
    cr_assert_eq(rlk_reader_next(&reader), RLK_READER_WAIT);
}

/*
 * A reader that gets single bytes never uses the short way, so its replies are
 * hiredis's.
 */
static struct rlk_reader plain;

static void assert_same_as_plain(const char *bytes, size_t length, size_t *at)
{
    enum rlk_reader_state state = RLK_READER_WAIT;

    while (*at < length && state == RLK_READER_WAIT) {
        cr_assert(reader_feed(&plain, bytes + (*at)++, 1));
        state = rlk_reader_next(&plain);
    }
    cr_assert_eq(state, RLK_READER_REPLY);
    cr_expect_eq(reader.reply.kind, plain.reply.kind);
    cr_expect_eq(reader.reply.integer, plain.reply.integer);
    cr_expect_eq(reader.reply.text_length, plain.reply.text_length);
    cr_expect_str_eq(reader.reply.text, plain.reply.text);
}

static const char stream[] =
    "+OK\r\n$-1\r\n:1\r\n-ERR no\r\n+OK\r\n:0\r\n"
    "*2\r\n:7\r\n$4\r\n+OK\r\r\n$-1\r\n:12\r\n:9\r\n"
    "$5\r\n$-1\r\n\r\n+OKAY\r\n+OK\r\n*1\r\n:1\r\n:2\r\n"
    ":1234567890123456\r\n:-98765432109876543\r\n"
    "*6\r\n:1\r\n:-20\r\n:3\r\n:0\r\n:5\r\n$2\r\n:1\r\n+OK\r\n";

/* In any pieces the replies are those of hiredis. */
static void assert_cut(size_t first, size_t second, bool drained)
{
    const size_t cuts[] = {0, first, second, sizeof(stream) - 1};
    size_t at = 0;

    open_reader();
    cr_assert(rlk_reader_open(&plain));
    for (int piece = 0; piece < 3; piece++) {
        cr_assert(reader_feed(&reader, stream + cuts[piece],
                              cuts[piece + 1] - cuts[piece]));
        while ((drained || piece == 2) &&
               rlk_reader_next(&reader) == RLK_READER_REPLY)
            assert_same_as_plain(stream, sizeof(stream) - 1, &at);
    }
    cr_assert_eq(at, sizeof(stream) - 1, "cut at %zu and %zu", first, second);
    rlk_reader_close(&plain);
    close_reader();
}

Test(reply, is_the_same_for_any_split_of_the_stream)
{
    close_reader();
    for (size_t first = 0; first < sizeof(stream); first++) {
        for (size_t second = first; second < sizeof(stream); second++) {
            assert_cut(first, second, true);
            assert_cut(first, second, false);
        }
    }
}

Test(reply, after_more_than_a_feed_holds)
{
    static char many[5 * 5000 + 1];

    for (size_t i = 0; i < 5000; i++)
        memcpy(many + 5 * i, "+OK\r\n", 5);
    feed(many);
    feed("$-1\r\n");
    for (int i = 0; i < 5000; i++) {
        cr_assert_eq(rlk_reader_next(&reader), RLK_READER_REPLY);
        cr_assert_str_eq(reader.reply.text, "OK");
    }
    cr_assert_eq(rlk_reader_next(&reader), RLK_READER_REPLY);
    cr_assert_eq(reader.reply.kind, RLK_REPLY_NIL);
    cr_assert_eq(rlk_reader_next(&reader), RLK_READER_WAIT);
}

/* The incomplete reply of a closed connection is not the next one's. */
Test(reply, after_reopening_begins_anew)
{
    for (int i = 0; i < 2; i++) {
        feed("+OK\r\n:1");
        cr_assert_eq(rlk_reader_next(&reader), RLK_READER_REPLY);
        if (i == 0)
            cr_assert_eq(rlk_reader_next(&reader), RLK_READER_WAIT);
        close_reader();
        open_reader();
        cr_assert_eq(rlk_reader_next(&reader), RLK_READER_WAIT);
    }
}

Test(reply, of_another_shape_is_skipped)
{
    static const char *const shapes[] = {
        "*0\r\n",
        "*1\r\n:1\r\n",
        "*2\r\n:1\r\n:2\r\n",
        "*2\r\n$1\r\na\r\n:2\r\n",
        "*2\r\n:1\r\n$-1\r\n",
        "*2\r\n:1\r\n+a\r\n",
        "*2\r\n:1\r\n-ERR a\r\n",
        "*2\r\n:1\r\n*1\r\n$1\r\na\r\n",
        "*2\r\n*2\r\n:1\r\n$1\r\na\r\n$1\r\na\r\n",
        "*3\r\n:1\r\n$1\r\na\r\n:3\r\n",
        "*4\r\n*0\r\n*-1\r\n*1\r\n*1\r\n+a\r\n$1\r\na\r\n",
    };

    for (size_t i = 0; i < sizeof(shapes) / sizeof(shapes[0]); i++) {
        feed(shapes[i]);
        feed("+after\r\n");
        cr_assert_eq(rlk_reader_next(&reader), RLK_READER_REPLY);
        cr_expect_eq(reader.reply.kind, RLK_REPLY_OTHER, "%s", shapes[i]);
        cr_assert_eq(rlk_reader_next(&reader), RLK_READER_REPLY);
        cr_expect_str_eq(reader.reply.text, "after");
    }
}

Test(reply, that_is_long_is_cut)
{
    static char long_text[2 * RLK_REPLY_TEXT_MAX + 1];
    char head[32];

    memset(long_text, 'x', sizeof(long_text) - 1);
    snprintf(head, sizeof(head), "$%zu\r\n", sizeof(long_text) - 1);
    feed(head);
    feed(long_text);
    feed("\r\n+after\r\n");
    cr_assert_eq(rlk_reader_next(&reader), RLK_READER_REPLY);
    cr_assert_eq(reader.reply.text_length, RLK_REPLY_TEXT_MAX - 1);
    cr_assert_eq(strlen(reader.reply.text), RLK_REPLY_TEXT_MAX - 1);
    cr_assert_eq(rlk_reader_next(&reader), RLK_READER_REPLY);
    cr_assert_str_eq(reader.reply.text, "after");
}

Test(reply, that_never_ends_is_garbage)
{
    static char piece[16 * 1024];
    int pieces = 0;

    memset(piece, 'x', sizeof(piece) - 1);
    feed("$500000000\r\n");
    while (rlk_reader_next(&reader) == RLK_READER_WAIT) {
        feed(piece);
        cr_assert_lt(++pieces, 32);
    }
    cr_assert_str_eq(rlk_reader_problem(&reader),
                     "a reply longer than any of ours");
}

/* The elements are skipped as they arrive, and use no memory. */
Test(reply, array_that_never_ends_is_garbage)
{
    int feeds = 0;

    feed("*500000000\r\n");
    while (rlk_reader_next(&reader) == RLK_READER_WAIT) {
        for (int i = 0; i < 4096; i++)
            feed(":1\r\n");
        cr_assert_lt(++feeds, 32);
    }
    cr_assert_str_eq(rlk_reader_problem(&reader),
                     "a reply longer than any of ours");
}

Test(reply, that_is_not_the_protocol_is_garbage)
{
    feed("HTTP/1.1 400 Bad Request\r\n");
    cr_assert_eq(rlk_reader_next(&reader), RLK_READER_GARBAGE);
    cr_assert_eq(rlk_reader_next(&reader), RLK_READER_GARBAGE);
    cr_assert(strstr(rlk_reader_problem(&reader), "rotocol") != NULL);
}

Test(reply, survives_the_close_of_its_reader)
{
    feed("+still here\r\n");
    cr_assert_eq(rlk_reader_next(&reader), RLK_READER_REPLY);
    rlk_reader_close(&reader);
    rlk_reader_close(&reader);
    cr_assert_str_eq(reader.reply.text, "still here");
}

Test(reply, row_keeps_its_integers_in_their_places)
{
    feed("*6\r\n:1\r\n:-2\r\n:3\r\n:4\r\n:9007199254740993\r\n$0\r\n\r\n");
    cr_assert_eq(rlk_reader_next(&reader), RLK_READER_REPLY);
    cr_assert_eq(reader.reply.kind, RLK_REPLY_ROW);
    cr_assert_eq(reader.reply.row[0], 1);
    cr_assert_eq(reader.reply.row[1], -2);
    cr_assert_eq(reader.reply.row[4], INT64_C(9007199254740993));
}

Test(reply, row_of_other_values_is_no_row)
{
    static const char *const others[] = {
        "*6\r\n:1\r\n:2\r\n:3\r\n:4\r\n:5\r\n:6\r\n",
        "*6\r\n:1\r\n:2\r\n:3\r\n:4\r\n$1\r\nx\r\n:6\r\n",
        "*6\r\n$1\r\na\r\n:2\r\n:3\r\n:4\r\n:5\r\n$1\r\nx\r\n",
        "*5\r\n:1\r\n:2\r\n:3\r\n:4\r\n$1\r\nx\r\n",
    };

    for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++) {
        feed(others[i]);
        cr_assert_eq(rlk_reader_next(&reader), RLK_READER_REPLY);
        cr_expect_eq(reader.reply.kind, RLK_REPLY_OTHER, "%zu", i);
    }
}
