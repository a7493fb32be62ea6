/* SPDX-License-Identifier: MIT */
/* Replies on a subscribed connection. */

#include <criterion/criterion.h>
#include <string.h>

#include "redlock/resp/reader.h"
#include "tests/support/reader_feed.h"

static struct rlk_reader reader;

static enum rlk_reply_kind read_one(const char *bytes)
{
    cr_assert(reader_feed(&reader, bytes, strlen(bytes)));
    cr_assert_eq(rlk_reader_next(&reader), RLK_READER_REPLY);
    return reader.reply.kind;
}

static void open_reader(void)
{
    cr_assert(rlk_reader_open(&reader));
}

static void close_reader(void)
{
    rlk_reader_close(&reader);
}

TestSuite(reply_published, .init = open_reader, .fini = close_reader);

Test(reply_published, has_the_text_of_a_message)
{
    cr_assert_eq(read_one("*3\r\n$7\r\nmessage\r\n$7\r\nchannel\r\n"
                          "$4\r\ntext\r\n"),
                 RLK_REPLY_MESSAGE);
    cr_assert_str_eq(reader.reply.text, "text");
    cr_assert_eq(reader.reply.text_length, 4);
    cr_assert_eq(read_one("*3\r\n$7\r\nmessage\r\n$1\r\nc\r\n$0\r\n\r\n"),
                 RLK_REPLY_MESSAGE);
    cr_assert_eq(reader.reply.text_length, 0);
}

Test(reply_published, has_the_number_of_a_subscription)
{
    cr_assert_eq(read_one("*3\r\n$9\r\nsubscribe\r\n$1\r\nc\r\n:1\r\n"),
                 RLK_REPLY_SUBSCRIBED);
    cr_assert_eq(reader.reply.integer, 1);
}

Test(reply_published, is_read_from_any_pieces)
{
    static const char bytes[] =
        "*3\r\n$7\r\nmessage\r\n$1\r\nc\r\n$2\r\nab\r\n";

    for (size_t i = 0; i < sizeof(bytes) - 2; i++) {
        cr_assert(reader_feed(&reader, bytes + i, 1));
        cr_assert_eq(rlk_reader_next(&reader), RLK_READER_WAIT);
    }
    cr_assert_eq(read_one("\n"), RLK_REPLY_MESSAGE);
    cr_assert_str_eq(reader.reply.text, "ab");
}

Test(reply_published, refuses_other_shapes)
{
    static const char *const shapes[] = {
        "*3\r\n$7\r\nMESSAGE\r\n$1\r\nc\r\n$1\r\na\r\n",
        "*3\r\n$8\r\npmessage\r\n$1\r\nc\r\n$1\r\na\r\n",
        "*3\r\n$11\r\nunsubscribe\r\n$1\r\nc\r\n:0\r\n",
        "*3\r\n$7\r\nmessage\r\n$1\r\nc\r\n:1\r\n",
        "*3\r\n$7\r\nmessage\r\n$1\r\nc\r\n$-1\r\n",
        "*3\r\n$7\r\nmessage\r\n:1\r\n$1\r\na\r\n",
        "*3\r\n$7\r\nmessage\r\n$1\r\nc\r\n*1\r\n$1\r\na\r\n",
        "*3\r\n$7\r\nmessage\r\n$1\r\nc\r\n+a\r\n",
        "*3\r\n+message\r\n$1\r\nc\r\n$1\r\na\r\n",
        "*3\r\n:1\r\n$1\r\nc\r\n$1\r\na\r\n",
        "*3\r\n$9\r\nsubscribe\r\n$1\r\nc\r\n$1\r\n1\r\n",
        "*3\r\n$9\r\nsubscribe\r\n:1\r\n:1\r\n",
        "*3\r\n*2\r\n$7\r\nmessage\r\n$1\r\nc\r\n$1\r\na\r\n$1\r\nb\r\n",
        "*2\r\n*3\r\n$7\r\nmessage\r\n$1\r\nc\r\n$1\r\na\r\n$1\r\nb\r\n",
    };

    for (size_t i = 0; i < sizeof(shapes) / sizeof(shapes[0]); i++)
        cr_expect_eq(read_one(shapes[i]), RLK_REPLY_OTHER, "%s", shapes[i]);
}
