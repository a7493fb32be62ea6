/* SPDX-License-Identifier: MIT */
/* Bytes to flat replies, however they are cut. */

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "redlock/reply.h"

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
    {":9223372036854775807\r\n", RLK_REPLY_INTEGER, INT64_MAX, ""},
    {"$-1\r\n", RLK_REPLY_NIL, 0, ""},
    {"*-1\r\n", RLK_REPLY_NIL, 0, ""},
    {"$0\r\n\r\n", RLK_REPLY_STRING, 0, ""},
    {"$4\r\na\r\nb\r\n", RLK_REPLY_STRING, 0, "a\r\nb"},
    {"*2\r\n:7\r\n$3\r\ntok\r\n", RLK_REPLY_PAIR, 7, "tok"},
    {"*2\r\n:-1\r\n$0\r\n\r\n", RLK_REPLY_PAIR, -1, ""},
};

static void feed(const char *bytes)
{
    cr_assert(rlk_reader_feed(&reader, bytes, strlen(bytes)));
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

Test(reply, is_kept_by_kind)
{
    for (size_t i = 0; i < CASES; i++) {
        feed(cases[i].bytes);
        cr_assert_eq(rlk_reader_next(&reader), RLK_READER_REPLY);
        assert_case(i);
        cr_assert_eq(rlk_reader_next(&reader), RLK_READER_WAIT);
    }
}

Test(reply, comes_out_of_single_bytes)
{
    for (size_t i = 0; i < CASES; i++) {
        for (const char *byte = cases[i].bytes; *byte != '\0'; byte++) {
            cr_assert_eq(rlk_reader_next(&reader), RLK_READER_WAIT);
            cr_assert(rlk_reader_feed(&reader, byte, 1));
        }
        cr_assert_eq(rlk_reader_next(&reader), RLK_READER_REPLY);
        assert_case(i);
    }
}

Test(reply, after_reply_comes_out_of_one_feed)
{
    for (size_t i = 0; i < CASES; i++)
        feed(cases[i].bytes);
    for (size_t i = 0; i < CASES; i++) {
        cr_assert_eq(rlk_reader_next(&reader), RLK_READER_REPLY);
        assert_case(i);
    }
    cr_assert_eq(rlk_reader_next(&reader), RLK_READER_WAIT);
}

Test(reply, of_another_shape_is_read_over)
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
