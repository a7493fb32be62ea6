/* SPDX-License-Identifier: MIT */
/* Short replies that are parsed without hiredis, and all others. */

#include <criterion/criterion.h>
#include <string.h>

#include "redlock/resp/reader.h"

static struct rlk_reply reply;

static size_t take(const char *bytes)
{
    rlk_reply_begin(&reply, RLK_REPLY_OTHER);
    return rlk_short_reply(bytes, strlen(bytes), &reply);
}

Test(short_reply, reads_only_the_first_reply)
{
    cr_assert_eq(take("+OK\r\n:1\r\n"), 5);
    cr_assert_eq(reply.kind, RLK_REPLY_STATUS);
    cr_assert_str_eq(reply.text, "OK");
    cr_assert_eq(take("$-1\r\n+OK\r\n"), 5);
    cr_assert_eq(reply.kind, RLK_REPLY_NIL);
    cr_assert_eq(take(":-12\r\n-ERR"), 6);
    cr_assert_eq(reply.kind, RLK_REPLY_INTEGER);
    cr_assert_eq(reply.integer, -12);
}

Test(short_reply, reads_the_row_of_a_script)
{
    static const char row[] =
        "*6\r\n:3\r\n:1700000000000000\r\n:0\r\n:-1\r\n:250\r\n$3\r\ntok\r\n";

    cr_assert_eq(take(row), sizeof(row) - 1);
    cr_assert_eq(reply.kind, RLK_REPLY_ROW);
    cr_assert_eq(reply.row[0], 3);
    cr_assert_eq(reply.row[1], INT64_C(1700000000000000));
    cr_assert_eq(reply.row[3], -1);
    cr_assert_eq(reply.row[4], 250);
    cr_assert_str_eq(reply.text, "tok");
}

Test(short_reply, reads_nothing_before_it_is_complete)
{
    static const char row[] =
        "*6\r\n:3\r\n:17\r\n:0\r\n:-1\r\n:250\r\n$3\r\ntok\r\n";

    for (size_t count = 0; count < sizeof(row) - 1; count++) {
        rlk_reply_begin(&reply, RLK_REPLY_OTHER);
        cr_expect_eq(rlk_short_reply(row, count, &reply), 0);
        cr_expect_eq(reply.kind, RLK_REPLY_OTHER);
    }
}

/* hiredis parses these. */
Test(short_reply, leaves_other_forms_to_hiredis)
{
    static const char *const others[] = {
        "+QUEUED\r\n",
        "-ERR no\r\n",
        "$3\r\ntok\r\n",
        "*-1\r\n",
        ":\r\n",
        ":-\r\n",
        ":01\r\n",
        ":-0\r\n",
        ":+1\r\n",
        ":1 \r\n",
        ":1\n",
        ":1234567890123456789\r\n",
        "*5\r\n:1\r\n:2\r\n:3\r\n:4\r\n$1\r\nx\r\n",
        "*6\r\n:1\r\n:2\r\n:3\r\n:4\r\n:5\r\n:6\r\n",
        "*6\r\n:1\r\n:2\r\n:3\r\n:4\r\n:5\r\n$-1\r\n",
        "*6\r\n:1\r\n:2\r\n:3\r\n:4\r\n:5\r\n$1\r\nxyz",
        "*6\r\n:1\r\n:2\r\n:3\r\n:4\r\n:5\r\n$4096\r\nx\r\n",
    };

    for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++) {
        cr_expect_eq(take(others[i]), 0, "%s", others[i]);
        cr_expect_eq(reply.kind, RLK_REPLY_OTHER);
    }
}
