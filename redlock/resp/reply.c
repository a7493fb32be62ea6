/* SPDX-License-Identifier: MIT */
/* The record that a reply becomes. */

#include "redlock/resp/reply.h"

#include <string.h>

void rlk_reply_begin(struct rlk_reply *reply, enum rlk_reply_kind kind)
{
    reply->kind = kind;
    reply->integer = 0;
    reply->text_length = 0;
    reply->text[0] = '\0';
}

void rlk_reply_keep(struct rlk_reply *reply, const char *text, size_t length)
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
