/* SPDX-License-Identifier: MIT */
/*
 * libFuzzer: whatever a server sends, in whichever pieces, becomes answers of
 * every verb and steps of a greeting. The first byte says how long a piece is.
 */

#include <assert.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "redlock/answer.h"
#include "redlock/greeting.h"
#include "redlock/reply.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void judge(const struct rlk_reply *reply, struct rlk_greeting *greeting)
{
    assert(reply->text_length < sizeof(reply->text));
    assert(reply->text[reply->text_length] == '\0');
    for (int verb = RLK_VERB_GRANT; verb <= RLK_VERB_KILL_CLIENT; verb++) {
        struct rlk_answer answer = rlk_answer_to((enum rlk_verb)verb, reply);
        assert(answer.remaining_ms >= -1);
        assert((answer.kind == RLK_ANSWER_ERROR) ==
               (answer.reason != REDLOCK_REASON_NONE));
        assert(answer.text != NULL || answer.text_length == 0);
    }
    if (greeting->step < RLK_GREETING_DONE)
        rlk_greeting_reply(greeting, reply);
    assert(strlen(greeting->identity.run_id) <
           sizeof(greeting->identity.run_id));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct rlk_reader reader;
    struct rlk_greeting greeting = {.step = RLK_GREETING_AUTH};
    const char *bytes = (const char *)data + 1;
    size_t piece;

    if (size < 2 || !rlk_reader_open(&reader))
        return 0;
    piece = (size_t)data[0] + 1;
    for (size_t left = size - 1; left > 0;) {
        enum rlk_reader_state state;
        if (piece > left)
            piece = left;
        if (!rlk_reader_feed(&reader, bytes, piece))
            break;
        bytes += piece;
        left -= piece;
        while ((state = rlk_reader_next(&reader)) == RLK_READER_REPLY)
            judge(&reader.reply, &greeting);
        if (state == RLK_READER_GARBAGE) {
            assert(rlk_reader_problem(&reader)[0] != '\0');
            break;
        }
    }
    rlk_reader_close(&reader);
    return 0;
}
