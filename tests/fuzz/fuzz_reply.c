/* SPDX-License-Identifier: MIT */
/*
 * libFuzzer: any bytes of a server, in any pieces, become answers and steps of
 * a handshake. The first byte is the length of a piece. A second reader gets
 * single bytes, which hiredis parses; both have to agree.
 */

#include <assert.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "redlock/resp/answer.h"
#include "redlock/resp/handshake.h"
#include "redlock/resp/reader.h"
#include "tests/support/reader_feed.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void judge_answer(struct rlk_answer answer)
{
    assert(answer.remaining_ms >= -1);
    assert(answer.time_us >= 0 && answer.time_us <= INT64_C(1) << 53);
    assert(answer.counter >= 0 && answer.counter <= INT64_C(1) << 53);
    assert(answer.rank >= 0 && answer.rank < RLK_ENTRIES_MOST);
    assert((answer.kind == RLK_ANSWER_QUEUED) == (answer.ticket > 0));
    assert((answer.kind == RLK_ANSWER_ERROR) ==
           (answer.reason != REDLOCK_REASON_NONE));
    assert(strnlen(answer.text, answer.text_length + 1) <= answer.text_length);
}

static void judge(const struct rlk_reply *reply,
                  struct rlk_handshake *handshake)
{
    assert(reply->text_length < sizeof(reply->text));
    assert(reply->text[reply->text_length] == '\0');
    for (int verb = 0; verb < RLK_VERBS; verb++)
        judge_answer(rlk_answer_to((enum rlk_verb)verb, reply));
    if (handshake->step < RLK_HANDSHAKE_DONE)
        rlk_handshake_reply(handshake, reply);
    assert(strlen(handshake->identity.marker) <
           sizeof(handshake->identity.marker));
    assert(strlen(handshake->identity.run_id) <
           sizeof(handshake->identity.run_id));
}

/* The next reply in the bytes from *at to end. */
static enum rlk_reader_state next_plain(struct rlk_reader *plain,
                                        const char **at, const char *end)
{
    enum rlk_reader_state state = rlk_reader_next(plain);

    while (state == RLK_READER_WAIT && *at < end) {
        if (!reader_feed(plain, (*at)++, 1))
            abort();
        state = rlk_reader_next(plain);
    }
    return state;
}

static void compare(const struct rlk_reply *reply,
                    const struct rlk_reply *plain)
{
    assert(reply->kind == plain->kind);
    assert(reply->integer == plain->integer);
    assert(reply->text_length == plain->text_length);
    assert(memcmp(reply->text, plain->text, reply->text_length + 1) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct rlk_reader reader;
    static struct rlk_reader plain;
    struct rlk_handshake handshake = {.step = RLK_HANDSHAKE_AUTH};
    const char *bytes = (const char *)data + 1;
    const char *at = bytes;
    size_t piece;

    if (size < 2)
        return 0;
    if (!rlk_reader_open(&reader) || !rlk_reader_open(&plain))
        abort();
    piece = (size_t)data[0] + 1;
    for (size_t left = size - 1; left > 0;) {
        enum rlk_reader_state state;
        if (piece > left)
            piece = left;
        if (!reader_feed(&reader, bytes, piece))
            break;
        bytes += piece;
        left -= piece;
        while ((state = rlk_reader_next(&reader)) == RLK_READER_REPLY) {
            assert(next_plain(&plain, &at, bytes) == RLK_READER_REPLY);
            compare(&reader.reply, &plain.reply);
            judge(&reader.reply, &handshake);
        }
        assert(next_plain(&plain, &at, bytes) == state);
        if (state == RLK_READER_GARBAGE) {
            assert(rlk_reader_problem(&reader)[0] != '\0');
            break;
        }
    }
    rlk_reader_close(&reader);
    rlk_reader_close(&plain);
    return 0;
}
