/* SPDX-License-Identifier: MIT */
/*
 * libFuzzer: a hand-off message that is parsed from any bytes has fields within
 * their bounds, and is written as the bytes that were read. The same for the
 * successor in an answer.
 */

#include <inttypes.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "redlock/runtime/handoff.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(bool fact)
{
    if (!fact)
        abort();
}

static void check_token(const struct rlk_token *token)
{
    check(token->length < sizeof(token->text));
    check(strlen(token->text) == token->length);
    check(token->length > (size_t)2 * RLK_TOKEN_RANDOM_BYTES);
    for (size_t i = 0; i < token->length; i++)
        check(token->text[i] > ' ' && token->text[i] <= '~');
}

static int write_successor(char *text, size_t size,
                           const struct rlk_successor *successor)
{
    check(successor->ticket > 0 && successor->ticket <= INT64_C(1) << 53);
    check(successor->px_ms > 0 && successor->px_ms <= RLK_SUCCESSOR_PX_MOST);
    check(successor->generation >= 0);
    check((successor->flags & ~(unsigned)RLK_ENTRY_FLAGS_ALL) == 0);
    check_token(&successor->token);
    return snprintf(text, size, "%" PRId64 " %" PRId64 " %u %" PRId64 " %s",
                    successor->ticket, successor->px_ms, successor->flags,
                    successor->generation, successor->token.text);
}

static void check_handoff(const struct rlk_handoff *handoff)
{
    static struct rlk_handoff again;
    char text[512];
    int bits = handoff->set | handoff->issued << 1 | handoff->judged << 2 |
               handoff->alone << 3;
    int length;

    check_token(&handoff->token);
    check(handoff->issued == (handoff->c > 0) &&
          (handoff->set || !handoff->issued));
    length = snprintf(text, sizeof(text),
                      "%s %" PRId64 " %" PRId64 " %d %" PRId64 " %s ",
                      handoff->memory, handoff->us, handoff->generation, bits,
                      handoff->c, handoff->token.text);
    if (handoff->head.token.length > 0)
        length += write_successor(text + length, sizeof(text) - (size_t)length,
                                  &handoff->head);
    check(rlk_handoff_read(&again, text, (size_t)length));
    check(again.us == handoff->us && again.c == handoff->c &&
          again.generation == handoff->generation &&
          again.head.ticket == handoff->head.ticket &&
          strcmp(again.token.text, handoff->token.text) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct rlk_handoff handoff;
    static struct rlk_successor successor;
    char text[512];
    /* In memory of that size, so that a sanitizer sees a read beyond it. */
    char *bytes = malloc(size > 0 ? size : 1);

    check(bytes != NULL);
    memcpy(bytes, data, size);
    if (rlk_handoff_read(&handoff, bytes, size))
        check_handoff(&handoff);
    if (rlk_successor_read(&successor, bytes, size))
        (void)write_successor(text, sizeof(text), &successor);
    else
        check(successor.token.length == 0);
    free(bytes);
    return 0;
}
