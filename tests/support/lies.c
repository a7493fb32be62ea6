/* SPDX-License-Identifier: MIT */
/* Draws numbers, texts and replies from bytes. */

#include "tests/support/lies.h"

#include <stdio.h>
#include <string.h>

#include "redlock/runtime/marker.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

uint8_t lies_next(struct lies *lies)
{
    if (lies->left == 0)
        return 0;
    lies->left--;
    return *lies->script++;
}

int64_t lies_number(struct lies *lies)
{
    static const int64_t numbers[] = {
        0,
        1,
        2,
        3,
        -1,
        -2,
        42,
        30000,
        INT64_MAX,
        INT64_MIN,
        INT64_C(1) << 53,
        (INT64_C(1) << 53) - 1,
        INT64_MAX / 1000,
        INT64_C(1700000000000000),
    };
    uint64_t number = 0;
    uint8_t which = lies_next(lies);

    if (which < 192)
        return numbers[which % COUNT(numbers)];
    for (int i = 0; i < 8; i++)
        number = number << 8 | lies_next(lies);
    return (int64_t)number;
}

void lies_put(struct rlk_reply *reply, const char *text)
{
    (void)snprintf(reply->text, sizeof(reply->text), "%s", text);
    reply->text_length = strlen(reply->text);
}

/* Usually the node's own run_id. */
const char *lies_run_id(struct lies *lies)
{
    static const char *const run_ids[] = {
        "0000000000000000000000000000000000000001",
        "0000000000000000000000000000000000000002",
        "0000000000000000000000000000000000000003",
        "0000000000000000000000000000000000000004",
        "0000000000000000000000000000000000000005",
        "abc",
        "",
        "no|ok|1",
        "00000000000000000000000000000000000000000000000000000",
    };
    uint8_t which = lies_next(lies);

    return run_ids[which < 192 ? (size_t)lies->node : which % COUNT(run_ids)];
}

/* Of a memory of a server, or of none. */
void lies_put_marker(struct lies *lies)
{
    const char *run_id = lies_run_id(lies);
    const char *replid = lies_run_id(lies);
    char text[RLK_MARKER_MAX + 8];
    int64_t longest_ms = lies_number(lies);

    switch (lies_next(lies) % 4) {
    case 0:
        rlk_marker_ok(text, replid, longest_ms);
        break;
    case 1:
        rlk_marker_quarantine(text, replid, longest_ms, lies_number(lies),
                              "nonce");
        break;
    case 2:
        (void)snprintf(text, sizeof(text), "%s|||%s|",
                       lies_next(lies) < 128 ? "2" : run_id, replid);
        break;
    default:
        memset(text, 'x', sizeof(text) - 1);
        text[sizeof(text) - 1] = '\0';
        break;
    }
    lies_put(&lies->reply, text);
}

static void put_any_bytes(struct lies *lies)
{
    size_t length = lies_next(lies) * (size_t)8;

    for (size_t i = 0; i < length; i++)
        lies->reply.text[i] = (char)lies_next(lies);
    lies->reply.text[length] = '\0';
    lies->reply.text_length = length;
}

static void put_text(struct lies *lies)
{
    static const char *const texts[] = {
        "",
        "OK",
        "NOSCRIPT no such script",
        "NOPERM not for you",
        "BUSY with a script",
        "READONLY replica",
        "LOADING",
        "ERR unknown",
        "somebody's token",
    };
    uint8_t which = lies_next(lies);

    if (which < 128)
        lies_put(&lies->reply, texts[which % COUNT(texts)]);
    else if (which < 192)
        lies_put_marker(lies);
    else
        put_any_bytes(lies);
}

/* The reader does the same with error texts. */
static void tame(struct rlk_reply *reply)
{
    for (size_t i = 0; i < reply->text_length; i++) {
        if ((unsigned char)reply->text[i] < ' ' || reply->text[i] == 127)
            reply->text[i] = '.';
    }
}

const struct rlk_reply *lies_reply(struct lies *lies)
{
    struct rlk_reply *reply = &lies->reply;

    reply->kind =
        (enum rlk_reply_kind)(lies_next(lies) % (RLK_REPLY_OTHER + 1));
    reply->integer = lies_number(lies);
    for (int i = 0; i < RLK_REPLY_ROW_INTEGERS; i++)
        reply->row[i] = lies_number(lies);
    put_text(lies);
    if (reply->kind == RLK_REPLY_ERROR)
        tame(reply);
    return reply;
}
