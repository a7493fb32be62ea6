/* SPDX-License-Identifier: MIT */
/* Replies of CONFIG GET: a name and its value. */

#include <criterion/criterion.h>
#include <string.h>

#include "redlock/resp/reader.h"
#include "tests/support/reader_feed.h"

static enum rlk_reply_kind read_one(struct rlk_reader *reader,
                                    const char *bytes)
{
    cr_assert(reader_feed(reader, bytes, strlen(bytes)));
    cr_assert_eq(rlk_reader_next(reader), RLK_READER_REPLY);
    return reader->reply.kind;
}

Test(reply_named, keeps_the_value)
{
    static struct rlk_reader reader;

    cr_assert(rlk_reader_open(&reader));
    cr_assert_eq(read_one(&reader, "*2\r\n$4\r\nsave\r\n$6\r\n3600 1\r\n"),
                 RLK_REPLY_NAMED);
    cr_assert_str_eq(reader.reply.text, "3600 1");
    cr_assert_eq(read_one(&reader, "*2\r\n$4\r\nsave\r\n$0\r\n\r\n"),
                 RLK_REPLY_NAMED);
    cr_assert_str_empty(reader.reply.text);
    rlk_reader_close(&reader);
}

Test(reply_named, refuses_other_shapes)
{
    static const char *const shapes[] = {
        "*0\r\n",
        "*2\r\n$1\r\na\r\n:2\r\n",
        "*2\r\n$1\r\na\r\n$-1\r\n",
        "*2\r\n$1\r\na\r\n*1\r\n$1\r\nb\r\n",
        "*2\r\n*1\r\n$1\r\na\r\n$1\r\nb\r\n",
        "*2\r\n+a\r\n$1\r\nb\r\n",
        "*2\r\n$1\r\na\r\n+b\r\n",
        "*4\r\n$1\r\na\r\n$1\r\nb\r\n$1\r\nc\r\n$1\r\nd\r\n",
    };
    static struct rlk_reader reader;

    cr_assert(rlk_reader_open(&reader));
    for (size_t i = 0; i < sizeof(shapes) / sizeof(shapes[0]); i++)
        cr_expect_eq(read_one(&reader, shapes[i]), RLK_REPLY_OTHER, "%s",
                     shapes[i]);
    rlk_reader_close(&reader);
}
